"""The server's process: finds its program, starts it, ends it, and keeps the end of its stderr."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sysconfig
import threading
from collections.abc import Mapping, Sequence

from ._terminal import for_terminal
from .errors import ServerGone, ServerNotFound

TAIL_BYTES = 8 * 1024
GRACE = 1.0


def find_command(command: str | Sequence[str] | None = None) -> list[str]:
    """Return the server's command line: `command`, or else `MOVIE_SERVER`, or else `movie-server` on PATH.

    If it is not on PATH, it may be in this Python's folder of programs, where a wheel that carries it puts it. The
    folder of an environment is on PATH only while the environment is active.
    """
    if command is not None and not isinstance(command, str):
        if not command:
            raise ValueError("command must not be empty: the program and its arguments")
        return [os.fspath(word) for word in command]
    if words := _words(command or "") or _words(os.environ.get("MOVIE_SERVER", "")):
        return words
    for path in (None, sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")):
        if program := shutil.which("movie-server", path=path):
            return [program]
    raise ServerNotFound(
        "movie-server was not found. Install it, or set MOVIE_SERVER to its path.", reason="serverNotFound"
    )


def _named(program: str) -> str:
    """Return the path of a program, with the variable if it names that program."""
    is_of_variable = _words(os.environ.get("MOVIE_SERVER", ""))[:1] == [program]
    return (shutil.which(program) or program) + (" (MOVIE_SERVER)" if is_of_variable else "")


def cannot_start(program: str, error: OSError) -> ServerNotFound:
    named = _named(program)
    return ServerNotFound(
        f"{named} cannot be started: {error.strerror}", reason="serverNotFound", data={"detail": named}
    )


def _words(setting: str) -> list[str]:
    setting = setting.strip()
    return [setting] if os.path.isfile(setting) else shlex.split(setting)


class Origin:
    """The process that started a server. A fork of it has none of the threads that serve the client."""

    def __init__(self) -> None:
        self._pid = os.getpid()

    @property
    def is_here(self) -> bool:
        return os.getpid() == self._pid

    def check(self) -> None:
        if not self.is_here:
            raise ServerGone(
                f"this client was started by process {self._pid}, of which this one is a fork; create a new one here",
                reason="serverGone",
            )


class ServerProcess:
    """A child process with pipes for stdin and stdout. A thread reads its stderr and keeps the end of it."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        try:
            # In a session of its own, the server does not receive Ctrl-C from the terminal. The client ends it instead.
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **env},
                start_new_session=True,
            )
        except OSError as error:
            raise cannot_start(command[0], error) from error
        assert self._child.stdin and self._child.stdout and self._child.stderr
        self.stdin, self.stdout, self._stderr = self._child.stdin, self._child.stdout, self._child.stderr
        self._program = command[0]
        self._tail = bytearray()
        self._drain = threading.Thread(target=self._read_stderr, name="movieserver stderr", daemon=True)
        self._drain.start()

    def __str__(self) -> str:
        return f"{self._program}, process {self._child.pid}"

    def stop(self, timeout: float) -> None:
        """Wait for the process to end by itself, then terminate it, then kill it."""
        if self._ended_within(timeout):
            return
        self._signal(signal.SIGTERM)
        if not self._ended_within(GRACE):
            self.kill()

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        self._child.wait()

    def _ended_within(self, seconds: float) -> bool:
        try:
            self._child.wait(max(seconds, 0))
        except subprocess.TimeoutExpired:
            return False
        return True

    def _signal(self, number: signal.Signals) -> None:
        """Signal the whole process group: a shell may have started the server."""
        if self._child.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._child.pid, number)

    def ending(self) -> tuple[int, str]:
        """Return the exit status, negative for a signal, and the end of stderr with its control characters escaped.

        Ends the process if it still runs.
        """
        self.stop(GRACE)
        self._drain.join(GRACE)  # children of the server may keep stderr open
        return self._child.returncode, self.errors()

    def errors(self) -> str:
        """Return the end of stderr so far with its control characters escaped."""
        return for_terminal(bytes(self._tail).decode("utf-8", "replace").strip())

    @property
    def pid(self) -> int:
        return self._child.pid

    def name(self, has_answered: bool) -> str:
        """Return the program's name. One that has never answered may be another program, so its path is told."""
        return os.path.basename(self._program) if has_answered else _named(self._program)

    def exit_summary(self, has_answered: bool) -> str:
        """Describe how the process ended, with the end of its stderr."""
        status, errors = self.ending()
        name = self.name(has_answered)
        end = f"was killed by {signal.Signals(-status).name}" if status < 0 else f"exited with status {status}"
        return f"{name} {end}" + (f": {errors}" if errors else "")

    def _read_stderr(self) -> None:
        with self._stderr:
            while chunk := os.read(self._stderr.fileno(), TAIL_BYTES):
                self._tail += chunk
                del self._tail[:-TAIL_BYTES]
