from __future__ import annotations

import contextlib
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterator

from upstream_case import TIMEOUT

UPSTREAMS = pathlib.Path(__file__).parent.parent
ENOUGH = 1 << 20


class PeerCase(unittest.TestCase):
    script = ""

    @contextlib.contextmanager
    def peer(self, act: str, *options: str) -> Iterator[int]:
        """Starts a peer, and checks that it exits with status 0 at the end of its stdin."""
        command = [sys.executable, "-W", "error", str(UPSTREAMS / self.script), act, *options]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 0)

    def acts(self) -> list[str]:
        usage = subprocess.run(
            [sys.executable, str(UPSTREAMS / self.script), "--help"], check=True, capture_output=True, text=True
        ).stdout
        return usage[usage.index("{") + 1 : usage.index("}")].replace("\n", "").replace(" ", "").split(",")

    def received(self, connection: socket.socket, number: int) -> bytes:
        data = b""
        while len(data) < number and (part := connection.recv(1 << 16)):
            data += part
        return data


class HostileProxyTests(PeerCase):
    script = "hostile_proxy.py"
    slow = ("drip", "silence")

    def test_answers_connect_without_end(self) -> None:
        for act in self.acts():
            with (
                self.subTest(act),
                self.peer(act) as port,
                socket.create_connection(("127.0.0.1", port), TIMEOUT) as client,
            ):
                client.sendall(b"CONNECT service.invalid:443 HTTP/1.1\r\n\r\n")
                if act == "silence":
                    client.settimeout(0.1)
                    self.assertRaises(TimeoutError, client.recv, 1)
                    continue
                enough = 100 if act in self.slow else ENOUGH
                data = self.received(client, enough)
                self.assertGreaterEqual(len(data), enough)
                self.assertTrue(data.startswith(b"HTTP/1.1 "))
                if act in ("length", "chunked", "drip"):
                    self.assertTrue(data.startswith(b"HTTP/1.1 407 "))


class HostileServiceTests(PeerCase):
    script = "hostile_service.py"

    def test_answers_a_request_without_end(self) -> None:
        for act in ("headers", "long-header", "interim", "body", "empty-chunks", "trailers"):
            with (
                self.subTest(act),
                self.peer(act) as port,
                socket.create_connection(("127.0.0.1", port), TIMEOUT) as client,
            ):
                client.sendall(b"GET / HTTP/1.1\r\n\r\n")
                self.assertGreaterEqual(len(self.received(client, ENOUGH)), ENOUGH)

    def test_knows_many_other_acts(self) -> None:
        self.assertLessEqual({"drip", "dripping-head", "redirects", "lengths", "silence"}, set(self.acts()))


@unittest.skipUnless(shutil.which("openssl"), "There is no openssl to make a certificate with.")
class FloodTests(PeerCase):
    script = "http2_flood.py"
    # The type of most frames of each flood, as HTTP/2 numbers them.
    types = {
        "window-update": 8, "stream-window-update": 8, "priority": 2, "empty-data": 0, "settings": 4, "ping": 6,
        "unknown": 0xAA, "interim": 1, "field-block": 9, "data": 0,
    }  # fmt: skip

    def test_floods_after_the_first_request(self) -> None:
        self.assertEqual(set(self.types), set(self.acts()))
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, UPSTREAMS / "authority.py", folder], check=True, capture_output=True)
            context = ssl.create_default_context(cafile=f"{folder}/authority.pem")
            context.set_alpn_protocols(["h2"])
            for act, kind in self.types.items():
                with (
                    self.subTest(act),
                    self.peer(act, "--certificate", f"{folder}/server.pem") as port,
                    socket.create_connection(("127.0.0.1", port), TIMEOUT) as plain,
                    context.wrap_socket(plain, server_hostname="127.0.0.1") as client,
                ):
                    self.assertEqual(client.selected_alpn_protocol(), "h2")
                    # SETTINGS, and HEADERS of stream 1 that are no request of HTTP but enough for this peer.
                    request = b"\x00\x00\x00\x04\x00\x00\x00\x00\x00" + b"\x00\x00\x01\x01\x05\x00\x00\x00\x01\x82"
                    client.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + request)
                    frames = self.frames(self.received(client, ENOUGH))
                    self.assertEqual(frames[0], 4)
                    self.assertGreater(frames.count(kind), len(frames) * 0.9)

    def frames(self, data: bytes) -> list[int]:
        """The types of the complete frames."""
        types, start = [], 0
        while start + 9 <= len(data):
            types.append(data[start + 3])
            start += 9 + int.from_bytes(data[start : start + 3], "big")
        return types
