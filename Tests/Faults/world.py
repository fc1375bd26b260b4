"""Everything that the threads of a storm share."""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import secrets
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator

import contract
from client import Client
from ledger import Ledger
from peers import make_certificates
from report import Report
from services import Service
from weather import Weather

DISK_SIZE = "64m"
TOKEN = re.compile(rb"(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])")
SESSION_ID = re.compile(rb'"[0-9a-f]{40}"')


class World:
    def __init__(self, program: str, folder: pathlib.Path, seed: int, longest_stop: float, may_mount: bool):
        self.program = program
        self.seed = seed
        self.longest_stop = longest_stop
        self.folder = folder
        self.disk = folder / "disk"
        self.data, self.cache, self.logs = self.disk / "data", self.disk / "cache", folder / "logs"
        self.disk.mkdir()
        self.has_small_disk = may_mount and _mount(self.disk)
        for each in (self.data, self.cache, self.logs, folder / "home"):
            each.mkdir(mode=0o700)
        self.favorites = self.data / "favorites.db"
        self.report = Report(str(folder / "events"))
        self.reasons = contract.Reasons(program)
        self.ledger = Ledger()
        self.is_calm = threading.Event()
        self.clients: list[Client] = []
        self.tokens: set[bytes] = set()  # request tokens: allowed in responses, but not in files
        keys = {
            "tmdb": secrets.token_hex(16),
            "omdb": secrets.token_hex(4),
            "naver": f"client-of-tests:{secrets.token_hex(8)}",
        }
        self._secrets = {keys["tmdb"].encode(), keys["omdb"].encode(), keys["naver"].partition(":")[2].encode()}
        self.services = [Service(name, key) for name, key in keys.items()]
        self.files = threading.Lock()  # held by whoever fills the disk, locks files or restores a backup
        self._quiet = threading.Condition()
        self._is_quiet = False
        self._parked = 0
        self.environment = {
            **{name: os.environ[name] for name in ("PATH", "SWIFT_BACKTRACE") if name in os.environ},
            "HOME": str(folder / "home"),
            "TMDB_API_KEY": keys["tmdb"],
            "OMDB_API_KEY": keys["omdb"],
            "NAVER_CLIENT_ID": "client-of-tests",
            "NAVER_CLIENT_SECRET": keys["naver"].partition(":")[2],
            "https_proxy": "http://127.0.0.1:1",  # nothing leaves this machine
            "no_proxy": "127.0.0.1",
            **{f"{service.name.upper()}_BASE_URL": service.base_url for service in self.services},
        }
        self.options = [
            "--data-dir", str(self.data), "--cache-dir", str(self.cache), "--drain-ms", str(int(contract.DRAIN * 1000)),
            "--http-timeout-ms", str(int(contract.SERVICE_TIMEOUT * 1000)), "--max-queue-bytes", str(contract.QUEUE),
            "--http-cache-bytes", str(4 << 20), "--poster-cache-bytes", str(4 << 20),
        ]  # fmt: skip
        self.certificates = make_certificates(folder / "certificates")
        self.weather = Weather(self, str(seed))

    def event(self, text: str) -> None:
        self.report.event(text)

    # MARK: Secrets

    def check_secrets(self, data: bytes, where: str) -> None:
        for secret in self._secrets:
            if secret in data:
                start = data.index(secret)
                context = data[max(0, start - 80) : start].decode("utf-8", "replace")
                self.report.violation("no secret leaves the process", f"{where}: {context}<secret>")

    def learn_logins(self) -> None:
        """Adds the session ids of logins, which stand in one file, to the secrets."""
        with contextlib.suppress(OSError):
            data = (self.data / "sessions.json").read_bytes()
            self._secrets |= {found.strip(b'"') for found in SESSION_ID.findall(data)}

    def check_files(self, *paths: str | pathlib.Path) -> None:
        """Checks that no file contains a secret."""
        for path in map(pathlib.Path, paths):
            for file in path.rglob("*") if path.is_dir() else [path]:
                with contextlib.suppress(OSError):
                    if file.name != "sessions.json" and file.is_file():
                        data = file.read_bytes()
                        self.check_secrets(data, str(file))
                        if file.is_relative_to(self.logs):
                            self._check_tokens(data, file)

    def _check_tokens(self, data: bytes, file: pathlib.Path) -> None:
        for token in [token for token in set(TOKEN.findall(data)) if token in self.tokens][:1]:
            start = data.index(token)
            context = data[max(0, start - 80) : start].decode("utf-8", "replace")
            self.report.violation("no secret leaves the process", f"{file}: {context}<request token>")

    # MARK: Quiet moments

    def wait_while_quiet(self) -> None:
        """A client calls this between its requests."""
        with self._quiet:
            self._parked += 1
            self._quiet.notify_all()
            while self._is_quiet:
                self._quiet.wait()
            self._parked -= 1

    @contextlib.contextmanager
    def quiet(self) -> Iterator[bool]:
        """Keeps all clients from sending for the duration of the block; false if they do not come to rest."""
        with self._quiet:
            self._is_quiet = True
            deadline = time.monotonic() + 20
            while self._parked < len(self.clients) and not self.is_calm.is_set() and time.monotonic() < deadline:
                self._quiet.wait(0.1)
            came = self._parked == len(self.clients)
        try:
            yield came and not self.is_calm.is_set()
        finally:
            with self._quiet:
                self._is_quiet = False
                self._quiet.notify_all()

    def check_ledger(self) -> None:
        try:
            problems = self.ledger.problems(self.favorites)
        except sqlite3.Error as error:
            problems = [f"{type(error).__name__}: {error}"]
        for problem in problems:
            self.report.violation("no answered change is lost", problem)


def _mount(folder: pathlib.Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_SIZE}", "none", str(folder)]
    with contextlib.suppress(OSError):
        return subprocess.run(command, capture_output=True).returncode == 0
    return False
