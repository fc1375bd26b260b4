;;; movies-test.el --- tests of movies.el with the real server and transcripts  -*- lexical-binding: t -*-

(add-to-list 'load-path (file-name-directory (or load-file-name buffer-file-name)))
(require 'support)

;;;; Lists

(ert-deftest movies-test-a-search-lists-films ()
  (movies-test-with-server nil
    (movies-search "oldboy")
    (should (derived-mode-p 'movies-mode))
    (should (string-match-p "Oldboy .*2003.*Park Chan-wook" (movies-test-shown)))
    (should (equal " 1 film" (movies--status)))
    (goto-char (point-min))
    (should (equal "builtin:tt0364569" (movies--key)))
    (movies-search "parasyte")
    (movies-test-shown)
    (should (equal " 1 film Results for “parasite”" (movies--status)))))

(ert-deftest movies-test-nothing-found-is-said ()
  (movies-test-with-server nil
    (movies-search "zzzzqqq")
    (should (string-match-p "\\`No films found\\.\nOnly 1,[0-9]+ built-in films are searched\\. .*\n.*movie-server auth tmdb"
                            (movies-test-shown)))
    (should (<= (movies-test-widest) 79))
    (should-not (or truncate-lines truncate-partial-width-windows header-line-format)) ; The sentences are longer than lines.
    (movies-favorites)
    (should (equal "No favorites yet. Press s on a film to star it." (movies-test-shown)))
    (movies-test-run "star" "builtin:tt0364569")
    (movies-test-wait (and truncate-lines header-line-format))))

(ert-deftest movies-test-more-pages-load-near-the-end ()
  (movies-test-with-server nil
    (movies-search "in")
    (movies-test-shown)
    (let ((count (length movies--items)))
      (run-hooks 'post-command-hook)            ; Point is far from the end.
      (should (not movies--fetching))
      (goto-char (point-max))
      (forward-line -2)
      (let ((film (movies--key)))
        (run-hooks 'post-command-hook)
        (movies-test-wait (<= (+ 20 count) (length movies--items))) ; The next page may follow at once.
        (should (equal film (movies--key)))))
    (while (eq t (plist-get movies--page :hasMore))
      (goto-char (point-max))
      (run-hooks 'post-command-hook)
      (movies-test-wait (not movies--fetching)))
    (should (= (plist-get movies--page :total) (length movies--items) (count-lines (point-min) (point-max))
               (length (delete-dups (mapcar (lambda (film) (plist-get film :id)) movies--items)))))))

(defmacro movies-test-in-columns (columns &rest body)
  "Run BODY in a window of COLUMNS, then make it 80 wide again."
  (declare (indent 1))
  `(unwind-protect
       (progn (set-frame-size nil ,columns 24) ,@body)
     (set-frame-size nil 80 24)))

(defun movies-test-resize (columns)
  "Make the window COLUMNS wide; without a display, only a redisplay calls its functions."
  (set-frame-size nil columns 24)
  (run-hook-with-args 'window-size-change-functions (selected-window)))

(defun movies-test-widest ()
  "Return the width of the widest line on the screen."
  (save-excursion
    (goto-char (point-min))
    (cl-loop until (eobp) maximize (progn (end-of-line) (current-column)) do (forward-line))))

(ert-deftest movies-test-rows-fit-the-window ()
  (movies-test-with-server nil
    (dolist (id '("builtin:tt0111161" "builtin:tt0068646")) (movies-test-run "log" id "--rating" "8.5"))
    (movies-test-run "mark" "builtin:tt0111161" "--watchlist")
    (dolist (locale '("en" "ko-KR"))
      (let ((movies-locale locale))
        (when movies--server (movies-restart))
        (movies-test-in-columns 80
          (movies-search "the")
          (movies-test-shown)
          (should (<= (movies-test-widest) 79))
          (should (string-match-p "1994 +\\+ ✓ 8.5 .*\\(Frank Darabont\\|프랭크 다라본트\\)" (buffer-string)))
          ;; Whatever the width before it, the space before a cell ends at the column, and nothing reaches it.
          (goto-char (point-min))
          (while (not (eobp))
            (let ((column nil) (end (line-end-position)))
              (while (< (point) end)
                (pcase (get-text-property (point) 'display)
                  (`(space :align-to ,to) (should (<= (or column (current-column)) (1- to)))))
                (setq column (current-column))
                (forward-char)))
            (forward-line))
          (movies-test-resize 40)
          (should-not (buffer-modified-p))
          (should (<= (movies-test-widest) 39))
          (should (string-match-p "1994 +\\+ ✓ 8.5" (buffer-string)))
          (should-not (string-match-p "Darabont\\|다라본트" (buffer-string)))
          (movies-test-resize 140)
          (should (string-match-p "Darabont.*Drama\\|다라본트.*드라마" (buffer-string))))
        (movies-test-in-columns 40
          (movies-diary)
          (should (string-match-p "20[0-9][0-9]-[0-9][0-9]-[0-9][0-9] 8.5" (movies-test-shown)))
          (should (<= (movies-test-widest) 39)))))))

