;;; server-test.el --- tests of movies.el: its server, its words, and members of the contract  -*- lexical-binding: t -*-

(add-to-list 'load-path (file-name-directory (or load-file-name buffer-file-name)))
(require 'support)

;;;; Pages

(defun movies-test-push (label)
  "Push the button LABEL."
  (goto-char (point-min))
  (search-forward label)
  (push-button (match-beginning 0)))

(defun movies-test-line (text)
  "Return the line with TEXT."
  (movies-test-go text)
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(ert-deftest movies-test-all-of-the-contract-is-shown ()
  (movies-test-with-transcript "contract.rpc"
    (movies-where-to-watch "x:1")
    (movies-test-shown)
    (should (looking-at "Where to watch$"))
    (should (string-prefix-p "★ Decision to Leave (2022) \n" (buffer-string)))
    (dolist (line '("Of love and fog." "A detective falls for a suspect." "Original title 헤어질 결심" "Minutes 139"
                    "Genres Drama, Mystery" "Rating 7.3" "Ratings Metacritic 85/100" "Companies Moho Film"
                    "Tang Wei Seo-rae" "Unknown Guest" "Park Chan-wook Director" "Stream Netflix" "Rent Wavve, Tving"
                    "Country South Korea" "JustWatch" "Official Trailer Trailer" "ann 9/10  2022-07-01" "I liked" "Short." "  Oldboy (2003)" "Of X."))
      (should (string-match-p (concat "^" (regexp-quote line) " ?$") (buffer-string))))
    ;; Sections come in the order of all clients; someone without an id is no button.
    (should (equal '("Cast" "Crew" "Where to watch" "Trailers" "Reviews" "Collection" "Recommendations")
                   (let (titles (at (point-min)))
                     (while (setq at (text-property-not-all at (point-max) 'movies-section nil))
                       (let ((title (symbol-name (get-text-property at 'movies-section))))
                         (unless (member title '("r1" "r2")) (push title titles)))
                       (setq at (next-single-property-change at 'movies-section)))
                     (nreverse titles))))
    (movies-test-go "Unknown")
    (should-not (button-at (point)))
    (let (urls)
      (cl-letf (((symbol-function 'browse-url) (lambda (url &rest _) (push url urls))))
        (movies-test-push "Official Trailer")
        (movies-browse (car (movies--arguments ""))))
      (should (equal '("https://example.com/1" "https://example.com/t") urls)))
    (movies-test-push "Read more")
    (movies-test-shown)
    (should (string-match-p "I liked it very much\\." (buffer-string)))
    (movies-test-push "More…")
    (should (string-match-p "The third of all\\." (movies-test-shown)))
    (switch-to-buffer "*Movies Decision to Leave (2022)*")
    (movies-test-push "Tang Wei")
    (should (string-match-p "An actress" (movies-test-shown)))
    (should (equal "★ Decision to Leave (2022)  Seo-rae" (movies-test-line "Seo-rae")))
    (should (equal "  Short  Writer" (movies-test-line "Writer")))
    (should (equal "Also known as 汤唯" (movies-test-line "Also")))
    (switch-to-buffer "*Movies Decision to Leave (2022)*")
    (movies-test-push "The Collection")
    (should (string-match-p "All of them" (movies-test-shown)))
    (should (equal "x:2" (plist-get (car (progn (movies-test-go "Oldboy") (movies--arguments ""))) :id)))
    (execute-kbd-macro (kbd "M-x movies-discover RET Drama,com RET 80s RET C-a C-k 1999-1990 RET rating RET"))
    (should (string-match-p "어느 가족.*1995.*9\\.1" (movies-test-shown)))
    (should (equal " 9+ films Offline: an earlier result" (movies--status)))
    (goto-char (point-min))
    (execute-kbd-macro "R")
    (should (equal "*Movies Recommendations: 어느 가족 (1995)*" (buffer-name)))
    (should (equal "No films found." (movies-test-shown)))))

(ert-deftest movies-test-discover-without-criteria-lists-popular-films ()
  (movies-test-with-server nil
    (movies)
    (let (prompts)
      (define-key minibuffer-local-map [f9] (lambda () (interactive) (push (minibuffer-prompt) prompts)))
      (unwind-protect (execute-kbd-macro (kbd "D <f9> RET <f9> 80s RET <f9> C-a C-k RET <f9> RET"))
        (define-key minibuffer-local-map [f9] nil))
      (should (equal '("Genres, empty for all: " "Years, such as 1990-1999, empty for all: "
                       "Years are written like 1990-1999.\nYears, such as 1990-1999, empty for all: "
                       "Sort by (Popularity): ")
                     (reverse prompts))))
    (should (equal '(discover (:genres [] :yearFrom nil :yearTo nil :sort "popularity" :seed nil)) movies--source))
    (movies-test-shown)
    ;; The built-in films have no ratings, by which they could be sorted.
    (execute-kbd-macro (kbd "D RET RET Rating RET C-a C-k RET"))
    (should (equal "popularity" (plist-get (cadr movies--source) :sort)))
    (movies-test-shown)
    (should (equal '(nil (1994) (1990 1999) (1990 1999) (2000 nil) (nil 1980))
                   (mapcar #'movies--years '("" "1994" "1999–1990" "1990-1999" "2000-" "-1980"))))
    (dolist (years '("-" "19901999" "1990-99" "80s")) (should-error (movies--years years) :type 'user-error))
    (should (> (length movies--items) 20))))

(ert-deftest movies-test-only-web-pages-are-opened ()
  (let ((opened nil))
    (cl-letf (((symbol-function 'browse-url) (lambda (url &rest _) (push url opened))))
      (dolist (url '("file:///etc/passwd" "javascript:x" "-h" nil))
        (should-error (movies-browse (list :id "other:1" :link url)) :type 'user-error))
      (movies-browse '(:id "other:2" :link "https://a.example/"))
      (with-temp-buffer
        (movies--insert-object '(:link "file:///etc/passwd" :homepage "-h"))
        (dolist (url '("file:" "-h")) (should-error (movies-test-push url) :type 'user-error))))
    (should (equal opened '("https://a.example/")))))

(require 'image)
(defvar image-types)
(ert-deftest movies-test-a-poster-has-the-type-that-the-server-has-found ()
  (let ((file (make-temp-file "poster" nil ".svg" "<svg xmlns='http://www.w3.org/2000/svg'/>"))
        (image-types '(jpeg png svg xbm)))
    (cl-letf (((symbol-function 'image-type-available-p) #'always)) ; Some Emacsen are built without images.
      (dolist (case '(("image/png" png) ("image/jpeg" jpeg) ("image/svg" nil) ("image/xbm" nil)))
        (with-temp-buffer
          (setq movies--page '(:tagline "") movies--poster (list "url" :path file :mimeType (car case)))
          (movies--insert-object movies--page)
          (should (eq (cadr case) (plist-get (cdr (get-text-property (point-min) 'display)) :type))))))
    (delete-file file)))

(ert-deftest movies-test-home-shows-sections ()
  (movies-test-with-server nil
    (movies)
    (movies-test-shown)
    (should (get-text-property (point) 'movies-film)) ; The keys act on the first film at once.
    (require 'imenu)
    (should (member "Korean cinema" (mapcar #'car (imenu--make-index-alist))))
    (execute-kbd-macro (kbd "M-x imenu RET Korean SPC cinema RET"))
    (should (looking-at "Korean cinema$"))
    (movies-test-go "Korean cinema")
    (should (string-match-p "\\`Korean cinema\n  Parasite (2019)  Bong Joon Ho\n" (buffer-substring-no-properties (point) (point-max))))
    (search-forward "More…")
    (backward-char)
    (push-button)
    (should (equal "*Movies Korean cinema*" (buffer-name)))
    (movies-test-wait (> (length movies--items) 20))))

(ert-deftest movies-test-a-feature-that-the-catalog-lacks-is-refused ()
  (movies-test-with-transcript "early-change.rpc"
    (should (equal '(user-error "x cannot do this.") (should-error (call-interactively #'movies-discover))))
    (movies-search "q")
    (movies-test-shown)))

(ert-deftest movies-test-tmdb-with-a-key-of-auth-source ()
  (skip-unless (file-exists-p (expand-file-name "../../../Tests/Upstreams/upstream.py" movies-test-folder)))
  (pcase-let ((`(,tmdb . ,url) (movies-test-start-tmdb)))
    (unwind-protect
        (movies-test-with-server nil
          (let* ((key "0123456789abcdef0123456789abcdef") (file (expand-file-name "authinfo" data)) (auth-sources (list file)))
            (write-region (format "machine api.themoviedb.org login movies password %s\n" key) nil file nil 'silent)
            (setenv "TMDB_BASE_URL" url)
            (setenv "XDG_CACHE_HOME" data)
            (cl-letf (((symbol-function 'display-graphic-p) #'always))
              (movies-search "inception")
              (movies-test-shown)
              (should (string-prefix-p "tmdb:" (plist-get (car movies--items) :id)))
              (should-not (member key (process-command (jsonrpc--process movies--server))))
              (goto-char (point-min))
              (call-interactively #'movies-detail)
              (movies-test-shown)
              (dolist (part '("Reviews" "Trailers" "Recommendations" "not endorsed or certified by TMDB"))
                (should (string-match-p part (buffer-string))))
              (should (file-exists-p (plist-get (cdr (movies-test-wait movies--poster)) :path)))
              (let ((id (plist-get movies--page :id)))
                (kill-buffer)
                (should (equal "No country is set. Set the option movies-locale, such as “en-US”."
                               (movies-test-messages (movies-where-to-watch id) (movies-test-shown))))))))
      (delete-process tmdb))))

;;;; Words

(ert-deftest movies-test-errors-are-in-the-words-of-all-clients ()
  (let ((count 0))
    (with-temp-buffer
      (insert-file-contents (expand-file-name "../../README.md" movies-test-folder))
      (search-forward "| reason |")
      (while (re-search-forward "^| \\(`[^|]+\\) | `\\(.*\\)` |$" nil t)
        (let ((reasons (match-string 1)) (sentence (match-string 2)) (start 0))
          (while (string-match "`\\([A-Za-z]+\\)`" reasons start)
            (setq start (match-end 0))
            (let ((reason (match-string 1 reasons)))
              (unless (equal reason "serverTooOld") ; movies.el says this by the other name in that row.
                (setq count (1+ count))
                (should (equal (string-replace "{detail}" "D" (string-replace "{catalog}" "C" sentence))
                               (movies--explain `(:data (:reason ,reason :catalog "C" :detail "D")))))))))))
    (should (<= 16 count)))
  (dolist (reason '("cancelled" "superseded")) (should-not (movies--explain `(:message "M" :data (:reason ,reason)))))
  (should (equal "M" (movies--explain '(:message "M" :data (:reason "ofALaterVersion")))))
  (movies-test-with-server nil
    (should (equal '(user-error "Cannot write /nope/a.json: No such file or directory.")
                   (should-error (movies-export "/nope/a.json"))))))

(ert-deftest movies-test-a-missing-key-leads-to-how-to-set-it ()
  (movies-test-with-server (list movies-test-server "--catalog" "tmdb")
    (movies-search "oldboy")
    (movies-test-wait (consp movies--fetching))
    (should (equal (concat "tmdb needs a key. Run “movie-server auth tmdb” in a terminal, then restart the\nserver.\n"
                           "g Reload · h All keys")
                   (buffer-string)))
    (setq movies--fetching t)
    (execute-kbd-macro "g")
    (movies-test-wait (consp movies--fetching))))

(ert-deftest movies-test-a-completion-that-fails-is-asked-for-once ()
  (movies-test-with-server (list movies-test-server "--catalog" "tmdb")
    (should (equal "tmdb needs a key. Run “movie-server auth tmdb” in a terminal, then restart the server."
                   (movies-test-messages (should-not (movies--complete "oldboy")) (should-not (movies--complete "oldboy")))))))

(ert-deftest movies-test-the-spinner-turns-while-a-search-runs ()
  (movies-test-with-transcript "loading.rpc"
    (movies-search "q")
    (let ((first (movies-test-wait movies--spinner)))
      (should (string-match-p "\\` . Searching…\\'" first))
      (movies-test-wait (and movies--spinner (not (equal first movies--spinner)))))
    (movies--request 'genres nil #'ignore)
    (movies-test-shown)
    (movies-test-wait (not movies--spinner))))

;;;; The server

(ert-deftest movies-test-missed-changes-are-requested ()
  (movies-test-with-transcript "missed-changes.rpc"
    (movies-search "q")
    (movies-test-shown)
    (movies-test-wait (equal movies--revision '("f" . 9)))
    (should (string-match-p "\\`★ One.*\n  Two" (buffer-string)))))

(ert-deftest movies-test-a-change-during-the-start-starts-no-second-server ()
  (movies-test-with-transcript "early-change.rpc"
    (movies-search "q")
    (should (equal "No films found." (movies-test-shown)))
    (should (equal '("e" . 3) movies--revision))
    (should (= 1 (movies-test-servers)))))

(defun movies-test-servers ()
  "Return how many servers there are."
  (seq-count (lambda (process) (string-match-p "\\`movie-server\\(<[0-9]+>\\)?\\'" (process-name process))) (process-list)))

(ert-deftest movies-test-a-server-that-dies-is-started-again ()
  (movies-test-with-server nil
    (movies-search "the")
    (movies-test-shown)
    (let ((process (jsonrpc--process movies--server)) found)
      (movies--request 'search '(:query "oldboy" :list "x" :debounceMs 2000) (lambda (page) (setq found page)))
      (signal-process process 'KILL)
      (should (= 1 (plist-get (movies-test-wait found) :total)))
      (should-not (equal (process-id process) (process-id (jsonrpc--process movies--server))))
      ;; The new server does not have the list.
      (movies--request 'nextPage (list :list (plist-get movies--page :list)) #'movies--take-page #'movies--failed)
      (setq movies--page nil)
      (movies-test-shown)
      (movies-test-run "star" (plist-get (car movies--items) :id))
      (movies-test-wait (string-prefix-p "★" (buffer-string))))))

(ert-deftest movies-test-a-server-that-dies-again-is-given-up ()
  ;; Its input ends within the second message.
  (movies-test-with-server '("sh" "-c" "dd bs=1 count=500 2>&- | $MOVIE_SERVER; echo broken >&2; exit 3")
    (movies-search (make-string 500 ?q))
    (movies-test-wait (consp movies--fetching))
    (should (string-prefix-p "movie-server has ended: broken\ng Reload · h All keys\n" (buffer-string)))
    (should-not movies--server)
    (should-not movies--pending)))

(ert-deftest movies-test-a-server-that-does-not-start-is-explained ()
  (dolist (case `((("no-such-program")
                   "no-such-program (movies-server-command) cannot be started. Correct or unset it:\nM-x customize-option")
                  (("sh" "-c" "echo other >&2; echo broken >&2; exit 3") "movie-server has ended: sh (movies-server-command): broken")
                  (("false") "movie-server has ended: false (movies-server-command): status 1")
                  ((,movies-test-server "replay" ,(expand-file-name "other-version.rpc" movies-test-folder))
                   "This movie-server has another protocol version. Update it.")))
    (movies-test-with-server (car case)
      (movies-search "oldboy")
      (let ((list (current-buffer)))
        (dolist (keys '("M-x movies-favorites RET" "f" "M-x movies-search RET" "g" "M-x movies RET" "g"))
          (should (string-prefix-p (concat (cadr case) "\ng Reload · h All keys\n\nhttps://github.com/movie-server/movie-server#install\n")
                                   (buffer-string)))
          (should (string-match-p "movies-server-command" (buffer-string)))
          (should-not (or movies--server (buffer-modified-p)))
          (should-not (get-process "movie-server"))
          (ignore-errors (execute-kbd-macro (kbd keys))))
        (setq movies-server-command nil)
        (execute-kbd-macro "g")
        (should (equal "*Movies Home*" (buffer-name)))
        (switch-to-buffer list)
        (execute-kbd-macro "g")
        (should (string-match-p "Oldboy" (movies-test-shown)))))))

(ert-deftest movies-test-a-wrong-program-is-named-with-its-setting ()
  (movies-test-with-server nil
    (let ((exec-path nil) (nothing "movie-server was not found. Install it, or set MOVIE_SERVER to its path."))
      (pcase-dolist (`(,movies-server-command ,variable ,sentence)
                     `((nil "/nope/movie-server" 
                      "/nope/movie-server (MOVIE_SERVER) cannot be started. Correct or unset it: M-x setenv")
                       (("/nope/other" "--catalog" "tmdb") "/nope/movie-server"
                        "/nope/other (movies-server-command) cannot be started. Correct or unset it: M-x customize-option")
                       (nil nil ,nothing) (nil "" ,nothing)))
        (setenv "MOVIE_SERVER" variable)
        (should (equal sentence (movies--problem)))
        (should-not movies--server)))
    (setenv "MOVIE_SERVER" "/bin/false")
    (should (equal "movie-server has ended: /bin/false (MOVIE_SERVER): status 1" (movies--problem)))
    (setenv "MOVIE_SERVER" "/nope/movie-server")
    (let ((movies-locale "ko-KR"))
      (movies-search "oldboy")
      (should (string-prefix-p "/nope/movie-server (MOVIE_SERVER): 시작할 수 없습니다. 고치거나 설정을\n해제하세요: M-x setenv\n" (buffer-string)))
      (should (string-match-p "^g 다시 불러오기 · h 모든 키$" (buffer-string)))
      (execute-kbd-macro "h")
      (should (string-match-p "^RET +열기 +/ +검색$" (with-current-buffer "*Movies 키*" (buffer-string))))
      (movies-log)
      (should (get-buffer "*Movies 기록*")))))

(ert-deftest movies-test-a-program-that-never-answers-is-named-with-its-setting ()
  (movies-test-with-server '("sh" "-c" "cat >&2")
    (let ((jsonrpc-default-request-timeout 0.5))
      (should (equal "sh (movies-server-command) does not answer. Correct or unset it: M-x customize-option" (movies--problem)))
      (should-not movies--server))))

(ert-deftest movies-test-log-and-restart ()
  (movies-test-with-server nil
    (movies-search "oldboy")
    (movies-test-shown)
    (let ((process (jsonrpc--process movies--server)))
      (movies-log)
      (should (string-match-p (format "movie-server 0.*\nProcess %d: " (process-id process))
                              (with-current-buffer "*Movies Log*" (buffer-string))))
      (movies-restart)
      (should-not (process-live-p process))
      (should (equal 0 (process-exit-status process)))
      (should (jsonrpc-running-p movies--server)))
    ;; What Emacs adds is not the server's, even if the server before still has its name.
    (with-current-buffer (jsonrpc-stderr-buffer movies--server)
      (let ((inhibit-read-only t)) (insert "broken\n\nProcess movie-server stderr<1> finished\n")))
    (should (equal "broken" (movies--stderr movies--server)))))

(ert-deftest movies-test-the-log-tells-of-a-server-that-has-ended ()
  (movies-test-with-server '("sh" "-c" "echo broken >&2; exec $MOVIE_SERVER")
    (movies-search "oldboy")
    (movies-test-shown)
    (let ((process (jsonrpc--process movies--server)))
      (signal-process process 'KILL)
      (movies-test-wait (not (and movies--server (eq process (jsonrpc--process movies--server)))))
      (movies-log)
      (should (string-match-p "^Process [0-9]*: .*sh .*\n20.* movie-server has ended: broken\n\nbroken"
                              (with-current-buffer "*Movies Log*" (buffer-string)))))))

(ert-deftest movies-test-a-server-that-does-not-answer-is-told-with-what-helps ()
  (let ((sentence "movie-server does not answer. M-x movies-restart starts it again."))
    (movies-test-with-server nil
      (movies-favorites)
      (movies-test-shown)
      (let ((process (jsonrpc--process movies--server)))
        (signal-process process 'STOP)
        (movies-test-wait (eq 'stop (process-status process)))
        (should (equal sentence (movies-test-messages (movies-star "builtin:tt0364569"))))
        (movies-diary)
        (should (equal (concat sentence "\ng Reload · h All keys") (buffer-string)))
        (should (equal sentence (movies-test-messages (should-not (movies--complete "oldb" 'patient)))))
        (movies-log)
        (should (string-suffix-p (concat sentence "\n") (with-current-buffer "*Movies Log*" (buffer-string))))
        (should (equal (list 'user-error sentence) (should-error (execute-kbd-macro (kbd "M-x movies-search RET")))))
        (should (equal "*Movies*" (buffer-name)))
        ;; It repeats what was asked: the star, the diary and the search.
        (execute-kbd-macro (kbd "M-x movies-restart RET parasite RET"))
        (should-not (process-live-p process))
        (should (string-prefix-p "  Parasite" (movies-test-shown)))
        (should-not (get-buffer "*Movies*"))
        (movies-test-wait movies--undo)
        (switch-to-buffer "*Movies Diary*")
        (should (string-prefix-p "No viewings" (movies-test-shown)))
        (movies-favorites)
        (should (string-match-p "\\`★ Oldboy.*\n\\'" (movies-test-shown)))
        ;; One that continues gets it, too.
        (setq process (jsonrpc--process movies--server))
        (signal-process process 'STOP)
        (movies-test-wait (eq 'stop (process-status process)))
        (goto-char (point-min))
        (should (equal (string-join (list sentence sentence) "\n") (movies-test-messages (execute-kbd-macro "bu"))))
        (signal-process process 'CONT)
        (movies-test-wait movies--undo)
        (should (equal '("Put Oldboy (2003) on the watchlist.") (mapcar #'car movies--undo)))
        (movies-test-wait (string-prefix-p "No favorites" (buffer-string)))))
    ;; Emacs does not see that a process stops which is not its own.
    (movies-test-with-server '("sh" "-c" "exec 3<&0; $MOVIE_SERVER <&3 & echo $! >\"$XDG_DATA_HOME/pid\"; exec 3<&-; wait")
      (movies-favorites)
      (movies-test-shown)
      (let ((pid (with-temp-buffer
                   (insert-file-contents (expand-file-name "pid" data))
                   (string-to-number (buffer-string)))))
        (signal-process pid 'STOP)
        (unwind-protect
            (let (shown)
              (cl-letf (((symbol-function 'message) (lambda (format &rest args) (push (apply #'format format args) shown))))
                (movies-diary)
                (movies-test-wait (member sentence shown)))
              (should-not movies--page)
              (movies-restart)
              (should (string-prefix-p "No viewings" (movies-test-shown))))
          (signal-process pid 'KILL))))))

(ert-deftest movies-test-the-log-of-a-server-that-does-not-start ()
  (movies-test-with-server '("no-such-program" "--catalog" "tmdb")
    (movies-log)
    (should (equal (concat "no-such-program --catalog tmdb\n\n"
                           "no-such-program (movies-server-command) cannot be started. Correct or unset it: M-x customize-option\n")
                   (with-current-buffer "*Movies Log*" (buffer-string))))))

(ert-deftest movies-test-a-restart-is-silent ()
  (movies-test-with-server nil
    (movies-search "the")
    (movies-test-shown)
    (let (shown)
      (cl-letf (((symbol-function 'message)
                 (lambda (format &rest args) (unless inhibit-message (push (apply #'format format args) shown)))))
        (dotimes (_ 2)                          ; The second one without a request in between.
          (let ((process (jsonrpc--process movies--server)))
            (signal-process process 'KILL)
            (movies-test-wait (not (and movies--server (eq process (jsonrpc--process movies--server))))))))
      (should-not shown)
      (movies-search "oldboy")
      (should (string-match-p "Oldboy" (movies-test-shown))))))

(ert-deftest movies-test-a-server-gets-time-to-end ()
  (movies-test-with-server '("sh" "-c" "$MOVIE_SERVER; sleep 1.5; exit 4")
    (movies-search "oldboy")
    (movies-test-shown)
    (let ((process (jsonrpc--process movies--server)) (count (movies-test-servers))) ; One of a test before may still end.
      (movies--load-soon)                       ; It comes meanwhile, and starts none.
      (movies-restart)
      (should (equal 4 (process-exit-status process)))
      (should (<= (movies-test-servers) count))
      (movies-test-wait (not movies--timer))
      (should (string-match-p "Oldboy" (movies-test-shown))))))

(ert-deftest movies-test-nothing-is-left-running ()
  (movies-test-with-server nil
    (let* ((library (locate-library "movies"))
           (pid (with-temp-buffer
                  (should (equal 0 (call-process (expand-file-name invocation-name invocation-directory) nil t nil
                                                 "-Q" "--batch" "-L" (file-name-directory library) "-l" library "--eval"
                                                 "(progn (movies--problem) (princ (process-id (jsonrpc--process movies--server))))")))
                  (string-to-number (buffer-string)))))
      (should (> pid 1))
      ;; One that has ended may wait long for the system's first process to take note of it.
      (movies-test-wait (member (alist-get 'state (process-attributes pid)) '(nil "Z"))))))

(provide 'server-test)
;;; server-test.el ends here
