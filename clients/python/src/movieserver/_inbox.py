"""Queues of notifications between the reader thread and the readers in the program."""

from __future__ import annotations

import threading
import weakref
from collections import deque
from concurrent.futures import Future
from typing import Any

from ._process import Origin
from .errors import ServerGone
from .models import Resync
from .notifications import Notification, notification_from_json

LIMIT = 1000


class Inbox:
    """The notifications that one reader has not taken yet, at most `LIMIT`.

    When it is full, the oldest are dropped and a Resync reports this. A reader waits for a future, because a thread and
    an event loop can both do so.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._notes: deque[Notification] = deque()
        self._dropped: set[str] = set()
        self._waiting: deque[Future[Notification | None]] = deque()
        self._ended = False
        self._error: ServerGone | None = None

    def put(self, note: Notification) -> None:
        with self._lock:
            if not self._deliver(note):
                self._notes.append(note)
                if len(self._notes) > LIMIT:
                    self._drop(self._notes.popleft())

    def end(self, error: ServerGone | None) -> None:
        """Accept no more notifications. Readers learn this after they have taken the rest."""
        with self._lock:
            self._ended, self._error = True, error
            while self._waiting:
                self._resolve(self._waiting.popleft(), None)

    def take(self) -> Future[Notification | None]:
        """Return a future of the next notification, or of None after the last one."""
        future: Future[Notification | None] = Future()
        with self._lock:
            if self._dropped:
                topics, self._dropped = tuple(sorted(self._dropped)), set()
                self._resolve(future, Resync(topics=topics))
            elif self._notes:
                self._resolve(future, self._notes.popleft())
            elif self._ended:
                self._resolve(future, None)
            else:
                self._waiting.append(future)
        return future

    def withdraw(self, future: Future[Notification | None]) -> None:
        """Undo a `take`. If its future has received a notification, that one is the next again."""
        with self._lock:
            if future.cancel():
                if future in self._waiting:
                    self._waiting.remove(future)
            elif future.exception() is None and (note := future.result()) and not self._deliver(note):
                self._notes.appendleft(note)

    def _deliver(self, note: Notification) -> bool:
        return any(self._resolve(self._waiting.popleft(), note) for _ in range(len(self._waiting)))

    def _resolve(self, future: Future[Notification | None], note: Notification | None) -> bool:
        if not future.set_running_or_notify_cancel():
            return False
        if note is None and self._error:
            future.set_exception(ServerGone(str(self._error), reason=self._error.reason))
        else:
            future.set_result(note)
        return True

    def _drop(self, note: Notification) -> None:
        self._dropped.update(note.topics if isinstance(note, Resync) else (note.topic,))


class Inboxes:
    """All inboxes that are still referenced."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: weakref.WeakSet[Inbox] = weakref.WeakSet()
        self._end: tuple[ServerGone | None] | None = None
        self.origin: Origin | None = None

    @property
    def have_ended(self) -> bool:
        return self._end is not None

    def check_origin(self) -> None:
        if self.origin:
            self.origin.check()

    def open(self) -> Inbox:
        self.check_origin()
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

    def receive(self, method: str, params: dict[str, Any]) -> None:
        note = notification_from_json(method, params)
        with self._lock:
            for inbox in self._open:
                inbox.put(note)

    def end(self, error: ServerGone | None) -> None:
        with self._lock:
            self._end = (error,)
            for inbox in self._open:
                inbox.end(error)


class InboxReader:
    """The base of the notifications of both clients: an inbox from now on."""

    def __init__(self, client: Any, inboxes: Inboxes, timeout: float | None) -> None:
        self._client = client  # which ends its server when nothing refers to it
        self._inboxes = inboxes
        self._inbox = inboxes.open()
        self._timeout = timeout

    def _take(self) -> Future[Notification | None]:
        self._inboxes.check_origin()
        return self._inbox.take()

    def close(self) -> None:
        """Stop receiving notifications."""
        self._inboxes.close(self._inbox)