(ert-deftest movies-test-signs-that-grow-get-room ()
  (movies-test-with-server nil
    (movies-test-in-columns 40
      (movies-search "the shawshank redemption")
      (movies-test-shown)
      (movies-test-run "log" "builtin:tt0111161" "--rating" "8.5")
      (movies-test-run "mark" "builtin:tt0111161" "--watchlist")
      (movies-test-wait (string-match-p "1994 +\\+ ✓ 8.5" (buffer-string)))
      (should (<= (movies-test-widest) 39)))))

(ert-deftest movies-test-pages-fit-the-window ()
  (movies-test-with-server nil
    (let ((movies-locale "ko-KR"))
      (movies-test-run "log" "builtin:tt6751668" "--rating" "8.5")
      (movies-test-in-columns 80
        (movies-detail "builtin:tt6751668")
        (should (string-match-p "자리를\n얻어 들어간다" (movies-test-shown)))
        (should (<= (movies-test-widest) 79))
        (should (string-match-p "^봉준호 +감독$" (buffer-string)))
        ;; A viewing does not repeat the title.
        (should (string-match-p "관람 일기\n  20[-0-9]* 8.5" (buffer-string)))
        (movies-test-resize 40)
        (should (<= (movies-test-widest) 39))
        (movies-test-resize 60)
        (should-not (string-match-p "자리를\n얻어" (buffer-string))))
      (movies)
      (should (string-match-p "쇼생크 탈출.*프랭크 다라본트" (movies-test-shown))))))

