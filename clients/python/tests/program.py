"""The terminal interface as a program of its own in a real terminal, for the tests."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from .support import DEADLINE

from .terminal import TUITest  # isort: skip  # skips the tests without the extra

from rich.cells import cell_len

# To a cell, or another command, or a character.
OUTPUT = re.compile(
    r"\x1b\[(?P<row>\d+);(?P<column>\d+)H"
    r"|\x1b\[[\d;?<=>]*[ $]?[A-Za-z]|\x1b\][^\a]*\a|\x1bP.*?\x1b\\|\x1b[^\[\]P]"
    r"|(?P<text>[^\x1b])",
    re.DOTALL,
)


class Program:
    """The program in a terminal."""

    def __init__(self, pid: int, terminal: int) -> None:
        self.pid = pid
        self.shown = b""
        self.status: int | None = None
        self._terminal = terminal
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._unread = ""
        self._cells: dict[tuple[int, int], str] = {}
        self._row = self._column = 0

    def type(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def until(self, *texts: str, after: str = "") -> None:
        """Wait until it has written the texts."""
        end = time.monotonic() + DEADLINE
        while not all(text.encode() in self._shown_after(after) for text in texts):
            if not self._read() or time.monotonic() > end:
                raise AssertionError(f"it did not happen: {self.shown[-2000:]!r}")

    def until_screen(self, condition: Callable[[str], object]) -> None:
        """Wait until its screen is as described."""
        end = time.monotonic() + DEADLINE
        while not condition(self.screen):
            if not self._read() or time.monotonic() > end:
                raise AssertionError(f"it did not happen: {self.screen}")

    @property
    def screen(self) -> str:
        """What stands in the terminal now."""
        rows = range(max((row for row, _ in self._cells), default=0) + 1)
        columns = range(max((column for _, column in self._cells), default=0) + 1)
        return "\n".join("".join(self._cells.get((row, each), " ") for each in columns).rstrip() for row in rows)

    def resize(self, columns: int, lines: int) -> None:
        self._cells.clear()
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def _draw(self, chunk: bytes) -> None:
        """Draw as Textual does, which goes to a cell and writes."""
        end = 0
        self._unread += self._decode(chunk)
        while match := OUTPUT.match(self._unread, end):
            end = match.end()
            if match["row"]:
                self._row, self._column = int(match["row"]) - 1, int(match["column"]) - 1
            elif match["text"]:
                width = cell_len(match["text"])
                for cell in range(width):
                    self._cells[self._row, self._column + cell] = "" if cell else match["text"]
                self._column += width
        self._unread = self._unread[end:]

    def _shown_after(self, text: str) -> bytes:
        return self.shown.partition(text.encode())[2] if text else self.shown

    def end(self) -> int:
        """Wait until it has ended. Returns its status."""
        while self._read():
            pass
        self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.status

    def close(self) -> None:
        os.close(self._terminal)
        if self.status is None:  # its terminal is gone
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self) -> bool:
        if not select.select([self._terminal], [], [], DEADLINE)[0]:
            raise AssertionError(f"it did not happen in time: {self.shown[-2000:]!r}")
        try:
            chunk = os.read(self._terminal, 65536)
        except OSError:  # the other side is closed
            return False
        self.shown += chunk
        self._draw(chunk)
        if b"\x1b[c" in chunk:
            os.write(self._terminal, b"\x1b[?62;22c")  # it has colors, and no pictures
        return bool(chunk)


class ProgramTest(TUITest):
    @contextmanager
    def program(
        self, *options: str, early: Sequence[bytes] = (), columns: int = 100, **variables: str
    ) -> Iterator[Program]:
        """Run it. `early` is what the user types while it starts."""
        words = ["-m", "movieserver", "tui", "--catalog", "builtin", "--data-dir", str(self.data_dir), *options]
        pid, terminal = pty.fork()
        if pid == 0:
            terminal_variables = {"LC_ALL": "", "NO_COLOR": "", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
            os.execve(sys.executable, [sys.executable, *words], {**os.environ, **terminal_variables, **variables})
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
        program = Program(pid, terminal)
        try:
            for keys in early:
                os.write(terminal, keys)
                time.sleep(0.03)
            yield program
        finally:
            program.close()
