;;; emacs.el --- jsonrpc.el with the server, as with any language server -*- lexical-binding: t -*-

(require 'ert)
(require 'jsonrpc)

(setq ert-batch-backtrace-right-margin 120)

(ert-deftest movie-server-over-jsonrpc.el ()
  (let* ((notified nil)
         (connection
          (make-instance
           'jsonrpc-process-connection
           :name "movies"
           :events-buffer-scrollback-size 0
           :notification-dispatcher (lambda (_connection method _params) (push method notified))
           :process (lambda ()
                      (make-process :name "movies" :command (list (getenv "MOVIE_SERVER")) :connection-type 'pipe
                                    :coding 'utf-8-emacs-unix :noquery t
                                    :stderr (get-buffer-create "*movies stderr*"))))))
    (unwind-protect
        (let* ((hello (jsonrpc-request connection :initialize `(:clientInfo (:name "emacs") :processId ,(emacs-pid))))
               (found (jsonrpc-request connection :search '(:query "올드보")))
               (movie (aref (plist-get found :items) 0)))
          (should (equal (plist-get (plist-get hello :serverInfo) :name) "movie-server"))
          (should (equal (plist-get movie :originalTitle) "올드보이"))
          (should (eq (plist-get (jsonrpc-request connection :star `(:id ,(plist-get movie :id))) :changed) t))
          ;; `nil' params become null on the wire.
          (should (> (length (plist-get (jsonrpc-request connection :genres nil) :genres)) 10))
          (should-error (jsonrpc-request connection :nothing nil) :type 'jsonrpc-error)
          (should (memq 'favoritesChanged notified))
          (should (= 2 (seq-count (lambda (method) (eq method 'loading)) notified)))
          (jsonrpc-request connection :shutdown nil)
          (jsonrpc-notify connection :exit nil)
          (while (jsonrpc-running-p connection) (accept-process-output nil 0.1))
          (should (equal 0 (process-exit-status (jsonrpc--process connection)))))
      (jsonrpc-shutdown connection t))))

;;; emacs.el ends here
