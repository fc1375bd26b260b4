;;; movies-test.el --- tests of movies.el with the real server and transcripts  -*- lexical-binding: t -*-

(add-to-list 'load-path (file-name-directory (or load-file-name buffer-file-name)))
(require 'support)

;;;; Lists

(ert-deftest movies-test-a-search-lists-films ()
  (movies-test-with-server nil
    (movies-search "oldboy")
    (should (derived-mode-p 'movies-mode))
    (should (string-match-p "Oldboy .*2003.*Park Chan-wook.*Action" (movies-test-shown)))
    (should (equal " 1 film" (movies--status)))
    (goto-char (point-min))
    (should (equal "builtin:tt0364569" (movies--key)))
    (movies-search "parasyte")
    (movies-test-shown)
    (should (equal " 1 film Results for “parasite”" (movies--status)))))

(ert-deftest movies-test-nothing-found-is-said ()
  (movies-test-with-server nil
    (movies-search "zzzzqqq")
    (should (string-match-p "\\`No films found\\.\nOnly 1,[0-9]+ built-in films are searched\\. .*movie-server auth tmdb"
                            (movies-test-shown)))
    (movies-favorites)
    (should (equal "No favorites yet. Press s on a film to star it." (movies-test-shown)))))

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

(ert-deftest movies-test-wide-characters-keep-the-columns ()
  (movies-test-with-server nil
    (let ((movies-locale "ko-KR"))
      (movies-search "park chan-wook")
      (should (string-match-p "올드보이" (movies-test-shown)))
      (goto-char (point-min))
      (while (not (eobp))
        (search-forward-regexp "[12][0-9]\\{3\\} ")
        (let ((year (- (point) 5)))
          (should (<= (string-width (buffer-substring (line-beginning-position) year)) 47))
          ;; Whatever the width before it, this space ends at the column.
          (should (equal '(space :align-to 47) (get-text-property (1- year) 'display))))
        (forward-line)))))

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
    (should (equal "*Movies Search: oldb*" (buffer-name)))))

(provide 'movies-test)
;;; movies-test.el ends here
