;;; movies.el --- Search films and keep favorites with movie-server  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 the movie-server authors
;; Author: the movie-server authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1") (jsonrpc "1.0.14"))
;; Keywords: multimedia, hypermedia
;; URL: https://github.com/movie-server/movie-server
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A client of movie-server, which searches films, shows details and keeps
;; favorites.  Hundreds of films are built in and need no key and no network.
;;
;;   M-x movies-search     search as you type: RET opens a film, or lists all
;;                         that your text finds
;;   M-x movies-home       the sections of the catalog
;;   M-x movies-favorites  the films that you have starred in any program
;;   M-x movies-discover   films by genre, years and sort order
;;
;; In these buffers `h' shows all keys.  The server is `movies-server-command',
;; else the variable MOVIE_SERVER, else movie-server on `exec-path'; M-x
;; movies-log shows it.  For the key of a catalog, run "movie-server auth tmdb"
;; once, or put a line into one of your `auth-sources':
;;
;;   machine api.themoviedb.org login movies password KEY
;;
;; Candidates of completion have the category `movie' and annotations, so that
;; Vertico, Marginalia, Consult and Embark (`movies-embark-map') work with them.

;;; Code:

(require 'auth-source)
(require 'cl-lib)
(require 'jsonrpc)
(require 'subr-x)
(require 'tabulated-list)

(defgroup movies nil "Films, searched and starred with movie-server." :group 'multimedia)
(defcustom movies-server-command nil
  "The program and arguments of the server, or nil to find movie-server."
  :type '(choice (const :tag "Find movie-server" nil) (repeat string)))
(defcustom movies-auth-sources '(("TMDB_API_KEY" . "api.themoviedb.org") ("OMDB_API_KEY" . "www.omdbapi.com"))
  "Variables that the server gets, and the hosts in `auth-sources' of their values.
A variable that is set already stays as it is."
  :type '(alist :key-type (string :tag "Variable") :value-type (string :tag "Host")))
(defcustom movies-locale nil
  "The language of titles, such as \"ko-KR\"; if nil, that of the environment."
  :type '(choice (const nil) string))
(defcustom movies-favorites-changed-functions nil
  "Functions called with the changes of the favorites, whoever has made them.
The argument is a plist with :added, :updated, :removed and :total."
  :type 'hook)
(defface movies-star '((t :inherit warning)) "The star of a favorite.")
(defface movies-title '((t :inherit bold)) "The title of a film.")
(defface movies-heading '((t :inherit (font-lock-keyword-face bold))) "The heading of a section.")

;;;; State

(defvar-local movies--source nil "The method and params of the request that fills this buffer.")
(defvar-local movies--page nil "The last page of this list, or the result that this page shows.")
(defvar-local movies--items nil "The films of this list.")
(defvar-local movies--fetching nil "Non-nil while films load; after an error, when to load more.")
(defvar-local movies--expanded nil "The sections that are shown whole.")
(defvar-local movies--poster nil "The path of the poster of this page.")
(defvar-local movies--section nil "The section to go to when this page is there.")
(defvar movies--server nil "The connection to the server.")
(defvar movies--description nil "The server's result of `initialize'.")
(defvar movies--pending nil "Functions for the requests without a response.
They send the request again or, with an argument, let it fail.")
(defvar movies--revision nil "The epoch and the revision of `movies--stars', as a cons.")
(defvar movies--loading nil "The ids and kinds of the requests for which a spinner is shown.")
(defvar movies--restarted nil "Whether the server has answered nothing since it was started again.")
(defvar movies--stars (make-hash-table :test #'equal) "The ids of the favorites that are known.")
(defvar movies--spinner nil "The text of the spinner.")
(put 'movies--spinner 'risky-local-variable t)
(add-to-list 'mode-line-misc-info 'movies--spinner t)

;;;; The server

(defun movies--start ()
  "Start the server and initialize it."
  (let* ((default-directory "/") (throw-on-input nil)
         (command (or movies-server-command (list (or (getenv "MOVIE_SERVER") "movie-server"))))
         (program (or (executable-find (car command)) (movies--fail "serverNotFound")))
         (keys (cl-loop for (variable . host) in movies-auth-sources
                        for found = (unless (getenv variable) (car (auth-source-search :host host :max 1)))
                        for secret = (plist-get found :secret)
                        when secret collect (concat variable "=" (if (functionp secret) (funcall secret) secret))))
         (process-environment (append keys process-environment))
         (connection
          (apply #'make-instance 'jsonrpc-process-connection :name "movie-server" :on-shutdown #'movies--ended
                 :notification-dispatcher (lambda (&rest args) (apply #'run-at-time 0 nil #'movies--notified args))
                 :process (lambda () (make-process :name "movie-server" :command (cons program (cdr command)) :noquery t
                                                   :connection-type 'pipe :coding 'utf-8-emacs-unix
                                                   :stderr (get-buffer-create "*movie-server stderr*")))
                 (if (fboundp 'jsonrpc--event) '(:events-buffer-config (:size 0)) '(:events-buffer-scrollback-size 0))))
         (locale (or movies-locale (getenv "LC_ALL") (getenv "LC_MESSAGES") (getenv "LANG"))))
    (condition-case failure
        (setq movies--description
              (jsonrpc-request connection 'initialize
                               `(:protocolVersion "1.0" :clientInfo (:name "movies.el" :version "0.1.0")
                                 :processId ,(emacs-pid) :locale ,locale :loadingDelayMs 150)))
      (error
       (let ((sentence (cond ((not (jsonrpc-running-p connection)) (movies--explain-end connection))
                             ((movies--explain (list :data (alist-get 'jsonrpc-error-data (cddr failure)))))
                             ((movies--explain '(:data (:reason "protocolVersionUnsupported")))))))
         (movies--stop connection)
         (user-error "%s" sentence))))
    (setq movies--server connection)
    (cl-destructuring-bind (&key epoch revision &allow-other-keys) (plist-get movies--description :favorites)
      (if movies--revision (movies--synchronize epoch revision)
        (setq movies--revision (cons epoch revision))))))

(defun movies--stop (connection)
  "End the server of CONNECTION and remove its buffers."
  (setq movies--server nil movies--loading nil)
  (let ((process (jsonrpc--process connection)) (deadline (time-add nil 5)))
    (ignore-errors (process-send-eof process))
    ;; jsonrpc.el kills it if it still runs.
    (while (and (process-live-p process) (time-less-p nil deadline)) (accept-process-output process 0.05)))
  (jsonrpc-shutdown connection t)
  (kill-buffer (jsonrpc-events-buffer connection)))

(defun movies--ended (connection)
  "Start the server again, because that of CONNECTION has ended.
If it has answered nothing since the last time, fail all requests instead."
  (when (eq connection movies--server)
    (let ((calls (reverse movies--pending)) (sentence (movies--explain-end connection)) (again (not movies--restarted)))
      (setq movies--server nil movies--loading nil movies--restarted again)
      (condition-case problem
          (when again (movies--start) (mapc #'funcall calls))
        (error (setq sentence (error-message-string problem))))
      (unless movies--server
        (message "%s" sentence)
        (dolist (call calls) (funcall call (list :message sentence)))))))

(defun movies--stderr (connection)
  "Return what the server of CONNECTION has written to stderr."
  (with-current-buffer (jsonrpc-stderr-buffer connection)
    (while (when-let ((pipe (get-buffer-process (current-buffer)))) (accept-process-output pipe 0.05 nil t)))
    (string-trim (replace-regexp-in-string "^Process .* stderr .*\n?" "" (buffer-string)))))

(defun movies--explain-end (connection)
  "Return the sentence for the end of the server of CONNECTION."
  (movies--explain `(:data (:reason "serverGone"
                            :detail ,(or (car (last (split-string (movies--stderr connection) "\n" t)))
                                         (format "status %d" (process-exit-status (jsonrpc--process connection))))))))

(defun movies--ensure ()
  "Start the server if necessary."
  (when (and movies--server (not (jsonrpc-running-p movies--server))) (movies--ended movies--server))
  (unless movies--server (movies--start)))

(defun movies--request (method params on-result &optional on-error)
  "Send METHOD with those of PARAMS that are not nil.
In this buffer, call ON-RESULT with the result or ON-ERROR with the error."
  (movies--ensure)
  (let* ((buffer (current-buffer)) (on-error (or on-error #'movies--report)) call
         (params (cl-loop for (name value) on params by #'cddr when value nconc (list name value)))
         (finish (lambda (function value)
                   (setq movies--pending (delq call movies--pending) movies--restarted nil)
                   (when (buffer-live-p buffer) (with-current-buffer buffer (funcall function value)))))
         ;; jsonrpc.el calls us in the process filter, which must not run within itself; so a timer does the work.
         (defer (lambda (function value) (run-at-time 0 nil finish function value))))
    (setq call (lambda (&optional failure)
                 (if failure (funcall finish on-error failure)
                   (jsonrpc-async-request
                    movies--server method params :timeout nil
                    :success-fn (lambda (result) (movies--note result) (funcall defer on-result result))
                    ;; If the server has died (-1), `movies--ended' sends the request again.
                    :error-fn (lambda (failure)
                                (unless (eql -1 (plist-get failure :code)) (funcall defer on-error failure)))))))
    (push call movies--pending)
    (funcall call)))

(defun movies--wait (method params)
  "Return the result of METHOD with PARAMS."
  (let (result)
    (movies--request method params (lambda (value) (setq result (list value)))
                     (lambda (failure) (setq result (or (movies--explain failure) "Cancelled"))))
    (while (not result) (accept-process-output nil 0.1))
    (if (stringp result) (user-error "%s" result) (car result))))

(defun movies--catalog (&optional id)
  "Return the catalog of the film ID, by default that of the session."
  (let ((name (if id (car (split-string id ":")) (plist-get movies--description :catalog))))
    (or (seq-find (lambda (catalog) (equal name (plist-get catalog :name))) (plist-get movies--description :catalogs))
        (list :name name))))

(defun movies--require (capability &optional id)
  "Signal an error unless the catalog, that of ID if given, has CAPABILITY."
  (movies--ensure)
  (unless (seq-contains-p (plist-get (movies--catalog id) :capabilities) capability)
    (movies--fail "unsupportedByCatalog" :catalog (plist-get (movies--catalog id) :name))))

;;;; Notifications

(defun movies--notified (connection method params)
  "Handle the notification METHOD with PARAMS if CONNECTION is in use."
  (pcase (and (eq connection movies--server) method)
    ('loading
     (setf (alist-get (plist-get params :request) movies--loading nil 'remove)
           (and (eq t (plist-get params :active)) (plist-get params :kind)))
     (unless movies--spinner (movies--spin 0)))
    ('favoritesChanged
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
          (format " %c %s" (aref "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" (mod frame 10))
                  (if (rassoc "search" movies--loading) "Searching…" "Loading…"))))
  (force-mode-line-update t))

(defun movies--synchronize (epoch revision)
  "Ask for what leads to REVISION of EPOCH, unless it is known."
  (unless (equal movies--revision (cons epoch revision))
    (let ((since (if (equal epoch (car movies--revision)) (cdr movies--revision) 0)))
      (with-current-buffer (messages-buffer)    ; No view waits for this, and that buffer lives.
        (movies--request 'favorites (list :since since)
                         (lambda (changes)
                           (when (or (eql 0 since) (eq t (plist-get changes :fresh))) (clrhash movies--stars))
                           (movies--apply changes)))))))

(defun movies--apply (difference)
  "Apply DIFFERENCE, of the favorites, to all buffers."
  (setq movies--revision (cons (plist-get difference :epoch) (plist-get difference :revision)))
  (seq-doseq (id (plist-get difference :removed)) (remhash id movies--stars))
  (seq-doseq (film (seq-concatenate 'list (plist-get difference :added) (plist-get difference :updated)))
    (seq-doseq (id (or (plist-get film :ids) (list (plist-get film :id)))) (puthash id t movies--stars)))
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (cond ((not movies--source))
            ((or (eq 'favorites (car movies--source)) (eq t (plist-get difference :hasMore))) (movies--load))
            (t (movies--show-stars)))))
  (run-hook-with-args 'movies-favorites-changed-functions difference))

(defun movies--note (value)
  "Note the stars of all films in VALUE, a result."
  (cond ((vectorp value) (mapc #'movies--note value))
        ((consp value)
         (when-let* ((star (plist-get value :isFavorite)) (id (plist-get value :id)))
           (if (eq t star) (puthash id t movies--stars) (remhash id movies--stars)))
         (cl-loop for (_ member) on value by #'cddr do (movies--note member)))))

;;;; Words

(defconst movies--sentences
  (let ((run "Run “movie-server auth {catalog}” in a terminal, then restart the server."))
    `(("serverNotFound" . "movie-server was not found. Install it, or set MOVIE_SERVER to its path.")
      ("protocolVersionUnsupported" . "This movie-server has another protocol version. Update it.")
      ("serverGone" . "movie-server has ended: {detail}")
      ("catalogNotConfigured" . ,(concat "{catalog} needs a key. " run))
      ("upstreamUnauthorized" . ,(concat "{catalog} rejects the key. " run))
      ("upstreamUnreachable" . "{catalog} cannot be reached. Check the network.")
      ("upstreamTimeout" . "{catalog} did not answer in time. Try again.")
      ("upstreamRateLimited" . "Too many requests to {catalog}. Try again in a moment.")
      ("upstreamQuotaExceeded" . "The quota of the key for {catalog} is used up.")
      ("upstreamFailed" . "{catalog} has failed. Try again later.")
      ("upstreamInvalidResponse" . "{catalog} has failed. Try again later.")
      ("movieNotFound" . "{catalog} does not have this film.")
      ("unsupportedByCatalog" . "{catalog} cannot do this.") ("queryTooBroad" . "Too many films match. Type more.")
      ("posterUnavailable" . "There is no poster.") ("notLoggedIn" . "Log in first.")))
  "What the user reads for each reason of an error.")

(defun movies--explain (failure)
  "Return what the user should read about the error FAILURE, or nil."
  (cl-destructuring-bind (&key reason catalog detail &allow-other-keys) (plist-get failure :data)
    (unless (member reason '("cancelled" "superseded"))
      (when-let ((sentence (or (cdr (assoc reason movies--sentences)) (plist-get failure :message))))
        (replace-regexp-in-string
         "{catalog}\\|{detail}" (lambda (name) (or (if (equal name "{detail}") detail catalog) "the catalog"))
         sentence t t)))))

(defun movies--fail (reason &rest data)
  "Signal an error for REASON with DATA."
  (user-error "%s" (movies--explain (list :data (append (list :reason reason) data)))))

(defun movies--report (failure)
  "Show the user the error FAILURE."
  (when-let ((sentence (movies--explain failure))) (message "%s" sentence)))

(defun movies--label (film)
  "Return the title and year of FILM."
  (concat (plist-get film :title) (when-let ((year (plist-get film :year))) (format " (%d)" year))))

(defun movies--text (value)
  "Return VALUE, which is a member of a result, as text."
  (cond ((stringp value) value)
        ((numberp value) (format (if (floatp value) "%.1f" "%d") value))
        ((vectorp value) (mapconcat #'movies--text value ", "))
        (t (string-trim (mapconcat (lambda (member) (plist-get value member)) '(:name :source :value) " ")))))

(defun movies--star (id)
  "Return a star if the film ID is a favorite, or else a space."
  (propertize (if (gethash id movies--stars) "★" " ") 'movies-star id 'face 'movies-star))

(defun movies--show-stars ()
  "Update the stars in this buffer."
  (with-silent-modifications
    (save-excursion
      (let ((at (point-min)))
        (while (setq at (text-property-not-all at (point-max) 'movies-star nil))
          (goto-char at)
          (let ((properties (text-properties-at at)) (star (movies--star (get-text-property at 'movies-star))))
            (insert (apply #'propertize (substring-no-properties star) properties))
            (delete-char 1))
          (setq at (1+ at)))))))

;;;; The minibuffer

(defvar movies-history nil "Films and queries that were entered.")
(defvar movies--labels (make-hash-table :test #'equal) "Films by their candidates.")
(defvar movies--found nil "The last query that was completed, and its candidates.")

(defun movies--complete (query)
  "Return the candidates for QUERY, or the former ones if the user types on.
The server delays the search, and drops one that a newer one has replaced."
  (unless (or (string-blank-p query) (equal query (car movies--found)))
    (let (done)
      (movies--request
       'search (list :query query :list "completion" :debounceMs 200)
       (lambda (page)
         (setq done t movies--found (list query))
         (seq-doseq (film (plist-get page :items))
           (let ((label (movies--label film)))
             (when (member label (cdr movies--found)) (setq label (format "%s %s" label (plist-get film :id))))
             (puthash label film movies--labels)
             (setq movies--found (nconc movies--found (list label))))))
       (lambda (failure)
         (setq done t)
         (when (movies--explain failure) (setq movies--found (list query))) ; The same query would fail again.
         (movies--report failure)))
      ;; Completion interfaces call this inside `while-no-input'.  A second one inside it would leave a quit to the command
      ;; loop, which then discards what the user types, or leaves the minibuffer.
      (let ((throw-on-input nil))
        (while (not (or done (input-pending-p))) (accept-process-output nil 0.02)))))
  (unless (string-blank-p query) (copy-sequence (cdr movies--found))))

(defun movies--table (string predicate action)
  "Complete STRING with PREDICATE and ACTION as a completion table.
Only the style `movies' asks the server."
  (pcase action
    ('metadata '(metadata (category . movie) (display-sort-function . identity) (cycle-sort-function . identity)
                          (annotation-function . (lambda (candidate) (nth 2 (car (movies--affix (list candidate))))))
                          (affixation-function . movies--affix)))
    ('lambda (gethash string movies--labels))
    (`(boundaries . ,_) nil)
    (_ (complete-with-action action (when (equal string (car movies--found)) (cdr movies--found)) "" predicate))))

(add-to-list 'completion-styles-alist
             (list 'movies
                   (lambda (string _table _predicate point)
                     (pcase (movies--complete string)
                       ('nil nil)
                       (`(,(pred (equal string))) t)
                       (`(,film) (cons film (length film))) ; Icomplete shows the only candidate as what is missing.
                       (_ (cons string point))))
                   (lambda (string _table _predicate _point) (movies--complete string))
                   "What movie-server finds."))
(add-to-list 'completion-category-defaults '(movie (styles movies)))

(defun movies--affix (candidates)
  "Return CANDIDATES, each with its star and its title and directors."
  (mapcar (lambda (candidate)
            (let* ((film (gethash candidate movies--labels)) (title (plist-get film :originalTitle))
                   (notes (concat title (if title " · " "") (movies--text (plist-get film :directors)))))
              (list candidate (concat (movies--star (plist-get film :id)) " ")
                    (concat (propertize " " 'display '(space :align-to 44))
                            (propertize notes 'face 'completions-annotations)))))
          candidates))

(defvar movies-minibuffer-map '(keymap (?\s . self-insert-command) (?? . self-insert-command))
  "Keys of the minibuffer: those that belong to titles insert themselves.")
(defvar icomplete-mode)
(declare-function icomplete-minibuffer-setup "icomplete")
(defun movies--read (prompt)
  "Read a film with PROMPT; return it, or a text that is not the name of one.
If no other interface shows candidates as you type, Icomplete does."
  (movies--ensure)
  (setq movies--found nil)
  (let ((label (minibuffer-with-setup-hook
                   (lambda ()
                     (use-local-map (make-composed-keymap movies-minibuffer-map (current-local-map)))
                     (unless (or (bound-and-true-p vertico-mode) (bound-and-true-p icomplete-mode))
                       (require 'icomplete)
                       (setq-local icomplete-mode t)
                       (icomplete-minibuffer-setup)))
                 (completing-read prompt #'movies--table nil nil nil 'movies-history))))
    (gethash label movies--labels label)))

(defun movies--argument (prompt)
  "Return the film at point or of this page or, elsewhere, read one with PROMPT."
  (cond ((tabulated-list-get-id))
        ((eq 'detail (car movies--source)) (or movies--page (cadr movies--source)))
        (movies--source (user-error "There is no film here"))
        (t (movies--film (movies--read prompt)))))

(defun movies--film (film)
  "Return FILM; if it is a text, the film with that label or id, or a found one."
  (cond ((not (stringp film)) film)
        ((gethash film movies--labels))
        ((string-match-p "\\`[a-z]+:[^ ]+\\'" film) (list :id film :title film))
        ((string-blank-p film) (user-error "Nothing was entered"))
        (t (let ((found (plist-get (movies--wait 'search `(:query ,film :list "one" :limit 1)) :items)))
             (if (seq-empty-p found) (user-error "%s" "No films found.") (aref found 0))))))

;;;; Buffers

(defvar movies-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map tabulated-list-mode-map)
    (pcase-dolist (`(,key . ,command)
                   '(("\r" . movies-detail) ("s" . movies-toggle-star) ("/" . movies-search) ("S" . movies-search)
                     ("f" . movies-favorites) ("H" . movies-home) ("D" . movies-discover) ("t" . movies-trailers)
                     ("w" . movies-where-to-watch) ("R" . movies-recommendations) ("o" . movies-browse)
                     ("c" . movies-sort) ("i" . movies-filter)))
      (define-key map key command))
    map)
  "The keys of lists and pages.")
(defvar movies-list-mode-map movies-mode-map "The keys of lists.")
(defvar movies-page-mode-map movies-mode-map "The keys of pages.")

(define-derived-mode movies-list-mode tabulated-list-mode "Movies"
  "Major mode for lists of films.  More of them load as you move down.
\\{movies-mode-map}"
  (setq tabulated-list-format [("★" 2 t :pad-right 0) ("Title" 44 t) ("Year" 4 t) ("Rating" 6 t :right-align t)
                               ("Directors" 24 t) ("Genres" 0 t)]
        tabulated-list-entries (lambda () (mapcar #'movies--entry movies--items))
        revert-buffer-function #'movies--load
        mode-line-process '(:eval (movies--status)))
  (add-hook 'post-command-hook #'movies--load-more nil t)
  (add-hook 'window-scroll-functions #'movies--load-more nil t)
  (tabulated-list-init-header))

(define-derived-mode movies-page-mode special-mode "Movies"
  "Major mode for films, people, collections and the sections of a catalog.
\\{movies-mode-map}"
  (setq-local revert-buffer-function #'movies--load)
  (setq mode-line-process '(:eval (movies--status)))
  (visual-line-mode))

(defun movies--show (mode title method params &optional section)
  "Show the buffer of MODE with TITLE, filled by METHOD with PARAMS, at SECTION."
  (movies--ensure)
  (pop-to-buffer-same-window (get-buffer-create (format "*Movies %s*" title)))
  (unless (derived-mode-p mode) (funcall mode))
  (unless (equal (list method params) movies--source)
    (let ((inhibit-read-only t)) (erase-buffer))
    (setq movies--source (list method params)
          movies--page nil movies--items nil movies--expanded nil movies--poster nil))
  (setq movies--section section)
  (movies--load))

(defun movies--status ()
  "Return the state of this buffer for the mode line."
  (concat (when-let ((total (and (derived-mode-p 'movies-list-mode) (plist-get movies--page :total))))
            (format (if (eql 1 total) " %d%s film" " %d%s films") total
                    (if (eq :json-false (plist-get movies--page :totalIsExact)) "+" "")))
          (when (plist-get movies--page :stale) " Offline: an earlier result")))

(defun movies--load (&rest _)
  "Load the contents of this buffer."
  (let ((take (if (derived-mode-p 'movies-list-mode) #'movies--take-page #'movies--take-result))
        (source movies--source))
    (setq movies--fetching t)
    (movies--request (car source) (cadr source)
                     (lambda (result) (when (eq source movies--source) (funcall take result))) #'movies--failed)))

(defun movies--failed (failure)
  "Show FAILURE, and load no more films for some seconds."
  (if (and movies--items (equal "listNotReady" (plist-get (plist-get failure :data) :reason)))
      (movies--load)                            ; A new server does not have the list.
    (setq movies--fetching (time-add nil 5))
    (movies--report failure)))

;;;; Lists

(defun movies--entry (film)
  "Return the row of FILM in a list."
  (cl-destructuring-bind (&key id title year rating directors genres &allow-other-keys) film
    (list film (vector (movies--star id)
                       (list title 'face 'movies-title 'follow-link t 'action (lambda (_) (movies-detail film)))
                       (movies--text year) (if rating (format "%4.1f" rating) "")
                       (movies--text directors) (movies--text genres)))))

(defun movies--take-page (page &optional start)
  "Put the films of PAGE into this list, at START if the page has no offset."
  (when-let ((sections (plist-get page :sections))) (setq page (aref sections 0)))
  (if (plist-get page :error)
      (movies--failed (plist-get page :error))
    (let* ((items (append (plist-get page :items) nil)) (offset (or (plist-get page :offset) start 0))
           (row (plist-get (tabulated-list-get-id) :id)) (line (line-number-at-pos)) (inhibit-read-only t))
      (setq movies--items (append (seq-take movies--items offset) items
                                  (unless (zerop offset) (nthcdr (+ offset (length items)) movies--items)))
            movies--page page movies--fetching nil)
      (tabulated-list-print)
      (unless movies--items
        (insert (if (equal '(favorites nil) movies--source) "No favorites yet. Press s on a film to star it."
                  "No films found.")))
      ;; Point stays at its film or, if that is gone, at its line.
      (goto-char (point-min))
      (while (not (or (eobp) (equal row (plist-get (tabulated-list-get-id) :id)))) (forward-line))
      (when (eobp) (goto-char (point-min)) (forward-line (1- line)))
      (dolist (window (get-buffer-window-list nil nil t)) (set-window-point window (point)))
      (movies--load-more))))

(defun movies--load-more (&optional window start)
  "Load more films if this list ends within a screen below point.
A member of `window-scroll-functions' gets WINDOW and its START."
  (let ((window (or window (get-buffer-window))) (count (length movies--items))
        (are-favorites (eq 'favorites (car movies--source))))
    (when (and window (if are-favorites (< 0 count (plist-get movies--page :total))
                        (eq t (plist-get movies--page :hasMore)))
               (or (not movies--fetching) (and (consp movies--fetching) (time-less-p movies--fetching nil)))
               (save-excursion (goto-char (max (window-point window) (or start 1)))
                               (> (forward-line (+ 5 (window-body-height window))) 0)))
      (setq movies--fetching t)
      (movies--request (if are-favorites 'favorites 'nextPage)
                       (if are-favorites (append (list :offset count) (cadr movies--source))
                         (list :list (plist-get movies--page :list)))
                       (lambda (page) (movies--take-page page count)) #'movies--failed))))

;;;; Pages

(defun movies--insert (text &optional face column note)
  "Insert a line with TEXT in FACE and, at COLUMN, NOTE."
  (insert (propertize text 'face face))
  (when note (insert (propertize " " 'display `(space :align-to ,column)) note))
  (insert "\n"))

(defun movies--open-page (url)
  "Open the web page at URL, and no other kind of URL, which could start anything."
  (if (and url (string-match-p "\\`https?://" url))
      (browse-url url)
    (user-error "This film has no link")))

(defun movies--button (label action &optional note)
  "Insert a line with a button LABEL for ACTION, a function or a URL, and NOTE."
  (insert-text-button label 'follow-link t
                      'action (lambda (_) (if (stringp action) (movies--open-page action) (funcall action))))
  (movies--insert "" nil 44 note))

(defconst movies--facts
  '(("Original title" :originalTitle) ("Released" :releaseDate) ("Status" :status) ("Minutes" :runtimeMinutes)
    ("Certification" :certification) ("Genres" :genres) ("Rating" :rating) ("Votes" :votes) ("Ratings" :ratings)
    ("My rating" :myRating) ("Awards" :awards) ("Languages" :languages) ("Countries" :countries)
    ("Companies" :companies) ("Keywords" :keywords) ("Budget (US$)" :budget) ("Revenue (US$)" :revenue)
    ("Born" :birthday) ("Place of birth" :placeOfBirth) ("Died" :deathday) ("Also known as" :alsoKnownAs)
    ("Stream" :stream) ("Free" :free) ("With ads" :ads) ("Rent" :rent) ("Buy" :buy) ("Country" :country))
  "The facts that pages show, and their members.")

(defun movies--insert-object (object)
  "Insert the poster, the texts, the facts and the links of OBJECT."
  (when-let* ((path (and (eq object movies--page) movies--poster))
              (image (ignore-errors (create-image path nil nil :max-width 300))))
    (insert-image image "[poster]")
    (insert "\n"))
  (dolist (member '(:tagline :overview :biography))
    (when-let ((text (plist-get object member))) (movies--insert (concat text "\n"))))
  (pcase-dolist (`(,name ,member) movies--facts)
    (let ((text (movies--text (plist-get object member))))
      (unless (string-empty-p text) (movies--insert name 'shadow 18 text))))
  (dolist (url (delete-dups (delq nil (list (plist-get object :link) (plist-get object :homepage)))))
    (movies--button url url))
  (when-let ((attribution (plist-get (if (plist-get object :sections) (movies--catalog) object) :attribution)))
    (movies--insert attribution 'shadow)))

(defun movies--insert-item (item)
  "Insert ITEM of a section: a film, a credit, a review, an offer or a link."
  (cl-destructuring-bind (&key id name personId character job kind url isFavorite
                               author rating createdAt preview content truncated &allow-other-keys)
      item
    (let ((note (or character job kind)) (start (point)))
      (cond (isFavorite
             (insert (movies--star id) " ")
             (movies--button (movies--label item) (lambda () (movies-detail item)) note)
             (put-text-property start (point) 'tabulated-list-id item))
            (preview
             (movies--insert author 'bold 44 (concat (when rating (format "%s/10  " (movies--text rating)))
                                                     (car (split-string (or createdAt "") "T"))))
             (put-text-property start (point) 'movies-section (intern id))
             (movies--insert (or content preview))
             (when (and (eq t truncated) (not content))
               (movies--button "Read more" (lambda () (movies--show-reviews (plist-get movies--page :id) 1 id)))))
            (url (movies--button name url note))
            ((or personId id)
             (let ((method (if personId 'person 'collection)) (params (list :id (or personId id))))
               (movies--button name (lambda () (movies--show 'movies-page-mode name method params)) note)))
            (name (movies--insert name nil 44 note))
            (t (movies--insert-object item))))))

(defun movies--show-reviews (film number &optional review)
  "Show page NUMBER of the reviews of the film with the id FILM, at REVIEW."
  (movies--show 'movies-page-mode "Reviews" 'reviews (list :id film :page number) review))

(defun movies--insert-section (title items &optional all)
  "Insert a section with TITLE and ITEMS: all, or some and a button for the others.
That button calls ALL, if given."
  (unless (seq-empty-p items)
    (insert "\n" (propertize title 'movies-section (intern title) 'face 'movies-heading) "\n")
    (let ((rest (if (member title movies--expanded) 0 (- (length items) 12))))
      (seq-do #'movies--insert-item (if (> rest 0) (seq-take items 12) items))
      (when (or all (> rest 0))
        (movies--button "More…" (or all (lambda () (push title movies--expanded) (movies--render))))))))

(defun movies--render ()
  "Show the result in this page; point stays."
  (cl-destructuring-bind (&key id title name sections isFavorite reviews hasMore page &allow-other-keys) movies--page
    (let ((point (point)) (inhibit-read-only t))
      (erase-buffer)
      (when isFavorite (insert (movies--star id) " "))
      (when (or title name) (movies--insert (if title (movies--label movies--page) name) 'movies-title))
      (movies--insert-object movies--page)
      (pcase-dolist (`(,title ,member)
                     '(("Films" :items) ("Cast" :castMembers) ("Crew" :crewMembers) ("Cast" :cast) ("Crew" :crew)
                       ("Where to watch" :whereToWatch) ("Trailers" :trailers) ("Reviews" :reviews)
                       ("Collection" :collection) ("Recommendations" :recommendations)))
        (let ((value (plist-get movies--page member)))
          (movies--insert-section
           title (cond ((vectorp value) (seq-filter #'consp value)) ((plist-get value :items)) (value (list value)))
           (cond ((and (eq member :items) (eq t hasMore)) (lambda () (movies--show-reviews id (1+ page))))
                 ((and reviews (eq member :reviews) (< (length (plist-get reviews :items)) (plist-get reviews :total)))
                  (lambda () (movies--show-reviews id 1)))))))
      (seq-doseq (section sections)
        (cl-destructuring-bind (&key section title items error &allow-other-keys) section
          (movies--insert-section title (if error `[(:name ,(movies--explain error))] (seq-take items 12))
                                  (lambda () (movies--show 'movies-list-mode title 'home `(:sections [,section]))))))
      (set-buffer-modified-p nil)
      (goto-char (min point (point-max))))))

(defun movies--take-result (result)
  "Show RESULT in this page."
  (setq movies--page result movies--fetching nil)
  (movies--render)
  (when (plist-get result :title) (rename-buffer (format "*Movies %s*" (movies--label result)) 'unique))
  (when movies--section
    (if-let ((at (text-property-any (point-min) (point-max) 'movies-section (intern movies--section))))
        (dolist (window (cons nil (get-buffer-window-list nil nil t)))
          (if window (set-window-point window at) (goto-char at)))
      (message "%s: nothing is known" movies--section))
    (setq movies--section nil))
  (when-let ((url (and (display-graphic-p) (or (plist-get result :posterUrl) (plist-get result :profileUrl)))))
    (movies--request 'poster (list :url url :width 300)
                     (lambda (poster) (setq movies--poster (plist-get poster :path)) (movies--render)) #'ignore)))

;;;; Commands

;;;###autoload
(defun movies-search (film)
  "Search as you type and show FILM, or list the results for this text."
  (interactive (list (movies--read "Search films: ")))
  (if (not (stringp film)) (movies-detail film)
    (when (string-blank-p film) (user-error "Nothing was entered"))
    (movies--show 'movies-list-mode (concat "Search: " film) 'search
                  (list :query film :list (concat "list: " film)))))

;;;###autoload
(defun movies-home ()
  "Show the sections of the catalog."
  (interactive)
  (movies--require "home")
  (movies--show 'movies-page-mode "Home" 'home nil))

;;;###autoload
(defun movies-favorites (&rest params)
  "List the favorites, in this list with PARAMS in the place of the former ones."
  (interactive)
  (let ((all (when (and params (eq 'favorites (car movies--source))) (copy-sequence (cadr movies--source)))))
    (cl-loop for (name value) on params by #'cddr do (setq all (plist-put all name value)))
    (movies--show 'movies-list-mode "Favorites" 'favorites all)))

;;;###autoload
(defun movies-discover (genres years sort)
  "List films of GENRES and YEARS, such as \"1990-1999\", in the order of SORT."
  (interactive
   (progn
     (movies--require "discover")
     (list (let ((genres (plist-get (movies--wait 'genres nil) :genres)))
             (completing-read-multiple "Genres: " (mapcar #'movies--text genres) nil t))
           (read-string "Years, such as 1990-1999: ")
           (completing-read "Sort by: " '("popularity" "rating" "releaseDate" "title" "random") nil t))))
  (let ((years (mapcar #'string-to-number (split-string years "[^0-9]+" t))))
    (movies--show 'movies-list-mode "Discover" 'discover
                  (list :genres (vconcat genres) :yearFrom (car years) :yearTo (car (last years))
                        :sort (unless (string-empty-p sort) sort)
                        :seed (when (equal sort "random") (random 1000000))))))

;;;###autoload
(defun movies-detail (film &optional section)
  "Show FILM, at SECTION if that is not nil."
  (interactive (list (movies--argument "Film: ")))
  (let ((film (movies--film film)))
    (movies--show 'movies-page-mode (movies--label film) 'detail (list :id (plist-get film :id)) section)))

;;;###autoload
(defun movies-star (film &optional method)
  "Make FILM a favorite.  METHOD `unstar' does the opposite."
  (interactive (list (movies--argument "Star: ")))
  (let ((film (movies--film film)) (method (or method 'star)))
    (movies--request
     method (list :id (plist-get film :id))
     (lambda (_) (message (if (eq method 'star) "★ %s" "No favorite any more: %s") (movies--label film))))))

;;;###autoload
(defun movies-unstar (film)
  "Remove FILM from the favorites."
  (interactive (list (movies--argument "Unstar: ")))
  (movies-star film 'unstar))

(defun movies-toggle-star (film)
  "Star FILM, or unstar it if it is a favorite."
  (interactive (list (movies--argument "Star or unstar: ")))
  (movies-star film (when (gethash (plist-get film :id) movies--stars) 'unstar)))

(defun movies-browse (film)
  "Open the page of FILM in a browser."
  (interactive (list (movies--argument "Film: ")))
  (movies--open-page (plist-get film :link)))

(defun movies-trailers (film)
  "Show the trailers of FILM."
  (interactive (list (movies--argument "Trailers of: ")))
  (movies-detail film "Trailers"))

(defun movies-where-to-watch (film)
  "Show where to watch FILM."
  (interactive (list (movies--argument "Where to watch: ")))
  (movies-detail film "Where to watch"))

(defun movies-recommendations (film)
  "List films similar to FILM."
  (interactive (list (movies--argument "Films similar to: ")))
  (movies--require "recommendations" (plist-get film :id))
  (movies--show 'movies-list-mode (concat "Recommendations: " (movies--label film)) 'recommendations
                (list :id (plist-get film :id))))

(defun movies-sort (sort &optional reverse)
  "List the favorites in the order of SORT, or the REVERSE with a prefix argument."
  (interactive (list (completing-read "Sort by: " '("starredAt" "title" "year" "rating") nil t) current-prefix-arg))
  (movies-favorites :sort sort :order (when reverse (if (equal sort "title") "desc" "asc"))))

(defun movies-filter (query)
  "List the favorites in which QUERY occurs, or all if it is empty."
  (interactive (list (read-string "Filter: ")))
  (movies-favorites :query (unless (string-blank-p query) query)))

(defun movies-log ()
  "Show which server is running, and what it has written to stderr."
  (interactive)
  (movies--ensure)
  (with-help-window "*Movies Log*"
    (let ((process (jsonrpc--process movies--server)) (info (plist-get movies--description :serverInfo)))
      (princ (format "%s %s\nProcess %d: %s\n\n%s" (plist-get info :name) (plist-get info :version) (process-id process)
                     (string-join (process-command process) " ") (movies--stderr movies--server))))))

(defun movies-restart ()
  "Start the server again, for example when a key was added."
  (interactive)
  (when movies--server (movies--stop movies--server))
  (auth-source-forget-all-cached)
  (movies--start))

;;;; Embark

(defvar movies-embark-map (make-sparse-keymap) "The keys with which Embark acts on films.")
(pcase-dolist (`(,key . ,command)
               '(("d" . movies-detail) ("s" . movies-star) ("u" . movies-unstar) ("o" . movies-browse)
                 ("t" . movies-trailers) ("w" . movies-where-to-watch) ("R" . movies-recommendations)))
  ;; Embark passes the candidate to a function that is not a command.
  (let ((action (intern (format "movies-embark-%s" (string-remove-prefix "movies-" (symbol-name command))))))
    (defalias action (lambda (candidate) (funcall command (movies--film candidate))))
    (define-key movies-embark-map key action)))
(defvar embark-keymap-alist)
(with-eval-after-load 'embark (add-to-list 'embark-keymap-alist '(movie movies-embark-map embark-general-map)))

(provide 'movies)
;;; movies.el ends here
