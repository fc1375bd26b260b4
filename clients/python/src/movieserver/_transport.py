"""JSON-RPC 2.0 over a child's stdin and stdout: one message per line, a future for each request."""

from __future__ import annotations

import contextlib
import datetime
import itertools
import json
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from concurrent.futures import TimeoutError as FutureTimeout
from queue import Empty, SimpleQueue
from typing import Any

from . import errors
from ._process import GRACE, Origin, ServerProcess
from .errors import InvalidRequest, MovieServerError, RequestTimeout, ServerGone

CLOSED = "this client is closed"
SILENCE = 4.0
"""Seconds that a server may say nothing while requests wait, and then that it may take to say that it still runs."""
PING = b'{"jsonrpc":"2.0","id":0,"method":"$/ping","params":{}}\n'
"""A method that no server has: the refusal comes at once, even during long work, and is the answer of no request."""
FINISHED = {
    *("star", "unstar", "mark", "logViewing", "deleteViewing", "importLibrary", "exportLibrary"),
    *("rate", "unrate", "completeLogin", "logout", "shutdown"),
}
"""The methods that change something. `close` waits for them, and cancels all others."""


class Request:
    """A request in flight."""

    def __init__(
        self, program: str, id: int, method: str, size: int, origin: Origin, cancel: Callable[[int], None]
    ) -> None:
        self.program = program
        self.id = id
        self.method = method
        self.size = size
        self.future: Future[Any] = Future()
        self.client: object = None  # which ends its server when nothing refers to it
        self._origin = origin
        self._cancel = cancel

    def result(self, timeout: float | None = None) -> Any:
        """Wait for the result. Raises the server's error, or RequestTimeout."""
        self._origin.check()
        try:
            return self.future.result(timeout)
        except FutureTimeout:
            raise timed_out(self, timeout or 0) from None

    def done(self) -> bool:
        return self.future.done()

    def is_done_within(self, seconds: float) -> bool:
        return bool(wait([self.future], seconds).done)

    def cancel(self) -> None:
        """Cancel the request. `result()` then raises RequestCancelled, unless the request was already done."""
        self._cancel(self.id)


def timed_out(request: Request, timeout: float) -> RequestTimeout:
    text = f"{request.program} has not answered “{request.method}” within {timeout:g} s."
    return RequestTimeout(text, reason="timeout", data={"retryable": True})


