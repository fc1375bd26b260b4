"""An HTTP proxy on loopback: python3 Tests/Upstreams/proxy.py [--user NAME:PASSWORD] [--certificate FILE] [--answer A]

The first line on stdout is its port. Every line of JSON on stdin is answered with one line: {"op":"log"} returns the
requests so far, {"op":"freeze"} stops forwarding on the existing connections, as after a change of the network. Every
host name resolves to this machine. The program exits at the end of its stdin.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import select
import socket
import ssl
import sys
import threading
import urllib.parse


class Proxy:
    def __init__(self, user: str | None, answer: str | None, certificate: str | None):
        self.log: list[dict[str, object]] = []
        self.generation = 0  # connections of earlier generations are frozen
        self._answer = answer
        self._credentials = user and "Basic " + base64.b64encode(user.encode()).decode()
        self._context = None
        if certificate:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(certificate)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)

    def listen(self) -> None:
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self._attend, args=(connection,), daemon=True).start()

    def _attend(self, client: socket.socket) -> None:
        generation = self.generation
        try:
            if self._context:
                client = self._context.wrap_socket(client, server_side=True)
            with client:
                self._serve(client, generation)
        except OSError:
            pass

    def _serve(self, client: socket.socket, generation: int) -> None:
        head = b""
        while b"\r\n\r\n" not in head:
            if not (part := client.recv(1 << 16)):
                return
            head += part
        head, _, rest = head.partition(b"\r\n\r\n")
        line, *fields = head.decode("latin-1").split("\r\n")
        method, target, _ = line.split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
        self.log.append({"method": method, "target": target, "headers": headers})
        if self._answer == "garbage":
            client.sendall(b"220 mail.example ESMTP ready\r\n\r\n")
        elif self._answer == "nothing":
            pass
        elif self._answer:
            client.sendall(f"HTTP/1.1 {self._answer} No\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno".encode())
        elif self._credentials and headers.get("proxy-authorization") != self._credentials:
            challenge = 'Proxy-Authenticate: Basic realm="tests"\r\nContent-Length: 0\r\nConnection: close'
            client.sendall(f"HTTP/1.1 407 Who is it?\r\n{challenge}\r\n\r\n".encode())
        elif method == "CONNECT":
            with self._connect(int(target.rpartition(":")[2])) as server:
                client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                server.sendall(rest)
                self._relay(client, server, generation)
        else:
            url = urllib.parse.urlsplit(target)
            with self._connect(url.port or 80) as server:
                kept = [field for field in fields if not field.lower().startswith(("proxy-", "connection:"))]
                path = urllib.parse.urlunsplit(("", "", url.path or "/", url.query, ""))
                server.sendall("\r\n".join([f"{method} {path} HTTP/1.1", *kept, "", ""]).encode("latin-1") + rest)
                # The proxy supports one request per connection, and must announce that.
                answer = server.recv(1 << 16).replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
                client.sendall(answer)
                self._relay(client, server, generation)

    @staticmethod
    def _connect(port: int) -> socket.socket:
        return socket.create_connection(("127.0.0.1", port))

    def _relay(self, client: socket.socket, server: socket.socket, generation: int) -> None:
        watch = select.poll()
        for side in (client, server):
            watch.register(side, select.POLLIN)
        other = {client.fileno(): (client, server), server.fileno(): (server, client)}
        while True:
            for descriptor, _ in watch.poll():
                source, sink = other[descriptor]
                if not (part := source.recv(1 << 16)):
                    return
                while isinstance(source, ssl.SSLSocket) and source.pending():
                    part += source.recv(1 << 16)
                if generation == self.generation:
                    sink.sendall(part)

    def over_line(self, line: bytes) -> object:
        operation = json.loads(line)["op"]
        if operation == "log":
            return list(self.log)
        if operation == "freeze":
            self.generation += 1
            return True
        raise ValueError(f"no such op: {operation}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--user", help="NAME:PASSWORD; a request without them gets 407")
    parser.add_argument("--certificate", help="a file with a key and a certificate, for an HTTPS proxy")
    parser.add_argument("--answer", help="the response to every request: a status, `garbage`, or `nothing`")
    options = parser.parse_args()
    proxy = Proxy(options.user, options.answer, options.certificate)
    threading.Thread(target=proxy.listen, daemon=True).start()
    print(proxy.listener.getsockname()[1], flush=True)
    for line in sys.stdin.buffer:
        print(json.dumps({"result": proxy.over_line(line)}), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
