;;; library-test.el --- tests of movies.el: what is kept about films  -*- lexical-binding: t -*-

(add-to-list 'load-path (file-name-directory (or load-file-name buffer-file-name)))
(require 'support)

(defconst library-oldboy "builtin:tt0364569")

(defun library-mark ()
  "Return what the server keeps about Oldboy."
  (plist-get (movies--wait 'mark (list :id library-oldboy)) :mark))

(defun library-open ()
  "List what a search for Oldboy finds, and go there."
  (movies-search "oldboy")
  (movies-test-shown)
  (goto-char (point-min)))

(defun library-requests (requests)
  "Let another server answer REQUESTS, each a method and params."
  (with-temp-buffer
    (cl-loop for (method params) in requests for id from 1 do
             (insert (json-serialize `(:jsonrpc "2.0" :id ,id :method ,method :params ,params) :false-object :json-false) "\n"))
    (let ((coding-system-for-write 'utf-8))
      (should (equal 0 (call-process-region nil nil movies-test-server nil nil nil "--no-notifications"))))))

(defun library-import (count)
  "Import COUNT viewings of Oldboy, one in each month before 2026."
  (let ((file (expand-file-name "viewings.csv" (getenv "XDG_DATA_HOME"))))
    (with-temp-file file
      (insert "ids,imdbId,tmdbId,title,year,starredAt,watchlistedAt,rating,note,tags,viewing,date,viewingRating,viewingNote,rewatch\n")
      (dotimes (number count)
        (insert (format "%s,tt0364569,,Oldboy,2003,,,,,,v%d,%d-%02d-04,,,\n" library-oldboy number (- 2025 (/ number 12))
                        (- 12 (mod number 12))))))
    (movies-test-run "library" "import" file)))

(defmacro library-loaded (&rest body)
  "Run BODY, and return how many rows it has requested."
  `(let* ((rows 0) (count (lambda (_ params &rest _) (cl-incf rows (or (plist-get params :limit) 0)))))
     (advice-add 'movies--request :before count)
     (unwind-protect (progn ,@body rows) (advice-remove 'movies--request count))))

(defun library-see-all ()
  "Go through all rows, so that those load that a change may have changed."
  (goto-char (point-min))
  (while (text-property-any (point-min) (point-max) 'movies-stale t)
    (movies--load-more)
    (movies-test-wait (not movies--fetching))
    (goto-char (or (text-property-any (point-min) (point-max) 'movies-stale t) (point)))))

;;;; Changes

(ert-deftest movies-test-changes-are-undone ()
  (movies-test-with-server nil
    (library-open)
    (let ((states (list (library-mark))))
      (dolist (keys '("s" "b" "m r 7.5 RET" "m t rain,sun RET" "m n Good. C-c C-c" "l 2026-03-04 RET 9 RET" "s"))
        (let ((count (length movies--undo)))
          (execute-kbd-macro (kbd keys))
          (movies-test-wait (> (length movies--undo) count))
          (push (library-mark) states)))
      (should (equal "Good." (plist-get (car states) :note)))
      (should (equal '("2026-03-04" 9 nil nil ["rain" "sun"])
                     (mapcar (lambda (member) (plist-get (car states) member))
                             '(:lastViewed :rating :watchlistedAt :starredAt :tags))))
      (pop states)
      (while states
        (execute-kbd-macro "u")
        (movies-test-wait
         (let ((mark (library-mark)))
           (cl-loop for member in '(:viewings :rating :tags :note :starredAt :watchlistedAt)
                    always (equal (plist-get mark member) (plist-get (car states) member)))))
        (pop states))
      (should (equal nil (library-mark)))
      (should-error (execute-kbd-macro "u")))))

(ert-deftest movies-test-an-undo-waits-for-the-change-before ()
  (movies-test-with-server nil
    (library-open)
    (setq movies--undo nil)
    (execute-kbd-macro "bu")
    (should-not movies--undo)
    (movies-test-wait (not (plist-get (library-mark) :watchlistedAt)))
    ;; A key that comes at once sees what those before it have changed.
    (dolist (keys '("susbb" "s"))
      (execute-kbd-macro keys)
      (should-not (plist-get (library-mark) :watchlistedAt))
      (should (eq (equal keys "susbb") (and (plist-get (library-mark) :starredAt) t))))))

(ert-deftest movies-test-a-change-whose-answer-is-late-can-be-undone ()
  ;; Emacs sends nothing to a process that it knows to be stopped, and it knows only of its own ones.
  (movies-test-with-server '("sh" "-c" "exec 3<&0; $MOVIE_SERVER <&3 & echo $! >\"$XDG_DATA_HOME/pid\"; exec 3<&-; wait")
    (library-open)
    (let ((pid (with-temp-buffer
                 (insert-file-contents (expand-file-name "pid" data))
                 (string-to-number (buffer-string)))))
      (signal-process pid 'STOP)
      (unwind-protect
          (should (eq 'left (with-timeout (0 'left) (movies-star library-oldboy)))) ; as with C-g
        (signal-process pid 'CONT)))
    (movies-test-wait movies--undo)
    (execute-kbd-macro "u")
    (should-not (library-mark))))

(ert-deftest movies-test-only-lists-of-the-library-are-sorted-and-filtered ()
  (movies-test-with-server nil
    (library-import 1)
    (dolist (show (list #'movies-diary #'library-open #'movies #'movies-statistics))
      (funcall show)
      (movies-test-shown)
      (let ((buffer (current-buffer)))
        ;; They do not ask first.
        (dolist (key '("i" "c"))
          (should (equal '(user-error "This is possible in favorites, the watchlist and the library.")
                         (should-error (execute-kbd-macro key)))))
        (should (eq buffer (current-buffer)))
        (should-not (get-buffer "*Movies Favorites*"))))))

(ert-deftest movies-test-an-unstar-of-a-film-that-no-catalog-has-is-undone ()
  (movies-test-with-server nil
    (library-requests '(("mark" (:movie (:id "mine:1" :title "Home video" :year 2001) :starred t))))
    (movies-favorites)
    (movies-test-shown)
    (execute-kbd-macro "s")
    (movies-test-wait (string-match-p "No favorites" (buffer-string)))
    (execute-kbd-macro "u")
    (movies-test-wait (string-match-p "^★ Home video .*2001" (buffer-string)))))

(ert-deftest movies-test-an-undo-goes-to-what-has-come-back ()
  (movies-test-with-server nil
    (dolist (id (list library-oldboy "builtin:tt6751668" "builtin:tt0468492")) (movies-test-run "star" id))
    (library-import 3)
    (pcase-dolist (`(,show . ,key) '((movies-favorites . "s") (movies-diary . "k")))
      (funcall show)
      (movies-test-shown)
      (dolist (way '(-1 0 1))                   ; the last one, the first one, and one that point leaves
        (goto-char (if (= way -1) (point-max) (point-min)))
        (forward-line (if (or (= way -1) (get-text-property (point) 'movies-film)) way 1))
        (let ((gone (movies--key)))
          (execute-kbd-macro key)
          (movies-test-wait (and (= 2 (length movies--items)) (not movies--fetching)))
          (should (movies--key))
          (when (= way 1) (goto-char (point-max)))
          (execute-kbd-macro "u")
          (movies-test-wait (and (= 3 (length movies--items)) (not movies--fetching)))
          (should (equal gone (movies--key))))))
    ;; It stays where the user has gone since.
    (movies-favorites)
    (movies-test-shown)
    (execute-kbd-macro "su")
    (movies-test-wait (and (not movies--timer) (not movies--fetching)))
    (execute-kbd-macro (kbd "M-> C-p"))
    (let ((key (movies--key)))
      (movies-test-run "star" "builtin:tt0111161")
      (movies-test-wait (= 4 (length movies--items)))
      (should (equal key (movies--key))))))

(ert-deftest movies-test-a-change-names-the-film-and-how-to-undo-it ()
  (movies-test-with-server nil
    (library-open)
    (should (equal "Put Oldboy (2003) on the watchlist. Undo: u"
                   (movies-test-messages (execute-kbd-macro "b") (movies-test-wait movies--undo))))
    (should (equal "Undone: Put Oldboy (2003) on the watchlist." (movies-test-messages (execute-kbd-macro "u"))))))

(ert-deftest movies-test-a-film-that-is-so-already-is-not-changed-and-said-to-be ()
  (movies-test-with-server nil
    (library-open)
    (pcase-dolist (`(,command . ,sentence) '((movies-unstar . "was not a favorite") (movies-unwatch . "was not on the watchlist")
                                             (movies-star . "was already a favorite") (movies-watch . "was already on the watchlist")))
      (library-requests `(("mark" (:id ,library-oldboy :starred ,(if (eq command 'movies-star) t :json-false)
                                   :watchlist ,(if (eq command 'movies-watch) t :json-false)))))
      (should (equal (concat "Oldboy (2003) " sentence) (movies-test-messages (call-interactively command))))
      (should-not movies--undo))
    ;; Of several films only those that were changed are undone.
    (movies-watch (list (movies--film "parasite") (movies--row)))
    (should (equal "Put 2 films on the watchlist." (caar movies--undo)))
    (movies-undo)
    (should (plist-get (library-mark) :watchlistedAt))))

(ert-deftest movies-test-commands-act-on-the-region ()
  (movies-test-with-server nil
    (movies-search "park chan-wook")
    (movies-test-shown)
    (goto-char (point-min))
    (let ((transient-mark-mode t))
      (execute-kbd-macro (kbd "C-SPC C-n C-n C-n s"))
      (movies-test-wait movies--undo)
      (should (equal "Starred 3 films." (caar movies--undo)))
      (movies-test-wait (string-match-p "\\`\\(★ .*\n\\)\\{3\\}  " (buffer-string)))
      (execute-kbd-macro "u")
      (movies-test-wait (string-match-p "\\`\\(  .*\n\\)\\{4\\}" (buffer-string))))
    (setq movies--undo nil)
    (should (string-suffix-p "Undo: M-x movies-undo" (movies-test-messages (with-temp-buffer
                                                                             (movies-star library-oldboy)
                                                                             (movies-test-wait movies--undo)))))))

(ert-deftest movies-test-where-no-film-is-one-is-asked-for ()
  (movies-test-with-server nil
    (dolist (show (list #'movies-statistics #'movies-diary (lambda () (movies-search "zzzzqqq"))))
      (funcall show)
      (movies-test-shown)
      (goto-char (point-min))
      (should (equal '(user-error "There is no film here.") (should-error (execute-kbd-macro (kbd "RET")))))
      (let ((starred (plist-get (library-mark) :starredAt)))
        (execute-kbd-macro (kbd "s oldboy RET"))
        (should-not (eq (null starred) (null (plist-get (library-mark) :starredAt))))))
    (execute-kbd-macro (kbd "M-x movies-watched RET oldboy RET RET RET"))
    (should (eql 1 (plist-get (library-mark) :viewings)))))

(ert-deftest movies-test-a-rating-must-be-one ()
  (movies-test-with-server nil
    (library-open)
    (dolist (rating '("11" "" "7.3" "good" "7,3" "85" "," "7,5,5" "7x" "3 stars" "1e0" "1.5.2" "." "-1"))
      (should-error (movies--rating rating) :type 'user-error))
    (should (equal '(7.5 7.5 8 0.5 10 nil nil) (mapcar #'movies--rating '(" 7.5 " "7,5" "8" ".5" "10" "0" " - "))))
    (should (movies--day (format-time-string "%F" (time-add nil 86400)))) ; It is that day already elsewhere.
    (let ((form (format "A day is written like %s." (format-time-string "%F"))))
      (pcase-dolist (`(,day . ,sentence)
                     `(("yesterday" . ,form) ("3.2.2026" . ,form) ("2026-3-4" . ,form) ("" . ,form)
                       ("2026-02-30" . "There is no such day.") ("2024-13-45" . "There is no such day.")
                       ("0000-00-00" . "There is no such day.") ("2999-01-01" . "This day is in the future.")))
        (should (equal (list 'user-error sentence) (should-error (movies--day day))))))))

(ert-deftest movies-test-a-wrong-answer-is-asked-for-again ()
  (movies-test-with-server nil
    (library-open)
    (let (prompts)
      (define-key minibuffer-local-map [f9] (lambda () (interactive) (push (minibuffer-prompt) prompts)))
      (unwind-protect
          (progn
            (execute-kbd-macro (kbd "m r 75 RET <f9> <backspace> , 5 RET"))
            (execute-kbd-macro (kbd "l 2999-02-28 RET <f9> C-a C-k 2026-02-30 RET <f9> <backspace> <backspace> 28 RET 9,5 RET")))
        (define-key minibuffer-local-map [f9] nil))
      (movies-test-wait (= 2 (length movies--undo)))
      (let ((mark (library-mark)))
        (should (equal '(9.5 "2026-02-28") (list (plist-get mark :rating) (plist-get mark :lastViewed)))))
      (should (string-prefix-p "There is no such day.\nWatched Oldboy" (car prompts)))
      (should (equal "A rating is 0.5 to 10, in steps of 0.5.\nRating of Oldboy (2003), 0.5 to 10, empty for none: "
                     (nth 2 prompts)))
      (should (string-prefix-p "This day is in the future.\nWatched Oldboy" (cadr prompts))))))

(ert-deftest movies-test-a-viewing-that-ends-a-stay-on-the-watchlist-says-so ()
  (movies-test-with-server nil
    (library-requests `(("mark" (:id ,library-oldboy :watchlist t))))
    (dolist (sentence '("Logged a viewing of builtin:tt0364569, now off the watchlist." "Logged a viewing of builtin:tt0364569."))
      (setq movies--undo nil)
      (clrhash movies--marks)                   ; No buffer has shown the film.
      (movies-watched library-oldboy '(:date "2026-03-04" :rating 9))
      (movies-test-wait movies--undo)
      (should (equal sentence (caar movies--undo)))
      (when (string-match-p "off" sentence)
        (movies-undo)
        (movies-test-wait (plist-get (library-mark) :watchlistedAt))
        (movies-watched library-oldboy '(:date "2026-03-04"))
        (movies-test-wait (not (plist-get (library-mark) :watchlistedAt)))))))

(ert-deftest movies-test-a-login-without-a-key-says-how-to-get-one ()
  (movies-test-with-server nil
    (should (string-match-p (concat "\\`No catalog has a login\\. Set a key first\\. For all films, get a free key at "
                                    "https://www\\.themoviedb\\.org/settings/api and run “movie-server auth tmdb”")
                            (cadr (should-error (movies-login) :type 'user-error)))))
  (movies-test-with-server (list movies-test-server "--catalog" "omdb")
    (should (equal '(user-error "No catalog has a login. Set a key first. tmdb needs a key. Run “movie-server auth tmdb” in a terminal, then restart the server.")
                   (should-error (movies-login))))))

(ert-deftest movies-test-a-stopped-server-is-replaced-by-one-that-answers ()
  (movies-test-with-server nil
    (library-open)
    (pcase-dolist (`(,keys . ,member) '(("m r 9 RET" . :rating) ("m n Good C-c C-c" . :hasNote) ("m t revenge RET" . :tags)))
      (let ((process (jsonrpc--process movies--server)))
        (signal-process process 'STOP)
        (movies-test-wait (eq 'stop (process-status process)))
        (execute-kbd-macro (kbd keys))
        (should-not (process-live-p process))
        (movies-test-wait (car (movies--values member (list (list :id library-oldboy)))))))))

(ert-deftest movies-test-a-login-takes-ratings-to-the-account ()
  (skip-unless (file-exists-p (expand-file-name "../../../Tests/Upstreams/upstream.py" movies-test-folder)))
  (pcase-let ((`(,tmdb . ,url) (movies-test-start-tmdb)))
    (unwind-protect
        (movies-test-with-server nil
          (setenv "TMDB_API_KEY" "0123456789abcdef0123456789abcdef")
          (setenv "TMDB_BASE_URL" url)
          (setenv "XDG_CACHE_HOME" data)
          (cl-letf (((symbol-function 'browse-url) #'ignore)
                    ((symbol-function 'y-or-n-p)
                     (lambda (question)
                       (should (string-match-p "\\`Have you approved the login at http" question))
                       (equal 0 (call-process
                                 "python3" nil nil nil "-c"
                                 "import sys, urllib.request as u; u.urlopen(sys.argv[1], b'{\"request_token\": \"\"}')"
                                 (replace-regexp-in-string "/3\\'" "/__approve" url))))))
            (should (equal "Logged in at tmdb" (movies-test-messages (movies-login)))))
          (movies-search "inception")
          (movies-test-shown)
          (goto-char (point-min))
          (execute-kbd-macro (kbd "m r 8.5 RET"))
          (movies-test-wait movies--undo)
          (let ((id (movies--key)))
            (movies-test-wait
             (with-temp-buffer
               (call-process "python3" nil t nil "-c" "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())"
                             (replace-regexp-in-string "/3\\'" "/__log" url))
               (goto-char (point-min))
               (search-forward (format "movie/%s/rating" (substring id 5)) nil t)))))
      (delete-process tmdb))))

(ert-deftest movies-test-a-viewing-that-removes-the-rating-is-one-change ()
  (movies-test-with-server nil
    (library-open)
    (execute-kbd-macro (kbd "m r 9 RET l RET - RET"))
    (should (equal '(1 nil) (list (plist-get (library-mark) :viewings) (plist-get (library-mark) :rating))))
    (execute-kbd-macro "u")
    (should (equal '(nil 9) (list (plist-get (library-mark) :viewings) (plist-get (library-mark) :rating))))))

(defun library-prompt (keys)
  "Return the prompt of the minibuffer after KEYS, and leave it."
  (let (prompt)
    (define-key minibuffer-local-map [f9] (lambda () (interactive) (setq prompt (minibuffer-prompt)) (abort-recursive-edit)))
    (unwind-protect (condition-case nil (execute-kbd-macro (kbd (concat keys " <f9>"))) (quit))
      (define-key minibuffer-local-map [f9] nil))
    prompt))

(ert-deftest movies-test-a-rating-that-is-there-stays-by-default ()
  (movies-test-with-server nil
    (library-open)
    (execute-kbd-macro (kbd "m r RET"))
    (should-not (plist-get (library-mark) :rating))
    (execute-kbd-macro (kbd "m r 9 RET"))
    (dolist (keys '("m r" "l RET"))
      (should (equal "Rating of Oldboy (2003) (now 9; - or 0 removes): " (library-prompt keys))))
    (pcase-dolist (`(,keys . ,rating) '(("m r RET" . 9) ("m r SPC RET" . 9) ("l RET RET" . 9) ("m r 0 RET") ("l RET RET")
                                        ("m r 8.5 RET" . 8.5) ("l RET - RET") ("m r 7,5 RET" . 7.5)))
      (execute-kbd-macro (kbd keys))
      (should (equal rating (plist-get (library-mark) :rating))))
    (movies-diary)
    (movies-test-shown)
    (movies-test-go "9")
    (should (equal "Rating of Oldboy (2003) (now 9; - or 0 removes): " (library-prompt "e RET")))
    (execute-kbd-macro (kbd "e RET 8 RET RET n"))
    (movies-test-wait (string-match-p "[0-9] 8 " (buffer-string)))
    (movies-test-go " 8 ")
    (execute-kbd-macro (kbd "e RET RET RET n"))
    (should (equal 8 (plist-get (library-mark) :rating)))
    (execute-kbd-macro (kbd "e RET - RET RET n"))
    (movies-test-wait (not (string-match-p " 8 " (buffer-string))))))

(ert-deftest movies-test-different-ratings-are-not-lost ()
  (movies-test-with-server nil
    (movies-search "park chan-wook")
    (movies-test-shown)
    (goto-char (point-min))
    (execute-kbd-macro (kbd "m r 9 RET"))
    (let ((transient-mark-mode t) (keys "M-< C-SPC C-n C-n m r RET"))
      (should (equal (concat "A rating is 0.5 to 10, in steps of 0.5.\nRating of 2 films (now 9, -; - or 0 removes): ")
                     (library-prompt keys)))
      (execute-kbd-macro (kbd (concat keys " - RET"))))
    (should (equal '(nil nil) (movies--values :rating (seq-take movies--items 2))))))

(ert-deftest movies-test-tags-are-added-to-those-there ()
  (movies-test-with-server nil
    (library-requests `(("mark" (:id ,library-oldboy :tags ["ann"])) ("mark" (:id "builtin:tt6751668" :tags ["rainy"]))))
    (library-open)
    (execute-kbd-macro (kbd "m t ra TAB RET"))
    (should (equal ["ann" "rainy"] (plist-get (library-mark) :tags)))
    (execute-kbd-macro (kbd "m t RET"))
    (should (equal ["ann" "rainy"] (plist-get (library-mark) :tags)))
    (execute-kbd-macro (kbd "m t C-a C-k RET"))
    (should-not (plist-get (library-mark) :tags))
    (execute-kbd-macro (kbd "m t best SPC of SPC 2019,ra TAB RET"))
    (should (equal ["best of 2019" "rainy"] (plist-get (library-mark) :tags)))))

(ert-deftest movies-test-a-changed-note-is-not-discarded-unasked ()
  (movies-test-with-server nil
    (library-open)
    (let ((answers '(nil t)) asked)
      (cl-letf (((symbol-function 'yes-or-no-p) (lambda (question) (push question asked) (pop answers))))
        (dolist (keys '("m n C-x k RET" "m n Bad C-c C-k" "m n Good C-c C-c" "m n C-x k RET")) ; These have nothing to ask.
          (execute-kbd-macro (kbd keys))
          (should-not asked)
          (should (equal "*Movies Search: oldboy*" (buffer-name))))
        (should (equal "Good" (plist-get (library-mark) :note)))
        (execute-kbd-macro (kbd "m n Very C-x k RET"))
        (should (equal "GoodVery" (buffer-string)))
        (kill-buffer)
        (should (equal '("Discard the changes of this note? " "Discard the changes of this note? ") asked))))))

(ert-deftest movies-test-a-note-that-was-changed-elsewhere-is-not-overwritten-unasked ()
  (movies-test-with-server nil
    (library-open)
    (execute-kbd-macro (kbd "m n mine"))
    (movies-test-run "mark" "--note" "from shell" library-oldboy)
    (let ((answers '(nil t)) asked)
      (cl-letf (((symbol-function 'yes-or-no-p) (lambda (question) (push question asked) (pop answers))))
        (execute-kbd-macro (kbd "C-c C-c"))
        (should (equal '("The note has been changed elsewhere. Overwrite it? ") asked))
        (should (equal "mine" (buffer-string)))
        (should (equal "from shell" (plist-get (library-mark) :note)))
        (execute-kbd-macro (kbd "C-c C-c"))
        (should (equal "mine" (plist-get (library-mark) :note)))
        (execute-kbd-macro "u")
        (should (equal "from shell" (plist-get (library-mark) :note)))))))

(ert-deftest movies-test-a-note-that-cannot-be-saved-is-not-lost ()
  (movies-test-with-server nil
    (library-open)
    (execute-kbd-macro (kbd "m n Too SPC long"))
    (insert (make-string 70000 ?x))
    (execute-kbd-macro (kbd "C-c C-c"))
    (should (string-prefix-p "Too longxxx" (buffer-string)))
    (should (buffer-modified-p))
    (delete-region 9 (point-max))
    (should (equal "Saved the note on Oldboy (2003). Undo: u" (movies-test-messages (execute-kbd-macro (kbd "C-c C-c")))))
    (should (equal "*Movies Search: oldboy*" (buffer-name)))
    (should (equal "Too long" (plist-get (library-mark) :note)))))

;;;; Lists

(ert-deftest movies-test-marks-are-those-of-all-clients ()
  (let ((movies--marks (make-hash-table :test #'equal)))
    (puthash "a:1" '(:watchlistedAt "2026-01-01" :viewings 2 :rating 7.0 :hasNote t) movies--marks)
    (should (equal (substring-no-properties (movies--kept "a:1")) " + ✓2 7 ✎"))
    (should (equal " " (substring-no-properties (movies--kept "a:2"))))))

(ert-deftest movies-test-candidates-take-one-line-each-and-their-marks-stand-alone ()
  (require 'icomplete)
  (cl-letf (((symbol-function 'icomplete-minibuffer-setup) #'ignore)
            ((symbol-function 'icomplete--vertical-minibuffer-setup) #'ignore))
    (with-temp-buffer
      (movies--set-up-icomplete)
      (should truncate-lines)))
  ;; After a title that is longer than the column of the names, only what stands before the aligned space separates them.
  (let ((movies--labels (make-hash-table :test #'equal)) (movies--marks (make-hash-table :test #'equal)))
    (puthash "a" '(:id "a:1" :title "A" :directors ["Bong"]) movies--labels)
    (puthash "a:1" '(:rating 7.0) movies--marks)
    (should (string-match-p "7  Bong\\'" (nth 2 (car (movies--affix '("a"))))))))

(ert-deftest movies-test-what-is-kept-stands-in-rows-and-pages ()
  (movies-test-with-server nil
    (library-requests `(("logViewing" (:id ,library-oldboy :date "2026-03-04" :rating 8.5))
                        ("mark" (:id ,library-oldboy :watchlist t :starred t :note "Good." :tags ["rain"]))))
    (movies-test-complete-prompt "oldb" "★ Oldboy (2003) \\+ ✓ 8\\.5 ✎ .*Park Chan-wook")
    (library-open)
    (should (string-match-p "\\`★ Oldboy .*2003.*\\+ ✓ 8\\.5 ✎ " (buffer-string)))
    (execute-kbd-macro (kbd "RET"))
    (should (string-match-p "\\`★ Oldboy (2003) \\+ ✓ 8\\.5 ✎\n" (movies-test-shown)))
    (dolist (line '("My rating 8.5" "Tags rain" "Note Good."))
      (should (string-match-p (concat "^" line "$") (buffer-string))))
    (movies-test-go "2026-03-04")
    (execute-kbd-macro (kbd "RET RET 9.5 RET RET n"))
    (movies-test-wait (string-match-p "2026-03-04 9\\.5" (buffer-string)))
    (movies-test-go "2026-03-04")
    (execute-kbd-macro (kbd "k"))
    (movies-test-wait (not (string-match-p "2026-03-04" (buffer-string))))))

(defun movies-test-complete-prompt (text shown)
  "Type TEXT into a search; what then is SHOWN must be a match."
  (let (candidates)
    (define-key movies-icomplete-map [f9] (lambda ()
                                            (interactive)
                                            (setq candidates (icomplete-completions text minibuffer-completion-table nil nil))))
    (unwind-protect
        (progn
          (execute-kbd-macro (kbd (format "M-x movies-search RET %s <f9> M-RET" text)))
          (should (string-match-p shown candidates)))
      (define-key movies-icomplete-map [f9] nil))))

(ert-deftest movies-test-the-watchlist-is-sorted-and-filtered ()
  (movies-test-with-server nil
    (movies-watchlist)
    (should (equal "Nothing is on the watchlist yet. Press b on a film to put it there." (movies-test-shown)))
    (execute-kbd-macro "g")                       ; It loads once.
    (movies-test-shown)
    (library-requests (mapcar (lambda (id) `("mark" (:id ,id :watchlist t)))
                              (list library-oldboy "builtin:tt6751668" "builtin:tt0468492")))
    (movies-test-wait (= 3 (length movies--items)))
    (should (equal " 3 films by time on the watchlist" (movies--status)))
    (execute-kbd-macro (kbd "c title RET"))
    (should (string-match-p "\\`.*Oldboy.*\n.*Parasite.*\n.*The Host" (movies-test-shown)))
    (should (equal " 3 films by title" (movies--status)))
    (execute-kbd-macro (kbd "c random RET"))
    (movies-test-shown)
    (should (equal " 3 films in random order" (movies--status)))
    (should (natnump (plist-get (cadr movies--source) :seed)))
    (execute-kbd-macro (kbd "c my SPC rating RET"))
    (movies-test-shown)
    (should (equal "myRating" (plist-get (cadr movies--source) :sort)))
    (execute-kbd-macro (kbd "c RET"))             ; the order of the list
    (movies-test-shown)
    (should (equal "myRating" (plist-get (cadr movies--source) :sort)))
    ;; The prompt and its candidates are words in the user's language, and what is sent stays.
    (let (asked (movies-locale "ko-KR"))
      (cl-letf (((symbol-function 'completing-read)
                 (lambda (prompt names &rest _) (push (cons prompt (mapcar #'car names)) asked) "연도")))
        (call-interactively #'movies-sort))
      (should (equal '("정렬 (내 평점): " "내 평점" "즐겨찾기에 넣은 때" "볼 영화에 넣은 때" "마지막 변경" "제목" "연도" "평점"
                       "마지막 관람" "길이" "무작위")
                     (car asked)))
      (should (equal "year" (plist-get (cadr movies--source) :sort))))
    (movies-test-shown)
    (execute-kbd-macro (kbd "i host RET"))
    (movies-test-shown)
    (should (equal '("The Host") (mapcar (lambda (film) (plist-get film :title)) movies--items)))
    (should (equal " 1 film Filter: host by year" (movies--status)))
    (execute-kbd-macro "b")
    (movies-test-wait (equal (concat "No films found.\nOnly films with “host” are shown. Press i and RET to see all.")
                             (buffer-string)))
    (execute-kbd-macro (kbd "i RET"))
    (movies-test-wait (= 2 (length movies--items)))))

(ert-deftest movies-test-the-library-proposes-the-list-that-was-seen-last ()
  (movies-test-with-server nil
    (library-requests `(("mark" (:id ,library-oldboy :tags ["rainy day"]))))
    (pcase-dolist (`(,keys . ,title) '(("M-x movies-library RET RET" . "Watchlist") ("M-x movies-library RET rated RET" . "Library: Rated")
                                       ("M-x movies-library RET RET" . "Library: Rated") ("f M-x movies-library RET RET" . "Favorites")
                                       ("M-x movies-library RET #rai TAB RET q M-x movies-library RET RET" . "Library: #rainy day")))
      (execute-kbd-macro (kbd keys))
      (should (equal (format "*Movies %s*" title) (buffer-name))))))

(ert-deftest movies-test-the-films-of-a-tag-are-listed ()
  (movies-test-with-server nil
    (library-requests `(("mark" (:id ,library-oldboy :tags ["rainy day" "rated"]))
                        ("mark" (:id "builtin:tt6751668" :tags ["rainy day"])) ("mark" (:id "builtin:tt0468492" :rating 8))))
    (execute-kbd-macro (kbd "M-x movies-library RET #rai TAB RET"))
    (should (equal "*Movies Library: #rainy day*" (buffer-name)))
    (should (string-match-p "\\`.*Parasite.*\n.*Oldboy.*\n\\'" (movies-test-shown)))
    (execute-kbd-macro (kbd "c title RET"))       ; It stays the list of the tag.
    (should (equal "*Movies Library: #rainy day*" (buffer-name)))
    (should (string-match-p "\\`.*Oldboy.*\n.*Parasite.*\n\\'" (movies-test-shown)))
    ;; A tag can have the name of a filter.
    (pcase-dolist (`(,filter ,title) '(("#rated" "Oldboy") ("rated" "The Host")))
      (execute-kbd-macro (kbd (format "M-x movies-library RET %s RET" filter)))
      (movies-test-shown)
      (should (equal (list title) (mapcar (lambda (film) (plist-get film :title)) movies--items))))
    (execute-kbd-macro (kbd "M-x movies-library RET all RET"))
    (movies-test-shown)
    (should (equal " 3 films by last change" (movies--status)))
    (should (= 3 (length movies--items)))
    (let ((movies-locale "ko-KR"))
      (execute-kbd-macro (kbd "M-x movies-library RET 평점을 RET"))
      (should (equal "*Movies 보관함: 평점을 준 영화*" (buffer-name))))))

(ert-deftest movies-test-the-place-in-many-favorites-is-kept ()
  (movies-test-with-server nil
    (library-requests (cl-loop for number below 10000 collect
                               `("mark" (:movie (:id ,(format "mine:%d" number) :title ,(format "Film %04d" number)) :starred t))))
    (movies-favorites)
    (movies-test-shown)
    (dotimes (_ 5)
      (goto-char (point-max))
      (let ((count (length movies--items)))
        (movies--load-more)
        (movies-test-wait (> (length movies--items) count))))
    (movies-test-go "Film 9500")
    (let* ((start (save-excursion (forward-line -7) (set-window-start nil (point)) (movies--key)))
           (settled (lambda (total)
                      (movies-test-wait (and (equal total (plist-get movies--page :total)) (not movies--timer) (not movies--fetching)))
                      (should (equal start (save-excursion (goto-char (window-start)) (movies--key))))))
           (loaded (library-loaded
                    (library-requests `(("mark" (:id ,library-oldboy :starred t))))
                    (funcall settled 10001)
                    (should (looking-at "★ Film 9500"))
                    (execute-kbd-macro "s")
                    (funcall settled 10000)
                    (should (looking-at "★ Film 9499")))))
      ;; Only rows near these were loaded; the first ones are when they are seen.
      (should (< loaded 500))
      (execute-kbd-macro (kbd "M-<"))
      (movies-test-wait (string-prefix-p "★ Oldboy" (buffer-string)))
      (library-see-all)
      (should (equal (mapcar (lambda (film) (plist-get film :id)) (cdr movies--items))
                     (seq-take (cl-loop for number from 9999 downto 0 unless (= number 9500) collect (format "mine:%d" number))
                               (1- (length movies--items))))))))

;;;; The diary, statistics and files

(ert-deftest movies-test-the-diary-has-months-and-pages ()
  (movies-test-with-server nil
    (movies-diary)
    (should (equal "No viewings yet. Press l on a film to log one." (movies-test-shown)))
    (library-requests (cl-loop for number below 250 collect
                               `("logViewing" (:id ,library-oldboy :date ,(format "20%02d-%02d-04" (- 25 (/ number 12)) (- 12 (mod number 12)))))))
    (movies-test-wait (string-match-p "\\`2025-12\n.*Oldboy (2003).*2025-12-04" (buffer-string)))
    (should (equal " 250 viewings" (movies--status)))
    (while (< (length movies--items) 250)
      (goto-char (point-max))
      (movies--load-more)
      (movies-test-wait (not movies--fetching)))
    (should (= 500 (count-lines (point-min) (point-max))))
    (movies-test-go "2025-11-04")
    (execute-kbd-macro (kbd "e 2025-11-05 RET 7.5 RET fine RET y"))
    (movies-test-wait (string-match-p "2025-11-05 7\\.5 ↻ fine" (buffer-string)))
    (movies-test-go "2025-11-05")
    (execute-kbd-macro "k")
    (movies-test-wait (not (string-match-p "2025-11" (buffer-string))))
    (execute-kbd-macro "u")
    (movies-test-wait (string-match-p "2025-11-05 7\\.5 ↻ fine" (buffer-string)))
    (execute-kbd-macro "u")
    (movies-test-wait (string-match-p "2025-11-04" (buffer-string)))))

(ert-deftest movies-test-the-end-of-a-long-diary-is-the-end ()
  (movies-test-with-server nil
    (library-import 3000)
    (movies-diary)
    (movies-test-shown)
    (goto-char (point-max))
    (run-hooks 'post-command-hook)              ; Someone has moved there by lines.
    (movies-test-wait (not movies--fetching))
    (should (< (length movies--items) 400))
    (execute-kbd-macro (kbd "M->"))
    (movies-test-wait (= 3000 (length movies--items)))
    (should (eobp))
    (execute-kbd-macro (kbd "M-<"))
    (should-not movies--to-end)
    ;; A change loads only what is shown.
    (movies-test-go "1900-06-04")
    (should (< (library-loaded (execute-kbd-macro "k")
                               (movies-test-wait (and (equal 2999 (plist-get movies--page :total)) (not movies--fetching))))
               500))
    (should (looking-at ".*1900-05-04"))
    (should-not (string-match-p "1900-06" (buffer-string)))
    (execute-kbd-macro (kbd "e 1900-06-15 RET RET RET n"))
    (movies-test-wait (string-match-p "1900-07-04.*\n1900-06\n.*1900-06-15.*\n1900-04\n.*1900-04-04" (buffer-string)))
    (library-see-all)
    (should (= 2999 (length movies--items)))
    (should (= (* 2 2999) (count-lines (point-min) (point-max))))))

(ert-deftest movies-test-a-row-has-signs-and-a-film-its-last-viewings ()
  (movies-test-with-server nil
    (library-requests `(,@(cl-loop for month from 1 to 5 collect
                                   `("logViewing" (:id ,library-oldboy :date ,(format "2025-0%d-01" month) :rating 8.5)))
                        ("mark" (:id ,library-oldboy :note "Good."))))
    (library-open)
    (should (string-match-p "✓5 8\\.5 ✎" (buffer-string)))
    (execute-kbd-macro (kbd "RET"))
    (should (string-match-p "2025-05-01.*\n.*2025-04-01.*\n.*2025-03-01.*\nand 2 more. Diary: d\n\nCast" (movies-test-shown)))
    (movies-test-go "and 2 more")
    (execute-kbd-macro (kbd "RET"))
    (movies-test-wait (equal " 5 viewings" (movies--status)))))

(ert-deftest movies-test-days-are-proposed-and-relative ()
  (movies-test-with-server nil
    (library-open)
    (let ((day (lambda (days) (format-time-string "%F" (time-add nil (* 86400 days))))))
      (pcase-dolist (`(,keys . ,date) `(("l RET RET" . ,(funcall day 0)) ("l -1 RET RET" . ,(funcall day -1)) ("l ? RET RET")))
        (setq movies--undo nil)
        (execute-kbd-macro (kbd keys))
        (movies-test-wait movies--undo)
        (should (member date (mapcar (lambda (viewing) (plist-get viewing :date))
                                     (plist-get (movies--wait 'diary nil) :items))))))
    (should (eq t (plist-get (aref (plist-get (movies--wait 'diary nil) :items) 1) :rewatch)))))

(ert-deftest movies-test-statistics-are-a-page ()
  (movies-test-with-server nil
    (library-requests `(("logViewing" (:id ,library-oldboy :date "2026-03-04" :rating 8.5))
                        ("logViewing" (:id "builtin:tt6751668" :date "2025-03-04"))))
    (movies-statistics)
    (movies-test-shown)
    (dolist (line '("Viewings 2" "8\\.5 ████ 1" "Wednesday ████ 1" "Korean ████████ 2" "2026-03 ████ 1" "Park Chan-wook"))
      (should (string-match-p (concat "^" line) (buffer-string))))
    (movies-statistics 2025)
    (should (string-match-p "^Viewings 1$" (movies-test-shown)))
    (movies-diary)
    (movies-test-shown)
    (should (equal " 2 viewings" (movies--status)))
    (execute-kbd-macro "k")
    (movies-test-wait (equal " 1 viewing" (movies--status)))))

(ert-deftest movies-test-statistics-of-many-years-are-short ()
  (movies-test-with-server nil
    (library-import 40)
    (movies-statistics)
    (movies-test-shown)
    (dolist (line '("Hours 80" "2023 █+ 12" "South Korea █+ 40" "Korean █+ 40"))
      (should (string-match-p (concat "^" line "$") (buffer-string))))
    (should-not (string-match-p "2025-1" (buffer-string)))
    (let ((movies-locale "ko-KR"))
      (movies-statistics 2025)
      (movies-test-shown)
      (dolist (name '("한국" "2000년대")) (should (string-match-p (concat "^" name " █+ 12$") (buffer-string)))))))

(ert-deftest movies-test-a-library-is-exported-and-imported ()
  (let ((file (make-temp-file "library" nil ".json")))
    (unwind-protect
        (progn
          (movies-test-with-server nil
            (movies-test-run "star" library-oldboy)
            (cl-letf (((symbol-function 'y-or-n-p) #'always))
              (should (equal (concat file ": 1 film") (movies-test-messages (movies-export file))))))
          (movies-test-with-server nil
            (let (question)
              (cl-letf (((symbol-function 'y-or-n-p) (lambda (text) (setq question text))))
                (should (equal "Imported." (movies-test-messages (movies-import file)))))
              (should (equal (concat "Add 1 film and change 0 films? 0 rows have no film. "
                                     "An import cannot be undone, and no change before it. ")
                             question)))
            (should (plist-get (library-mark) :starredAt))
            ;; A second time it has nothing to do, and does not ask.
            (setq movies--undo '(("Sentence")))
            (cl-letf (((symbol-function 'y-or-n-p) #'error))
              (should (equal "There is nothing to import." (movies-test-messages (movies-import file)))))
            (should movies--undo)))
      (delete-file file))))

(ert-deftest movies-test-kept-films-are-fetched-again-in-another-language ()
  (movies-test-with-server nil
    (let ((movies-locale "ko-KR")) (movies-star library-oldboy))
    (let ((movies-locale "en-US")) (movies-restart))
    (movies-favorites)
    (should (string-prefix-p "★ 올드보이 " (movies-test-shown)))
    (should (equal "Films fetched again: 1" (movies-test-messages (movies-refresh) (movies-test-wait shown))))
    (movies-test-wait (string-prefix-p "★ Oldboy " (movies-test-shown)))
    (pcase-dolist (`(,id . ,sentence) '(("mine:1" . "mine:1 could not be fetched (catalogUnknown)")
                                        ("mine:2" . "2 films could not be fetched (catalogUnknown)")))
      (library-requests `(("mark" (:movie (:id ,id :title "Home video") :starred t))))
      (should (equal (concat "Films fetched again: 1. " sentence)
                     (movies-test-messages (movies-refresh) (movies-test-wait shown)))))))

(ert-deftest movies-test-an-import-says-first-what-would-change ()
  (movies-test-with-server nil
    (let ((file (expand-file-name "ratings.csv" data)) (row "2026-03-04,%s,%d,https://boxd.it/%s,4\n") question)
      (cl-letf (((symbol-function 'y-or-n-p) (lambda (text) (setq question text) nil)))
        (pcase-dolist (`(,titles . ,sentence) '((("Zzzz") . "Add 1 film and change 0 films? 1 row has no film. ")
                                                (("Zzzz" "Qqqq") . "Add 1 film and change 0 films? 2 rows have no film. ")))
          (with-temp-file file
            (insert "Date,Name,Year,Letterboxd URI,Rating\n" (format row "Oldboy" 2003 "a"))
            (dolist (title titles) (insert (format row title 1901 title))))
          (movies-import file)
          (should (string-prefix-p sentence question)))
        (let ((movies-locale "ko-KR"))
          (movies-import file)
          (should (equal "추가: 영화 1편, 변경: 영화 0편. 가져올까요? 영화를 찾지 못한 행은 2개입니다. 가져오기와 그 전의 변경은 되돌릴 수 없습니다. "
                         question)))))))

;;;; Language and country

(ert-deftest movies-test-the-country-is-that-of-the-system ()
  (let ((process-environment (cl-remove-if (lambda (variable) (string-match-p "\\`\\(LC_\\|LANG\\)" variable)) process-environment)))
    (pcase-dolist (`(,variables . ,locale) '((() . "C") (("LANG=en_GB.UTF-8") . "en_GB.UTF-8") (("LANG=ko" "LC_TIME=ko_KR.UTF-8") . "ko-KR")
                                             (("LC_ALL=" "LANG=C.UTF-8" "LC_MEASUREMENT=de_DE.UTF-8") . "en-DE")))
      (let ((process-environment (append variables process-environment)))
        (should (equal locale (movies--locale)))))
    (movies-test-with-server nil
      ;; A country would change nothing for a built-in film.
      (should (equal "Where to watch: nothing is known"
                     (movies-test-messages (movies-where-to-watch library-oldboy) (movies-test-shown)))))))

(ert-deftest movies-test-every-sentence-is-translated ()
  (let ((movies-locale "ko-KR") (count 0))
    (dolist (file (directory-files (file-name-directory (locate-library "movies")) t "\\`movies.*\\.el\\'"))
      (with-temp-buffer
        (insert-file-contents file)
        (while (re-search-forward "(movies--say[ \n]+\\(\"[^\"]+\"\\)" nil t)
          (setq count (1+ count))
          (let ((sentence (read (match-string 1))))
            (should (assoc sentence (cdr (assoc "ko" movies-translations))))))))
    (should (> count 60))
    (should (equal "영화 2편" (movies--count 2)))))

;;;; Other packages

(ert-deftest movies-test-org-stores-and-follows-links ()
  (skip-unless (require 'ol nil t))
  (movies-test-with-server nil
    (library-open)
    (let (org-stored-links)
      (org-store-link nil t)
      (should (equal `(("movies:builtin:tt0364569" "Oldboy (2003)")) org-stored-links)))
    (org-link-open-from-string "[[movies:builtin:tt0364569][Oldboy]]")
    (should (string-match-p "Oldboy (2003)" (movies-test-shown)))))

(ert-deftest movies-test-the-link-is-copied ()
  (movies-test-with-server nil
    (library-open)
    (execute-kbd-macro "y")
    (should (equal "https://www.imdb.com/title/tt0364569/" (car kill-ring)))))

(ert-deftest movies-test-the-help-begins-with-the-keys ()
  (movies-test-with-server nil
    (library-open)
    (let ((windows (lambda () (mapcar (lambda (window) (list window (window-buffer window) (window-body-height window)))
                                      (window-list)))))
      (dolist (open (list #'ignore #'split-window))
        (funcall open)
        (let ((before (funcall windows)))
          (execute-kbd-macro "h")
          (should (equal "*Movies Keys*" (buffer-name)))
          (should (string-match-p "\\`RET +Open +/ +Search\ns +Star or unstar +f +Favorites\n" (buffer-string)))
          (should (= 14 (count-lines (point-min) (point-max))))
          (when (eq open #'ignore) (should (<= 14 (window-body-height))))
          (execute-kbd-macro "q")
          (should (equal "*Movies Search: oldboy*" (buffer-name)))
          (should (equal before (funcall windows))))))))

(ert-deftest movies-test-the-menu-has-the-keys ()
  (let ((menu (cdr (assq 'menu-bar movies-mode-map))))
    (should (string-match-p "movies-watched" (format "%S" menu)))
    (pcase-dolist (`(,key ,command ,_) (remq nil movies--keys))
      (should (fboundp command))
      (should (eq command (lookup-key movies-mode-map (kbd key)))))))

(provide 'library-test)
;;; library-test.el ends here
