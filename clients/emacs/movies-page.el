;;; movies-page.el --- Pages about films and people  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The page of a film, a person, a collection, reviews, the sections of a catalog, or statistics.

;;; Code:

(require 'movies-list)
(declare-function movies--insert-statistics "movies-library")

(defvar-local movies--expanded nil "The sections that are shown whole.")
(defvar-local movies--poster nil "The URL of the poster of this page, and the result for it.")

;;;; Lines

(defun movies--insert (text &optional face column note)
  "Insert a line with TEXT in FACE and, at COLUMN or in the middle, NOTE.
All lines of NOTE begin there, and so do those of `movies--wrap'."
  (insert (propertize text 'face face))
  (let* ((column (max (min (or column 0) (/ (movies--width) 2)) (1+ (current-column))))
         (lines (mapcar (lambda (line) (movies--cells `((,column . ,line)))) (when note (split-string note "\n")))))
    ;; A word that is longer than the rest of the line has no space at which it could end, so Emacs wraps it.
    (insert (propertize (string-join lines "\n") 'movies-indent column 'wrap-prefix `(space :align-to ,column)) "\n")))

(defun movies--open-page (url)
  "Open the web page at URL, and no other kind of URL, which could start anything."
  (if (and url (string-match-p "\\`https?://" url))
      (browse-url url)
    (user-error "%s" (movies--say "This film has no link."))))

(defun movies--button (label action &optional note)
  "Insert a line with a button LABEL for ACTION, a function or a URL, and NOTE."
  (insert-text-button label 'follow-link t
                      'action (lambda (_) (if (stringp action) (movies--open-page action) (funcall action))))
  (movies--insert "" nil 44 note))

(defconst movies--facts
  '(("Original title" :originalTitle) ("Released" :releaseDate) ("Status" :status) ("Minutes" :runtimeMinutes)
    ("Certification" :certification) ("Genres" :genres) ("Rating" :rating) ("Votes" :votes) ("Ratings" :ratings)
    ("My rating" :myRating) ("Tags" :tags) ("Awards" :awards) ("Languages" :languages) ("Countries" :countries)
    ("Companies" :companies) ("Keywords" :keywords) ("Budget (US$)" :budget) ("Revenue (US$)" :revenue)
    ("Born" :birthday) ("Place of birth" :placeOfBirth) ("Died" :deathday) ("Also known as" :alsoKnownAs)
    ("Stream" :stream) ("Free" :free) ("With ads" :ads) ("Rent" :rent) ("Buy" :buy) ("Country" :country) ("Note" :note))
  "The facts that pages show, and their members.")

