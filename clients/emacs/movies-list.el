;;; movies-list.el --- The buffers of movies.el, and their lists  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The mode of all buffers, its keys and menu, and how a buffer is shown, filled and, with the library, changed.  The rows of
;; lists and of the diary, their pages, and what stands there if there are none.

;;; Code:

(require 'easymenu)
(require 'movies-completion)
(require 'text-property-search)

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
(declare-function movies-open "movies")
(declare-function movies--choice "movies")
(declare-function movies--button "movies-page")
(declare-function movies--render "movies-page")
(declare-function movies--take-result "movies-page")

;;;; Keys

(defconst movies--keys
  '(("RET" movies-open "Open") ("s" movies-toggle-star "Star or unstar") ("b" movies-toggle-watchlist "Watchlist on or off")
    ("l" movies-watched "Log a viewing") ("m r" movies-rate "Rate") ("m n" movies-note "Note") ("m t" movies-tag "Tags")
    ("t" movies-trailers "Trailers") ("w" movies-where-to-watch "Where to watch")
    ("R" movies-recommendations "Recommendations") ("C-o" movies-display "Show in another window")
    ("o" movies-browse "Open the link") ("y" movies-copy-link "Copy the link") ("u" movies-undo "Undo the last change") nil
    ("/" movies-search "Search") ("f" movies-favorites "Favorites") ("B" movies-watchlist "Watchlist") ("H" movies "Home")
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

(defun movies--key-line (&rest keys)
  "Return KEYS and what they do, in a line."
  (mapconcat (lambda (key) (format "%s %s" key (movies--say (nth 2 (assoc key movies--keys))))) keys " · "))

(defun movies-help ()
  "Show the keys of all buffers, in two columns if there is room."
  (interactive)
  (let* ((help-window-select t)
         (display-buffer-base-action (append display-buffer-base-action '((window-height . fit-window-to-buffer))))
         (lines (mapcar (lambda (key) (if key (format "%-4s %s" (car key) (movies--say (nth 2 key))) "")) movies--keys))
         (half (if (< (movies--width) 70) (length lines) (seq-position lines "")))
         (right (nthcdr (1+ half) lines)))
    (with-help-window (format "*Movies %s*" (movies--say "Keys"))
      (with-current-buffer standard-output
        (dolist (left (seq-take lines half))
          (insert (movies--cells `(,left ,@(when right `((36 . ,(pop right)))))) "\n"))))))

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
  (goto-char (point-min))
  (let (match index)
    (while (setq match (text-property-search-forward 'face 'movies-heading t))
      (let ((at (prop-match-beginning match)))
        (push (cons (buffer-substring-no-properties at (point)) (copy-marker at)) index)))
    (nreverse index)))

(defun movies--show (title method params &optional section)
  "Show the buffer with TITLE, or this, filled by METHOD with PARAMS, at SECTION."
  (pop-to-buffer-same-window (if title (get-buffer-create (format "*Movies %s*" title)) (current-buffer)))
  (unless (equal (list method params) movies--source)
    (movies-mode)                               ; It forgets what was here.
    (let ((inhibit-read-only t)) (erase-buffer))
    (setq movies--source (list method params)))
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
            (when (eq 'library (car movies--source))
              (let ((order (or (plist-get (cadr movies--source) :sort) "changedAt")))
                (concat " " (if (equal order "random") (movies--say "in random order")
                              (movies--say "by {order}" :order (downcase (movies--choice order)))))))
            (when correctedQuery (concat " " (movies--say "Results for “{query}”" :query correctedQuery)))
            (when stale (concat " " (movies--say "Offline: an earlier result"))))))

(defun movies--fetch (params take)
  "Request what fills this buffer with PARAMS too, and call TAKE with the result."
  (let ((source movies--source))
    (setq movies--fetching t)
    (movies--request (car source) (append params (cadr source))
                     (lambda (result) (when (eq source movies--source) (funcall take result))) #'movies--failed)
    (when (movies--stopped-p) (movies--failed (list :message (movies--silence))))))

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
        (movies--say-here sentence (movies--key-line "g" "h"))))))

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
  (with-silent-modifications
    (erase-buffer)
    (insert (string-join (delq nil sentences) "\n"))
    (movies--wrap)
    (unless movies--server
      (insert "\n\n")
      (let ((page "https://github.com/movie-server/movie-server#install")) (movies--button page page))
      (movies--button "M-x customize-option RET movies-server-command RET" (lambda () (customize-option 'movies-server-command))))
    (goto-char (point-min))))

(defun movies--wrap ()
  "End lines at spaces, because Emacs splits words of wide characters."
  (let ((width (movies--width)))
    (goto-char (point-min))
    (while (not (eobp))
      (if (and (> (move-to-column (1+ width)) width) (re-search-backward "[^ ]\\( \\)" (line-beginning-position) t))
          (let ((indent (get-text-property (match-beginning 1) 'movies-indent)))
            (replace-match
             (if indent (concat "\n" (propertize (movies--cells `((,indent . ""))) 'movies-indent indent)) "\n")
             t t nil 1))
        (forward-line)))))

(defun movies--arguments (prompt)
  "Return the films of the region, at point or of this page, or read one.
PROMPT is shown then."
  (let* ((region (and movies--source (use-region-p))) (end (if region (region-end) (point)))
         (films (save-excursion
                  (when region (goto-char (region-beginning)))
                  (cl-loop for film = (movies--row) when film collect film
                           while (and (zerop (forward-line)) (< (point) end))))))
    (when region (deactivate-mark))
    (cond (films)
          ((eq 'detail (car movies--source)) (list (or movies--page (cadr movies--source))))
          (t (list (movies--film (movies--read (movies--say prompt))))))))

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
                                                    (if movies--changing (movies--load-soon) (movies--load)))))
                                     (current-buffer)))))

(defun movies--show-marks (ids all)
  "Update what is kept about the films IDS, or ALL films, in this buffer."
  (with-silent-modifications
    (save-excursion
      (goto-char (point-min))
      (let (match)
        (while (setq match (text-property-search-forward 'movies-mark))
          (pcase-let ((`(,id . ,text) (prop-match-value match)) (length (- (point) (prop-match-beginning match))))
            (when (or all (member id ids))
              (goto-char (prop-match-beginning match))
              (insert (propertize (funcall text id) 'movies-film (get-text-property (point) 'movies-film)))
              (delete-region (point) (+ (point) length)))))))))

;;;; Rows

(defun movies--cells (cells)
  "Return a text of CELLS, each a column and a text, or a text."
  (cl-loop for cell in cells concat
           (if (stringp cell) cell (concat (propertize " " 'display `(space :align-to ,(car cell))) (cdr cell)))))

(defun movies--width ()
  "Return the columns for lines in all windows; their ends need one on terminals."
  (1- (apply #'min (mapcar #'window-body-width (or (get-buffer-window-list nil nil t) (list nil))))))

(defun movies--measure ()
  "Return the width of this buffer, and those that ratings and signs need."
  (let ((rating 0) (signs 7))
    (dolist (film (unless (eq 'diary (car movies--source)) movies--items))
      (when (plist-get film :rating) (setq rating 7))
      (when (gethash (plist-get film :id) movies--marks)
        (setq signs (max signs (string-width (movies--kept (plist-get film :id)))))))
    (list (movies--width) rating signs)))

(defun movies--lay-out (&optional window)
  "Show this buffer, or that of WINDOW, again if its layout does not fit any more."
  (with-current-buffer (if window (window-buffer window) (current-buffer))
    (unless (or (not movies--layout) (equal movies--layout (movies--measure)))
      (if (movies--list-p) (movies--print) (movies--render)))))

(defun movies--insert-film (film title cells)
  "Insert a line with the TITLE of FILM, and CELLS, each a column and a text."
  (let ((start (point)))
    (insert (movies--star (plist-get film :id)) " ")
    (insert-text-button title 'follow-link t 'action (lambda (button) (goto-char button) (movies-open)))
    (insert (movies--cells cells) "\n")
    (put-text-property start (point) 'movies-film film)))

(defun movies--columns (title year rating kept directors genres)
  "Return TITLE, cut, and the cells YEAR, RATING, KEPT, DIRECTORS and GENRES.
The title gets what is left; genres, then directors, are only in wide windows."
  (pcase-let* ((`(,width ,rated ,signs) movies--layout) (left (- width 8 rated signs))
               (third (if (>= left 85) (/ left 4) 0)) (second (if (>= left 44) (min 30 (/ left 3)) 0))
               (room (min 60 (- left third second))) (at (+ room 3)))
    `(,(movies--cut title room)
      (,at . ,year) ,@(unless (zerop rated) `((,(+ at 5) . ,rating))) (,(+ at 5 rated) . ,kept)
      ,@(unless (zerop second) `((,(+ at rated signs 7) . ,(movies--cut directors (- second 2)))))
      ,@(unless (zerop third) `((,(+ at rated signs 7 second) . ,(movies--cut genres (- third 2))))))))

(defun movies--month (film)
  "Return the month of the viewing of FILM."
  (let ((date (plist-get (plist-get film :viewing) :date))) (if date (substring date 0 7) (movies--say "Some day"))))

(defun movies--insert-row (film before)
  "Insert the row of FILM, which follows the film BEFORE.
The first viewing of a month follows a heading."
  (cl-destructuring-bind (&key id title year rating directors genres viewing &allow-other-keys) film
    (if (not viewing)
        (pcase-let ((`(,title . ,cells)
                     (movies--columns title (movies--text year) (if rating (format "%4.1f" rating) "") (movies--kept id)
                                      (movies--text directors) (movies--text genres))))
          (movies--insert-film film (propertize title 'face 'movies-title) cells))
      (unless (and before (equal (movies--month before) (movies--month film)))
        (insert (propertize (movies--month film) 'face 'movies-heading) "\n"))
      (movies--insert-viewing film t))))

(defun movies--insert-viewing (film &optional label)
  "Insert a line with the viewing of FILM, which is named if LABEL is non-nil."
  (cl-destructuring-bind (&key date rating note rewatch &allow-other-keys) (plist-get film :viewing)
    (let* ((room (if label (min 40 (- (movies--width) 20)) -1)) (at (+ room 3)) (date (or date (movies--say "Some day"))))
      (movies--insert-film film (if label (movies--cut-label film room) date)
                           `(,@(if label `((,at . ,date))) (,(+ at 11) . ,(if rating (movies--text rating)))
                             (,(+ at 15) . ,(if rewatch "↻"))
                             (,(+ at 17) . ,(movies--cut (replace-regexp-in-string "\n" " " (or note ""))
                                                         (- (movies--width) at 17))))))))

;;;; The list

(defun movies--row ()
  "Return the film of the row at point."
  (get-text-property (line-beginning-position) 'movies-film))

(defun movies--key ()
  "Return the id of the viewing or of the film of the row at point."
  (let ((film (movies--row)))
    (or (plist-get (plist-get film :viewing) :viewing) (plist-get film :id))))

(defun movies--pass-rows (end count)
  "Go from the first row to END or after COUNT rows, and return how many those are."
  (let ((passed 0))
    (goto-char (point-min))
    (while (and (< (point) end) (< passed count))
      (when (get-text-property (point) 'movies-film) (cl-incf passed))
      (forward-line))
    passed))

(defun movies--print (&optional from to films)
  "Put FILMS in the place of the rows FROM to TO; by default show all rows again.
Point and windows stay at their films, or else lines."
  (let* ((inhibit-read-only t) (gc-cons-threshold (* 64 1024 1024)) ; Else half of the time goes to it.
         (windows (cons nil (get-buffer-window-list nil nil t)))
         (places (mapcar (lambda (window)
                           (save-excursion
                             (when window (goto-char (window-point window)))
                             (list window (point-marker) (current-column) (delq nil (list (movies--key))) (line-number-at-pos)
                                   (if window (count-lines (window-start window) (line-beginning-position)) 0)
                                   (and window (= (window-start window) (point-min))))))
                         windows))
         (stale (text-property-any (point-min) (point-max) 'movies-stale t))
         (former movies--items) (begin (point-min)) (end (point-max)) before)
    (when from (setq movies--items (append (seq-take former from) films (nthcdr to former))))
    (if (not (and from former movies--items (equal movies--layout (movies--measure))))
        (setq films movies--items)
      (setq stale nil)                          ; The other rows stay.
      ;; The row after these needs a heading, or does not need it any more.
      (setq films (append films (seq-take (nthcdr to former) 1)) before (when (> from 0) (nth (1- from) former)))
      (when (nthcdr to former) (movies--pass-rows end (1+ to)) (setq end (point)))
      (if (nthcdr from former) (movies--pass-rows end from) (goto-char end))
      (setq begin (point)))
    (delete-region begin end)
    (setq movies--layout (movies--measure) truncate-lines (and movies--items t)
          header-line-format
          (unless (or (not movies--items) (eq 'diary (car movies--source)))
            (pcase-let ((`(,title . ,cells)
                         (apply #'movies--columns (mapcar #'movies--say '("Title" "Year" "Rating" "Mine" "Directors" "Genres")))))
              (movies--cells `((2 . ,title) ,@cells)))))
    (goto-char begin)
    (dolist (film films) (movies--insert-row film before) (setq before film))
    (unless movies--items (apply #'movies--say-here (movies--explain-nothing)))
    (when (and stale movies--items) (put-text-property (point-min) (point-max) 'movies-stale t))
    (pcase-dolist (`(,window ,place ,column ,keys ,line ,above ,top) (reverse places))
      (goto-char place)
      (when (= place begin)                     ; Its row was replaced.
        (movies--go-to-row keys)
        (when (and (eobp) (not movies--to-end))
          (goto-char (point-min))
          (forward-line (1- line))
          (unless (get-text-property (point) 'movies-film) (forward-line)) ; the heading of a month
          (when (eobp) (forward-line -1)))
        (move-to-column column))
      (when window
        (set-window-point window (point))
        (if (and top (<= (line-number-at-pos) (window-body-height window)))
            (goto-char (point-min))             ; Films that come above the first one are seen.
          (forward-line (- above)))
        (unless (or (bobp) (get-text-property (1- (point)) 'movies-film)) (forward-line -1))
        (set-window-start window (prog1 (point) (goto-char (window-point window))) t)))
    (movies--go-to-undone)
    (set-buffer-modified-p nil)))

(defun movies--go-to-row (keys)
  "Go down to the first row with one of KEYS, or to the end."
  (while (not (or (eobp) (member (movies--key) keys))) (forward-line)))

(defun movies--go-to-undone ()
  "Go to the row that the last undo has brought back, if it is here."
  (let ((place (point)))
    (goto-char (point-min))
    (movies--go-to-row movies--undone)
    (when (eobp) (goto-char place))))

(defun movies--explain-nothing ()
  "Return sentences for this list, in which there is nothing."
  (pcase-let* ((`(,method ,params) movies--source) (query (movies--filtered)) (filter (plist-get params :filter)))
    (cond (query (list (movies--say "No films found.")
                       (movies--say "Only films with “{query}” are shown. Press i and RET to see all." :query query)))
          ((eq method 'diary) (list (movies--say "No viewings yet. Press l on a film to log one.")))
          ((equal filter "starred") (list (movies--say "No favorites yet. Press s on a film to star it.")))
          ((equal filter "watchlist")
           (list (movies--say "Nothing is on the watchlist yet. Press b on a film to put it there.")))
          (t (list (movies--say "No films found.") (unless (eq method 'library) (plist-get movies--description :hint)))))))

;;;; Pages

(defun movies--take-page (page &optional start)
  "Put the films of PAGE into this list, at START if the page has no offset."
  (when-let ((sections (plist-get page :sections))) (setq page (aref sections 0)))
  (if (plist-get page :error)
      (movies--failed (plist-get page :error))
    (let* ((films (mapcar (lambda (item)
                            (if-let ((film (plist-get item :movie))) (append (list :viewing item) film) item)) ; of a diary
                          (plist-get page :items)))
           (count (length movies--items))
           (offset (min count (or (plist-get page :offset) start 0))) (end (+ offset (length films))))
      (setq movies--page page movies--fetching nil)
      (unless (or films (not (eq 'search (car movies--source)))) (movies--forget (plist-get (cadr movies--source) :query)))
      (movies--print offset (if (and (movies--of-library-p) films (< end (plist-get page :total))) (min end count) count) films)
      (mapc #'movies--load-more (get-buffer-window-list nil nil t)))))

(defun movies--load-rows (from count)
  "Load COUNT rows of this list of the library after FROM, but a hundred at least."
  (movies--fetch (list :offset from :limit (max 100 (min count 1000))) (lambda (page) (movies--take-page page from))))

(defun movies--load-shown (place height)
  "Load the rows of this list of the library near PLACE in a window of HEIGHT."
  (save-excursion
    (goto-char place)
    (forward-line (* -2 height))
    (movies--load-rows (movies--pass-rows (point) (length movies--items)) (* 4 height))))

(defun movies--load-more (&optional window start)
  "Load the rows of this list within a screen of point that are missing or stale.
A member of `window-scroll-functions' gets WINDOW and its START."
  (let* ((window (or window (get-buffer-window))) (place (or start (and window (window-point window))))
         (count (length movies--items)) (library (movies--of-library-p)))
    ;; After the next command this row is one as the others.
    (unless (eq this-command 'movies-undo) (setq movies--undone nil))
    (setq movies--to-end (and window (= (window-point window) (point-max))
                              (or movies--to-end (memq this-command '(end-of-buffer evil-goto-line)))))
    (when (and window (movies--list-p)
               (or (not movies--fetching) (and (consp movies--fetching) (time-less-p movies--fetching nil))))
      (save-excursion
        (goto-char place)
        (let* ((height (window-body-height window)) (above (line-beginning-position (- 1 height)))
               (at-end (> (forward-line (+ 5 height)) 0)))
          (cond ((and library (text-property-any above (point) 'movies-stale t)) (movies--load-shown place height))
                ((not at-end))
                ((and library (< 0 count (or (plist-get movies--page :total) 0)))
                 (movies--load-rows count (if movies--to-end 1000 100)))
                ((and (not library) (eq t (plist-get movies--page :hasMore)))
                 (setq movies--fetching t)
                 (movies--request 'nextPage (list :list (plist-get movies--page :list)) #'movies--take-page
                                  #'movies--failed))))))))

(provide 'movies-list)
;;; movies-list.el ends here
