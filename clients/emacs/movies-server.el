;;; movies-server.el --- The connection of movies.el to the server  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Starts movie-server, sends requests, and receives what it tells of its work and of the library.

;;; Code:

(require 'auth-source)
(require 'jsonrpc)
(require 'movies-words)

(defcustom movies-server-command nil
  "The program and arguments of the server.
If nil, it is that of MOVIE_SERVER, or is found on variable `exec-path'."
  :group 'movies :type '(choice (const :tag "Find movie-server" nil) (repeat string)))
(defcustom movies-auth-sources '(("TMDB_API_KEY" . "api.themoviedb.org") ("OMDB_API_KEY" . "www.omdbapi.com"))
  "Variables that the server gets, and the hosts in `auth-sources' of their values.
A variable that is set already stays as it is."
  :group 'movies :type '(alist :key-type (string :tag "Variable") :value-type (string :tag "Host")))

(defvar movies--server nil "The connection to the server.")
(defvar movies--command nil "The program and arguments with which the server was started last.")
(defvar movies--description nil "The server's result of `initialize'.")
(defvar movies--pending nil "Functions for the requests without a response.
They send the request again or, with an argument, let it fail.")
(defvar movies--loading nil "The requests for which a spinner is shown, by their ids.")
(defvar movies--end nil "When and why a server has ended by itself, for the log.")
(defvar movies--changing nil "Whether a server starts or ends, so that no buffer loads.")
(defvar movies--restarted nil "Whether the server has answered nothing since it was started again.")
(defvar movies--revision nil "The epoch and the revision of `movies--marks', as a cons.")
(defvar movies--marks (make-hash-table :test #'equal) "What is kept about films, by their ids.")
(defvar movies--spinner nil "The text of the spinner.")
(add-to-list 'mode-line-misc-info 'movies--spinner t)
(declare-function movies--apply "movies-list")
(declare-function movies--begin "movies-list")

;;;; Start and end

(defun movies--start ()
  "Start the server and initialize it."
  (let* ((default-directory "/") (throw-on-input nil)
         (setting (cond (movies-server-command "movies-server-command")
                        ((not (member (getenv "MOVIE_SERVER") '(nil ""))) "MOVIE_SERVER")))
         (command (setq movies--command (or movies-server-command (list (if setting (getenv setting) "movie-server")))))
         (named (concat (car command) (when setting (format " (%s)" setting))))
         (advice (when setting
                   (concat " " (movies--say "Correct or unset it: {command}"
                                            :command (if movies-server-command "M-x customize-option" "M-x setenv")))))
         (program (cond ((executable-find (car command)))
                        ((not setting) (movies--fail "serverNotFound"))
                        ((user-error "%s%s" (movies--say "{detail} cannot be started." :detail named) advice))))
         (keys (cl-loop for (variable . host) in movies-auth-sources
                        for found = (unless (getenv variable) (car (auth-source-search :host host :max 1)))
                        for secret = (plist-get found :secret)
                        when secret collect (concat variable "=" (if (functionp secret) (funcall secret) secret))))
         (process-environment (append keys process-environment)) (movies--changing t)
         (connection
          (apply #'make-instance 'jsonrpc-process-connection :name "movie-server" :on-shutdown #'movies--ended
                 :notification-dispatcher (lambda (&rest args) (apply #'run-at-time 0 nil #'movies--notified args))
                 :process (lambda () (make-process :name "movie-server" :command (cons program (cdr command)) :noquery t
                                                   :connection-type 'pipe :coding 'utf-8-emacs-unix
                                                   :stderr (get-buffer-create "*movie-server stderr*")))
                 (if (fboundp 'jsonrpc--event) '(:events-buffer-config (:size 0)) '(:events-buffer-scrollback-size 0)))))
    ;; jsonrpc.el would say that the server has ended, when it is started again.
    (add-function :around (process-sentinel (jsonrpc--process connection))
                  (lambda (sentinel &rest args) (let ((inhibit-message t)) (apply sentinel args))))
    (condition-case failure
        (setq movies--description
              (jsonrpc-request connection 'initialize
                               `(:protocolVersion "1.0" :clientInfo (:name "movies.el" :version "0.1.0")
                                 :processId ,(emacs-pid) :locale ,(movies--locale) :loadingDelayMs 150)))
      (error
       (let ((sentence (cond ((not (jsonrpc-running-p connection)) (movies--explain-end connection named))
                             ((not (assq 'jsonrpc-error-code (cddr failure)))
                              (concat (movies--say "{program} does not answer." :program named) advice))
                             ((movies--explain (list :data (alist-get 'jsonrpc-error-data (cddr failure)))))
                             ((movies--explain '(:data (:reason "protocolVersionUnsupported")))))))
         (movies--stop connection)
         (user-error "%s" sentence))))
    (setq movies--server connection)
    (cl-destructuring-bind (&key epoch revision &allow-other-keys) (plist-get movies--description :library)
      (if movies--revision (movies--synchronize epoch revision)
        (setq movies--revision (cons epoch revision))))))

(defun movies--stop (connection)
  "End the server of CONNECTION and remove its buffers."
  (setq movies--server nil movies--loading nil)
  (let ((process (jsonrpc--process connection)) (deadline (time-add nil 5)) (movies--changing t))
    (ignore-errors (process-send-eof process))
    ;; jsonrpc.el kills it if it still runs.
    (while (and (eq 'run (process-status process)) (time-less-p nil deadline)) (accept-process-output process 0.05))
    (jsonrpc-shutdown connection t)
    (kill-buffer (jsonrpc-events-buffer connection))))

(defun movies--ended (connection)
  "Start the server again, because that of CONNECTION has ended.
If it has answered nothing since the last time, fail all requests instead."
  (when (eq connection movies--server)
    (let ((inhibit-message nil) (calls (reverse movies--pending)) (sentence (movies--explain-end connection))
          (again (not movies--restarted)))
      (setq movies--server nil movies--loading nil movies--restarted again
            movies--end (format "%s %s\n" (format-time-string "%F %T") sentence))
      (condition-case problem
          (when again (movies--start) (mapc #'funcall calls))
        (error (setq sentence (error-message-string problem))))
      (unless movies--server
        (when calls (message "%s" sentence))
        (dolist (call calls) (funcall call (list :message sentence)))))))

(defun movies--restart ()
  "Start another server, and send it what the one before has not answered."
  (when movies--server (movies--stop movies--server))
  (let ((calls (reverse movies--pending)))
    (movies--start)
    (mapc #'funcall calls)))

(defun movies--stderr (connection)
  "Return what the server of CONNECTION has written to stderr."
  (with-current-buffer (jsonrpc-stderr-buffer connection)
    (while (when-let ((pipe (get-buffer-process (current-buffer)))) (accept-process-output pipe 0.05 nil t)))
    (string-trim (replace-regexp-in-string "^Process .* stderr.* .*\n?" "" (buffer-string)))))

(defun movies--explain-end (connection &optional program)
  "Return the sentence for the end of the server of CONNECTION.
It names PROGRAM or, if the server has said nothing, that of the server."
  (let* ((said (car (last (split-string (movies--stderr connection) "\n" t))))
         (why (or said (format "status %d" (process-exit-status (jsonrpc--process connection)))))
         (program (or program (unless said (car movies--command)))))
    (movies--explain `(:data (:reason "serverGone" :detail ,(if program (format "%s: %s" program why) why))))))

(defun movies--problem ()
  "Start the server if necessary; return why it cannot be asked, if so."
  (when (and movies--server (not (jsonrpc-running-p movies--server))) (movies--ended movies--server))
  (or (condition-case problem (unless movies--server (ignore (movies--start))) (error (error-message-string problem)))
      (when (movies--stopped-p) (movies--silence))))

(defun movies--stopped-p ()
  "Return whether the server is stopped; Emacs sends nothing to it then."
  (and movies--server (eq 'stop (process-status (jsonrpc--process movies--server)))))

(defun movies--silence ()
  "Return the sentence for a silent server."
  (movies--say "movie-server does not answer. M-x movies-restart starts it again."))

;;;; Requests

(defun movies--request (method params on-result &optional on-error)
  "Send METHOD with those of PARAMS that are not nil; `:null' is JSON's null.
In this buffer, call ON-RESULT with the result or ON-ERROR with the error.
A stopped server gets it when it continues or is started again."
  (let* ((buffer (current-buffer)) (on-error (or on-error #'movies--report)) call
         (params (cl-loop for (name value) on params by #'cddr
                          when value nconc (list name (unless (eq value :null) value))))
         (finish (lambda (function value)
                   (setq movies--pending (delq call movies--pending) movies--restarted nil)
                   (when (buffer-live-p buffer) (with-current-buffer buffer (funcall function value)))))
         ;; jsonrpc.el calls us in the process filter, which must not run within itself; so a timer does the work.
         (defer (lambda (function value) (run-at-time 0 nil finish function value))))
    (setq call (lambda (&optional failure)
                 (cond
                  (failure (funcall finish on-error failure))
                  ((movies--stopped-p)
                   (run-at-time 0.5 nil (lambda (server)
                                          (when (and (eq server movies--server) (memq call movies--pending)) (funcall call)))
                                movies--server))
                  (t
                   (run-at-time 5 nil (lambda ()
                                        (when (and (memq call movies--pending) (not movies--loading))
                                          (message "%s" (movies--silence))
                                          (redisplay)))) ; A search that waits would not show it.
                   (jsonrpc-async-request
                    movies--server method params :timeout nil
                    :success-fn (lambda (result) (movies--note result) (funcall defer on-result result))
                    ;; If the server has died (-1), `movies--ended' sends the request again.
                    :error-fn (lambda (failure)
                                (unless (eql -1 (plist-get failure :code)) (funcall defer on-error failure))))))))
    (let ((problem (movies--problem)))
      (if (not movies--server) (funcall on-error (list :message problem))
        (when problem (message "%s" problem))
        (push call movies--pending)
        (funcall call)))))

(defun movies--wait (method params)
  "Return the result of METHOD with PARAMS; a stopped server is replaced."
  (when (movies--stopped-p) (movies--restart))
  (let (result (problem (movies--problem)))
    (when problem (user-error "%s" problem))
    (movies--request method params (lambda (value) (setq result (list value)))
                     (lambda (failure) (setq result (or (movies--explain failure) "Cancelled"))))
    (while (not result) (accept-process-output nil 0.1))
    (if (stringp result) (user-error "%s" result) (car result))))

(defun movies--catalog (&optional id)
  "Return the catalog of the film ID, by default that of the session."
  (let ((name (if id (car (split-string id ":")) (plist-get movies--description :catalog))))
    (or (seq-find (lambda (catalog) (equal name (plist-get catalog :name))) (plist-get movies--description :catalogs))
        (list :name name :title name))))

(defun movies--can-p (capability &optional id)
  "Return whether the catalog, that of ID if given, has CAPABILITY."
  (movies--begin)
  (seq-contains-p (plist-get (movies--catalog id) :capabilities) capability))

(defun movies--require (capability &optional id)
  "Signal an error unless the catalog, that of ID if given, has CAPABILITY."
  (unless (movies--can-p capability id)
    (movies--fail "unsupportedByCatalog" :catalog (plist-get (movies--catalog id) :name))))

;;;; Notifications

(defun movies--notified (connection method params)
  "Handle the notification METHOD with PARAMS if CONNECTION is in use."
  (pcase (and (eq connection movies--server) method)
    ('loading
     (setf (alist-get (plist-get params :request) movies--loading nil 'remove)
           (and (eq t (plist-get params :active)) params))
     (unless movies--spinner (movies--spin 0)))
    ('libraryChanged
     (if (equal movies--revision (cons (plist-get params :epoch) (plist-get params :previousRevision)))
         (movies--apply params)
       (movies--synchronize (plist-get params :epoch) (plist-get params :revision))))
    ('resync
     (setq movies--loading nil)
     (movies--synchronize (car movies--revision) nil))))

(defun movies--spin (frame)
  "Show FRAME of the spinner and go on until nothing is loading."
  (setq movies--spinner
        (when movies--loading
          (run-with-timer 0.1 nil #'movies--spin (1+ frame))
          (cl-destructuring-bind (&key kind done total &allow-other-keys) (cdar movies--loading)
            (format " %c %s%s" (aref "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" (mod frame 10))
                    (movies--say (if (equal "search" kind) "Searching…" "Loading…"))
                    (if total (format " %s/%s" (movies--number (or done 0)) (movies--number total)) "")))))
  (force-mode-line-update t))

(defun movies--synchronize (epoch revision)
  "Ask for what leads to REVISION of EPOCH, unless it is known."
  (unless (equal movies--revision (cons epoch revision))
    (let ((since (if (equal epoch (car movies--revision)) (cdr movies--revision) 0)))
      (with-current-buffer (messages-buffer)    ; No view waits for this, and that buffer lives.
        (movies--request 'library (list :since since)
                         (lambda (changes)
                           (when (or (eql 0 since) (eq t (plist-get changes :fresh))) (clrhash movies--marks))
                           (movies--apply changes)))))))

(defun movies--ids (film)
  "Return all ids of FILM."
  (or (append (plist-get film :ids) nil) (list (plist-get film :id))))

(defun movies--note (value)
  "Note what is kept about all films in VALUE, a result."
  (cond ((vectorp value) (mapc #'movies--note value))
        ((consp value)
         (when (plist-get value :isFavorite)
           (dolist (id (movies--ids value)) (puthash id (plist-get value :mark) movies--marks)))
         (cl-loop for (_ member) on value by #'cddr do (movies--note member)))))

(provide 'movies-server)
;;; movies-server.el ends here
