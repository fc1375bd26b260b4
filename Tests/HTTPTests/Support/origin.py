"""Servers on loopback for HTTP/1.1 and HTTP/2 (http2.py) whose paths select their misbehaviour.

Prints the port of the control server, which creates a server for each test and reports what it has seen. Exits at the
end of stdin.
"""

import atexit
import functools
import json
import os
import random
import select
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from urllib.parse import parse_qsl, urlsplit


class Seen:
    """The events of one server so far; `changed` is notified of every change."""

    def __init__(self):
        self.listener = None
        self.changed = threading.Condition()
        self.requests = {}  # the number of requests by path
        self.gone = 0  # clients that disconnected while they waited
        self.open = 0
        self.peak = 0
        self.connections = 0
        self.gates = set()
        self.last = {}
        self.token = self.session = None

    def change(self, body):
        with self.changed:
            result = body()
            self.changed.notify_all()
            return result

    def opened(self):
        self.connections += 1
        self.open += 1
        self.peak = max(self.peak, self.open)

    def closed(self):
        self.open -= 1


class Request:
    def __init__(self, method, target, headers, body):
        self.method, self.target, self.headers, self.body = method, target, headers, body
        parts = urlsplit(target)
        self.path = parts.path
        self.query = parse_qsl(parts.query, keep_blank_values=True)

    def item(self, name, default=""):
        return next((value for key, value in self.query if key == name), default)


def read_request(stream):
    line = stream.readline().decode("latin-1").split()
    if len(line) < 3:
        return None
    headers = []
    while (field := stream.readline().decode("utf-8").rstrip("\r\n")) != "":
        name, _, value = field.partition(":")
        headers.append((name, value.strip()))
    length = next((int(value) for name, value in headers if name.lower() == "content-length"), 0)
    return Request(line[0], line[1], headers, stream.read(length))


def answer(connection, status, headers, body):
    lines = [f"HTTP/1.1 {status} Whatever"] + [f"{name}: {value}" for name, value in headers]
    if status not in (204, 304):
        lines.append(f"Content-Length: {len(body)}")
    head = "\r\n".join(lines + ["", ""]).encode()
    connection.sendall(head + (body if status not in (204, 304) else b""))


def wait_until_gone(connection, seen, seconds=60):
    """Blocks until the client disconnects."""
    # Not select(), which is limited to descriptors below 1024: this process contains the servers of all tests.
    watch = select.poll()
    watch.register(connection, select.POLLIN)
    watch.poll(seconds * 1000)
    seen.change(lambda: setattr(seen, "gone", seen.gone + 1))


