"""One server process: its pipes, signals, limits, and what /proc says about it."""

from __future__ import annotations

import contextlib
import errno
import math
import os
import resource
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence

from clock import Clock

TICKS = os.sysconf("SC_CLK_TCK")


class ServerProcess:
    """A running server, whose stderr goes to a file."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], errors: str):
        self.clock = Clock()
        self.errors = errors
        self.was_killed = False
        self._lacks_descriptors_until = 0.0
        with open(errors, "wb") as file:
            self._process = subprocess.Popen(
                command, env=dict(environment), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=file, bufsize=0
            )
        assert self._process.stdin is not None and self._process.stdout is not None
        self.pid = self._process.pid
        self.stdin = self._process.stdin
        self.stdout = self._process.stdout

    # MARK: Signals

    def signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    def kill(self) -> None:
        self.was_killed = True
        self.signal(signal.SIGKILL)

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Stops the process, as ^Z and the freezer do, for the duration of the block."""
        self.clock.hold()
        self.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.signal(signal.SIGCONT)
            self.clock.release()

    @property
    def lacks_descriptors(self) -> bool:
        """Whether the limit of descriptors was lowered just now."""
        return time.monotonic() < self._lacks_descriptors_until

    def ended_without_descriptors(self, status: int | None) -> bool:
        """Whether it ended because it could open nothing more: at start it says so, or the loader of its libraries
        does; later libdispatch traps when it cannot open the /proc files of its threads."""
        reason = any(each in self.last_errors() for each in ("Too many open files", f"Error {errno.EMFILE}"))
        return self.lacks_descriptors and (status == -signal.SIGILL or (status in (1, 2, 127) and reason))

    @contextlib.contextmanager
    def limited(self, kind: int, number: int) -> Iterator[None]:
        """Lowers a limit of the process for the duration of the block."""
        try:
            soft, hard = resource.prlimit(self.pid, kind)
            resource.prlimit(self.pid, kind, (number, hard))
        except (ProcessLookupError, PermissionError):
            yield
            return
        is_descriptors = kind == resource.RLIMIT_NOFILE
        self._lacks_descriptors_until = math.inf if is_descriptors else self._lacks_descriptors_until
        try:
            yield
        finally:
            if is_descriptors:
                self._lacks_descriptors_until = time.monotonic() + 3
            with contextlib.suppress(ProcessLookupError, PermissionError):
                resource.prlimit(self.pid, kind, (soft, hard))

    # MARK: Its end

    def wait(self, seconds: float) -> int | None:
        """The status of the process; None if it does not end within this time of its own clock."""
        deadline = self.clock.now() + seconds
        while self.clock.now() < deadline:
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self._process.wait(0.1)
        return None

    def destroy(self) -> None:
        """Kills the process if it still runs, and closes its pipes."""
        self.signal(signal.SIGKILL)
        self._process.wait()
        for pipe in (self.stdin, self.stdout):
            with contextlib.suppress(OSError):
                pipe.close()

    def last_errors(self) -> str:
        with open(self.errors, "rb") as file:
            return file.read()[-600:].decode("utf-8", "replace").strip()

    # MARK: Resources

    def descriptors(self) -> int:
        with contextlib.suppress(OSError):
            return len(os.listdir(f"/proc/{self.pid}/fd"))
        return 0

    def status(self) -> Mapping[str, int]:
        """The numbers in /proc/PID/status, such as VmRSS (in bytes) and Threads; empty when the process has ended."""
        numbers = {}
        with contextlib.suppress(OSError), open(f"/proc/{self.pid}/status", encoding="ascii", errors="replace") as file:
            for line in file:
                name, _, text = line.partition(":")
                words = text.split()
                if words and words[0].isdigit():
                    numbers[name] = int(words[0]) * (1024 if words[-1] == "kB" else 1)
        return numbers

    def ticks(self) -> int:
        """The processor time used so far, in ticks of 10 ms."""
        with contextlib.suppress(OSError), open(f"/proc/{self.pid}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
            return int(fields[11]) + int(fields[12])
        return 0

    def arguments(self) -> bytes:
        with contextlib.suppress(OSError), open(f"/proc/{self.pid}/cmdline", "rb") as file:
            return file.read()
        return b""
