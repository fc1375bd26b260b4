#!/usr/bin/env python3
"""Types fast in a real Emacs in a terminal, and compares what arrives in the minibuffer and in the file behind it, and
what the return key opens. Also types while no answer comes, and looks at the screen.

usage: typing.py [OPTION…]   The options are Emacs's; with them it finds movies.el. MOVIE_SERVER is the server.
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

DEADLINE = 120
SECONDS_A_KEY = 0.03
PROMPT = "Search Built-in films: "
NOTES = "My notes: this text must not change.\n"
# Each starts the interface that shows candidates.
INTERFACES = {
    "default": "t",
    "Icomplete": "(icomplete-mode)",
    "vertical Fido": "(when (fboundp 'fido-vertical-mode) (fido-vertical-mode))",
    "Vertico": "(progn (require 'vertico) (vertico-mode))",
}
# What is typed, and what then stands in the minibuffer.
TYPED = {
    "the handmaiden": "the handmaiden",
    "memories of" + "\x7f" * 8 + "oldboy": "memoldboy",
    "기생충": "기생충",
}
# What is typed at first, the keys after its films show, and the buffer that they open; Vertico has its own keys.
OPENED = {
    ("bong joon ho\r", ""): "*Movies Parasite (2019)*",
    ("bong joon ho", "\x0e\x0e\r"): "*Movies Mickey 17 (2025)*",
    ("bong joon ho", "\x1b\r"): "*Movies Search: bong joon ho*",
}
SETUP = """(progn
  (require 'movies)
  (global-set-key "\\C-cm" #'movies-search)
  (setq movies-server-command (list (getenv "MOVIE_SERVER")) confirm-kill-processes nil)
  (advice-add 'movies--complete :after
              (lambda (query &rest _)
                (when (equal query (car movies--found)) (write-region query nil (concat (getenv "STATE") ".found") nil 'quiet))))
  (define-key special-event-map [sigusr1]
    (lambda ()
      (interactive)
      (let ((state (list :minibuffer (and (active-minibuffer-window)
                                          (with-current-buffer (window-buffer (active-minibuffer-window))
                                            (buffer-substring-no-properties (point-min) (point-max))))
                         :buffer (buffer-name (window-buffer (selected-window)))
                         :notes (with-current-buffer "notes.txt" (buffer-string))))
            (coding-system-for-write 'utf-8))
        (write-region (json-serialize state) nil (concat (getenv "STATE") ".new") nil 'quiet)
        (rename-file (concat (getenv "STATE") ".new") (getenv "STATE") t))))
  %s)"""


class Emacs:
    screen = b""

    def __init__(self, folder, options, setup):
        self._state = folder / "state"
        notes = folder / "notes.txt"
        notes.write_text(NOTES)
        environment = {**os.environ, "TERM": "xterm", "STATE": str(self._state), "XDG_DATA_HOME": str(folder)}
        command = [os.environ.get("EMACS", "emacs"), "-Q", "-nw", *options, "--eval", SETUP % setup, str(notes)]
        pid, self._terminal = pty.fork()
        if pid == 0:
            os.execvpe(command[0], command, environment)
        self._pid = pid
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))

    def read(self, seconds):
        """Read what it draws for some time. Otherwise it would block."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self._terminal], [], [], left)[0]:
                self.screen += os.read(self._terminal, 1 << 16)

    def type(self, text, seconds_a_key=SECONDS_A_KEY):
        for key in text:
            os.write(self._terminal, key.encode())
            self.read(seconds_a_key)

    def until(self, condition):
        end = time.monotonic() + DEADLINE
        state = {}
        while not condition(state):
            if time.monotonic() > end:
                return state
            if self._state.exists():  # or Emacs has not begun, and the signal would end it
                self._state.unlink()
            os.kill(self._pid, signal.SIGUSR1)
            while not self._state.exists() and time.monotonic() < end:
                self.read(0.01)
            state = json.loads(self._state.read_text()) if self._state.exists() else {}
        return state

    def until_found(self, query):
        """Wait for the films of a query. A signal would interrupt the wait of Emacs for them."""
        end = time.monotonic() + DEADLINE
        found = self._state.with_name("state.found")
        while not (found.exists() and found.read_text() == query) and time.monotonic() < end:
            self.read(0.01)

    def until_drawn(self, text):
        end = time.monotonic() + DEADLINE
        while text not in self.screen and time.monotonic() < end:
            self.read(0.01)
        return text in self.screen

    def close(self):
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._terminal)


def started(folder, options, setup, prompt):
    """Starts Emacs and a search."""
    ready = '(write-region "{}" nil (getenv "STATE") nil (quote quiet))'
    emacs = Emacs(folder, options, f"{setup} (add-hook 'emacs-startup-hook (lambda () {ready}))")
    end = time.monotonic() + DEADLINE
    while not (folder / "state").exists() and time.monotonic() < end:
        emacs.read(0.01)
    emacs.type("\x03m")
    emacs.until(lambda state: state.get("minibuffer") == prompt)
    return emacs


def shows_what_is_typed(options, setup):
    """Whether a word that comes at once is on the screen while no search is answered. Emacs may take it in parts."""
    with tempfile.TemporaryDirectory() as name:
        script = Path(name, "server")
        description = re.search("^<-- (.*)", Path("loading.rpc").read_text(), re.MULTILINE)[1]
        message = f"Content-Length: {len(description)}\r\n\r\n{description}"
        script.write_text(f"#!/bin/sh\nread line\nprintf %s '{message}'\nwhile read line; do :; done\n")
        script.chmod(0o755)
        command = f'(setq movies-server-command (list "{script}"))'
        emacs = started(Path(name), options, f"{setup} {command}", "Search x: ")
        try:
            emacs.screen = b""
            emacs.type("zebraQ", 0)
            return emacs.until_drawn(b"Q")  # It may draw some letters before the others.
        finally:
            emacs.close()


def main(options):
    status = 0
    for interface, setup in INTERFACES.items():
        if not shows_what_is_typed(options, setup):
            status = 1
            print(f"{interface}: what is typed is not shown before the answer", file=sys.stderr)
        cases = [((typed, ""), {"minibuffer": PROMPT + minibuffer}) for typed, minibuffer in TYPED.items()]
        if interface != "Vertico":
            cases += [(typed, {"buffer": buffer}) for typed, buffer in OPENED.items()]
        for (text, keys), expected in cases:
            expected["notes"] = NOTES
            with tempfile.TemporaryDirectory() as name:
                emacs = started(Path(name), options, setup, PROMPT)
                try:
                    emacs.type(text)
                    if keys:
                        emacs.until_found(text)
                        emacs.type(keys)
                    state = emacs.until(lambda state: expected.items() <= state.items())
                finally:
                    emacs.close()
                if not expected.items() <= state.items():
                    status = 1
                    print(f"{interface}, {text + keys!r}: {state}\n{emacs.screen[-2000:]!r}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
