"""What must hold when a storm is over: everything works again, all agree, nothing is lost, nobody is busy."""

from __future__ import annotations

import contextlib
import json
import subprocess
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import contract
from session import Session

if TYPE_CHECKING:
    from world import World

# Requests that a server must answer with a result when its services are well again.
REQUESTS: list[tuple[str, Mapping[str, Any]]] = [
    ("search", {"query": "dune", "catalog": "builtin", "list": "builtin"}),
    ("search", {"query": "dune", "catalog": "tmdb", "list": "tmdb"}),
    ("search", {"query": "dune", "catalog": "omdb", "list": "omdb"}),
    ("search", {"query": "기생충", "catalog": "naver", "list": "naver"}),
    ("detail", {"id": "tmdb:550"}),
    ("detail", {"id": "omdb:tt6751668"}),
    ("home", {"catalog": "tmdb"}),
    ("unstar", {"id": "own:last"}),
    ("star", {"movie": {"id": "own:last", "title": "The last film"}}),
]


class Aftermath:
    def __init__(self, world: World):
        self._world = world
        self._report = world.report

    def check(self) -> None:
        for service in self._world.services:
            service.control("clear_faults")
        self._answer_everything()
        self._work_again()
        self._agree()
        self._rest()
        self._end()
        self._world.check_ledger()
        self._world.check_files(self._world.logs, self._world.disk)
        for name in ("responses", "faults", "stops", "kills", "limits", "changes"):
            if self._report.counts[name] == 0:
                self._report.violation("the storm itself has no defect", f"there were no {name}")

    def _sessions(self) -> list[Session]:
        return [client.session for client in self._world.clients if client.session is not None]

    def _answer_everything(self) -> None:
        """Waits until nothing is in flight; a server that hangs is replaced."""
        for client in self._world.clients:
            session = client.session
            if session is None:
                continue
            if not session.wait_for_fewer(1, 2 * contract.SERVICE_LIMIT + 2) or session.is_over or session.is_hung:
                if not session.server.was_killed:
                    self._report.violation(
                        "a storm leaves no request unanswered", f"{session.name}: {session.unanswered()[:5]}"
                    )
                client.end(session, "killed")
                client.open()

    def _work_again(self) -> None:
        """Every server, also one that has lived through all of it, serves everything once it is possible again."""
        for client in self._world.clients:
            if (session := client.session) is None:
                continue
            for method, params in REQUESTS:
                if client.role.meets_peers and "tmdb" in str(params):
                    continue
                failure = self._ask(session, method, params)
                if failure is not None and failure.get("data", {}).get("retryable"):
                    failure = self._ask(session, method, params)
                if failure is not None:
                    text = f"{session.name}: {method} {params}: {json.dumps(failure, ensure_ascii=False)[:300]}"
                    self._report.violation("everything works again after the storm", text)

    def _ask(self, session: Session, method: str, params: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The error; None for a result, or for no answer, which has a rule of its own."""
        session.last_error = None
        with contextlib.suppress(OSError):
            session.request(method, params)
        session.wait_for_fewer(1, contract.SERVICE_LIMIT + 2)
        return session.last_error

    def _agree(self) -> None:
        """Every client, brought up to date by notifications alone, has the lists that a new server has."""
        for session in self._sessions():
            session.request_listings()
            session.wait_for_fewer(1, contract.LOCAL_LIMIT)
        for method in contract.MIRRORED:
            # Notifications have no time limit, and servers still look up ids of films.
            deadline = time.monotonic() + contract.REST_LIMIT
            while (differences := self._differences(method)) and time.monotonic() < deadline:
                time.sleep(0.2)
            for each in differences:
                self._report.violation(f"all clients have the same {method}", each)

    def _differences(self, method: str) -> Sequence[str]:
        listing = self._fresh_listing(method)
        ids, revision = {movie["id"] for movie in listing["items"]}, listing["revision"]
        return [
            f"{session.name} has revision {mirror.revision}, a new server {revision}; they differ in "
            f"{sorted((mirror.ids or set()) ^ ids)[:5]}"
            for session in self._sessions()
            for mirror in [session.mirrors[method]]
            if mirror.ids != ids or mirror.revision != revision
        ]

    def _fresh_listing(self, method: str) -> Mapping[str, Any]:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"limit": 1000}}
        query = json.dumps(request).encode() + b"\n"
        done = subprocess.run(
            [self._world.program, *self._world.options, "--no-notifications"], env=self._world.environment, input=query,
            capture_output=True, timeout=60,
        )  # fmt: skip
        answer = json.loads(done.stdout)
        if done.returncode != 0 or "result" not in answer:
            text = f"status {done.returncode}: {done.stdout[:300]!r} {done.stderr[:300]!r}"
            self._report.violation("everything works again after the storm", text)
            return {"items": [], "revision": 0}
        result: Mapping[str, Any] = answer["result"]
        return result

    def _rest(self) -> None:
        """Everybody comes to use no processor time when nothing is asked."""
        busy = self._sessions()
        deadline = time.monotonic() + contract.REST_LIMIT
        while True:
            before = [(session, session.server.ticks()) for session in busy]
            time.sleep(contract.IDLE_SECONDS)
            # The last work, such as writing caches, takes its time on a busy machine.
            used = {session: session.server.ticks() - ticks for session, ticks in before}
            busy = [session for session in used if used[session] > contract.IDLE_TICKS]
            if not busy or time.monotonic() > deadline:
                break
        for session in busy:
            text = f"{session.name} (pid {session.server.pid}): {used[session] * 10} ms in {contract.IDLE_SECONDS} s"
            self._report.violation("an idle server uses no processor time", text)

    def _end(self) -> None:
        for number, client in enumerate(self._world.clients):
            how = ["eof", "shutdown", "terminated", "exit"][number % 4]
            if client.session is not None:
                client.end(client.session, how)
