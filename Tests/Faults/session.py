"""One client's conversation with one server process, and the rules that every message must keep."""

from __future__ import annotations

import collections
import json
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import contract
import workload
from channel import Channel
from mirror import Mirror
from server_process import ServerProcess

if TYPE_CHECKING:
    from world import World

LARGE = 1 << 18  # a longer response is only checked at its ends
BACKLOG = 1 << 15  # the server may fold what waits behind more bytes, which are about half of what a pipe holds
# A control character but a line end and a tab, as JSON or as it is; C1; overrides and isolates of the direction of writing.
COMMAND = re.compile(
    rb"\\u00(0|1[0-9a-f]|7f|8|9)|\x7f|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]", re.IGNORECASE
)
LARGE_RESPONSE = re.compile(rb'\{"jsonrpc":"2\.0","id":(\d+),"result":\{')


@dataclass
class Pending:
    """A request in flight."""

    method: str
    params: Mapping[str, Any]
    sent: float  # on the server's clock
    received: int  # the bytes that had been read before
    spinner: bool = False
    is_listing: bool = False  # the one that the mirror starts from
    is_late: bool = False


class Session:
    """Sends requests, and checks on a thread of its own what comes back."""

    def __init__(self, world: World, name: str, server: ServerProcess, uses_headers: bool):
        self.name = name
        self.server = server
        self.mirrors = {method: Mirror() for method in contract.MIRRORED}
        self.ids: collections.deque[str] = collections.deque(["builtin:tt0364569"], maxlen=200)
        self.posters: collections.deque[str] = collections.deque(maxlen=50)
        self.viewings: collections.deque[str] = collections.deque(maxlen=50)
        self.tokens: collections.deque[str] = collections.deque(maxlen=5)
        self.is_hung = False
        self.last_error: Mapping[str, Any] | None = None
        self.reads_slowly = False  # at any time of this session
        self._world = world
        self._changed = threading.Condition()
        self._pending: dict[int, Pending] = {}
        self._received = 0  # the bytes of all messages
        self._nulls = 0  # expected responses with the id null
        self._next = 1
        self._recent: collections.deque[str] = collections.deque(maxlen=40)
        self.channel = Channel(server, uses_headers, self._handle, self._see, self._closed)
        self.channel.start()

    # MARK: Sending

    def request(self, method: str, params: Mapping[str, Any], is_listing: bool = False) -> None:
        self.send(self.message(method, params, is_listing))

    def request_listings(self) -> None:
        """Requests what is needed to follow all changes."""
        for method in self.needed_listings:
            self.request(method, {"limit": 1000}, is_listing=True)

    def message(self, method: str, params: Mapping[str, Any], is_listing: bool = False) -> Mapping[str, Any]:
        """A request that counts as in flight from now on."""
        with self._changed:
            number = self._next
            self._next += 1
            self._pending[number] = Pending(method, params, self.server.clock.now(), self._received, is_listing=is_listing)
        self._world.report.count("requests")
        return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}

    def send(self, message: object) -> None:
        text = json.dumps(message, ensure_ascii=False).encode()
        self._recent.append("--> " + text[:300].decode("utf-8", "replace"))
        self.channel.send(text)

    def send_invalid(self) -> None:
        """Sends what is answered with the id null."""
        with self._changed:
            self._nulls += 1
        self.channel.send(b'{"jsonrpc":"2.0","method":')

    # MARK: State

    @property
    def last_id(self) -> int:
        return self._next - 1

    @property
    def is_over(self) -> bool:
        return self.channel.is_over

    @property
    def needed_listings(self) -> list[str]:
        """The methods of listings that are unknown, while nothing that would tell them is in flight."""
        with self._changed:
            asked = {each.method for each in self._pending.values() if each.is_listing}
            return [method for method, mirror in self.mirrors.items() if mirror.ids is None and method not in asked]

    def in_flight(self) -> int:
        with self._changed:
            return len(self._pending)

    def wait_for_fewer(self, number: int, seconds: float) -> bool:
        """Waits until fewer requests are in flight, in seconds of the server's clock, or until the session is over."""
        deadline = self.server.clock.now() + seconds
        with self._changed:
            while len(self._pending) >= number and not self.channel.is_over and not self.is_hung:
                if self.server.clock.now() > deadline:
                    return False
                self._changed.wait(0.1)
        return True

    def unanswered(self, older_than: float = 0) -> Sequence[str]:
        now = self.server.clock.now()
        with self._changed:
            pending = [each for each in self._pending.values() if now - each.sent > older_than]
        return [f"{each.method} {_short(each.params)}" for each in pending]

    def pause(self, seconds: float) -> None:
        """Stops reading for a time."""
        self.reads_slowly = True
        self.channel.pause(seconds)

    def check_time(self) -> None:
        """Reports requests that should have been answered."""
        now = self.server.clock.now()
        with self._changed:
            overdue = []
            for number, each in self._pending.items():
                limit = contract.time_limit(each.method, each.params, workload.FAVORITES)
                if not each.is_late and now - each.sent > limit + contract.SLACK:
                    each.is_late = True
                    overdue.append(f"{each.method} {_short(each.params)} (id {number}), {now - each.sent:.1f} s old")
                if now - each.sent > 2 * limit:
                    self.is_hung = True
        if overdue:
            kind = "local" if any(each.startswith(tuple(contract.LOCAL_METHODS)) for each in overdue) else "online"
            self._violation(f"a request is not answered in time ({kind})", "; ".join(overdue[:5]))

    # MARK: Receiving

    def _see(self, data: bytes) -> None:
        self._world.check_secrets(data, f"stdout of {self.name}")

    def _closed(self, rest: bytes) -> None:
        if rest and not self.server.was_killed:
            self._violation("stdout contains whole messages only", rest[:200].decode("utf-8", "replace"))
        with self._changed:
            self._changed.notify_all()

    def _handle(self, line: bytes) -> None:
        try:
            self._read(line)
        except (KeyError, TypeError, ValueError) as error:
            text = f"{type(error).__name__} {error}: {line[:300].decode('utf-8', 'replace')}"
            self._violation("every message has the form that the protocol describes", text)
        # Not before it has been read: meanwhile more is sent, and nothing else is taken from the server.
        self._received += len(line)

    def _read(self, line: bytes) -> None:
        large = LARGE_RESPONSE.match(line) if len(line) > LARGE and line.endswith(b"}}") else None
        self._recent.append("<-- " + line[:300].decode("utf-8", "replace"))
        if (found := COMMAND.search(line)) and b'"result":' in line[:100]:
            text = line[max(0, found.start() - 100) : found.end() + 20].decode("utf-8", "replace")
            self._violation("no text of a stranger commands a terminal", ascii(text))
        if large and not self._is_listing(int(large[1])):
            self._answered(int(large[1]), None, None)
            return
        message = json.loads(line)
        for each in message if isinstance(message, list) else [message]:
            self._receive(each)

    def _is_listing(self, number: int) -> bool:
        with self._changed:
            return number in self._pending and self._pending[number].is_listing

    def _receive(self, message: Mapping[str, Any]) -> None:
        match message.get("method"):
            case None if message["id"] is None:
                with self._changed:
                    self._nulls -= 1
                    surplus = self._nulls < 0
                if surplus:
                    self._violation("every request gets exactly one response", f"with the id null: {_short(message)}")
            case None:
                self._answered(message["id"], message.get("result"), message.get("error"))
            case "loading":
                self._loading(message["params"])
            case "favoritesChanged" | "libraryChanged" as change:
                for problem in self.mirrors[change.removesuffix("Changed")].apply(message["params"]):
                    self._violation("revisions have no gaps", problem)
            case "resync":
                self._resync(message["params"]["topics"])
            case "sessionChanged":
                pass
            case other:
                self._violation("every message has the form that the protocol describes", f"a notification {other}")

    def _resync(self, topics: Sequence[str]) -> None:
        if not self.reads_slowly:
            self._violation("a client that reads gets every notification", f"resync {topics}")
        for topic in self.mirrors.keys() & set(topics):
            self.mirrors[topic].forget()
        if "loading" in topics:
            with self._changed:
                for each in self._pending.values():
                    each.spinner = False

    def _loading(self, params: Mapping[str, Any]) -> None:
        with self._changed:
            pending = self._pending.get(params["request"])
            # A slow reader may get the second of the two alone, and so may one that has to read much before.
            is_right = pending is not None and (
                pending.spinner != params["active"]
                or self.reads_slowly
                or self._received - pending.received > BACKLOG
            )
            if pending is not None:
                pending.spinner = params["active"]
        if not is_right:
            self._violation("spinners open and close once, within their request", _short(params))

    def _answered(self, number: int, result: Mapping[str, Any] | None, error: Mapping[str, Any] | None) -> None:
        with self._changed:
            pending = self._pending.get(number)
        if pending is None:
            self._violation("every request gets exactly one response", f"id {number}: {_short(result or error)}")
            return
        self._world.report.count("responses")
        what = f"{pending.method} {_short(pending.params)}"
        seconds = self.server.clock.now() - pending.sent
        self._world.report.peak("seconds", seconds)
        if pending.spinner:
            self._violation("spinners open and close once, within their request", f"still open: {what}")
        if error is not None:
            self.last_error = error
            self._world.report.reason(error.get("data", {}).get("reason", "none"))
            problem = self._world.reasons.problem(pending.method, error)
            if problem is not None:
                self._violation("every error has a reason of its method", f"{problem}: {what}: {_short(error)}")
        elif result is not None:
            self._learn(pending, result, what)
        with self._changed:
            del self._pending[number]
            self._changed.notify_all()

    def _learn(self, pending: Pending, result: Mapping[str, Any], what: str) -> None:
        """Takes ids and tokens from a result for later requests, and records changes that must last."""
        if pending.is_listing:
            for problem in self.mirrors[pending.method].start(result):
                self._violation("a listing is one snapshot", problem)
        if pending.method in ("star", "unstar") and result["changed"]:
            self._check_order("favorites", result, what)
            self._world.report.count("changes")
            self._world.ledger.add(result["revision"], result["id"], result["isFavorite"])
        if pending.method in ("mark", "logViewing", "deleteViewing") and result["changed"]:
            self._check_order("library", result, what)
            self._world.report.count("marks")
            self._check_tags(result.get("mark", {}).get("tags", []), what)
        if "viewing" in result:
            self.viewings.append(result["viewing"]["viewing"])
            self._world.ledger.add_viewing(result["viewing"]["viewing"])
        if "requestToken" in result:
            self.tokens.append(result["requestToken"])
            self._world.tokens.add(result["requestToken"].encode())
        sections = result.get("sections", [result])
        for movie in [movie for section in sections for movie in section.get("items", [])][:40]:
            if isinstance(movie.get("id"), str) and "title" in movie:
                self.ids.append(movie["id"])
                if "posterUrl" in movie:
                    self.posters.append(movie["posterUrl"])

    def _check_order(self, listing: str, result: Mapping[str, Any], what: str) -> None:
        mirror = self.mirrors[listing]
        if mirror.ids is not None and result["revision"] > mirror.revision:
            self._violation("the notification of a change precedes its response", f"{what}: {result['revision']}")

    def _check_tags(self, tags: Sequence[str], what: str) -> None:
        bytes = sum(len(json.dumps(tag, ensure_ascii=False).encode()) + 1 for tag in tags)
        self._world.report.peak("tags", len(tags))
        self._world.report.peak("bytes of tags", bytes)
        length = max(map(len, tags), default=0)
        if len(tags) > contract.TAGS or length > contract.TAG_LENGTH or bytes > contract.TAG_BYTES:
            self._violation("a film's tags have limits", f"{what}: {len(tags)} of {bytes} bytes: {_short(tags)}")

    def _violation(self, rule: str, text: str) -> None:
        self._world.report.violation(rule, f"{self.name} (pid {self.server.pid}): {text}")
        for line in list(self._recent)[-12:]:
            self._world.report.event(f"  {self.name} {line}")


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 200 else text[:200] + "…"