(ert-deftest movies-test-wrapped-values-stay-in-their-column ()
  (movies-test-with-server nil
    (movies-test-run "mark" "builtin:tt0120737" "--note" "A walk of three hours through New Zealand.\nAgain!")
    (movies-test-in-columns 80
      (movies-detail "builtin:tt0120737")
      (movies-test-shown)
      (movies-test-resize 40)
      (should (<= (movies-test-widest) 39))
      (dolist (value '("Genres Adventure,.*\n Fantasy$" "Note A walk.*\n through New Zealand\\.\n Again!$"))
        (goto-char (point-min))
        (re-search-forward (concat "^" value))
        (let ((end (point)))
          (goto-char (match-beginning 0))
          (while (and (zerop (forward-line)) (< (point) end))
            (forward-char)
            (should (= 18 (current-column)))))))))

(ert-deftest movies-test-a-title-that-is-cut-keeps-its-year ()
  (movies-test-with-server nil
    (movies-test-run "log" "builtin:tt0120737" "--rating" "8.5" "--date" "2026-03-04")
    (movies)
    (movies-test-shown)
    (pcase-dolist (`(,columns ,entry) '((40 "The Lord of the [A-Za-z: ]*… (2001) ✓ 8\\.5")
                                        (80 "The Lord of the Rings: [A-Za-z ]*… (2001) ✓ 8\\.5 +Peter Jackson")
                                        (200 "The Lord of the Rings: The Fellowship of the Ring (2001) ✓ 8\\.5 +Peter Jackson")))
      (movies-test-in-columns columns
        (movies)
        (should (string-match-p (concat "^  " entry) (movies-test-shown)))
        (should (<= (movies-test-widest) (1- columns)))
        (movies-diary)
        (should (string-match-p "^  The Lord .*(2001) +2026-03-04 8\\.5" (movies-test-shown)))
        (should (<= (movies-test-widest) (1- columns)))))))

;;;; Stars

(ert-deftest movies-test-a-star-changes-all-buffers-at-once ()
  (movies-test-with-server nil
    (let (changes (film "builtin:tt0364569"))
      (add-hook 'movies-library-changed-functions (lambda (change) (push change changes)))
      (unwind-protect
          (progn
            (movies-search "oldboy")
            (movies-test-shown)
            (let ((list (current-buffer)))
              (movies-detail film)
              (movies-test-shown)
              (let ((detail (current-buffer)))
                (movies-favorites)
                (movies-test-shown)
                (switch-to-buffer list)
                (goto-char (point-min))
                (call-interactively #'movies-toggle-star)
                (movies-test-wait (with-current-buffer "*Movies Favorites*" (string-match-p "★ Oldboy" (buffer-string))))
                (dolist (buffer (list list detail))
                  (with-current-buffer buffer
                    (should (string-prefix-p "★ Oldboy" (buffer-string)))))
                (should (equal 1 (plist-get (car changes) :total)))
                (switch-to-buffer "*Movies Favorites*")
                (goto-char (point-min))
                (call-interactively #'movies-toggle-star)
                (movies-test-wait (string-match-p "No favorites" (buffer-string)))
                (dolist (buffer (list list detail))
                  (with-current-buffer buffer
                    (should (string-prefix-p "  Oldboy" (buffer-string))))))))
        (setq movies-library-changed-functions nil)))))

(ert-deftest movies-test-a-star-of-another-process-shows ()
  (movies-test-with-server nil
    (movies-favorites)
    (movies-test-shown)
    (movies-search "bong joon ho")
    (movies-test-shown)
    (movies-test-run "star" "builtin:tt6751668")
    (movies-test-wait (string-match-p "^★ Parasite" (buffer-string)))
    (movies-test-wait (with-current-buffer "*Movies Favorites*" (string-match-p "^★ Parasite" (buffer-string))))
    (movies-test-run "unstar" "builtin:tt6751668")
    (movies-test-wait (string-match-p "^  Parasite" (buffer-string)))))

(ert-deftest movies-test-point-stays-when-a-favorite-goes ()
  (movies-test-with-server nil
    (dolist (id '("builtin:tt0364569" "builtin:tt6751668" "builtin:tt0468492")) (movies-test-run "star" id))
    (movies-favorites)
    (movies-test-shown)
    (movies-test-go "Parasite")
    (call-interactively #'movies-toggle-star)
    (movies-test-wait (= 2 (length movies--items)))
    (should (= 2 (line-number-at-pos)))
    (should (string-match-p "Oldboy" (thing-at-point 'line)))))

(ert-deftest movies-test-a-film-that-comes-at-the-top-is-seen ()
  (movies-test-with-server nil
    (dolist (id '("builtin:tt0364569" "builtin:tt6751668" "builtin:tt0468492")) (movies-test-run "star" id))
    (movies-favorites)
    (movies-test-shown)
    (goto-char (point-min))
    (execute-kbd-macro "s")
    (movies-test-wait (= 2 (length movies--items)))
    (execute-kbd-macro "u")
    (movies-test-wait (= 3 (length movies--items)))
    (should (equal '(1 1) (list (window-start) (line-number-at-pos))))
    (movies-test-run "star" "builtin:tt0111161")
    (movies-test-wait (= 4 (length movies--items)))
    (should (equal '(1 2) (list (window-start) (line-number-at-pos))))))

(ert-deftest movies-test-favorites-are-sorted-and-filtered ()
  (movies-test-with-server nil
    (dolist (id '("builtin:tt0364569" "builtin:tt6751668" "builtin:tt0468492")) (movies-test-run "star" id))
    (movies-favorites)
    (movies-sort "year")
    (should (string-match-p "Parasite\\(.\\|\n\\)*Host\\(.\\|\n\\)*Oldboy" (movies-test-shown)))
    (movies-sort "title" t)
    (should (string-match-p "Host\\(.\\|\n\\)*Parasite\\(.\\|\n\\)*Oldboy" (movies-test-shown)))
    (movies-filter "host")
    (movies-test-shown)
    (should (equal '("The Host") (mapcar (lambda (film) (plist-get film :title)) movies--items)))
    (movies-filter "")
    (movies-test-shown)
    (should (= 3 (length movies--items)))))

;;;; Search as you type

(defun movies-test-complete (query)
  "Return the candidates of QUERY as completion interfaces ask for them."
  (let ((found (completion-all-completions query #'movies--table nil (length query)
                                           (completion-metadata query #'movies--table nil))))
    (when (consp (last found)) (setcdr (last found) nil))
    (mapcar #'substring-no-properties found)))

(ert-deftest movies-test-completion-asks-the-server ()
  (movies-test-with-server nil
    (should (equal '("Parasite (2019)") (movies-test-complete "기생충")))
    (should (equal '("Oldboy (2003)") (movies-test-complete "oldb")))
    (should (null (movies-test-complete "zzzzqqq")))
    (should (null movies--pending))
    (should (eq 'movie (completion-metadata-get (completion-metadata "" #'movies--table nil) 'category)))
    (movies-test-complete "oldb")
    (pcase-let ((`((,candidate ,prefix ,suffix)) (movies--affix (movies-test-complete "oldb"))))
      (should (equal '("Oldboy (2003)" "  " "  올드보이 · Park Chan-wook")
                     (list candidate prefix (replace-regexp-in-string "\\` +" "  " suffix)))))))