class Transport:
    """Three threads: one reads stdout, one writes stdin, one drains stderr.

    Only `close` waits for the server. Writing has a thread of its own, so a server that does not read blocks neither an
    event loop nor `close`. `_lock` guards `_pending` and `_gone`. It is held while a line is queued, so that no request
    can be added after all pending ones have failed.
    """

    def __init__(
        self,
        process: ServerProcess,
        on_notification: Callable[[str, dict[str, Any]], None],
        on_end: Callable[[ServerGone | None], None],
    ) -> None:
        self.origin = Origin()
        self.process = process
        self._on_notification = on_notification
        self._on_end = on_end
        self._lock = threading.Lock()
        self._pending: dict[int, Request] = {}
        self._gone: str | None = None
        self._ids = itertools.count(1)
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._has_answered = False
        self._heard = 0.0
        self._is_asked = self._hangs = False
        self._closing = threading.Lock()
        self._is_closing = False
        self._threads = [
            threading.Thread(target=work, name=f"movieserver {name}", daemon=True)
            for name, work in (("reader", self._read), ("writer", self._write))
        ]
        for thread in self._threads:
            thread.start()

    def request(self, method: str, params: dict[str, Any]) -> Request:
        self.origin.check()
        id = next(self._ids)
        line = _line({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        program = self.process.name(self._has_answered)
        request = Request(program, id, method, len(line), self.origin, self.cancel)
        with self._lock:
            if self._gone is not None:
                raise _server_gone(self._gone, self._hangs)
            if not self._pending:
                self._hear()
            self._pending[id] = request
            self._outbox.put(line)
        return request

    def notify(self, method: str, params: dict[str, Any]) -> None:
        self.origin.check()
        self._outbox.put(_line({"jsonrpc": "2.0", "method": method, "params": params}))

    def cancel(self, id: int | str) -> None:
        self.notify("$/cancelRequest", {"id": id})

    def close(self, timeout: float) -> None:
        """Send `shutdown` and `exit` and close stdin, then terminate, then kill. Leaves no process and no thread.

        Changes are finished; other requests fail at once. A server that has never answered is killed at once, one that
        hangs after a second. In a fork, the server is still that of the parent.
        """
        if not self.origin.is_here:
            return
        with self._closing:
            if self._is_closing:
                return
            self._is_closing = True
            deadline = time.monotonic() + timeout
            try:
                if self._has_answered:
                    self._shut_down(timeout)
                    self.process.stop(deadline - time.monotonic())
            finally:
                self.process.kill()  # has no effect on a process that has ended
                for thread in self._threads:
                    thread.join(GRACE)  # a grandchild may keep the pipes open

    def abandon(self) -> bool:
        """End the server without waiting for it. Returns whether it had not been ended.

        This takes no lock, because the garbage collector may call it in any thread and at any time.
        """
        if self._is_closing or self._gone is not None or not self.origin.is_here:
            return False
        self._is_closing = True
        self._outbox.put(None)  # the server ends with its stdin
        return True

    def _shut_down(self, timeout: float) -> None:
        with contextlib.suppress(MovieServerError):
            shutdown = self.request("shutdown", {})  # first: the server accepts no request after it
            self._fail_unfinished()
            if timeout > GRACE and not shutdown.is_done_within(GRACE / 2):
                self._ask()
                if not shutdown.is_done_within(GRACE / 2) and self._is_asked:
                    return self._kill_hanging()
                timeout -= GRACE
            shutdown.result(timeout)
        self.notify("exit", {})
        self._outbox.put(None)

    def _fail_unfinished(self) -> None:
        with self._lock:
            failed = [request for request in self._pending.values() if request.method not in FINISHED]
            for request in failed:
                del self._pending[request.id]
        for request in failed:
            request.cancel()
            _fail(request, _server_gone(CLOSED))

    def _write(self) -> None:
        try:
            for line in iter(self._next_line, None):
                self.process.stdin.write(line)
                self.process.stdin.flush()
        except OSError:
            self.process.stop(GRACE)  # the server has closed its stdin; the reader thread finds out why
        with contextlib.suppress(OSError):  # close() tries to write what is still buffered
            self.process.stdin.close()

    def _next_line(self) -> bytes | None:
        """Wait for a line. While requests wait, ask a server that says nothing, and kill one that does not answer."""
        while True:
            left = self._heard + SILENCE - time.monotonic()
            is_awaited = bool(self._pending) and self._has_answered and not self._hangs
            if is_awaited and left <= 0:
                self._kill_hanging() if self._is_asked else self._ask()
                continue
            with contextlib.suppress(Empty):
                return self._outbox.get(timeout=left if is_awaited else None)

    def _ask(self) -> None:
        self._heard, self._is_asked = time.monotonic(), True
        self._outbox.put(PING)

    def _hear(self) -> None:
        self._heard, self._is_asked = time.monotonic(), False

    def _kill_hanging(self) -> None:
        self._hangs = True
        self.process.kill()

    def _read(self) -> None:
        problem = ""
        try:
            for line in self.process.stdout:
                self._hear()
                if not line.endswith(b"\n"):
                    problem = "; it stopped in the middle of a line"
                elif line.strip():
                    self._receive(line)
        except _NotJSONRPC as error:
            problem = f"; it wrote a line that is not a JSON-RPC message: {error}"
            self.process.stop(0)
        finally:
            self._end(problem)

    def _receive(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        match message:
            case {"method": str(method)}:
                params = message.get("params")
                self._on_notification(method, params if isinstance(params, dict) else {})
            case {"id": int(id), "result": result}:
                self._settle(id, result=result)
            case {"id": int(id), "error": error}:
                self._settle(id, error=error)
            case {"id": None, "error": error}:
                self._fail_without_id(errors.from_json(error))
            case _:
                raise _NotJSONRPC(repr(line[:120]))

    def _settle(self, id: int, *, result: Any = None, error: Any = None) -> None:
        with self._lock:
            self._has_answered = True
            request = self._pending.pop(id, None)
        if request and request.future.set_running_or_notify_cancel():
            if error is None:
                request.future.set_result(result)
            else:
                request.future.set_exception(errors.from_json(error))

    def _fail_without_id(self, error: MovieServerError) -> None:
        """Handle an error without an id, which is about a line that the server could not read.

        If the line was too long, it was the largest one in flight, or the error for the largest is still to come.
        Otherwise the request is unknown. Then all requests fail, because the one in question would wait for ever.
        """
        with self._lock:
            by_size = sorted(self._pending.values(), key=lambda request: request.size, reverse=True)
            failed = by_size[:1] if error.reason == "messageTooLarge" else by_size
            for request in failed:
                del self._pending[request.id]
        for request in failed:
            _fail(request, _copy(error))

    def _end(self, problem: str) -> None:
        summary = self.process.exit_summary(self._has_answered)
        self.process.stdout.close()
        self._outbox.put(None)
        with self._lock:
            self._gone = CLOSED if self._is_closing else summary + problem
            if self._hangs:
                self._gone = f"{self.process.name(self._has_answered)} does not answer."
            pending, self._pending = self._pending, {}
        for request in pending.values():
            _fail(request, _server_gone(self._gone, self._hangs))
        self._on_end(None if self._is_closing else _server_gone(self._gone, self._hangs))


class _NotJSONRPC(Exception):
    pass


def _fail(request: Request, error: MovieServerError) -> None:
    if request.future.set_running_or_notify_cancel():
        request.future.set_exception(error)


def _server_gone(why: str, hangs: bool = False) -> ServerGone:
    return ServerGone(why, reason="timeout" if hangs else "serverGone", data={"retryable": hangs})


def _copy(error: MovieServerError) -> MovieServerError:
    """Return a copy, one for each waiting thread: raising an exception adds to its traceback."""
    return type(error)(str(error), reason=error.reason, code=error.code, data=error.data)


def _line(message: dict[str, Any]) -> bytes:
    try:
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain)
        return text.encode() + b"\n"
    except ValueError as error:  # NaN, or half of a surrogate pair
        raise InvalidRequest(f"the params cannot be encoded as JSON: {error}", reason="invalidParams") from error


def _plain(value: object) -> str:
    """Return what JSON has no type for: a day, and a path, which is absolute as the server has its own folder."""
    if isinstance(value, datetime.date):
        return value.isoformat()[:10]  # without the time of a datetime
    if isinstance(value, os.PathLike):
        return os.path.abspath(os.fsdecode(value))
    raise TypeError(f"{value!r:.80} cannot be encoded as JSON")
