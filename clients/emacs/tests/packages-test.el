;;; packages-test.el --- movies.el with other packages, where they are installed  -*- lexical-binding: t -*-

(add-to-list 'load-path (file-name-directory (or load-file-name buffer-file-name)))
(require 'support)

(ert-deftest movies-test-embark-acts-on-a-candidate ()
  (skip-unless (require 'embark nil t))
  (movies-test-with-server nil
    (should (equal '("Oldboy (2003)") (movies--complete "oldb")))
    (should (memq 'movies-embark-map (alist-get 'movie embark-keymap-alist)))
    (save-window-excursion
      (embark--act (lookup-key movies-embark-map "s") '(:type movie :target "Oldboy (2003)")))
    (movies-test-wait (plist-get (gethash "builtin:tt0364569" movies--marks) :starredAt))))

(ert-deftest movies-test-marginalia-keeps-the-annotations ()
  (skip-unless (require 'marginalia nil t))
  (movies-test-with-server nil
    (marginalia-mode)
    (unwind-protect
        (let ((completion-extra-properties nil))
          (movies--complete "oldb")
          (with-temp-buffer
            (should (eq #'movies--affix
                        (completion-metadata-get (completion-metadata "oldb" #'movies--table nil) 'affixation-function)))))
      (marginalia-mode -1))))

(ert-deftest movies-test-vertico-shows-candidates-as-you-type ()
  (skip-unless (require 'vertico nil t))
  (movies-test-with-server nil
    (let ((minibuffer-completion-table #'movies--table))
      (should (equal '("Parasite (2019)") (alist-get 'vertico--candidates (vertico--recompute 3 "기생충")))))))

(ert-deftest movies-test-the-package-installs ()
  (let* ((home (make-temp-file "home" t))
         (process-environment (cons (concat "HOME=" home) process-environment))
         (emacs (lambda (form)
                  (with-temp-buffer
                    (should (equal 0 (call-process (expand-file-name invocation-name invocation-directory) nil '(t nil) nil
                                                   "-Q" "--batch" "-f" "package-initialize" "--eval" (format "%S" form))))
                    (buffer-string)))))
    (unwind-protect
        (progn
          (funcall emacs `(package-install-file ,(expand-file-name ".." movies-test-folder)))
          (should (equal "(t t t t)" (funcall emacs '(princ (mapcar (lambda (command) (autoloadp (symbol-function command)))
                                                                    '(movies-search movies-log movies-restart movies-diary))))))
          (should (equal "Films, searched and kept with movie-server."
                         (funcall emacs '(progn (custom-load-symbol 'movies) (princ (get 'movies 'group-documentation))))))
          (should (equal "movies-mode" (funcall emacs '(progn (movies-favorites) (princ major-mode))))))
      (delete-directory home t))))

(provide 'packages-test)
;;; packages-test.el ends here
