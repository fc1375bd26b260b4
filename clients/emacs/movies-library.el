;;; movies-library.el --- What is kept about films  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Stars, the watchlist, ratings, notes, tags and viewings: how they are changed, and how a change is undone.  The diary, its
;; statistics, and the files of a library.

;;; Code:

(require 'crm)
(require 'movies-page)

;;;; Changing and undoing

(defvar movies--undo nil "For each change, last first, its sentence and the requests that undo it.")

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
                 (when (and (zerop (cl-decf left)) undoing)
                   (let ((sentence (apply #'movies--say sentence :film (movies--names films) values)))
                     (push (cons sentence undoing) movies--undo)
                     (message "%s %s" sentence (movies--say "Undo: {key}" :key (if movies--source "u" "M-x movies-undo"))))))))
    (pcase-dolist (`(,method ,params . ,undo) requests)
      (movies--request method params (lambda (result) (funcall done (funcall undo result)))
                       (lambda (failure) (movies--report failure) (funcall done nil))))
    ;; Someone who does not wait for a late answer can undo it when it is there.
    (while (and (cl-plusp left) (not (movies--stopped-p))) (accept-process-output nil 0.02))))

(defun movies--former (film mark names)
  "Return a request that gives FILM what MARK has of NAMES, params of `mark'."
  `(mark (,@(if (plist-get film :isFavorite) (list :movie film) (list :id (plist-get film :id)))
          ,@(cl-loop for name in names nconc
                     (pcase name
                       (:starred (list :starredAt (or (plist-get mark :starredAt) :null)))
                       (:watchlist (list :watchlistedAt (or (plist-get mark :watchlistedAt) :null)))
                       ((or :tags :addTags) (list :tags (or (plist-get mark :tags) [])))
                       (_ (list name (or (plist-get mark name) :null))))))))

(defun movies--mark (films sentence &rest params)
  "Change what is kept about FILMS with PARAMS of `mark'; say SENTENCE.
If that is a list, say its second one about a film that is as PARAMS already."
  (let ((films (movies--listed films)) (names (cl-loop for name in params by #'cddr collect name)))
    (movies--change (if (consp sentence) (car sentence) sentence) films
                    (mapcar (lambda (film)
                              `(mark (:id ,(plist-get film :id) ,@params)
                                     . ,(lambda (result)
                                          (if (and (consp sentence) (not (eq t (plist-get result :changed))))
                                              (ignore (message "%s" (movies--say (cadr sentence) :film (movies--label film))))
                                            (list (movies--former film (plist-get result :previous) names))))))
                            films))))

;;;###autoload
(defun movies-undo ()
  "Undo the last change of the library that was made in this Emacs."
  (interactive)
  (pcase-let ((`(,sentence . ,requests) (or (pop movies--undo) (user-error "%s" (movies--say "There is nothing to undo.")))))
    (movies--change nil nil (mapcar (pcase-lambda (`(,method ,params)) `(,method ,params . ,#'ignore)) requests))
    (setq movies--undone (mapcar (pcase-lambda (`(,_ ,params))
                                   (or (plist-get params :viewing) (plist-get params :id) (plist-get (plist-get params :movie) :id)))
                                 requests))
    (when (movies--list-p) (movies--go-to-undone))
    (unless (movies--stopped-p) (message "%s" (movies--say "Undone: {change}" :change sentence)))))

;;;; Stars and the watchlist

;;;###autoload
(defun movies-star (films)
  "Make FILMS favorites."
  (interactive (list (movies--arguments "Star: ")))
  (movies--mark films '("Starred {film}." "{film} was already a favorite") :starred t))

;;;###autoload
(defun movies-unstar (films)
  "Remove FILMS from the favorites."
  (interactive (list (movies--arguments "Unstar: ")))
  (movies--mark films '("Unstarred {film}." "{film} was not a favorite") :starred :json-false))

(defun movies--values (member films)
  "Return MEMBER of what is kept about each of FILMS."
  (mapcar (lambda (film) (plist-get (gethash (plist-get film :id) movies--marks) member)) films))

(defun movies-toggle-star (films)
  "Star FILMS, or unstar them if all are favorites."
  (interactive (list (movies--arguments "Star or unstar: ")))
  (if (memq nil (movies--values :starredAt films)) (movies-star films) (movies-unstar films)))

;;;###autoload
(defun movies-watch (films)
  "Put FILMS on the watchlist."
  (interactive (list (movies--arguments "Put on the watchlist: ")))
  (movies--mark films '("Put {film} on the watchlist." "{film} was already on the watchlist") :watchlist t))

;;;###autoload
(defun movies-unwatch (films)
  "Take FILMS off the watchlist."
  (interactive (list (movies--arguments "Take off the watchlist: ")))
  (movies--mark films '("Took {film} off the watchlist." "{film} was not on the watchlist") :watchlist :json-false))

(defun movies-toggle-watchlist (films)
  "Put FILMS on the watchlist, or take them off if all are on it."
  (interactive (list (movies--arguments "Watchlist on or off: ")))
  (if (memq nil (movies--values :watchlistedAt films)) (movies-watch films) (movies-unwatch films)))

;;;; Ratings, tags and notes

(defun movies--ask (prompt parse &optional default)
  "Return the value of PARSE for a text, read with PROMPT until PARSE accepts it.
DEFAULT stands for no text."
  (let ((asked prompt) text value)
    (while (not value)
      (setq text (read-string asked text nil default))
      (condition-case problem (setq value (list (funcall parse (if (string-blank-p text) (or default "") text))))
        (user-error (setq asked (concat (propertize (cadr problem) 'face 'error) "\n" prompt)))))
    (car value)))

(defun movies--rating (text)
  "Return TEXT as a rating; it is nil if TEXT is - or 0."
  (let* ((text (subst-char-in-string ?, ?. (string-trim text))) (rating (string-to-number text)))
    (cond ((member text '("-" "0")) nil)
          ((and (string-match-p "\\`[0-9]*\\.?[0-9]*\\'" text) (<= 0.5 rating 10) (zerop (mod rating 0.5))) rating)
          (t (user-error "%s" (movies--say "A rating is 0.5 to 10, in steps of 0.5."))))))

(defun movies--ask-rating (name ratings)
  "Ask for a rating in the place of RATINGS, those of the films with NAME.
If all have the same one, it is the default."
  (let ((now (delete-dups (mapcar (lambda (rating) (if rating (movies--text rating) "-")) ratings))))
    (movies--ask (if (equal now '("-")) (movies--say "Rating of {film}, 0.5 to 10, empty for none: " :film name)
                   (movies--say "Rating of {film} (now {rating}; - or 0 removes): " :film name :rating (string-join now ", ")))
                 #'movies--rating (unless (cdr now) (car now)))))

;;;###autoload
(defun movies-rate (films rating)
  "Give FILMS a RATING, or remove it if that is nil.
If you are logged in at the catalog, your account gets it too."
  (interactive
   (let ((films (movies--listed (movies--arguments "Rate: "))))
     (list films (movies--ask-rating (movies--names films) (movies--values :rating films)))))
  (let ((films (movies--listed films)))
    (movies--change (if rating "Rated {film}: {rating}." "Removed the rating of {film}.") films
                    (mapcar (lambda (film) (movies--rating-request film rating)) films)
                    :rating rating)))

(defun movies--kept-of (film)
  "Return what is kept about FILM, which may not be in any buffer."
  (plist-get (movies--wait 'mark (list :id (plist-get film :id))) :mark))

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
            (lambda (_) (list (funcall request (plist-get before :rating)))))))

;;;###autoload
(defun movies-tag (films tags)
  "Give FILMS the TAGS: one film has these only, several have them too."
  (interactive
   (let ((films (movies--listed (movies--arguments "Tags of: "))) (map (make-sparse-keymap)))
     (define-key map " " #'self-insert-command) ; A tag may have spaces, where SPC would complete a word.
     (list films (minibuffer-with-setup-hook (lambda () (use-local-map (make-composed-keymap map (current-local-map))))
                   (completing-read-multiple
                    (movies--say "Tags of {film}: " :film (movies--names films))
                    (mapcar (lambda (tag) (plist-get tag :name)) (plist-get (movies--wait 'tags nil) :tags)) nil nil
                    (unless (cdr films) (mapconcat (lambda (tag) (concat tag ",")) (car (movies--values :tags films)) "")))))))
  (let ((films (movies--listed films)))
    (movies--mark films "Tagged {film}." (if (cdr films) :addTags :tags) (vconcat tags))))

;;;###autoload
(defun movies-note (film)
  "Edit the note on FILM in a buffer of its own."
  (interactive (list (car (movies--arguments "Note on: "))))
  (let* ((film (movies--film film)) (note (plist-get (movies--kept-of film) :note)) (map (make-sparse-keymap)) (from (current-buffer))
         (leave (lambda () (interactive) (set-buffer-modified-p nil) (quit-window t))))
    (pop-to-buffer (generate-new-buffer (format "*Movies Note: %s*" (movies--label film))))
    (insert (or note ""))
    (set-buffer-modified-p nil)
    (text-mode)
    (add-hook 'kill-buffer-query-functions
              (lambda () (or (not (buffer-modified-p)) (yes-or-no-p (movies--say "Discard the changes of this note? ")))) nil t)
    (set-keymap-parent map (current-local-map))
    (define-key map (kbd "C-c C-k") leave)
    (define-key map (kbd "C-c C-c") (lambda ()
                                      (interactive)
                                      (let ((text (string-trim (buffer-string))) (before movies--undo))
                                        (when (or (equal note (plist-get (movies--kept-of film) :note))
                                                  (yes-or-no-p (movies--say "The note has been changed elsewhere. Overwrite it? ")))
                                          (with-current-buffer (if (buffer-live-p from) from (current-buffer))
                                            (movies--mark film "Saved the note on {film}." :note text))
                                          ;; One that could not be saved stays.
                                          (unless (eq before movies--undo) (funcall leave))))))
    (use-local-map map)
    (setq header-line-format (movies--say "{key} saves this note, {other} leaves it" :key "C-c C-c" :other "C-c C-k"))))

;;;; Viewings

(defun movies--day (text)
  "Return TEXT as a day; it is `:null' if that is unknown."
  (let ((text (string-trim text)))
    (cond ((equal text "?") :null)
          ((string-match-p "\\`-[0-9]\\{1,5\\}\\'" text)
           (format-time-string "%F" (time-add nil (* 86400 (string-to-number text)))))
          ((not (string-match-p "\\`[0-9]\\{4\\}-[0-9]\\{2\\}-[0-9]\\{2\\}\\'" text))
           (user-error "%s" (movies--say "A day is written like {day}." :day (format-time-string "%F"))))
          ;; Of a day such as February 30 it makes another one.
          ((not (equal text (ignore-errors (format-time-string "%F" (date-to-time (concat text " 12:00"))))))
           (user-error "%s" (movies--say "There is no such day.")))
          ;; Elsewhere it may be tomorrow already.
          ((string< (format-time-string "%F" (time-add nil 86400)) text)
           (user-error "%s" (movies--say "This day is in the future.")))
          (text))))

(defun movies--read-viewing (film former)
  "Read a viewing of FILM, a text, in the place of FORMER."
  (cl-destructuring-bind (&key date rating note rewatch viewing &allow-other-keys) former
    (append (let ((day (cond (date) (viewing "?") ((format-time-string "%F")))))
              (list :date (movies--ask (movies--say "Watched {film} on ({day}; -1 is yesterday, ? is some day): "
                                                    :film film :day day)
                                       #'movies--day day)))
            (list :rating (or (movies--ask-rating film (list rating)) (if rating :null)))
            (when (or viewing current-prefix-arg)
              (list :note (read-string (movies--say "Note: ") note)))
            (list :rewatch (if (if (or viewing current-prefix-arg) (y-or-n-p (movies--say "Had you seen it before? ")) rewatch)
                               t :json-false)))))

;;;###autoload
(defun movies-watched (films viewing)
  "Log a VIEWING, params of `logViewing', of FILMS.
With a prefix argument, ask for a note and whether it is a rewatch, too."
  (interactive
   (let* ((films (movies--listed (movies--arguments "Watched: "))) (ratings (delete-dups (movies--values :rating films))))
     (list films (movies--read-viewing (movies--names films) (list :rating (unless (cdr ratings) (car ratings))
                                                                   :rewatch (not (memq nil (movies--values :viewings films))))))))
  (let* ((films (movies--listed films)) (marks (mapcar #'movies--kept-of films)))
    (movies--change
     (if (seq-some (lambda (mark) (plist-get mark :watchlistedAt)) marks)
         "Logged a viewing of {film}, now off the watchlist."
       "Logged a viewing of {film}.")
     films
     (append
      ;; A viewing without a rating leaves that of the film.
      (when (eq :null (plist-get viewing :rating)) (mapcar (lambda (film) (movies--rating-request film nil)) films))
      (cl-mapcar (lambda (film mark)
                   `(logViewing (:id ,(plist-get film :id) ,@viewing)
                                . ,(lambda (result)
                                     `((deleteViewing (:viewing ,(plist-get (plist-get result :viewing) :viewing)))
                                       ,(movies--former film mark '(:watchlist :rating))))))
                 films marks)))))

(defun movies--viewing ()
  "Return the film of the viewing at point and a request to restore it."
  (let* ((film (movies--row)) (viewing (plist-get film :viewing)))
    (unless viewing (user-error "%s" (movies--say "There is no viewing here.")))
    (list film `(logViewing (:movie ,film :keepOnWatchlist t
                             ,@(cl-loop for name in '(:viewing :date :rating :note)
                                        nconc (list name (or (plist-get viewing name) :null)))
                             :rewatch ,(or (plist-get viewing :rewatch) :json-false))))))

(defun movies-edit-viewing ()
  "Edit the viewing at point."
  (interactive)
  (pcase-let* ((`(,film ,former) (movies--viewing)) (viewing (plist-get film :viewing)))
    (movies--change "Changed the viewing of {film}." (list film)
                    `((logViewing (:viewing ,(plist-get viewing :viewing) ,@(movies--read-viewing (movies--label film) viewing))
                                  . ,(lambda (_) (list former)))))))

(defun movies-delete-viewing ()
  "Delete the viewing at point."
  (interactive)
  (pcase-let ((`(,film ,former) (movies--viewing)))
    (movies--change "Deleted the viewing of {film}." (list film)
                    `((deleteViewing (:viewing ,(plist-get (plist-get film :viewing) :viewing))
                                     . ,(lambda (_) (list former)))))))

;;;###autoload
(defun movies-diary ()
  "List the viewings by month, last first."
  (interactive)
  (movies--show (movies--say "Diary") 'diary nil))

;;;; Statistics

;;;###autoload
(defun movies-statistics (&optional year)
  "Count the viewings of YEAR; with a prefix argument ask for it, else count all."
  (interactive (list (when current-prefix-arg (read-number (movies--say "Year: ") (nth 5 (decode-time))))))
  (movies--show (concat (movies--say "Statistics") (when year (format " %d" year))) 'statistics
                (when year (list :from (format "%d-01-01" year) :to (format "%d-12-31" year)))))

(defun movies--insert-bars (title groups)
  "Insert a section with TITLE and a bar for each of GROUPS."
  (unless (seq-empty-p groups)
    (movies--insert-heading title)
    (let* ((count (lambda (group) (or (plist-get group :viewings) (plist-get group :films))))
           (most (seq-max (seq-map count groups))) (longest (max 4 (min 40 (* 4 most) (- (movies--width) 30)))))
      (seq-doseq (group groups)
        (movies--insert (movies--name (or (plist-get group :name) (movies--text (plist-get group :rating)))) nil 22
                        (concat (propertize (make-string (max 1 (/ (* longest (funcall count group)) most)) ?█)
                                            'face 'movies-mark)
                                " " (movies--number (funcall count group))))))))

(defun movies--insert-statistics (statistics)
  "Insert the counts of STATISTICS."
  (cl-destructuring-bind (&key viewings films rewatches minutes byMonth &allow-other-keys) statistics
    (pcase-dolist (`(,name ,count) `(("Viewings" ,viewings) ("Films" ,films) ("Rewatches" ,rewatches)
                                     ("Hours" ,(/ (+ 30 minutes) 60))))
      (movies--insert (movies--say name) 'shadow 22 (movies--number count)))
    (if (<= (length byMonth) 36) (movies--insert-bars "By month" byMonth)
      (movies--insert-bars
       "By year" (cl-loop for (year . months) in (seq-group-by (lambda (month) (substring (plist-get month :name) 0 4)) byMonth)
                          collect (list :name year :viewings (cl-loop for month in months sum (plist-get month :viewings))))))
    (pcase-dolist (`(,title ,member) '(("My ratings" :ratings) ("By genre" :byGenre) ("By decade" :byDecade)
                                       ("By country" :byCountry) ("By language" :byLanguage) ("By weekday" :byWeekday)))
      (movies--insert-bars title (plist-get statistics member)))))

;;;; Files

;;;###autoload
(defun movies-refresh ()
  "Fetch the data of all kept films again, in the language of now."
  (interactive)
  (movies--request
   'refreshFavorites nil
   (lambda (result)
     (let* ((failed (append (plist-get result :failed) nil))
            (reasons (delete-dups (mapcar (lambda (film) (plist-get film :reason)) failed))))
       (message "%s%s" (movies--say "Films fetched again: {count}" :count (movies--number (plist-get result :refreshed)))
                (if failed (concat ". " (movies--say "{id} could not be fetched ({reason})" :reason (string-join reasons ", ")
                                                     :id (if (cdr failed) (movies--count (length failed))
                                                           (plist-get (car failed) :id))))
                  ""))))))

;;;###autoload
(defun movies-import (path &optional overwrite)
  "Add what Letterboxd, IMDb, Trakt or movie-server has exported to PATH.
First say what would change, and ask.  OVERWRITE, the prefix argument,
replaces what was set before.  An import cannot be undone, and no
change before it."
  (interactive (list (read-file-name (movies--say "Import the file, archive or folder: ") nil nil t) current-prefix-arg))
  (let ((params (list :path (expand-file-name path) :overwrite (if overwrite t :json-false))))
    (cl-destructuring-bind (&key added changed unmatched unmatchedTotal &allow-other-keys)
        (movies--wait 'importLibrary (append '(:dryRun t) params))
      (let ((nothing (zerop (+ added changed))) (missing (or unmatchedTotal (length unmatched))))
        (if (not (or nothing
                     (y-or-n-p
                      (concat (movies--say "Add {added} and change {changed}? "
                                           :added (movies--count added) :changed (movies--count changed))
                              (if (eql 1 missing) (movies--say "1 row has no film. ")
                                (movies--say "{missing} rows have no film. " :missing (movies--number missing)))
                              (movies--say "An import cannot be undone, and no change before it. ")))))
            (message nil)
          (let ((path (plist-get (movies--wait 'importLibrary params) :unmatchedPath)))
            (unless nothing (setq movies--undo nil))
            (message "%s" (cond (path (movies--say "Imported. The rows without a film are in {path}" :path path))
                                (nothing (movies--say "There is nothing to import."))
                                ((movies--say "Imported."))))))))))

;;;###autoload
(defun movies-export (path &optional letterboxd)
  "Write the library to PATH: JSON or, if it ends with .csv, CSV.
LETTERBOXD, the prefix argument, makes the CSV that Letterboxd imports."
  (interactive (list (read-file-name (movies--say "Export to (.json or .csv): ") nil nil nil "movies.json") current-prefix-arg))
  (when (or (not (file-exists-p path)) (y-or-n-p (movies--say "Replace {path}? " :path path)))
    (cl-destructuring-bind (&key path entries &allow-other-keys)
        (movies--wait 'exportLibrary (list :path (expand-file-name path) :format (when letterboxd "letterboxd")))
      (message "%s: %s" path (movies--count entries)))))

(provide 'movies-library)
;;; movies-library.el ends here
