"""Notifications on their way from the reader thread to whoever wants them."""

from __future__ import annotations

import threading
import weakref
from collections import deque
from concurrent.futures import Future

from .errors import ServerGone
from .notifications import Notification, Resync

LIMIT = 1000


class Inbox:
    """What one reader has not taken yet, at most `LIMIT`; beyond that the oldest go, and a Resync says so.

    Waiting is a future, which a thread can wait for as well as an event loop.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._notes: deque[Notification] = deque()
        self._lost: set[str] = set()
        self._waiting: deque[Future[Notification | None]] = deque()
        self._ended = False
        self._error: ServerGone | None = None

    def put(self, note: Notification) -> None:
        with self._lock:
            if not self._hand_over(note):
                self._notes.append(note)
                if len(self._notes) > LIMIT:
                    self._lose(self._notes.popleft())

    def end(self, error: ServerGone | None) -> None:
        """No more will come; readers learn it after they have taken what is there."""
        with self._lock:
            self._ended, self._error = True, error
            while self._waiting:
                self._resolve(self._waiting.popleft(), None)

    def take(self) -> Future[Notification | None]:
        """The next notification, or None after the last one."""
        future: Future[Notification | None] = Future()
        with self._lock:
            if self._lost:
                topics, self._lost = tuple(sorted(self._lost)), set()
                self._resolve(future, Resync(topics=topics))
            elif self._notes:
                self._resolve(future, self._notes.popleft())
            elif self._ended:
                self._resolve(future, None)
            else:
                self._waiting.append(future)
        return future

    def withdraw(self, future: Future[Notification | None]) -> None:
        """Undo a `take` that nobody waits for any more: what it got meanwhile is the next one again."""
        with self._lock:
            if future.cancel():
                if future in self._waiting:
                    self._waiting.remove(future)
            elif future.exception() is None and (note := future.result()) and not self._hand_over(note):
                self._notes.appendleft(note)

    def _hand_over(self, note: Notification) -> bool:
        return any(self._resolve(self._waiting.popleft(), note) for _ in range(len(self._waiting)))

    def _resolve(self, future: Future[Notification | None], note: Notification | None) -> bool:
        if not future.set_running_or_notify_cancel():
            return False
        if note is None and self._error:
            future.set_exception(ServerGone(str(self._error), reason=self._error.reason))
        else:
            future.set_result(note)
        return True

    def _lose(self, note: Notification) -> None:
        self._lost.update(note.topics if isinstance(note, Resync) else (note.topic,))


class Inboxes:
    """Every inbox that somebody still holds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: weakref.WeakSet[Inbox] = weakref.WeakSet()
        self._end: tuple[ServerGone | None] | None = None

    def open(self) -> Inbox:
        inbox = Inbox()
        with self._lock:
            self._open.add(inbox)
            if self._end:
                inbox.end(*self._end)
        return inbox

    def close(self, inbox: Inbox) -> None:
        with self._lock:
            self._open.discard(inbox)
        inbox.end(None)

    def put(self, note: Notification) -> None:
        with self._lock:
            for inbox in self._open:
                inbox.put(note)

    def end(self, error: ServerGone | None) -> None:
        with self._lock:
            self._end = (error,)
            for inbox in self._open:
                inbox.end(error)
