;;; eglot.el --- films in an Org file with eglot -*- lexical-binding: t -*-

;; MOVIE_SERVER is the server.

(require 'ert)
(require 'eglot)

(setq ert-batch-backtrace-right-margin 120
      eglot-sync-connect 120
      eglot-connect-timeout 120
      eglot-events-buffer-size 0
      make-backup-files nil)
(add-to-list 'eglot-server-programs `(org-mode . (,(getenv "MOVIE_SERVER") "lsp")))

(defun notes-request (method &rest params)
  "Send a request for METHOD about this place with PARAMS."
  (jsonrpc-request (eglot--current-server-or-lose) method
                   (append (eglot--TextDocumentPositionParams) params)))

(ert-deftest films-in-notes ()
  (let ((file (expand-file-name "films.org" (getenv "HOME"))))
    (with-temp-file file (insert "* Films 😀\n\n- Oldboy (2003)\n- "))
    (find-file file)
    (org-mode)
    (apply #'eglot--connect (eglot--guess-contact))
    (eglot--maybe-activate-editing-mode)
    (should eglot--managed-mode)
    ;; Complete.
    (goto-char (point-max))
    (insert "😀 [[paras")
    (let* ((found (eglot-completion-at-point))
           (candidates (all-completions "[[paras" (nth 2 found)))
           (exit (plist-get (nthcdr 3 found) :exit-function))
           (choice (seq-find (lambda (each) (string-search "Parasite (2019)" each)) candidates)))
      (should choice)
      (delete-region (nth 0 found) (point))
      (insert choice)
      (funcall exit choice 'finished))
    (should (equal (buffer-substring (line-beginning-position) (line-end-position))
                   "- 😀 [[https://www.imdb.com/title/tt6751668/][Parasite (2019)]]"))
    ;; Hover.
    (backward-char 8)
    (eglot--signal-textDocument/didChange)
    (let ((hover (notes-request :textDocument/hover)))
      (should (string-search "Parasite (2019)" (eglot--hover-info (plist-get hover :contents)
                                                                  (plist-get hover :range)))))
    ;; Star by a code action.
    (cl-letf ((last-nonmenu-event ?x) ; no pop-up menu
              ((symbol-function 'completing-read)
               (lambda (_prompt menu &rest _)
                 (car (seq-find (lambda (each) (string-prefix-p "Star Parasite" (car each))) menu)))))
      (call-interactively #'eglot-code-actions))
    (let ((hints (jsonrpc-request (eglot--current-server-or-lose) :textDocument/inlayHint
                                  (list :textDocument (eglot--TextDocumentIdentifier)
                                        :range '(:start (:line 0 :character 0) :end (:line 9 :character 0))))))
      (should (equal (mapcar (lambda (hint) (plist-get hint :label)) hints) '("2003 · 120 min" "★ 2019 · 132 min"))))
    ;; Search.
    (let ((found (xref-backend-apropos 'eglot "기생충")))
      (should (string-search "Parasite" (xref-item-summary (car found)))))
    (set-buffer-modified-p nil)
    (eglot-shutdown (eglot--current-server-or-lose) nil 120)))

;;; eglot.el ends here
