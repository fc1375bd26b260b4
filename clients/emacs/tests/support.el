;;; support.el --- what the tests of movies.el share  -*- lexical-binding: t -*-

(require 'ert)
(require 'movies)

(setq ert-batch-backtrace-right-margin 120)

(defconst movies-test-folder (file-name-directory (or load-file-name buffer-file-name)))
(defconst movies-test-server (getenv "MOVIE_SERVER"))

(defmacro movies-test-wait (form)
  "Wait until FORM is non-nil, and return its value; fail after two minutes."
  `(let ((deadline (time-add nil 120)) value)
     (while (not (or (setq value ,form) (time-less-p deadline nil))) (accept-process-output nil 0.01))
     (or value (ert-fail (list 'did-not-happen ',form (buffer-name) (buffer-string))))))

(defmacro movies-test-with-server (command &rest body)
  "Run BODY in a fresh state with COMMAND as the server."
  (declare (indent 1))
  `(let ((process-environment (copy-sequence process-environment))
         (data (make-temp-file "movies" t))
         (movies-server-command ,command))
     (setenv "XDG_DATA_HOME" data)
     (auth-source-forget-all-cached)
     (clrhash movies--marks)
     (clrhash movies--labels)
     (setq movies--revision nil movies--found nil movies--pending nil movies--restarted nil movies--end nil movies--undo nil movies-history nil
           movies--filter "watchlist")
     (unwind-protect (save-window-excursion ,@body)
       (when movies--server (movies--stop movies--server))
       (dolist (buffer (buffer-list)) (when (string-prefix-p "*Movies" (buffer-name buffer)) (kill-buffer buffer)))
       (delete-directory data t))))

(defmacro movies-test-with-transcript (file &rest body)
  "Run BODY with a server that plays the transcript FILE, and check that BODY has sent what it expects."
  (declare (indent 1))
  `(movies-test-with-server (list movies-test-server "replay" "--speed" "1" (expand-file-name ,file movies-test-folder))
     (prog1 (progn ,@body)
       (when movies--server
         (let ((process (jsonrpc--process movies--server)) (connection movies--server))
           (setq movies--server nil)
           (process-send-eof process)
           (movies-test-wait (not (process-live-p process)))
           (unless (equal 0 (process-exit-status process)) (ert-fail (movies--stderr connection))))))))

(defun movies-test-shown ()
  "Return the text of this buffer when it has loaded."
  (movies-test-wait (and movies--page (not movies--fetching)))
  (buffer-substring-no-properties (point-min) (point-max)))

(defun movies-test-go (text)
  "Move to the first line with TEXT."
  (goto-char (point-min))
  (search-forward text)
  (beginning-of-line))

(defun movies-test-run (&rest arguments)
  "Run the server's program as another process with ARGUMENTS, and return its output."
  (with-temp-buffer
    (should (equal 0 (apply #'call-process movies-test-server nil t nil arguments)))
    (buffer-string)))

(defmacro movies-test-messages (&rest body)
  "Run BODY, and return what movies.el has shown in the echo area."
  `(let (shown)
     (cl-letf (((symbol-function 'message) (lambda (format &rest args) (push (apply #'format format args) shown))))
       ,@body)
     ;; A server of an earlier test may end meanwhile, and jsonrpc.el says so.
     (string-join (seq-remove (lambda (text) (string-prefix-p "[jsonrpc]" text)) (reverse shown)) "\n")))

(defun movies-test-start-tmdb ()
  "Start the simulation of TMDB, and return its process and its address."
  (let* ((process (make-process
                   :name "tmdb" :buffer (generate-new-buffer " *tmdb*") :connection-type 'pipe :noquery t
                   :command (list "python3" (expand-file-name "../../../Tests/Upstreams/upstream.py" movies-test-folder) "tmdb"))))
    (with-current-buffer (process-buffer process)
      (movies-test-wait (string-match "^http.*" (buffer-string)))
      (cons process (match-string 0 (buffer-string))))))

(provide 'support)
;;; support.el ends here