(defun movies--insert-object (object)
  "Insert the poster, the texts, the facts and the links of OBJECT."
  (when-let* ((poster (and (eq object movies--page) (cdr movies--poster)))
              ;; Without a type, Emacs would choose a decoder by the content, which a stranger has made.
              (type (intern (string-remove-prefix "image/" (plist-get poster :mimeType))))
              (image (and (memq type '(avif gif jpeg png webp))
                          (ignore-errors (create-image (plist-get poster :path) type nil :max-width 300)))))
    (insert-image image "[poster]") (insert "\n"))
  (dolist (member '(:tagline :overview :biography))
    (when-let ((text (plist-get object member))) (movies--insert (concat text "\n"))))
  (pcase-dolist (`(,name ,member) movies--facts)
    (let* ((value (plist-get object member))
           (text (pcase (and value member)
                   ((or :votes :budget :revenue) (movies--number value))
                   (:country (movies--say value))
                   (_ (movies--text value)))))
      (unless (string-empty-p text) (movies--insert (movies--say name) 'shadow 18 text))))
  (dolist (url (delete-dups (delq nil (list (plist-get object :link) (plist-get object :homepage)))))
    (movies--button url url))
  (when-let ((attribution (plist-get (if (plist-get object :sections) (movies--catalog) object) :attribution)))
    (movies--insert attribution 'shadow)))

(defun movies--insert-entry (film about)
  "Insert a line with FILM, what is kept about it, and ABOUT or its directors."
  (let* ((width (movies--width)) (kept (movies--kept (plist-get film :id))) (signs (string-width kept))
         (column (movies--column width))
         (label (movies--cut-label film (- (min width column) 3 signs)))
         (at (if (< width 60) (+ 3 (string-width label) signs) column))
         (note (or about (if (< width 60) "" (movies--text (plist-get film :directors))))))
    (movies--insert-film film label `(,kept ,@(unless (string-empty-p note) `((,at . ,(movies--cut note (- width at)))))))))

(defun movies--insert-item (item)
  "Insert ITEM of a section, such as a film, a credit, a review or a link."
  (cl-destructuring-bind (&key id name personId character job kind url isFavorite author rating createdAt preview content
                               truncated viewing films &allow-other-keys)
      item
    (let ((about (or character (movies--name job) (movies--name kind))) (start (point)))
      (cond (isFavorite (movies--insert-entry item about))
            (preview
             (movies--insert author 'bold 44 (concat (when rating (format "%s/10  " (movies--text rating)))
                                                     (car (split-string (or createdAt "") "T"))))
             (put-text-property start (point) 'movies-section (intern id))
             (movies--insert (or content preview))
             (when (and (eq t truncated) (not content))
               (movies--button (movies--say "Read more") (lambda () (movies--show-reviews (plist-get movies--page :id) 1 id)))))
            (viewing (movies--insert-viewing (append (list :viewing item) movies--page)))
            (url (movies--button name url about))
            ((or personId id)
             (let ((method (if personId 'person 'collection)) (params (list :id (or personId id))))
               (movies--button name (lambda () (movies--show name method params))
                               (or about (when films (movies--count films))))))
            (name (movies--insert name nil 44 about))
            (t (movies--insert-object item))))))

(defun movies--show-reviews (film number &optional review)
  "Show page NUMBER of the reviews of the film with the id FILM, at REVIEW."
  (movies--show (movies--say "Reviews") 'reviews (list :id film :page number) review))

;;;; Sections

(defun movies--insert-heading (title)
  "Insert the heading of a section with TITLE, in the user's language."
  (insert "\n" (propertize (movies--say title) 'movies-section (intern title) 'face 'movies-heading) "\n"))

(defun movies--insert-section (title items &optional all)
  "Insert a section with TITLE and ITEMS: all, or some and a button for the others.
That button calls ALL, if given."
  (unless (seq-empty-p items)
    (movies--insert-heading title)
    (let ((rest (if (member title movies--expanded) 0 (- (length items) 12))))
      (seq-do #'movies--insert-item (if (> rest 0) (seq-take items 12) items))
      (when (or all (> rest 0))
        (movies--button (movies--say "More…") (or all (lambda () (push title movies--expanded) (movies--render))))))))

(defun movies--render ()
  "Show the result in this page; point stays."
  (cl-destructuring-bind (&key id title name sections isFavorite reviews hasMore page mark &allow-other-keys) movies--page
    (let ((point (point)) (inhibit-read-only t))
      (erase-buffer)
      (when isFavorite (insert (movies--star id) " "))
      (when (or title name)
        (insert (propertize (if title (movies--label movies--page) name) 'face 'movies-title)
                (if isFavorite (movies--kept id) "") "\n"))
      (when sections
        (movies--insert (plist-get (movies--catalog) :title) 'movies-title)
        (when-let ((hint (plist-get movies--description :hint))) (movies--insert hint 'shadow))
        (movies--insert (movies--key-line "RET" "/" "s" "b" "l" "h") 'shadow))
      (if (eq 'statistics (car movies--source)) (movies--insert-statistics movies--page)
        (movies--insert-object movies--page))
      (movies--insert-object (list :tags (plist-get mark :tags) :note (plist-get mark :note)))
      (let ((more (- (length (plist-get mark :diary)) 3)))
        (movies--insert-section "Diary" (seq-take (plist-get mark :diary) 3))
        (when (> more 0) (movies--button (movies--say "and {count} more. Diary: d" :count more) 'movies-diary)))
      (pcase-dolist (`(,title ,member)
                     '(("Films" :items) ("Cast" :castMembers) ("Crew" :crewMembers) ("Cast" :cast) ("Crew" :crew)
                       ("Where to watch" :whereToWatch) ("Trailers" :trailers) ("Reviews" :reviews)
                       ("Collection" :collection) ("Recommendations" :recommendations)
                       ("Directors" :directors) ("Actors" :actors)))
        (let ((value (plist-get movies--page member)))
          (movies--insert-section
           title (cond ((vectorp value) (seq-filter #'consp value)) ((plist-get value :items)) (value (list value)))
           (cond ((and (eq member :items) (eq t hasMore)) (lambda () (movies--show-reviews id (1+ page))))
                 ((and reviews (eq member :reviews) (< (length (plist-get reviews :items)) (plist-get reviews :total)))
                  (lambda () (movies--show-reviews id 1)))))))
      (seq-doseq (section sections)
        (cl-destructuring-bind (&key section title items error &allow-other-keys) section
          (movies--insert-section title (if error `[(:name ,(movies--explain error))] (seq-take items 12))
                                  (lambda () (movies--show title 'home `(:sections [,section]))))))
      (setq movies--layout (movies--measure))
      (movies--wrap)
      (set-buffer-modified-p nil)
      ;; Over the first film of home are the keys for it.
      (goto-char (or (and sections (= point 1) (text-property-not-all 1 (point-max) 'movies-film nil))
                     (min point (point-max)))))))

(defun movies--take-result (result)
  "Show RESULT in this page."
  (setq movies--page result movies--fetching nil)
  (movies--render)
  (when (plist-get result :title) (rename-buffer (format "*Movies %s*" (movies--label result)) 'unique))
  (when movies--section
    (if-let ((at (text-property-any (point-min) (point-max) 'movies-section (intern movies--section))))
        (dolist (window (cons nil (get-buffer-window-list nil nil t)))
          (if window (set-window-point window at) (goto-char at)))
      ;; A catalog without posters never tells where to watch.
      (message "%s" (if (and (equal movies--section "Where to watch") (not (movies--country (movies--locale)))
                             (movies--can-p "poster" (plist-get result :id)))
                        (movies--say "No country is set. Set the option movies-locale, such as “en-US”.")
                      (movies--say "{section}: nothing is known" :section (movies--say movies--section)))))
    (setq movies--section nil))
  (when-let ((url (and (display-graphic-p) (or (plist-get result :posterUrl) (plist-get result :profileUrl)))))
    (unless (equal url (car movies--poster))
      (movies--request 'poster (list :url url :width 300)
                       (lambda (poster) (setq movies--poster (cons url poster)) (movies--render)) #'ignore))))

(provide 'movies-page)
;;; movies-page.el ends here
