;;; movies-words.el --- The words and the language of movies.el  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Sentences in the user's language, errors as sentences, and members of results as texts.

;;; Code:

(require 'cl-lib)
(require 'movies-translations)
(require 'seq)
(require 'subr-x)

;;;###autoload (put 'movies 'custom-loads '(movies))
(defgroup movies nil "Films, searched and kept with movie-server." :group 'multimedia)
(defcustom movies-locale nil
  "The language and country, such as \"ko-KR\"; nil is that of the environment."
  :type '(choice (const :tag "That of the environment" nil) string))

;;;; Language and country

(defun movies--country (locale)
  "Return the country of LOCALE, if it has one."
  (let ((case-fold-search nil))
    (when (string-match "[-_]\\([A-Z][A-Z]\\)\\(?:[.@]\\|\\'\\)" (or locale "")) (match-string 1 locale))))

(defun movies--locale ()
  "Return the user's language and, if it is known, country.
A language without a country gets the one of the system's other formats."
  (let ((locale (or movies-locale (seq-find (lambda (value) (not (member value '(nil ""))))
                                            (mapcar #'getenv '("LC_ALL" "LC_MESSAGES" "LANG")) "C")))
        (country (seq-some (lambda (name) (movies--country (getenv name)))
                           '("LC_ALL" "LC_ADDRESS" "LC_MEASUREMENT" "LC_MONETARY" "LC_PAPER" "LC_TIME" "LANG"))))
    (if (or (movies--country locale) (not country)) locale
      (format "%s-%s" (if (string-match-p "\\`\\(?:C\\|POSIX\\)\\b" locale) "en" (car (split-string locale "[.@]"))) country))))

(defun movies--say (sentence &rest values)
  "Return SENTENCE in the user's language; VALUES are for its placeholders."
  (let ((table (cdr (assoc (car (split-string (movies--locale) "[-_.@]")) movies-translations))))
    (replace-regexp-in-string
     "{[a-z]+}" (lambda (name) (format "%s" (plist-get values (intern (concat ":" (substring name 1 -1))))))
     (or (cdr (assoc sentence table)) (cdr (assoc sentence (cdr (assoc "en" movies-translations)))) sentence) t t)))

;;;; Errors

(defun movies--explain (failure)
  "Return what the user should read about the error FAILURE, or nil."
  (cl-destructuring-bind (&key reason catalog detail &allow-other-keys) (plist-get failure :data)
    (unless (member reason '("cancelled" "superseded"))
      (if (assoc reason (cdr (assoc "en" movies-translations)))
          (movies--say reason :catalog (or catalog "the catalog") :detail detail)
        (let ((message (plist-get failure :message)))
          ;; The server begins its messages in lower case.
          (if (plist-get failure :code) (concat (upcase (substring message 0 1)) (substring message 1)) message))))))

(defun movies--fail (reason &rest data)
  "Signal an error for REASON with DATA."
  (user-error "%s" (movies--explain (list :data (append (list :reason reason) data)))))

(defun movies--report (failure)
  "Show the user the error FAILURE."
  (when-let ((sentence (movies--explain failure))) (message "%s" sentence)))

;;;; Texts

(defun movies--label (film)
  "Return the title and year of FILM."
  (concat (plist-get film :title) (when-let ((year (plist-get film :year))) (format " (%d)" year))))

(defun movies--cut (text width)
  "Return TEXT, cut if it is wider than WIDTH."
  (if (<= (string-width text) width) text (truncate-string-to-width text (max 0 width) nil nil (if (> width 0) "…"))))

(defun movies--cut-label (film width)
  "Return the title and year of FILM, the title cut to fit into WIDTH."
  (let* ((title (plist-get film :title)) (year (substring (movies--label film) (length title))))
    (concat (movies--cut title (- width (string-width year))) year)))

(defun movies--column (width)
  "Return the column after a film and its signs in a line of WIDTH."
  (max 46 (min 80 (/ width 2))))

(defun movies--narrow ()
  "Take signs such as ★ for one column wide in this buffer, as terminals do.
In Chinese, Japanese and Korean, Emacs takes them for two."
  (unless (display-graphic-p)
    (let ((widths char-width-table))
      (while (char-table-parent widths) (setq widths (char-table-parent widths)))
      (setq-local char-width-table widths))))

(defun movies--number (number)
  "Return NUMBER with a comma before each group of three digits."
  (reverse (string-join (seq-partition (reverse (number-to-string number)) 3) ",")))

(defun movies--count (count)
  "Return COUNT, a number or a text with one, in films."
  (if (member count '(1 "1")) (movies--say "1 film")
    (movies--say "{count} films" :count (if (numberp count) (movies--number count) count))))

(defun movies--text (value)
  "Return VALUE, which is a member of a result, as text."
  (cond ((stringp value) value)
        ((numberp value) (format (if (floatp value) "%.1f" "%d") value))
        ((vectorp value) (mapconcat #'movies--text value ", "))
        (t (string-trim (mapconcat (lambda (member) (plist-get value member)) '(:name :source :value) " ")))))

(defconst movies--names
  '(("trailer" . "Trailer") ("teaser" . "Teaser") ("clip" . "Clip") ("featurette" . "Featurette") ("spot" . "Spot")
    ("behindTheScenes" . "Behind the scenes") ("openingCredits" . "Opening credits") ("recap" . "Recap")
    ("bloopers" . "Bloopers")
    ("monday" . "Monday") ("tuesday" . "Tuesday") ("wednesday" . "Wednesday") ("thursday" . "Thursday")
    ("friday" . "Friday") ("saturday" . "Saturday") ("sunday" . "Sunday"))
  "The names of kinds of videos and of weekdays.")

(defun movies--name (word)
  "Return WORD, a kind or another member of a result, as a text for people."
  (cond ((not word) nil)
        ((string-match "\\`\\([0-9]\\{4\\}\\)s\\'" word) (movies--say "{year}s" :year (match-string 1 word)))
        ((movies--say (or (cdr (assoc word movies--names)) word)))))

(provide 'movies-words)
;;; movies-words.el ends here
