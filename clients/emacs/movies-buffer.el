;;; movies-buffer.el --- The buffers of movies.el  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The mode of all buffers, its keys and menu, and how a buffer is shown, filled and, with the library, changed.

;;; Code:

(require 'easymenu)
(require 'movies-completion)

(defface movies-title '((t :inherit bold)) "The title of a film." :group 'movies)
(defface movies-heading '((t :inherit (font-lock-keyword-face bold))) "The heading of a section." :group 'movies)
(defcustom movies-library-changed-functions nil
  "Functions called with the changes of the library, whoever has made them.
The argument is a plist with :changed or :added, :removed and :total."
  :group 'movies :type 'hook)

(defvar-local movies--source nil "The method and params of the request that fills this buffer.")
(defvar-local movies--page nil "The result that this buffer shows, or the last page of its list.")
(defvar-local movies--items nil "The films of this list.")
(defvar-local movies--to-end nil "Whether to load this list to its end, where the user has gone.")
(defvar-local movies--fetching nil "Non-nil while films load; after an error, when to load more.")
(defvar-local movies--timer nil "The timer that will load this buffer.")
(defvar-local movies--section nil "The section to go to when this page is there.")
(defvar-local movies--undone nil "The keys of the rows that the last undo brings back.")
(defvar-local movies--layout nil "The width of this buffer, and in a list what ratings and signs need of it.")
(declare-function movies--lay-out "movies-list")
(declare-function movies--take-page "movies-list")
(declare-function movies--load-more "movies-list")
(declare-function movies--load-shown "movies-list")
(declare-function movies--take-result "movies-page")
(declare-function movies--button "movies-page")

;;;; Keys

(defconst movies--keys
  '(("RET" movies-detail "Open") ("s" movies-toggle-star "Star or unstar") ("b" movies-toggle-watchlist "Watchlist on or off")
    ("l" movies-watched "Log a viewing") ("m r" movies-rate "Rate") ("m n" movies-note "Note") ("m t" movies-tag "Tags")
    ("t" movies-trailers "Trailers") ("w" movies-where-to-watch "Where to watch")
    ("R" movies-recommendations "Recommendations") ("C-o" movies-display "Show in another window")
    ("o" movies-browse "Open the link") ("y" movies-copy-link "Copy the link") ("u" movies-undo "Undo the last change") nil
    ("/" movies-search "Search") ("f" movies-favorites "Favorites") ("B" movies-watchlist "Watchlist") ("H" movies-home "Home")
    ("D" movies-discover "Discover") ("d" movies-diary "Diary") ("T" movies-statistics "Statistics") nil
    ("c" movies-sort "Change the order") ("i" movies-filter "Filter") ("e" movies-edit-viewing "Edit the viewing")
    ("k" movies-delete-viewing "Delete the viewing") ("g" revert-buffer "Reload") ("h" movies-help "All keys"))
  "The keys of all buffers, their commands and what they do; nil separates groups.")

(defvar movies-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap button-buffer-map special-mode-map))
    (pcase-dolist (`(,key ,command ,_) (remq nil movies--keys)) (define-key map (kbd key) command))
    (pcase-dolist (`(,key . ,command) '(("S" . movies-search) ("n" . next-line) ("p" . previous-line)))
      (define-key map key command))
    map)
  "The keys of all buffers.")
