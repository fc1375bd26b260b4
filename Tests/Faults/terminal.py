"""Programs in terminals of their own, whose keys are pressed and whose output is read."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence

SECONDS = 60


class Failure(Exception):
    pass


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]):
        self.output = b""
        self.pid, self._descriptor = pty.fork()
        if self.pid == 0:
            os.execvpe(words[0], list(words), dict(environment))
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 150, 0, 0))

    def press(self, keys: str) -> None:
        os.write(self._descriptor, keys.encode())

    def wait_for(self, mark: bytes, what: str, start: int = 0, keys: str = "", every: float = 3) -> None:
        """Waits until the program has written a text after a position of its output; presses keys again and again."""
        deadline = time.monotonic() + SECONDS
        pressed = float("-inf")
        while mark not in self.output[start:]:
            if keys and time.monotonic() > pressed + every:
                pressed = time.monotonic()
                self.press(keys)
            if time.monotonic() > deadline:
                raise Failure(f"{what}: {mark!r} is not shown, but {self.output[-2_000:]!r}")
            if not self.read(0.2):
                raise Failure(f"{what}: it has ended: {self.output[-2_000:]!r}")

    def read(self, seconds: float) -> bool:
        """Reads what there is; false at the end."""
        if select.select([self._descriptor], [], [], seconds)[0]:
            try:
                part = os.read(self._descriptor, 1 << 16)
            except OSError:  # Linux's way to say that the program has closed its terminal
                return False
            self.output += part
            return part != b""
        return True

    def end(self) -> int | None:
        """Waits for the end of the program. Returns its status; None if it had to be killed."""
        deadline = time.monotonic() + SECONDS
        while self.read(0.2) and time.monotonic() < deadline:
            pass
        while time.monotonic() < deadline:
            if (found := os.waitpid(self.pid, os.WNOHANG))[0]:
                self.pid = 0
                return os.waitstatus_to_exitcode(found[1])
            time.sleep(0.01)
        return None

    def destroy(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._descriptor)
