;;; movies-completion.el --- Search as you type in the minibuffer  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A completion table whose candidates the server finds, and the minibuffer that reads a film with it.

;;; Code:

(require 'movies-server)
(declare-function movies--begin "movies-list")

(defface movies-star '((t :inherit warning)) "The star of a favorite." :group 'movies)
(defface movies-mark '((t :inherit success)) "What is kept about a film." :group 'movies)

(defvar movies-history nil "Films and queries that were entered.")
(defvar movies--labels (make-hash-table :test #'equal) "Films by their candidates.")
(defvar movies--found nil "The last query that was completed, and its candidates.")

(defun movies--forget (query)
  "Remove QUERY, for which there are no films, from what is offered."
  (setq movies-history (delete query movies-history)))

(defun movies--star (id)
  "Return a star if the film ID is a favorite, or else a space."
  (propertize (if (plist-get (gethash id movies--marks) :starredAt) "★" " ")
              'movies-mark (cons id #'movies--star) 'face 'movies-star))

(defun movies--kept (id)
  "Return the signs of what else is kept about the film ID: + ✓2 8.5 ✎."
  (cl-destructuring-bind (&key watchlistedAt viewings rating hasNote &allow-other-keys) (gethash id movies--marks)
    (propertize (concat " " (string-join (delq nil (list (when watchlistedAt "+")
                                                         (when viewings (format (if (> viewings 1) "✓%d" "✓") viewings))
                                                         (when rating (format "%g" rating)) (when hasNote "✎"))) " "))
                'movies-mark (cons id #'movies--kept) 'face 'movies-mark)))

;;;; Candidates

(defun movies--candidates (films)
  "Return candidates for FILMS, long titles cut, and remember which film each is."
  (let ((width (min (frame-width) (movies--column (frame-width)))) candidates)
    (seq-doseq (film films)
      ;; The star stands before it, and the signs between it and the names or the edge.
      (let ((label (movies--cut-label film (- width 3 (max 3 (string-width (movies--kept (plist-get film :id))))))))
        (when (member label candidates) (setq label (format "%s %s" label (plist-get film :id))))
        (puthash label film movies--labels)
        (push label candidates)))
    (nreverse candidates)))

(defun movies--remark (result)
  "Say, until the next key, for what else RESULT was searched, or why it is empty."
  (let* ((query (plist-get result :correctedQuery)) (minibuffer-message-timeout nil) (fill-column (- (frame-width) 4))
         (before (1+ (current-column)))          ; the prompt and the text
         (remark (cond (query (movies--say "Results for “{query}”" :query query))
                       ((seq-empty-p (plist-get result :items)) (plist-get movies--description :hint)))))
    (when remark
      (with-temp-buffer
        (insert (make-string before ?x) " " remark)
        (fill-region (point-min) (point-max))
        (message "%s" (buffer-substring (+ 2 before) (point-max)))))))

(defun movies--complete (query &optional patient)
  "Return the candidates for QUERY, or the former ones if the user types on.
If PATIENT, wait for the answer even then.
The server delays the search, and drops one that a newer one has replaced.
Without a query they are the last searches or, at first, films of the catalog."
  (setq query (string-trim query))
  (unless (equal query (car movies--found))
    (let ((done (and (string-empty-p query) (or movies-history (not (movies--can-p "home"))))))
      (if done (setq movies--found (cons query (seq-take (delete-dups (copy-sequence movies-history)) 10)))
        (movies--request
         (if (string-empty-p query) 'home 'search)
         (unless (string-empty-p query) (list :query query :list "completion" :debounceMs 60))
         (lambda (result)
           (unless (string-empty-p query) (movies--remark result))
           (setq done t
                 movies--found
                 (cons query (movies--candidates
                              (or (plist-get result :items)
                                  (seq-some (lambda (section) (plist-get section :items)) (plist-get result :sections)))))))
         (lambda (failure)
           (setq done t)
           (when (movies--explain failure) (setq movies--found (list query))) ; The same query would fail again.
           (movies--report failure)))
        (when (movies--stopped-p) (setq done t movies--found (list query))))
      ;; Completion interfaces call this inside `while-no-input'.  A second one inside it would leave a quit to the command
      ;; loop, which then discards what the user types, or leaves the minibuffer.
      (let ((throw-on-input nil))
        (unless done (redisplay))               ; Else what was typed shows with the answer.
        (while (not (or done (unless patient (input-pending-p)))) (accept-process-output nil 0.02)))))
  (copy-sequence (cdr movies--found)))

(defun movies--table (string predicate action)
  "Complete STRING with PREDICATE and ACTION as a completion table.
Only the style `movies' asks the server."
  (pcase action
    ('metadata '(metadata (category . movie) (display-sort-function . identity) (cycle-sort-function . identity)
                          (annotation-function . (lambda (candidate) (nth 2 (car (movies--affix (list candidate))))))
                          (affixation-function . movies--affix)))
    ('lambda (gethash string movies--labels))
    (`(boundaries . ,_) nil)
    (_ (complete-with-action action (when (equal string (car movies--found)) (cdr movies--found)) "" predicate))))

(add-to-list 'completion-styles-alist
             (list 'movies
                   (lambda (string _table _predicate point)
                     (pcase (movies--complete string)
                       ('nil nil)
                       (`(,(pred (equal string))) t)
                       (`(,film) (cons film (length film))) ; Icomplete shows the only candidate as what is missing.
                       (_ (cons string point))))
                   (lambda (string _table _predicate _point) (movies--complete string))
                   "What movie-server finds."))
(add-to-list 'completion-category-defaults '(movie (styles movies)))

(defun movies--affix (candidates)
  "Return CANDIDATES, each with a star, what is kept, title and directors."
  (mapcar (lambda (candidate)
            (let* ((film (gethash candidate movies--labels)) (id (plist-get film :id)) (title (plist-get film :originalTitle))
                   (width (frame-width)) (column (movies--column width))
                   (notes (concat title (if title " · " "") (movies--text (plist-get film :directors)))))
              (if (not film) (list candidate "  " "")
                (list candidate (concat (movies--star id) " ")
                      (concat (movies--kept id)
                              (if (< width 60) "" ; Else each would be a sign that it is cut.
                                (concat " " (propertize " " 'display `(space :align-to ,column))
                                        (propertize (movies--cut notes (- width column 1)) 'face 'completions-annotations))))))))
          candidates))

