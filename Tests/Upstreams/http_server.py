"""An HTTP/1.1 server on loopback: reads requests, and lets the service or a fault respond."""

from __future__ import annotations

import functools
import gzip
import http.server
import posixpath
import select
import socket
import socketserver
import ssl
import struct
import sys
import time
import urllib.parse
from dataclasses import replace
from email.utils import formatdate
from http import HTTPStatus
from typing import Any

from control import Control
from faults import Faults
from log import Entry, Log
from wire import Reply, Request, Service


class Exchange:
    """One request, and the connection for its response."""

    def __init__(self, handler: Handler, request: Request, entry: Entry, generation: int):
        self.handler = handler
        self.request = request
        self.connection = handler.connection
        self._entry = entry
        self._generation = generation  # of the faults when the request arrived

    @functools.cached_property
    def reply(self) -> Reply:
        """The right response. Creating it executes the request, so a fault that replaces it executes nothing."""
        return self.handler.server.service.answer(self.request)

    def head(self, reply: Reply, length: int | None, **more: str) -> bytes:
        """The status line and header; without a length, the body is chunked."""
        self._entry.status = reply.status
        try:
            phrase = HTTPStatus(reply.status).phrase
        except ValueError:
            phrase = "Unknown"
        headers = {"Date": formatdate(usegmt=True), "Server": "openresty", **reply.headers}
        if length is None:
            headers["Transfer-Encoding"] = "chunked"
        elif reply.status != 304:
            headers["Content-Length"] = str(length)
        headers |= {name.replace("_", "-"): text for name, text in more.items()}
        lines = [f"HTTP/1.1 {reply.status} {phrase}", *(f"{name}: {text}" for name, text in headers.items())]
        return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")

    def encoded(self, reply: Reply) -> Reply:
        """The reply, compressed if the client accepts that."""
        takes = "gzip" in self.request.headers.get("accept-encoding", "")
        if not takes or len(reply.body) < 256 or "json" not in reply.headers.get("Content-Type", ""):
            return reply
        return replace(reply, body=gzip.compress(reply.body, 6), headers={**reply.headers, "Content-Encoding": "gzip"})

    def send(self, data: bytes, is_last: bool = False) -> None:
        """Sends data. The log says "done" before the client can receive the last of it."""
        if is_last:
            self.handler.server.log.end(self._entry, "done")
        self.connection.sendall(data)

    def send_reply(self, reply: Reply) -> None:
        reply = self.encoded(reply)
        body = b"" if self.request.method == "HEAD" else reply.body
        self.send(self.head(reply, len(reply.body)) + body, is_last=True)

    def pause(self, seconds: float | None) -> None:
        """Waits for a time, or until the faults are cleared; raises if the client disconnects."""
        faults = self.handler.server.faults
        deadline = None if seconds is None else time.monotonic() + seconds
        watch = select.poll()
        watch.register(self.connection, select.POLLIN)
        while self._generation == faults.generation:
            rest = 0.02 if deadline is None else min(0.02, deadline - time.monotonic())
            if rest <= 0:
                return
            if not watch.poll(rest * 1000):
                continue
            if not self.connection.recv(1, socket.MSG_PEEK):
                raise ConnectionAbortedError
            time.sleep(rest)  # the client has sent more than one request

    def hang_up(self) -> None:
        self.handler.close_connection = True

    def reset(self) -> None:
        """Closes the connection with RST."""
        self.handler.server.log.end(self._entry, "done")
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        socket.close(self.connection.detach())
        self.hang_up()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server

    def setup(self) -> None:
        super().setup()
        self.number = self.server.log.opened()
        self.is_counted = True

    def finish(self) -> None:
        super().finish()
        if self.is_counted:
            self.server.log.closed()

    def serve(self) -> None:
        request = self._request()
        if request.path.startswith("/__"):
            if self.is_counted:
                self.is_counted = False
                self.server.log.forget()
            Exchange(self, request, Entry(request, self.number), 0).send_reply(self.server.control.over_http(request))
            return
        # Before the log entry: a test that finds the request in the log may clear the faults, and must end its stall.
        fault, generation = self.server.faults.take(request)
        with self.server.log.entry(request, self.number) as entry:
            exchange = Exchange(self, request, entry, generation)
            if fault is None:
                exchange.send_reply(exchange.reply)
            else:
                entry.fault = fault.kind
                fault.perform(exchange, self.server.service)

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = serve

    def _request(self) -> Request:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path, _, query = self.path.partition("?")
        pairs = urllib.parse.parse_qsl(query, keep_blank_values=True, errors="surrogateescape")
        return Request(
            self.command,
            self.path,
            posixpath.normpath(urllib.parse.unquote(path)),
            dict(reversed(pairs)),
            {name.lower(): text for name, text in self.headers.items()},
            body,
        )

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    """Serves one upstream on 127.0.0.1, with one thread per connection."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = 256

    def __init__(self, service: Service, port: int = 0, certificate: str | None = None):
        super().__init__(("127.0.0.1", port), Handler)
        self.service = service
        self.log = Log()
        self.faults = Faults()
        self.control = Control(self)
        self._context = None
        if certificate is not None:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(certificate)
        scheme = "http" if certificate is None else "https"
        service.base_url = f"{scheme}://127.0.0.1:{self.server_address[1]}{service.base_path}"

    def finish_request(self, request: Any, client_address: Any) -> None:
        if self._context is None:
            super().finish_request(request, client_address)
            return
        # On the connection's own thread, because a handshake may fail or never happen.
        with self._context.wrap_socket(request, server_side=True) as secured:
            super().finish_request(secured, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        # In many tests the client disconnects during a response.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)