def serve(connection, request, count, seen):
    """Responds to one request; returns whether the connection stays open."""
    path = request.path
    if path == "/answer":
        # ?status=…&h=Name:value&body=…; {count} in a value is the number of requests to this target so far.
        headers = [tuple(v.replace("{count}", str(count)).split(":", 1)) for k, v in request.query if k == "h"]
        body = request.item("body", "{}").replace("{count}", str(count)).encode()
        status = int(request.item("status", "200"))
        tag = next((value for name, value in headers if name.lower() == "etag"), None)
        asked = {name.lower(): value for name, value in request.headers}
        if tag is not None and asked.get("if-none-match") == tag:
            status = 304
        modified = next((value for name, value in headers if name.lower() == "last-modified"), None)
        if modified is not None and asked.get("if-modified-since") == modified:
            status = 304
        answer(connection, status, headers, body)
    elif path == "/echo":
        shown = {
            "method": request.method, "target": request.target, "headers": dict(request.headers),
            "body": request.body.decode(),
        }
        answer(connection, 200, [("Content-Type", "application/json")], json.dumps(shown).encode())
    elif path == "/fail":
        # The first `times` requests get `status`, later ones 200.
        if count <= int(request.item("times", "1")):
            headers = [tuple(v.split(":", 1)) for k, v in request.query if k == "h"]
            answer(connection, int(request.item("status", "503")), headers, b'{"failed":true}')
        else:
            answer(connection, 200, [], b'{"failed":false}')
    elif path == "/refuse":
        # Closes the first `times` connections before a byte is sent.
        if count <= int(request.item("times", "1")):
            return False
        answer(connection, 200, [], b"{}")
    elif path == "/token":
        token = f"{random.getrandbits(160):040x}"
        page = f"https://127.0.0.1/authenticate/{token}"
        body = json.dumps({"success": True, "request_token": token, "page": page}).encode()
        answer(connection, 200, [("Authentication-Callback", page), ("Content-Type", "application/json")], body)
        seen.change(lambda: setattr(seen, "token", token))
    elif path == "/session":
        if json.loads(request.body or b"{}").get("request_token") != seen.token:
            answer(connection, 401, [], b'{"status_code":17}')
            return True
        seen.session = f"{random.getrandbits(160):040x}"
        answer(connection, 200, [], json.dumps({"success": True, "session_id": seen.session}).encode())
    elif path.startswith("/account/"):
        known = request.item("session_id") == seen.session and path.endswith(seen.session)
        body = {"id": 7, "echo": request.target} if known else {"status_code": 3}
        answer(connection, 200 if known else 401, [("Cache-Control", "public, max-age=600")], json.dumps(body).encode())
    elif path == "/binary":
        answer(connection, 200, [("Cache-Control", "max-age=60")], bytes(range(256)))
    elif path == "/gate":
        name = request.item("name")
        with seen.changed:
            seen.changed.wait_for(lambda: name in seen.gates, 60)
        answer(connection, 200, [], b'{"gate":true}')
    elif path == "/slow":
        ready, _, _ = select.select([connection], [], [], int(request.item("ms", "20")) / 1000)
        if ready:
            return False
        answer(connection, 200, [], b'{"slow":true}')
    elif path == "/stall":
        wait_until_gone(connection, seen)
        return False
    elif path == "/stall-body":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
        wait_until_gone(connection, seen)
        return False
    elif path == "/drip":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while not select.select([connection], [], [], 0.02)[0]:
            connection.sendall(b"x")
        seen.change(lambda: setattr(seen, "gone", seen.gone + 1))
        return False
    elif path == "/cut":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
        return False
    elif path == "/cut-chunk":
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab")
        return False
    elif path == "/reset":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False
    elif path == "/redirect":
        # ?to=…&status=…
        answer(connection, int(request.item("status", "302")), [("Location", request.item("to"))], b"elsewhere")
    elif path == "/circle":
        answer(connection, 302, [("Location", "/circle")], b"")
    elif path == "/bomb":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n")
        packer, zeros = zlib.compressobj(9, zlib.DEFLATED, 31), bytes(1 << 20)
        for _ in range(8 << 10):
            connection.sendall(packer.compress(zeros))
        connection.sendall(packer.flush())
        return False
    elif path == "/gzip":
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        body = packer.compress(request.item("body").encode()) + packer.flush()
        answer(connection, 200, [("Content-Encoding", "gzip")], body)
    elif path == "/wrong-gzip":
        answer(connection, 200, [("Content-Encoding", "gzip")], b'{"not":"gzip"}')
    elif path == "/endless-headers":
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            connection.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
    elif path == "/endless-hints":
        while True:
            connection.sendall(b"HTTP/1.1 103 Early Hints\r\nX-Early: yes\r\n\r\n")
    elif path == "/long-header":
        connection.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
        while True:
            connection.sendall(b"x" * 1000)
    elif path == "/garbage":
        connection.sendall(b"220 mail.example ESMTP ready\r\n\r\n")
        return False
    elif path == "/empty":
        return False
    elif path == "/chunked":
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for part in (b'{"chunked"', b":true}"):
            connection.sendall(b"%x\r\n%s\r\n" % (len(part), part))
        connection.sendall(b"0\r\nX-Trailer: late\r\n\r\n")
    elif path == "/twice-encoded":
        # `count` header lines that declare gzip, and `layers` layers of compression.
        body = b"{}"
        for _ in range(int(request.item("layers"))):
            packer = zlib.compressobj(9, zlib.DEFLATED, 31)
            body = packer.compress(body) + packer.flush()
        answer(connection, 200, [("Content-Encoding", "gzip")] * int(request.item("count")), body)
    elif path == "/encoded":
        answer(connection, 200, [("Content-Encoding", request.item("as"))], b"{}")
    elif path == "/http-1.0":
        connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n{}")
        return False
    elif path == "/early-hints":
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\nX-Early: yes\r\n\r\n")
        answer(connection, 200, [("X-Late", " padded\t")], b"{}")
    elif path == "/zeros":
        answer(connection, 200, [], bytes(int(request.item("count"))))
    else:
        answer(connection, 404, [], b'{"status_code":34}')
    return True


