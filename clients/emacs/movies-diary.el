;;; movies-diary.el --- Viewings, statistics and files  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Viewings are logged, listed by month, edited, deleted and counted; the library is imported and exported.

;;; Code:

(require 'movies-library)

;;;; Viewings

(defun movies--day (text)
  "Return TEXT as a day; it is `:null' if that is unknown."
  (let ((text (string-trim text)))
    (cond ((equal text "?") :null)
          ((string-match-p "\\`-[0-9]\\{1,5\\}\\'" text)
           (format-time-string "%F" (time-add nil (* 86400 (string-to-number text)))))
          ((not (string-match-p "\\`[0-9]\\{4\\}-[0-9]\\{2\\}-[0-9]\\{2\\}\\'" text))
           (user-error "%s" (movies--say "A day is written like {day}." :day (format-time-string "%F"))))
          ;; Of a day such as February 30 it makes another one.
          ((not (equal text (ignore-errors (format-time-string "%F" (date-to-time (concat text " 12:00"))))))
           (user-error "%s" (movies--say "There is no such day.")))
          ;; Elsewhere it may be tomorrow already.
          ((string< (format-time-string "%F" (time-add nil 86400)) text)
           (user-error "%s" (movies--say "This day is in the future.")))
          (text))))

(defun movies--read-viewing (film former)
  "Read a viewing of FILM, a text, in the place of FORMER."
  (cl-destructuring-bind (&key date rating note rewatch viewing &allow-other-keys) former
    (append (let ((day (cond (date) (viewing "?") ((format-time-string "%F")))))
              (list :date (movies--ask (movies--say "Watched {film} on ({day}; -1 is yesterday, ? is some day): "
                                                    :film film :day day)
                                       #'movies--day nil day)))
            (list :rating (or (movies--ask (movies--say "Rating, 0.5 to 10, empty for none: ") #'movies--rating
                                           (when rating (movies--text rating)))
                              (if viewing :null)))
            (when (or viewing current-prefix-arg)
              (list :note (read-string (movies--say "Note: ") note)))
            (list :rewatch (if (if (or viewing current-prefix-arg) (y-or-n-p (movies--say "Had you seen it before? ")) rewatch)
                               t :json-false)))))

;;;###autoload
(defun movies-watched (films viewing)
  "Log a VIEWING, params of `logViewing', of FILMS.
With a prefix argument, ask for a note and whether it is a rewatch, too."
  (interactive
   (let ((films (movies--listed (movies--arguments "Watched: "))))
     (list films (movies--read-viewing (movies--names films) (list :rewatch (movies--all-p :viewings films))))))
  (let ((films (movies--listed films)))
    (movies--change
     (if (seq-some (lambda (film) (plist-get (movies--kept-of film) :watchlistedAt)) films)
         "Logged a viewing of {film}, now off the watchlist."
       "Logged a viewing of {film}.")
     films
     (mapcar (lambda (film)
               (let ((before (movies--kept-of film)))
                 `(logViewing (:id ,(plist-get film :id) ,@viewing)
                              . ,(lambda (result)
                                   `((deleteViewing (:viewing ,(plist-get (plist-get result :viewing) :viewing)))
                                     ,(movies--former film before '(:watchlist :rating)))))))
             films))))

(defun movies--viewing ()
  "Return the film of the viewing at point and a request to restore it."
  (let* ((film (get-text-property (line-beginning-position) 'movies-film)) (viewing (plist-get film :viewing)))
    (unless viewing (user-error "%s" (movies--say "There is no viewing here.")))
    (list film `(logViewing (:movie ,film :keepOnWatchlist t
                             ,@(cl-loop for name in '(:viewing :date :rating :note)
                                        nconc (list name (or (plist-get viewing name) :null)))
                             :rewatch ,(or (plist-get viewing :rewatch) :json-false))))))

(defun movies-edit-viewing ()
  "Edit the viewing at point."
  (interactive)
  (pcase-let* ((`(,film ,former) (movies--viewing)) (viewing (plist-get film :viewing)))
    (movies--change "Changed the viewing of {film}." (list film)
                    `((logViewing (:viewing ,(plist-get viewing :viewing) ,@(movies--read-viewing (movies--label film) viewing))
                                  . ,(lambda (_) (list former)))))))

(defun movies-delete-viewing ()
  "Delete the viewing at point."
  (interactive)
  (pcase-let ((`(,film ,former) (movies--viewing)))
    (movies--change "Deleted the viewing of {film}." (list film)
                    `((deleteViewing (:viewing ,(plist-get (plist-get film :viewing) :viewing))
                                     . ,(lambda (_) (list former)))))))

;;;###autoload
(defun movies-diary ()
  "List the viewings by month, last first."
  (interactive)
  (movies--show (movies--say "Diary") 'diary nil))

;;;; Statistics

;;;###autoload
(defun movies-statistics (&optional year)
  "Count the viewings of YEAR; with a prefix argument ask for it, else count all."
  (interactive (list (when current-prefix-arg (read-number (movies--say "Year: ") (nth 5 (decode-time))))))
  (movies--show (concat (movies--say "Statistics") (when year (format " %d" year))) 'statistics
                (when year (list :from (format "%d-01-01" year) :to (format "%d-12-31" year)))))

(defun movies--insert-bars (title groups)
  "Insert a section with TITLE and a bar for each of GROUPS."
  (unless (seq-empty-p groups)
    (movies--insert-heading title)
    (let* ((count (lambda (group) (or (plist-get group :viewings) (plist-get group :films))))
           (most (seq-max (seq-map count groups))) (longest (max 4 (min 40 (- (movies--width) 30)))))
      (seq-doseq (group groups)
        (movies--insert (movies--name (or (plist-get group :name) (movies--text (plist-get group :rating)))) nil 22
                        (concat (propertize (make-string (max 1 (/ (* longest (funcall count group)) most)) ?█)
                                            'face 'movies-mark)
                                " " (movies--number (funcall count group))))))))

(defun movies--insert-statistics (statistics)
  "Insert the counts of STATISTICS."
  (cl-destructuring-bind (&key viewings films rewatches minutes byMonth &allow-other-keys) statistics
    (pcase-dolist (`(,name ,count) `(("Viewings" ,viewings) ("Films" ,films) ("Rewatches" ,rewatches)
                                     ("Hours" ,(/ (+ 30 minutes) 60))))
      (movies--insert (movies--say name) 'shadow 22 (movies--number count)))
    (if (<= (length byMonth) 36) (movies--insert-bars "By month" byMonth)
      (movies--insert-bars
       "By year" (cl-loop for (year . months) in (seq-group-by (lambda (month) (substring (plist-get month :name) 0 4)) byMonth)
                          collect (list :name year :viewings (cl-loop for month in months sum (plist-get month :viewings))))))
    (pcase-dolist (`(,title ,member) '(("My ratings" :ratings) ("By genre" :byGenre) ("By decade" :byDecade)
                                       ("By country" :byCountry) ("By language" :byLanguage) ("By weekday" :byWeekday)))
      (movies--insert-bars title (plist-get statistics member)))))

;;;; Files

;;;###autoload
(defun movies-import (path &optional overwrite)
  "Add what Letterboxd, IMDb, Trakt or movie-server has exported to PATH.
First say what would change, and ask.  OVERWRITE, the prefix argument,
replaces what was set before.  An import cannot be undone, and no
change before it."
  (interactive (list (read-file-name (movies--say "Import the file, archive or folder: ") nil nil t) current-prefix-arg))
  (let ((params (list :path (expand-file-name path) :overwrite (if overwrite t :json-false))))
    (cl-destructuring-bind (&key added changed unmatched unmatchedTotal &allow-other-keys)
        (movies--wait 'importLibrary (append '(:dryRun t) params))
      (let ((nothing (zerop (+ added changed))) (missing (or unmatchedTotal (length unmatched))))
        (if (not (or nothing
                     (y-or-n-p
                      (concat (movies--say "Add {added} and change {changed}? "
                                           :added (movies--count added) :changed (movies--count changed))
                              (if (eql 1 missing) (movies--say "1 row has no film. ")
                                (movies--say "{missing} rows have no film. " :missing (movies--number missing)))
                              (movies--say "An import cannot be undone, and no change before it. ")))))
            (message nil)
          (let ((path (plist-get (movies--wait 'importLibrary params) :unmatchedPath)))
            (unless nothing (setq movies--undo nil))
            (message "%s" (cond (path (movies--say "Imported. The rows without a film are in {path}" :path path))
                                (nothing (movies--say "There is nothing to import."))
                                ((movies--say "Imported."))))))))))

;;;###autoload
(defun movies-export (path &optional letterboxd)
  "Write the library to PATH: JSON or, if it ends with .csv, CSV.
LETTERBOXD, the prefix argument, makes the CSV that Letterboxd imports."
  (interactive (list (read-file-name (movies--say "Export to (.json or .csv): ") nil nil nil "movies.json") current-prefix-arg))
  (when (or (not (file-exists-p path)) (y-or-n-p (movies--say "Replace {path}? " :path path)))
    (cl-destructuring-bind (&key path entries &allow-other-keys)
        (movies--wait 'exportLibrary (list :path (expand-file-name path) :format (when letterboxd "letterboxd")))
      (message "%s: %s" path (movies--count entries)))))

(provide 'movies-diary)
;;; movies-diary.el ends here
