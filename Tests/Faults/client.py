"""A client that lives through a storm: it starts servers, uses them at random, and ends them in every way."""

from __future__ import annotations

import contextlib
import random
import signal
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import contract
import workload
from peers import Peer
from server_process import ServerProcess
from session import Session

if TYPE_CHECKING:
    from world import World

BURST_SECONDS = 60
MANY_LOGINS = 70
ENDS = {"eof": 0, "terminated": 0, "shutdown": 0, "exit": 1, "closed output": 0, "killed": -signal.SIGKILL}


@dataclass(frozen=True)
class Role:
    """What distinguishes a client."""

    name: str
    options: list[str] = field(default_factory=list)
    uses_headers: bool = False
    logs_in: bool = False
    reads_late: bool = False
    meets_peers: bool = False  # instead of TMDB


class Client:
    def __init__(self, world: World, role: Role, seed: str):
        self.role = role
        self.session: Session | None = None
        self._world = world
        self._dice = random.Random(seed)
        self._number = 0
        self._peer: Peer | None = None
        self._thread = threading.Thread(target=self._live, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        self._thread.join()

    # MARK: Life

    def _live(self) -> None:
        while not self._world.is_calm.is_set():
            session = self.open()
            try:
                is_over = self._use(session)
            except OSError:  # the server has been killed, or has ended
                is_over = True
            if self._world.is_calm.is_set() and not is_over:
                return  # the world asks for the final checks
            self.end(session, "killed" if session.is_hung else self._dice.choice(list(ENDS)))
            if self._world.is_calm.is_set():
                self.open()

    def open(self) -> Session:
        """Starts a server and its session."""
        self._number += 1
        environment = self._world.environment
        if self.role.meets_peers:
            self._peer = Peer(self._dice, self._world.certificates)
            environment = {**environment, **self._peer.environment}
            self._world.event(f"{self.role.name}-{self._number} meets {self._peer.name}")
        server = ServerProcess(
            [
                self._world.program,
                *self._world.options,
                *(each.replace("%n", f"{self.role.name}-{self._number}") for each in self.role.options),
            ],
            environment,
            str(self._world.logs / f"{self.role.name}-{self._number}.stderr"),
        )
        session = Session(self._world, f"{self.role.name}-{self._number}", server, self.role.uses_headers)
        self._world.report.count("sessions")
        self.session = session
        if not self._world.is_calm.is_set():
            self._world.weather.at_birth(server)
        with contextlib.suppress(OSError):
            if self._dice.random() < 0.3:
                session.request("initialize", {"locale": "ko-KR"})
            session.request_listings()
        return session

    def _use(self, session: Session) -> bool:
        """Sends requests until the session should end; true if it cannot be used any longer."""
        for _ in range(self._dice.randint(50, 1500)):
            if session.is_hung or session.is_over or session.server.was_killed:
                return True
            if self._world.is_calm.is_set():
                return False
            self._world.wait_while_quiet()
            self._act(session)
            if not session.wait_for_fewer(self._dice.choice([2, 10, 20, 30]), 60):
                return True
        return False

    def _act(self, session: Session) -> None:
        throw = self._dice.random()
        if throw < 0.02:
            session.send_invalid()
        elif throw < 0.06:
            session.send(
                [session.message(*workload.request(session, self._dice)) for _ in range(self._dice.randint(1, 8))]
            )
        elif throw < 0.10:
            cancel = {"id": max(1, session.last_id - self._dice.randrange(6))}
            session.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": cancel})
        elif throw < 0.105 and self.role.reads_late:
            self._read_late(session)
        elif throw < 0.105 and self.role.logs_in:
            for _ in range(MANY_LOGINS):
                session.request("login", {"catalog": "tmdb"})
        elif throw < 0.2 and self.role.logs_in:
            session.request(*workload.account_request(session, self._dice))
        else:
            if self._dice.random() < 0.2:
                session.request_listings()
            session.request(*workload.request(session, self._dice))

    def _read_late(self, session: Session) -> None:
        """Asks for much and reads nothing of it for some seconds; then waits for all of it, however long that takes."""
        session.pause(self._dice.uniform(0.5, 3))
        requests = [session.message(*workload.large_request(self._dice)) for _ in range(self._dice.randint(20, 100))]
        session.server.clock.hold()
        try:
            if self._dice.random() < 0.3:
                session.send(requests)
            else:
                for each in requests:
                    session.send(each)
            deadline = time.monotonic() + BURST_SECONDS
            while session.in_flight() and not session.is_over and time.monotonic() < deadline:
                time.sleep(0.05)
        finally:
            session.server.clock.release()

    # MARK: Ends

    def end(self, session: Session, how: str) -> None:
        """Ends the session in one of the ways, and checks the exit status and that nothing stays unanswered."""
        try:
            self._end(session, how)
        finally:
            session.server.destroy()
            if self._peer is not None:
                self._peer.end()
                self._peer = None
        self._world.check_files(*self._world.logs.glob(f"{session.name}.*"))

    def _end(self, session: Session, how: str) -> None:
        report, server = self._world.report, session.server
        self.session = None
        if session.is_over and not server.was_killed:
            status = server.wait(5)
            if server.ended_without_descriptors(status):
                report.count("servers without descriptors")
                return
            text = f"{session.name} (pid {server.pid}): status {status}: {server.last_errors()}"
            report.violation("a server ends only when it should", text)
            return
        with contextlib.suppress(OSError):
            match how:
                case "eof":
                    session.channel.close_input()
                case "terminated":
                    server.signal(signal.SIGTERM)
                case "shutdown":
                    session.request("shutdown", {})
                    session.send({"jsonrpc": "2.0", "method": "exit"})
                case "exit":
                    session.send({"jsonrpc": "2.0", "method": "exit"})
                case "closed output":
                    session.channel.close_output()
                case "killed":
                    server.kill()
        status = server.wait(contract.DRAIN + contract.SERVICE_LIMIT + 2)
        if server.was_killed:
            how = "killed"
        if status is None:
            report.violation(
                "the process ends when its session ends",
                f"{session.name} (pid {server.pid}) {how}: {server.last_errors()}",
            )
        elif status != ENDS[how] and not server.ended_without_descriptors(status):
            # A server that ended by itself has a status of its own, whatever was done to it afterwards.
            report.violation(
                "the process ends with the right status", f"{session.name} {how}: {status}: {server.last_errors()}"
            )
        if not session.channel.join(20) and how != "closed output":
            report.violation(
                "the process ends when its session ends", f"{session.name}: the output of {how} does not end"
            )
        elif how in ("eof", "shutdown", "exit") and status is not None and (left := session.unanswered()):
            report.violation("every request gets exactly one response", f"{session.name} {how}: none to {left[:5]}")
