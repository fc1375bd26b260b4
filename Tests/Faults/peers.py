"""Peers of Tests/Upstreams whose answers never end, in the place of a service."""

from __future__ import annotations

import contextlib
import pathlib
import random
import subprocess
import sys
from collections.abc import Mapping

from services import UPSTREAMS

PROXY_ACTS = ["length", "chunked", "drip", "headers", "interim", "tunnel", "silence"]
SERVICE_ACTS = ["drip", "dripping-head", "headers", "long-header", "interim", "body", "empty-chunks", "trailers"]
FLOODS = ["window-update", "stream-window-update", "priority", "empty-data", "settings", "ping", "interim", "data"]


def make_certificates(folder: pathlib.Path) -> pathlib.Path | None:
    """Creates an authority and a certificate; None where openssl is missing."""
    folder.mkdir()
    with contextlib.suppress(OSError):
        done = subprocess.run([sys.executable, UPSTREAMS / "authority.py", folder], capture_output=True)
        if done.returncode == 0:
            return folder
    return None


class Peer:
    """A process that one session of one client meets instead of TMDB."""

    def __init__(self, dice: random.Random, certificates: pathlib.Path | None):
        kind = dice.choice(["proxy", "service", "flood"] if certificates else ["proxy", "service"])
        self.environment: Mapping[str, str]
        if kind == "flood" and certificates is not None:
            self._start("http2_flood.py", dice.choice(FLOODS), "--certificate", str(certificates / "server.pem"))
            self.environment = {
                "TMDB_BASE_URL": f"https://127.0.0.1:{self._port}/3",
                "CURL_CA_BUNDLE": str(certificates / "authority.pem"),
            }
        elif kind == "proxy":
            self._start("hostile_proxy.py", dice.choice(PROXY_ACTS))
            self.environment = {
                "https_proxy": f"http://127.0.0.1:{self._port}",
                "TMDB_BASE_URL": "https://service.invalid/3",
            }
        else:
            self._start("hostile_service.py", dice.choice(SERVICE_ACTS))
            self.environment = {"TMDB_BASE_URL": f"http://127.0.0.1:{self._port}/3"}

    def _start(self, script: str, act: str, *options: str) -> None:
        self.name = f"{script} {act}"
        command = [sys.executable, str(UPSTREAMS / script), act, *options]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        self._port = int(self._process.stdout.readline())

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()
