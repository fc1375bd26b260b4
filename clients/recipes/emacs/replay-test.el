;;; replay-test.el --- a plugin's test against a transcript -*- lexical-binding: t -*-

;; emacs -Q --batch -l replay-test.el -f ert-run-tests-batch-and-exit
;;
;; The server is the one of a transcript, and its exit status the verdict.  jsonrpc.el comes with Emacs and frames by
;; headers; the server notices, and answers in kind.

(require 'ert)
(require 'jsonrpc)

(setq ert-batch-backtrace-right-margin 120)

(defconst replay-test-folder (file-name-directory (or load-file-name buffer-file-name)))

(defun replay-test-call (file body)
  "Call BODY with a connection to the server of the transcript FILE, and a function that gives its notifications.
Fail where BODY strays from it, and say where."
  (let* ((notes nil)
         (name (generate-new-buffer-name "movies"))
         ;; By this name jsonrpc.el finds it, and calls it otherwise then.
         (errors (get-buffer-create (format "*%s stderr*" name)))
         (connection
          (make-instance
           'jsonrpc-process-connection
           :name name
           :notification-dispatcher (lambda (_connection method params) (push (cons method params) notes))
           :process (lambda ()
                      (make-process
                       :name name :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t :stderr errors
                       :command (list (or (getenv "MOVIE_SERVER") "movie-server") "replay"
                                      (expand-file-name file replay-test-folder))))))
         (failure (condition-case failure
                      (ignore (funcall body connection (lambda () (reverse notes)))
                              (jsonrpc-request connection :shutdown nil)
                              (jsonrpc-notify connection :exit nil))
                    (error failure))))
    (replay-test-judge (jsonrpc--process connection) errors)
    (when failure (signal (car failure) (cdr failure)))))

(defun replay-test-judge (process errors)
  "Wait for PROCESS to end, and fail with what is in its buffer ERRORS unless its status is 0."
  (when (process-live-p process) (process-send-eof process))
  (while (process-live-p process) (accept-process-output process 0.05))
  (let ((pipe (get-buffer-process errors)))
    (while (and pipe (process-live-p pipe)) (accept-process-output pipe 0.05)))
  (unless (equal 0 (process-exit-status process))
    (ert-fail (with-current-buffer errors (buffer-string)))))

(defun replay-test-find-and-star (connection query)
  "What is tested: here what a plugin's command does."
  (let ((page (jsonrpc-request connection :search `(:query ,query :list "pane"))))
    (jsonrpc-request connection :star `(:id ,(plist-get (aref (plist-get page :items) 0) :id)))))

(ert-deftest replay-test-a-film-is-found-and-starred ()
  (replay-test-call
   "../session.rpc"
   (lambda (connection notes)
     (jsonrpc-request connection :initialize '(:protocolVersion "1.0" :clientInfo (:name "my-plugin")))
     (should (eq t (plist-get (replay-test-find-and-star connection "올드보이") :isFavorite)))
     (should (equal '(loading loading favoritesChanged) (mapcar #'car (funcall notes))))
     (should-error (jsonrpc-request connection :detail '(:id "builtin:tt0000000")) :type 'jsonrpc-error))))

(ert-deftest replay-test-a-client-that-strays-is-told-where ()
  (let ((failure (should-error
                  (replay-test-call
                   "../session.rpc"
                   (lambda (connection _notes)
                     (jsonrpc-request connection :initialize '(:protocolVersion "1.0"))
                     (jsonrpc-request connection :search '(:query "something else"))))
                  :type 'ert-test-failed)))
    (should (string-match-p "session\\.rpc:5: the client strays" (format "%s" failure)))))

;;; replay-test.el ends here
