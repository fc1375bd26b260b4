;;; replay-test.el --- a test of a plugin against a transcript -*- lexical-binding: t -*-

;; emacs -Q --batch -l replay-test.el -f ert-run-tests-batch-and-exit
;;
;; The server plays a transcript; its exit status is the result.  jsonrpc.el is part of Emacs and frames messages by
;; headers; the server detects that and does the same.

(require 'ert)
(require 'jsonrpc)

(setq ert-batch-backtrace-right-margin 120)

(defconst replay-test-folder (file-name-directory (or load-file-name buffer-file-name)))

(defun replay-test-call (file body)
  "Call BODY with a connection to the server of the transcript FILE.
The second argument of BODY is a function that returns the notifications.  Fail if the client sends something else, and
show the line."
  (let* ((notes nil)
         (name (generate-new-buffer-name "movies"))
         ;; jsonrpc.el looks for a buffer of this name, and then renames it.
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
    (replay-test-check-exit (jsonrpc--process connection) errors)
    (when failure (signal (car failure) (cdr failure)))))

(defun replay-test-check-exit (process errors)
  "Wait for PROCESS to exit, and fail with the text of its buffer ERRORS unless its status is 0."
  (when (process-live-p process) (process-send-eof process))
  (while (process-live-p process) (accept-process-output process 0.05))
  (let ((pipe (get-buffer-process errors)))
    (while (and pipe (process-live-p pipe)) (accept-process-output pipe 0.05)))
  (unless (equal 0 (process-exit-status process))
    (ert-fail (with-current-buffer errors (buffer-string)))))

(defun replay-test-find-and-star (connection query)
  "The code under test, such as a command of a plugin."
  (let ((page (jsonrpc-request connection :search `(:query ,query :list "pane"))))
    (jsonrpc-request connection :star `(:id ,(plist-get (aref (plist-get page :items) 0) :id)))))

(ert-deftest replay-test-a-film-is-found-and-starred ()
  (replay-test-call
   "../session.rpc"
   (lambda (connection notes)
     (jsonrpc-request connection :initialize '(:protocolVersion "1.0" :clientInfo (:name "my-plugin")))
     (should (eq t (plist-get (replay-test-find-and-star connection "올드보이") :isFavorite)))
     (should (equal '(loading loading favoritesChanged libraryChanged) (mapcar #'car (funcall notes))))
     (should-error (jsonrpc-request connection :detail '(:id "builtin:tt0000000")) :type 'jsonrpc-error))))

;; jsonrpc.el ignores an error without an id.  A request that waits for it ends with its `:timeout'.
(ert-deftest replay-test-an-error-without-an-id-does-no-harm ()
  (replay-test-call
   "../unreadable.rpc"
   (lambda (connection _notes)
     (jsonrpc-request connection :initialize '(:protocolVersion "1.0"))
     (jsonrpc-async-request connection :genres nil)
     (should-error (jsonrpc-request connection :detail '(:id "builtin:tt0364569") :timeout 0.5) :type 'jsonrpc-error)
     (should (equal [] (plist-get (jsonrpc-request connection :genres nil) :genres))))))

(ert-deftest replay-test-an-unexpected-message-is-reported-with-its-line ()
  (let ((failure (should-error
                  (replay-test-call
                   "../session.rpc"
                   (lambda (connection _notes)
                     (jsonrpc-request connection :initialize '(:protocolVersion "1.0"))
                     (jsonrpc-request connection :search '(:query "something else"))))
                  :type 'ert-test-failed)))
    (should (string-match-p "session\\.rpc:5: unexpected message from the client" (format "%s" failure)))))

;;; replay-test.el ends here