def attend_streams(connection, seen, most_streams):
    import http2  # needs a package outside of the standard library

    seen.change(seen.opened)
    try:
        http2.attend(connection, seen, most_streams)
    finally:
        connection.close()
        seen.change(seen.closed)


def attend(connection, seen):
    seen.change(seen.opened)
    stream = connection.makefile("rb")
    try:
        while (request := read_request(stream)) is not None:

            def arrived(request=request):
                seen.requests[request.path] = seen.requests.get(request.path, 0) + 1
                key = f"{request.method} {request.target}"
                seen.last[key] = seen.last.get(key, 0) + 1
                return seen.last[key]

            if not serve(connection, request, seen.change(arrived), seen):
                break
    except (OSError, ValueError, UnicodeDecodeError):
        pass
    finally:
        stream.close()
        connection.close()
        seen.change(seen.closed)


def attend_securely(connection, context, seen, most_streams):
    try:
        connection = context.wrap_socket(connection, server_side=True)
        if connection.selected_alpn_protocol() == "h2":
            attend_streams(connection, seen, most_streams)
        else:
            attend(connection, seen)
    except OSError:
        connection.close()


servers = {}  # port: Seen


def control(connection):
    """The control server. `/new` creates a server. For the server of a `port`, `/seen` returns the counters, `/wait`
    first waits for `count` requests to a `path`, for `gone` or for `open`, `/open?name=…` opens a gate, and `/end`
    stops listening."""
    stream = connection.makefile("rb")
    try:
        while (request := read_request(stream)) is not None:
            if request.path == "/new":
                authority = certificate() if request.item("tls") else None
                streams = int(request.item("streams", "0"))
                made = {"port": make_server(authority, streams), "certificate": authority}
                answer(connection, 200, [], json.dumps(made).encode())
                continue
            seen = servers[int(request.item("port"))]
            if request.path == "/end":
                # After close() alone, the thread in accept() would accept one more connection. A socket that does not
                # listen keeps the port, so that no other test's server can get it.
                address = seen.listener.getsockname()
                seen.listener.shutdown(socket.SHUT_RDWR)
                seen.listener.close()
                seen.listener = socket.socket()
                seen.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                seen.listener.bind(address)
            if request.path == "/open":
                seen.change(lambda: seen.gates.add(request.item("name")))
            if request.path == "/wait":
                path, count = request.item("path"), int(request.item("count", "0"))
                gone, still = int(request.item("gone", "0")), int(request.item("open", "-1"))
                with seen.changed:
                    seen.changed.wait_for(
                        lambda: seen.requests.get(path, 0) >= count
                        and seen.gone >= gone
                        and (still < 0 or seen.open <= still),
                        30,
                    )
            with seen.changed:
                numbers = {
                    "requests": dict(seen.requests), "gone": seen.gone, "open": seen.open, "peak": seen.peak,
                    "connections": seen.connections,
                }
            answer(connection, 200, [], json.dumps(numbers).encode())
    except OSError:
        pass
    finally:
        stream.close()
        connection.close()


def listen(handler):
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)

    def accept():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=handler, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener


@functools.cache
def certificate():
    """The path of a file with a key and a self-signed certificate for 127.0.0.1."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    path = os.path.join(folder, "certificate.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test", "-addext",
         "subjectAltName=IP:127.0.0.1,DNS:service.invalid", "-keyout", path, "-out", path + ".crt"],
        check=True, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with open(path + ".crt", encoding="ascii") as public, open(path, "a", encoding="ascii") as both:
        both.write(public.read())
    return path


def make_server(authority, most_streams):
    """Creates a server; with `most_streams` it offers HTTP/2."""
    seen = Seen()
    if authority is None:
        seen.listener = listen(lambda connection: attend(connection, seen))
    else:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(authority)
        if most_streams:
            context.set_alpn_protocols(["h2", "http/1.1"])
        # TLS starts on the connection's own thread, because a handshake may fail or never happen.
        seen.listener = listen(lambda connection: attend_securely(connection, context, seen, most_streams))
    port = seen.listener.getsockname()[1]
    servers[port] = seen
    return port


def end_with(parent):
    """Ends this process with its parent, even if something else holds its stdin open. It would keep the parent's stdout
    open, and whoever reads that would wait."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
print(listen(control).getsockname()[1], flush=True)
sys.stdin.read()
atexit._run_exitfuncs()
os._exit(0)
