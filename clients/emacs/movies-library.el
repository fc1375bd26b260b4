;;; movies-library.el --- What is kept about films  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Stars, the watchlist, ratings, notes and tags: how they are changed, and how a change is undone.

;;; Code:

(require 'crm)
(require 'movies-page)

;;;; Changing and undoing

(defvar movies--undo nil "For each change, last first, its sentence and the requests that undo it.")
(defvar movies--changing 0 "The number of changes that are not answered yet.")

(defun movies--listed (films)
  "Return FILMS, a film or a text or a list of films, as a list."
  (if (or (stringp films) (keywordp (car films))) (list (movies--film films)) films))

(defun movies--names (films)
  "Return the label of the film in FILMS, or their number."
  (if (cdr films) (movies--count (length films)) (movies--label (car films))))

(defun movies--change (sentence films requests &rest values)
  "Send REQUESTS, each (METHOD PARAMS . UNDO), and say SENTENCE about FILMS.
UNDO returns for a result the requests that undo it; VALUES are for SENTENCE."
  (let* ((left (length requests)) undoing
         (done (lambda (more)
                 (setq undoing (append more undoing))
                 (when (zerop (cl-decf left)) (cl-decf movies--changing))
                 (when (and (zerop left) undoing)
                   (let ((sentence (apply #'movies--say sentence :film (movies--names films) values)))
                     (push (cons sentence undoing) movies--undo)
                     (message "%s %s" sentence (movies--say "Undo: {key}" :key (if movies--source "u" "M-x movies-undo"))))))))
    (pcase-dolist (`(,method ,params . ,undo) requests)
      (movies--request method params (lambda (result) (funcall done (funcall undo result)))
                       (lambda (failure) (movies--report failure) (funcall done nil))))
    (cl-incf movies--changing))) ; answers come later

(defun movies--former (film mark names)
  "Return a request that gives FILM what MARK has of NAMES, params of `mark'."
  `(mark (,@(if (plist-get film :isFavorite) (list :movie film) (list :id (plist-get film :id)))
          ,@(cl-loop for name in names nconc
                     (pcase name
                       (:starred (list name (if (plist-get mark :starredAt) t :json-false)))
                       (:watchlist (list name (if (plist-get mark :watchlistedAt) t :json-false)))
                       ((or :tags :addTags) (list :tags (or (plist-get mark :tags) [])))
                       (_ (list name (or (plist-get mark name) :null))))))))

(defun movies--mark (films sentence &rest params)
  "Change what is kept about FILMS with PARAMS of `mark'; say SENTENCE."
  (let ((films (movies--listed films)) (names (cl-loop for name in params by #'cddr collect name)))
    (movies--change sentence films
                    (mapcar (lambda (film)
                              `(mark (:id ,(plist-get film :id) ,@params)
                                     . ,(lambda (result) (list (movies--former film (plist-get result :previous) names)))))
                            films))))

(defun movies--settle ()
  "Wait until all requests of `movies--change' are answered."
  ;; A buffer that was killed gets no answers.
  (with-timeout (3 (setq movies--changing 0)) (while (cl-plusp movies--changing) (accept-process-output nil 0.02))))

;;;###autoload
(defun movies-undo ()
  "Undo the last change of the library that was made in this Emacs."
  (interactive)
  (movies--settle)
  (pcase-let ((`(,sentence . ,requests) (or (pop movies--undo) (user-error "%s" (movies--say "There is nothing to undo.")))))
    (movies--change nil nil (mapcar (pcase-lambda (`(,method ,params)) `(,method ,params . ,#'ignore)) requests))
    (setq movies--undone (mapcar (pcase-lambda (`(,_ ,params))
                                   (or (plist-get params :viewing) (plist-get params :id) (plist-get (plist-get params :movie) :id)))
                                 requests))
    (when (movies--list-p) (movies--go-to-undone))
    (message "%s" (movies--say "Undone: {change}" :change sentence))))

;;;; Stars and the watchlist

;;;###autoload
(defun movies-star (films)
  "Make FILMS favorites."
  (interactive (list (movies--arguments "Star: ")))
  (movies--mark films "Starred {film}." :starred t))

;;;###autoload
(defun movies-unstar (films)
  "Remove FILMS from the favorites."
  (interactive (list (movies--arguments "Unstar: ")))
  (movies--mark films "Unstarred {film}." :starred :json-false))

(defun movies--all-p (member films)
  "Return whether MEMBER is kept about all FILMS, after `movies--settle'."
  (movies--settle)
  (seq-every-p (lambda (film) (plist-get (gethash (plist-get film :id) movies--marks) member)) films))

(defun movies-toggle-star (films)
  "Star FILMS, or unstar them if all are favorites."
  (interactive (list (movies--arguments "Star or unstar: ")))
  (if (movies--all-p :starredAt films) (movies-unstar films) (movies-star films)))

;;;###autoload
(defun movies-watch (films)
  "Put FILMS on the watchlist."
  (interactive (list (movies--arguments "Put on the watchlist: ")))
  (movies--mark films "Put {film} on the watchlist." :watchlist t))

;;;###autoload
(defun movies-unwatch (films)
  "Take FILMS off the watchlist."
  (interactive (list (movies--arguments "Take off the watchlist: ")))
  (movies--mark films "Took {film} off the watchlist." :watchlist :json-false))

(defun movies-toggle-watchlist (films)
  "Put FILMS on the watchlist, or take them off if all are on it."
  (interactive (list (movies--arguments "Watchlist on or off: ")))
  (if (movies--all-p :watchlistedAt films) (movies-unwatch films) (movies-watch films)))

;;;; Ratings, tags and notes

(defun movies--ask (prompt parse &optional text default)
  "Return the value of PARSE for a text, read with PROMPT until PARSE accepts it.
TEXT is there at first, and DEFAULT stands for no text."
  (let ((asked prompt) value)
    (while (not value)
      (setq text (read-string asked text nil default))
      (condition-case problem (setq value (list (funcall parse text)))
        (user-error (setq asked (concat (propertize (cadr problem) 'face 'error) "\n" prompt)))))
    (car value)))

(defun movies--rating (text)
  "Return TEXT as a rating; it is nil if TEXT is blank."
  (unless (string-blank-p text)
    (let* ((text (subst-char-in-string ?, ?. (string-trim text))) (rating (string-to-number text)))
      (unless (and (string-match-p "\\`[0-9]*\\.?[0-9]*\\'" text) (<= 0.5 rating 10) (zerop (mod rating 0.5)))
        (user-error "%s" (movies--say "A rating is 0.5 to 10, in steps of 0.5.")))
      rating)))

;;;###autoload
(defun movies-rate (films rating)
  "Give FILMS a RATING, or remove it if that is nil.
If you are logged in at the catalog, your account gets it too."
  (interactive
   (let ((films (movies--listed (movies--arguments "Rate: "))))
     (list films (movies--ask (movies--say "Rating of {film}, 0.5 to 10, empty for none: " :film (movies--names films))
                              #'movies--rating))))
  (let ((films (movies--listed films)))
    (movies--change (if rating "Rated {film}: {rating}." "Removed the rating of {film}.") films
                    (mapcar (lambda (film) (movies--rating-request film rating)) films)
                    :rating rating)))

(defun movies--kept-of (film)
  "Return what is kept about FILM, which may not be in any buffer."
  (let* ((id (plist-get film :id)) (mark (gethash id movies--marks 'unknown)))
    (if (eq mark 'unknown) (plist-get (movies--wait 'mark (list :id id)) :mark) mark)))

(defun movies--rating-request (film rating)
  "Return a request with its undo, which gives FILM a RATING."
  (let* ((id (plist-get film :id)) (before (movies--kept-of film))
         (logged-in (and (movies--can-p "rate" id)
                         (plist-get (movies--wait 'session (list :catalog (plist-get (movies--catalog id) :name))) :loggedIn)))
         (request (lambda (rating)
                    (cond ((not (eq t logged-in)) `(mark (:id ,id :rating ,(or rating :null))))
                          (rating `(rate (:id ,id :value ,rating)))
                          (t `(unrate (:id ,id)))))))
    (append (funcall request rating)
            (lambda (result) (list (funcall request (plist-get (or (plist-get result :previous) before) :rating)))))))

;;;###autoload
(defun movies-tag (films tags)
  "Give FILMS the TAGS: one film has these only, several have them too."
  (interactive
   (let* ((films (movies--listed (movies--arguments "Tags of: "))) (mark (gethash (plist-get (car films) :id) movies--marks)))
     (list films (completing-read-multiple
                  (movies--say "Tags of {film}: " :film (movies--names films))
                  (mapcar (lambda (tag) (plist-get tag :name)) (plist-get (movies--wait 'tags nil) :tags)) nil nil
                  (unless (cdr films) (mapconcat #'identity (plist-get mark :tags) ","))))))
  (let ((films (movies--listed films)))
    (movies--mark films "Tagged {film}." (if (cdr films) :addTags :tags) (vconcat tags))))

;;;###autoload
(defun movies-note (film)
  "Edit the note on FILM in a buffer of its own."
  (interactive (list (car (movies--arguments "Note on: "))))
  (let* ((film (movies--film film)) (map (make-sparse-keymap))
         (note (plist-get (plist-get (movies--wait 'mark (list :id (plist-get film :id))) :mark) :note)))
    (pop-to-buffer (generate-new-buffer (format "*Movies Note: %s*" (movies--label film))))
    (insert (or note ""))
    (text-mode)
    (set-keymap-parent map (current-local-map))
    (define-key map (kbd "C-c C-k") (lambda () (interactive) (quit-window t)))
    (define-key map (kbd "C-c C-c") (lambda ()
                                      (interactive)
                                      (let ((text (string-trim (buffer-string))))
                                        (quit-window t)
                                        (movies--mark film "Saved the note on {film}." :note text))))
    (use-local-map map)
    (setq header-line-format (movies--say "{key} saves this note, {other} leaves it" :key "C-c C-c" :other "C-c C-k"))))

(provide 'movies-library)
;;; movies-library.el ends here