(ert-deftest movies-test-a-long-title-is-cut-in-completion ()
  (movies-test-with-server nil
    (should (equal '("Dr. Strangelove or: How I Learne… (1964)") (movies-test-complete "strangelove")))
    (movies-test-complete "kubrik")
    (let ((rows (mapcar (lambda (row) (apply #'concat row)) (movies--affix (cdr movies--found)))))
      (should (> (length rows) 5))
      (dolist (row rows) (should (< (string-width (car (split-string row "Stanley"))) 50))))
    ;; In a narrow window there is no room for names, and the year and the signs are seen.
    (movies-test-run "log" "builtin:tt0057012" "--rating" "8.5")
    (movies-test-run "mark" "builtin:tt0057012" "--watchlist")
    (movies-test-wait (gethash "builtin:tt0057012" movies--marks))
    (movies-test-in-columns 40
      (setq movies--found nil)
      (should (equal '("Nausicaä of the Valley of … (1984)") (movies-test-complete "nausica")))
      (dolist (query '("strangelove" "nausica" "kubrik"))
        (dolist (row (movies--affix (movies-test-complete query)))
          (should (string-match-p "([0-9]\\{4\\})\\'" (car row)))
          (should (<= (string-width (apply #'concat row)) 39))
          (should-not (string-match-p "Kubrick\\|Miyazaki" (nth 2 row)))))
      (should (string-match-p "\\+ ✓ 8\\.5\\'" (nth 2 (car (movies--affix (movies-test-complete "strangelove")))))))
    (setq movies--found nil)
    (movies-search "oldboy")
    (execute-kbd-macro (kbd "S strangelove RET"))
    (should (equal "*Movies Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb (1964)*" (buffer-name)))))

(ert-deftest movies-test-a-candidate-fits-the-window ()
  (movies-test-with-server nil
    (dolist (locale '("en" "ko-KR"))
      (let ((movies-locale locale))
        (when movies--server (movies-restart))
        (dolist (columns '(60 90 200))
          ;; Without a display, a redisplay makes the frame 80 columns wide again.
          (cl-letf (((symbol-function 'frame-width) (lambda (&rest _) columns)))
            (dolist (query '("kubrik" "the" "애니"))
              (setq movies--found nil)
              (dolist (row (movies--affix (movies-test-complete query)))
                (with-temp-buffer
                  (insert (apply #'concat row))
                  (should (< (current-column) columns)))))))))))

(ert-deftest movies-test-a-star-takes-one-column-in-korean-too ()
  (unwind-protect
      (movies-test-with-server nil
        (use-cjk-char-width-table 'ko_KR)
        (should (= 2 (char-width ?★)))
        (movies-test-run "star" "builtin:tt0364569")
        (movies-favorites)
        (should (string-prefix-p "★ Oldboy" (movies-test-shown)))
        (goto-char 3)
        (should (= 2 (current-column)))
        (let (width)
          (define-key movies-icomplete-map [f9] (lambda () (interactive) (setq width (char-width ?★))))
          (unwind-protect (execute-kbd-macro (kbd "S <f9> oldb RET")) (define-key movies-icomplete-map [f9] nil))
          (should (eql 1 width))))
    (use-default-char-width-table)))

(ert-deftest movies-test-a-completion-says-what-else-is-searched ()
  (movies-test-with-server nil
    (let ((case-fold-search nil))
      (should (string-match-p "\\`Only 1,[0-9]+ built-in films are searched\\." (movies-test-messages (movies-test-complete "zzzzqqq")))))
    (should (equal "Results for “parasite”" (movies-test-messages (movies-test-complete "parasyte"))))
    (should (equal "" (movies-test-messages (movies-test-complete "oldb"))))))

(ert-deftest movies-test-the-only-film-is-shown ()
  (movies-test-with-server nil
    (with-temp-buffer
      (should (equal '("Parasite (2019)" . 15)
                     (completion-try-completion "기생충" #'movies--table nil 3 (completion-metadata "" #'movies--table nil)))))))

(ert-deftest movies-test-typing-on-ends-the-wait ()
  (movies-test-with-server nil
    (movies-test-complete "oldb")
    (let ((unread-command-events '(?x)))
      (should (equal '("Oldboy (2003)") (movies--complete "paras"))))
    (should (equal '("Parasite (2019)") (movies-test-complete "paras")))))

(ert-deftest movies-test-a-search-in-the-minibuffer-opens-a-film-or-a-list ()
  (movies-test-with-server nil
    (execute-kbd-macro (kbd "M-x movies-search RET oldb RET"))
    (should (equal "*Movies Oldboy (2003)*" (buffer-name)))
    (execute-kbd-macro (kbd "M-x movies-search RET oldb M-RET"))
    (should (equal "*Movies Search: oldb*" (buffer-name)))
    (movies-test-shown)
    (execute-kbd-macro (kbd "S dune C-n RET"))
    (should (equal (format "*Movies %s*" (nth 1 (movies-test-complete "dune"))) (buffer-name)))
    (execute-kbd-macro (kbd "S who SPC are SPC you? M-RET"))
    (should (equal "*Movies Search: who are you?*" (buffer-name)))))

(ert-deftest movies-test-without-a-text-the-last-searches-are-offered ()
  (movies-test-with-server nil
    (should (member "The Shawshank Redemption (1994)" (movies-test-complete "")))
    (execute-kbd-macro (kbd "M-x movies-search RET oldb M-RET"))
    (setq movies--found nil)
    (should (equal '("oldb") (movies-test-complete "")))
    (execute-kbd-macro (kbd "M-x movies-search RET RET"))
    (should (equal "*Movies Search: oldb*" (buffer-name)))
    ;; Those that have found nothing are not.
    (execute-kbd-macro (kbd "S zzzzqqq M-RET"))
    (should (string-prefix-p "No films found." (movies-test-shown)))
    (with-temp-buffer (should-error (execute-kbd-macro (kbd "M-x movies-detail RET xxxxqqq M-RET"))))
    (should (equal '("oldb") (delete-dups movies-history)))))

(provide 'movies-test)
;;; movies-test.el ends here
