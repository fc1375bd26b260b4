"""Runs an upstream as the other tests do: as a process, with requests over real sockets."""

from __future__ import annotations

import contextlib
import http.client
import json
import pathlib
import socket
import subprocess
import sys
import unittest
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

PROGRAM = pathlib.Path(__file__).parent.parent / "upstream.py"
TIMEOUT = 30


@dataclass
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class UpstreamCase(unittest.TestCase):
    service = "tmdb"
    secrets: Mapping[str, str] = {"api_key": "0123456789abcdef0123456789abcdef"}
    secret_headers: Mapping[str, str] = {}

    def setUp(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", PROGRAM, self.service],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(self._end)
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().strip()
        self.host = urllib.parse.urlsplit(self.base).netloc
        self.port = int(self.host.partition(":")[2])
        self.base_path = urllib.parse.urlsplit(self.base).path.rstrip("/")

    def _end(self) -> None:
        """Closes the upstream's stdin, and checks that it exits with status 0 and without output."""
        _, errors = self.process.communicate(timeout=TIMEOUT)
        self.assertEqual((self.process.returncode, errors), (0, ""))

    def control(self, op: str, **parameters: Any) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"op": op, **parameters}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.assertNotIn("error", answer)
        return answer["result"]

    def fault(self, fault: str, **parameters: Any) -> None:
        self.control("clear_faults")
        self.control("faults", rules=[{"fault": {"kind": fault, **parameters}}])

    def target(self, path: str, query: Mapping[str, Any]) -> str:
        return f"{self.base_path}{path}?{urllib.parse.urlencode({**self.secrets, **query})}"

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        target: str | None = None,
        **query: Any,
    ) -> Answer:
        connection = http.client.HTTPConnection(self.host, timeout=TIMEOUT)
        try:
            data = None if body is None else json.dumps(body)
            more = {"Content-Type": "application/json"} if data is not None else {}
            connection.request(
                method, target or self.target(path, query), data, {**self.secret_headers, **more, **(headers or {})}
            )
            response = connection.getresponse()
            return Answer(response.status, dict(response.getheaders()), response.read())
        finally:
            connection.close()

    def get(self, path: str, **query: Any) -> Any:
        answer = self.ask(path, **query)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json


class FaultCase(UpstreamCase):
    @contextlib.contextmanager
    def connection(self, path: str = "/movie/550", encoding: str = "identity") -> Iterator[socket.socket]:
        """A connection on which a request has been sent."""
        with socket.create_connection(("127.0.0.1", self.port), TIMEOUT) as connection:
            self.request(connection, path, encoding)
            yield connection

    def request(self, connection: socket.socket, path: str = "/movie/550", encoding: str = "identity") -> None:
        head = f"GET {self.target(path, {})} HTTP/1.1\r\nHost: {self.host}\r\nAccept-Encoding: {encoding}\r\n\r\n"
        connection.sendall(head.encode())

    def to_end(self, connection: socket.socket) -> bytes:
        data = b""
        while part := connection.recv(1 << 16):
            data += part
        return data