(easy-menu-define nil movies-mode-map "The menu of all buffers."
  (append (list (movies--say "Films"))
          (mapcar (lambda (key) (if key (vector (movies--say (nth 2 key)) (nth 1 key) t) "--")) movies--keys)
          (list "--" (vector (movies--say "Import a library") 'movies-import t)
                (vector (movies--say "Export the library") 'movies-export t)
                (vector (movies--say "Log in") 'movies-login t) (vector (movies--say "The server's log") 'movies-log t))))

(defun movies--key-line ()
  "Return the keys with which a newcomer begins, in a line."
  (mapconcat (lambda (key) (format "%s %s" key (movies--say (nth 2 (assoc key movies--keys)))))
             '("RET" "/" "s" "b" "l" "h") " · "))

(defun movies-help ()
  "Show the keys of all buffers."
  (interactive)
  (let ((help-window-select t))
    (with-help-window "*Movies Keys*"
      (dolist (key movies--keys) (princ (if key (format "%-4s %s\n" (car key) (movies--say (nth 2 key))) "\n"))))))

;;;; Showing and loading

(define-derived-mode movies-mode special-mode "Movies"
  "Major mode for lists of films, and pages about films and people.
More films of a list load as you move down.
\\{movies-mode-map}"
  (movies--narrow)
  (setq-local revert-buffer-function #'movies--load)
  (setq mode-line-process '(:eval (movies--status)) word-wrap t)
  (setq-local imenu-create-index-function #'movies--index truncate-partial-width-windows nil)
  (add-hook 'post-command-hook #'movies--load-more nil t)
  (add-hook 'window-scroll-functions #'movies--load-more nil t)
  (add-hook 'window-size-change-functions #'movies--lay-out nil t))

(defun movies--index ()
  "Return the sections of this page, or the months of the diary, for imenu."
  (let ((at (point-min)) index)
    (while (setq at (text-property-any at (point-max) 'face 'movies-heading))
      (goto-char at)
      (push (cons (buffer-substring-no-properties at (line-end-position)) (copy-marker at)) index)
      (setq at (line-end-position)))
    (nreverse index)))

(defun movies--show (title method params &optional section)
  "Show the buffer with TITLE, filled by METHOD with PARAMS, at SECTION."
  (pop-to-buffer-same-window (get-buffer-create (format "*Movies %s*" title)))
  (unless (derived-mode-p 'movies-mode) (movies-mode))
  (unless (equal (list method params) movies--source)
    (let ((inhibit-read-only t)) (erase-buffer))
    (setq movies--source (list method params) movies--page nil movies--items nil movies--layout nil truncate-lines nil))
  (setq movies--section section)
  (movies--load))

(defun movies--of-library-p ()
  "Return whether this is a list of the library, whose pages have offsets."
  (memq (car movies--source) '(library diary)))

(defun movies--list-p ()
  "Return whether this is a list; of home, one section is."
  (or (movies--of-library-p) (memq (car movies--source) '(search discover recommendations))
      (plist-get (cadr movies--source) :sections)))

(defun movies--filtered ()
  "Return the text by which this list of the library is filtered, if it is."
  (when (eq 'library (car movies--source)) (plist-get (cadr movies--source) :query)))

(defun movies--status ()
  "Return the state of this buffer for the mode line."
  (cl-destructuring-bind (&key total totalIsExact correctedQuery stale &allow-other-keys) movies--page
    (concat (when (and total (movies--list-p))
              (concat " " (cond ((not (eq 'diary (car movies--source)))
                                 (movies--count (if (eq :json-false totalIsExact) (concat (movies--number total) "+") total)))
                                ((eql 1 total) (movies--say "1 viewing"))
                                ((movies--say "{count} viewings" :count (movies--number total))))))
            (when-let ((query (movies--filtered))) (concat " " (movies--say "Filter: ") query))
            (when correctedQuery (concat " " (movies--say "Results for “{query}”" :query correctedQuery)))
            (when stale (concat " " (movies--say "Offline: an earlier result"))))))

(defun movies--fetch (params take)
  "Request what fills this buffer with PARAMS too, and call TAKE with the result."
  (let ((source movies--source))
    (setq movies--fetching t)
    (movies--request (car source) (append params (cadr source))
                     (lambda (result) (when (eq source movies--source) (funcall take result))) #'movies--failed)))

(defun movies--load (&rest _)
  "Load the contents of this buffer; of a list of the library the rows shown.
The others stay as they are until they are shown."
  (setq movies--source (copy-sequence movies--source)) ; drops what is on its way
  (if (movies--of-library-p)
      (let ((window (get-buffer-window)))
        (with-silent-modifications (put-text-property (point-min) (point-max) 'movies-stale t))
        (movies--load-shown (if window (window-point window) (point)) (window-body-height window)))
    (movies--fetch nil (if (movies--list-p) #'movies--take-page #'movies--take-result))))

(defun movies--failed (failure)
  "Show FAILURE where the list is, and load no more films for some seconds."
  (if (and movies--items (equal "listNotReady" (plist-get (plist-get failure :data) :reason)))
      (movies--load)                            ; A new server does not have the list.
    (setq movies--fetching (time-add nil 5))
    (when-let ((sentence (movies--explain failure)))
      (if movies--page (message "%s" sentence)
        (movies--say-here sentence (movies--say "{key}: try again" :key "g")
                          ;; The page on which a newcomer reads the keys is not there yet.
                          (unless movies--server (format "h: %s" (movies--say "All keys"))))))))

(defun movies--begin ()
  "Start the server if necessary; if that fails, say so where the films would be."
  (when-let ((problem (movies--problem)) (command (if (commandp this-command) this-command 'movies)))
    (pop-to-buffer-same-window (get-buffer-create "*Movies*"))
    (movies-mode)
    (setq-local revert-buffer-function
                (lambda (&rest _) (quit-window t) (let ((this-command command)) (call-interactively command))))
    (movies--failed (list :message problem))
    (user-error "%s" problem)))

(defun movies--say-here (&rest sentences)
  "Show SENTENCES in the place of the contents of this buffer."
  (let ((inhibit-read-only t))
    (erase-buffer)
    (insert (string-join (delq nil sentences) "\n"))
    (unless movies--server
      (insert "\n\n")
      (let ((page "https://github.com/movie-server/movie-server#install")) (movies--button page page))
      (movies--button "M-x customize-option RET movies-server-command RET" (lambda () (customize-option 'movies-server-command))))
    (goto-char (point-min))))

(defun movies--arguments (prompt)
  "Return the films of the region, at point or of this page, or read one.
PROMPT is shown then."
  (if (not movies--source) (list (movies--film (movies--read (movies--say prompt))))
    (let ((end (if (use-region-p) (region-end) (1+ (point)))) films)
      (save-excursion
        (goto-char (if (use-region-p) (region-beginning) (point)))
        (beginning-of-line)
        (while (and (< (point) end) (not (eobp)))
          (when-let ((film (get-text-property (point) 'movies-film))) (push film films))
          (forward-line)))
      (deactivate-mark)
      (cond ((nreverse films))
            ((eq 'detail (car movies--source)) (list (or movies--page (cadr movies--source))))
            (t (user-error "%s" (movies--say "There is no film here.")))))))

;;;; Following the library

(defun movies--apply (difference)
  "Apply DIFFERENCE, of the library, to all buffers."
  (setq movies--revision (cons (plist-get difference :epoch) (plist-get difference :revision)))
  (let* ((films (vconcat (plist-get difference :changed) (plist-get difference :added)))
         (removed (append (plist-get difference :removed) nil)) (ids (append removed (mapcan #'movies--ids films))))
    (dolist (id removed) (remhash id movies--marks))
    (movies--note films)
    (dolist (buffer (buffer-list))
      (with-current-buffer buffer
        (when movies--source
          (movies--show-marks ids (plist-get difference :fresh))
          (movies--lay-out)
          (when (or (movies--of-library-p) (eq 'statistics (car movies--source))
                    (member (plist-get (cadr movies--source) :id) ids))
            (movies--load-soon))))))
  (run-hook-with-args 'movies-library-changed-functions difference))

(defun movies--load-soon ()
  "Load this buffer, once if many films change now."
  (unless movies--timer
    (setq movies--timer (run-at-time 0.03 nil (lambda (buffer)
                                                (when (buffer-live-p buffer)
                                                  (with-current-buffer buffer
                                                    (setq movies--timer nil)
                                                    (movies--load))))
                                     (current-buffer)))))

(defun movies--show-marks (ids all)
  "Update what is kept about the films IDS, or ALL films, in this buffer."
  (with-silent-modifications
    (save-excursion
      (let ((at (point-min)))
        (while (setq at (text-property-not-all at (point-max) 'movies-mark nil))
          (pcase-let ((`(,id . ,text) (get-text-property at 'movies-mark)) (film (get-text-property at 'movies-film))
                      (end (next-single-property-change at 'movies-mark nil (point-max))))
            (when (or all (member id ids))
              (goto-char at)
              (insert (propertize (funcall text id) 'movies-film film))
              (delete-region (point) (+ (point) (- end at)))
              (setq end (point)))
            (setq at end)))))))

(provide 'movies-buffer)
;;; movies-buffer.el ends here
