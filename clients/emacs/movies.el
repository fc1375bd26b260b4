;;; movies.el --- Search films and keep a library of them  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 the movie-server authors
;; Author: the movie-server authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1") (jsonrpc "1.0.14"))
;; Keywords: multimedia, hypermedia
;; URL: https://github.com/movie-server/movie-server
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A client of movie-server, which searches films, shows details and keeps
;; favorites, a watchlist, a diary, ratings, notes and tags.  A thousand films
;; are built in and need no key and no network.
;;
;;   M-x movies            the sections of the catalog, and where to begin
;;   M-x movies-search     search as you type: RET opens the first film, M-RET
;;                         lists all that your text finds
;;   M-x movies-favorites, movies-watchlist, movies-diary, movies-statistics
;;
;; In these buffers `h' shows all keys, as the menu does.  README.md tells of
;; the keys of catalogs, the options and the packages that this one works with.

;;; Code:

(require 'movies-library)

;;;; Lists

;;;###autoload
(defun movies ()
  "Show the sections of the catalog or, if it has none, the favorites."
  (interactive)
  (if (movies--can-p "home") (movies--show (movies--say "Home") 'home nil) (movies-favorites)))

;;;###autoload
(defun movies-search (film)
  "Search as you type and show FILM, or list the results for this text."
  (interactive (progn (movies--begin)
                      (list (movies--read (movies--say "Search {catalog}: " :catalog (plist-get (movies--catalog) :title))))))
  (if (not (stringp film)) (movies-detail film)
    (when (string-blank-p film) (user-error "%s" (movies--say "Nothing was entered.")))
    (movies--show (movies--say "Search: {query}" :query film) 'search (list :query film :list (concat "list: " film)))))

(defconst movies--choices
  '(("starred" . "Favorites") ("watchlist" . "Watchlist") ("all" . "All films") ("viewed" . "Viewed")
    ("unviewed" . "Not viewed") ("rated" . "Rated") ("tagged" . "Tagged")
    ("starredAt" . "Time of the star") ("watchlistedAt" . "Time on the watchlist") ("changedAt" . "Last change")
    ("lastViewed" . "Last viewing") ("title" . "Title") ("year" . "Year") ("releaseDate" . "Release date")
    ("rating" . "Rating") ("myRating" . "My rating") ("popularity" . "Popularity") ("runtime" . "Length") ("random" . "Random"))
  "The filters and the orders of lists, and the user's words for them.")

(defun movies--choice (choice)
  "Return the user's words for CHOICE, a filter, a tag or an order."
  (if-let ((words (cdr (assoc choice movies--choices)))) (movies--say words) choice))

(defun movies--choose (prompt &rest choices)
  "Read with PROMPT one of CHOICES in the user's words, the first by default."
  (let* ((names (mapcar (lambda (choice) (cons (movies--choice choice) choice)) (delete-dups choices)))
         (first (caar names)) (completion-ignore-case t)
         (name (completing-read (movies--say prompt :choice first) names nil t nil nil first)))
    ;; What was typed can differ in case from the name that it completes.
    (cdr (assoc-string name names t))))

(defvar movies--filter "watchlist" "The filter of the list of the library that was shown last.")

;;;###autoload
(defun movies-library (filter)
  "List the films of the library that fulfil FILTER, such as \"viewed\".
With # before it, it is a tag."
  (interactive
   (progn
     (movies--begin)
     (list (apply #'movies--choose "Which films ({choice}): "
                  movies--filter "starred" "watchlist" "all" "viewed" "unviewed" "rated" "tagged"
                  (mapcar (lambda (tag) (concat "#" (plist-get tag :name))) (plist-get (movies--wait 'tags nil) :tags))))))
  (setq movies--filter filter)
  (let ((tag (when (string-prefix-p "#" filter) (substring filter 1))))
    (movies--show (if (member filter '("starred" "watchlist")) (movies--choice filter)
                    (movies--say "Library: {filter}" :filter (movies--choice filter)))
                  'library
                  (list :filter (if tag "all" filter) :tag tag
                        :sort (pcase filter ("starred" "starredAt") ("watchlist" "watchlistedAt"))))))

(defun movies--params ()
  "Return the params of this list of the library; elsewhere, signal an error."
  (unless (eq 'library (car movies--source))
    (user-error "%s" (movies--say "This is possible in favorites, the watchlist and the library.")))
  (copy-sequence (cadr movies--source)))

(defun movies--show-with (&rest new)
  "Show this list of the library with NEW params in the place of its own."
  (let ((params (movies--params)))
    (cl-loop for (name value) on new by #'cddr do (setq params (plist-put params name value)))
    (movies--show nil 'library params)))

;;;###autoload
(defun movies-favorites ()
  "List the favorites."
  (interactive)
  (movies-library "starred"))

;;;###autoload
(defun movies-watchlist ()
  "List the watchlist."
  (interactive)
  (movies-library "watchlist"))

;;;###autoload
(defun movies-discover (genres years sort)
  "List films of GENRES and YEARS, the first and the last, in the order of SORT."
  (interactive
   (progn
     (movies--require "discover")
     (list (let ((genres (plist-get (movies--wait 'genres nil) :genres)) (completion-ignore-case t))
             (completing-read-multiple (movies--say "Genres, empty for all: ") (mapcar #'movies--text genres) nil t))
           (movies--ask (movies--say "Years, such as 1990-1999, empty for all: ") #'movies--years)
           ;; The built-in films have no ratings.
           (apply #'movies--choose "Sort by ({choice}): " "popularity"
                  (remove (if (equal "builtin" (plist-get (movies--catalog) :name)) "rating")
                          '("rating" "releaseDate" "title" "random"))))))
  (movies--show (movies--say "Discover") 'discover
                (list :genres (vconcat genres) :yearFrom (car years) :yearTo (car (last years))
                      :sort sort :seed (when (equal sort "random") (random 1000000)))))

(defun movies--years (text)
  "Return the years in TEXT: none, one, or the first and the last.
One of those is nil in a range such as 2000- or -1980, which is open."
  (unless (string-match-p "\\`\\(?:[0-9]\\{4\\}\\(?:[-–]\\(?:[0-9]\\{4\\}\\)?\\)?\\|[-–][0-9]\\{4\\}\\)?\\'" text)
    (user-error "%s" (movies--say "Years are written like 1990-1999.")))
  (let ((years (sort (mapcar #'string-to-number (split-string text "[^0-9]" t)) #'<)))
    (cond ((string-match-p "[-–]\\'" text) (append years '(nil)))
          ((string-match-p "\\`[-–]" text) (cons nil years))
          (years))))

(defun movies-sort (sort &optional reverse)
  "Show this list of the library in the order of SORT.
REVERSE, the prefix argument, turns it round."
  (interactive (list (movies--choose "Sort by ({choice}): " (or (plist-get (movies--params) :sort) "changedAt") "starredAt" "watchlistedAt"
                                     "changedAt" "title" "year" "rating" "myRating" "lastViewed" "runtime" "random")
                     current-prefix-arg))
  (movies--show-with :sort sort :seed (when (equal sort "random") (random 1000000))
                     :order (when reverse (if (equal sort "title") "desc" "asc"))))

(defun movies-filter (query)
  "Show the films of this list in which QUERY occurs, or all if it is empty."
  (interactive (progn (movies--params) (list (read-string (movies--say "Filter: ")))))
  (movies--show-with :query (unless (string-blank-p query) query)))

;;;; One film

;;;###autoload
(defun movies-detail (film &optional section)
  "Show FILM, at SECTION if that is not nil."
  (interactive (list (car (movies--arguments "Film: "))))
  (let ((film (movies--film film)))
    (movies--show (movies--label film) 'detail (list :id (plist-get film :id)) section)))

(defun movies-open ()
  "Show the film of this row; in its page, edit the viewing of this row."
  (interactive)
  (let ((film (or (movies--row) (user-error "%s" (movies--say "There is no film here.")))))
    (if (and (eq 'detail (car movies--source)) (plist-get film :viewing)) (movies-edit-viewing) (movies-detail film))))

(defun movies-display (film)
  "Show FILM in another window."
  (interactive (list (car (movies--arguments "Film: "))))
  (save-selected-window
    (switch-to-buffer-other-window (current-buffer))
    (movies-detail film)))

(defun movies-browse (film)
  "Open the page of FILM in a browser."
  (interactive (list (car (movies--arguments "Film: "))))
  (movies--open-page (plist-get film :link)))

(defun movies-copy-link (films)
  "Copy the links of FILMS."
  (interactive (list (movies--arguments "Copy the link of: ")))
  (let ((links (delq nil (mapcar (lambda (film) (plist-get film :link)) films))))
    (unless links (user-error "%s" (movies--say "This film has no link.")))
    (kill-new (string-join links "\n"))
    (message "%s" (string-join links " "))))

(defun movies-trailers (film)
  "Show the trailers of FILM."
  (interactive (list (car (movies--arguments "Trailers of: "))))
  (movies-detail film "Trailers"))

(defun movies-where-to-watch (film)
  "Show where to watch FILM."
  (interactive (list (car (movies--arguments "Where to watch: "))))
  (movies-detail film "Where to watch"))

(defun movies-recommendations (film)
  "List films similar to FILM."
  (interactive (list (car (movies--arguments "Films similar to: "))))
  (movies--require "recommendations" (plist-get film :id))
  (movies--show (movies--say "Recommendations: {film}" :film (movies--label film)) 'recommendations
                (list :id (plist-get film :id))))

;;;; The server

;;;###autoload
(defun movies-login ()
  "Log in at a catalog, such as TMDB, in the browser."
  (interactive)
  (movies--begin)
  (let* ((able (lambda (catalog) (seq-contains-p (plist-get catalog :capabilities) "login")))
         (name (plist-get (seq-find able (plist-get movies--description :catalogs)) :name))
         (hint (plist-get movies--description :hint)))
    (unless name
      (user-error "%s %s" (movies--say "No catalog has a login. Set a key first.")
                  ;; After its first sentence the hint says how a key is set.
                  (if hint (replace-regexp-in-string "\\`.*?\\. +" "" hint) (movies--say "catalogNotConfigured" :catalog "tmdb"))))
    (cl-destructuring-bind (&key url requestToken &allow-other-keys) (movies--wait 'login (list :catalog name))
      (movies--open-page url)
      (when (y-or-n-p (movies--say "Have you approved the login at {url}? " :url url))
        (movies--wait 'completeLogin (list :catalog name :requestToken requestToken))
        (message "%s" (movies--say "Logged in at {catalog}" :catalog name))))))

;;;###autoload
(defun movies-log ()
  "Show which server is running, and what it has written to stderr."
  (interactive)
  (let ((problem (movies--problem)) (help-window-select t))
    (with-help-window (format "*Movies %s*" (movies--say "Log"))
      (princ (if problem (format "%s\n\n%s" (string-join movies--command " ") problem)
               (let ((process (jsonrpc--process movies--server)) (info (plist-get movies--description :serverInfo)))
                 (format "%s %s\nProcess %d: %s\n%s\n%s" (plist-get info :name) (plist-get info :version) (process-id process)
                         (string-join (process-command process) " ") (or movies--end "") (movies--stderr movies--server))))))))

;;;###autoload
(defun movies-restart ()
  "Start the server again, for example when a key was added."
  (interactive)
  (auth-source-forget-all-cached)
  (movies--restart)
  (when (and (eq major-mode 'movies-mode) (not movies--source)) (revert-buffer))) ; It shows what `movies--begin' has said.

;;;; Org and Embark

(declare-function org-link-set-parameters "ol")
(declare-function org-link-store-props "ol")

(defun movies--store-link ()
  "Store a link to the film at point or of this page for Org."
  (when-let ((film (and movies--source (or (movies--row) (when (eq 'detail (car movies--source)) movies--page)))))
    (org-link-store-props :type "movies" :link (concat "movies:" (plist-get film :id)) :description (movies--label film))))

(with-eval-after-load 'ol
  (org-link-set-parameters "movies" :follow (lambda (id &rest _) (movies-detail id)) :store #'movies--store-link))

(defvar movies-embark-map (make-sparse-keymap) "The keys with which Embark acts on films.")
(pcase-dolist (`(,key . ,command)
               '(("d" . movies-detail) ("s" . movies-star) ("u" . movies-unstar) ("b" . movies-watch) ("o" . movies-browse)
                 ("t" . movies-trailers) ("w" . movies-where-to-watch) ("R" . movies-recommendations)))
  ;; Embark passes the candidate to a function that is not a command.
  (let ((action (intern (format "movies-embark-%s" (string-remove-prefix "movies-" (symbol-name command))))))
    (defalias action (lambda (candidate) (funcall command (movies--film candidate))))
    (define-key movies-embark-map key action)))
(defvar embark-keymap-alist)
(with-eval-after-load 'embark (add-to-list 'embark-keymap-alist '(movie movies-embark-map embark-general-map)))

(provide 'movies)
;;; movies.el ends here