;;;; The minibuffer

(defvar movies-minibuffer-map '(keymap (?\s . self-insert-command) (?? . self-insert-command))
  "Keys of the minibuffer: those that belong to titles insert themselves.")
(defvar movies-icomplete-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist (`(,key . ,command)
                   '(("\r" . movies-choose) ("\M-\r" . exit-minibuffer) ([remap next-line] . icomplete-forward-completions)
                     ([remap previous-line] . icomplete-backward-completions)
                     ([down] . icomplete-forward-completions) ([up] . icomplete-backward-completions)))
      (define-key map key command))
    map)
  "Keys of the minibuffer with Icomplete: those of Vertico.")
(declare-function icomplete-minibuffer-setup "icomplete")
(declare-function icomplete--vertical-minibuffer-setup "icomplete")

(defun movies-choose ()
  "Choose the film that stands first, or enter the text if nothing was found."
  (interactive)
  (let ((text (string-trim (minibuffer-contents))))
    (unless (equal text (car movies--found))    ; The user has typed faster than the server answers.
      (setq completion-all-sorted-completions nil)
      (movies--complete text 'patient))
    (if (and (equal text (car movies--found)) (cdr movies--found) (completion-all-sorted-completions))
        (minibuffer-force-complete-and-exit) (exit-minibuffer))))

(defun movies--set-up-icomplete ()
  "Show candidates as you type, with the keys of Vertico."
  (unless (bound-and-true-p icomplete-mode)
    (require 'icomplete)
    (setq-local icomplete-mode t icomplete-compute-delay 0 max-mini-window-height 12)
    (icomplete-minibuffer-setup)
    (when (fboundp 'icomplete--vertical-minibuffer-setup) ; Emacs 28
      (setq-local icomplete-vertical-mode t)
      (icomplete--vertical-minibuffer-setup)))
  (setq-local icomplete-show-matches-on-no-input t truncate-lines (bound-and-true-p icomplete-vertical-mode))
  (kill-local-variable 'completion-category-defaults) ; Fido's would let its styles complete.
  (use-local-map (make-composed-keymap movies-icomplete-map (current-local-map))))

(defun movies--read (prompt)
  "Read a film with PROMPT; return it, or a text that is not the name of one.
If no other interface shows candidates as you type, Icomplete does."
  (movies--begin)
  (setq movies--found nil)
  (let ((label (minibuffer-with-setup-hook
                   (:append (lambda ()          ; after Icomplete and Fido
                              (movies--narrow)
                              (when (and (eq #'completing-read-default completing-read-function) (not (bound-and-true-p vertico-mode)))
                                (movies--set-up-icomplete))
                              (use-local-map (make-composed-keymap movies-minibuffer-map (current-local-map)))))
                 (completing-read prompt #'movies--table nil nil nil 'movies-history))))
    (gethash label movies--labels label)))

(defun movies--film (film)
  "Return FILM; if it is a text, the film with that label or id, or a found one."
  (cond ((not (stringp film)) film)
        ((gethash film movies--labels))
        ((string-match-p "\\`[a-z]+:[^ ]+\\'" film) (list :id film :title film))
        ((string-blank-p film) (user-error "%s" (movies--say "Nothing was entered.")))
        (t (let ((found (plist-get (movies--wait 'search `(:query ,film :list "one" :limit 1)) :items)))
             (when (seq-empty-p found)
               (movies--forget film)
               (user-error "%s" (movies--say "No films found.")))
             (aref found 0)))))

(provide 'movies-completion)
;;; movies-completion.el ends here
