"""A client that sends and receives single messages, whatever they are."""

import contextlib
import json
import os
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path
from queue import Empty, Queue

SERVER = os.environ["MOVIE_SERVER"]
DEADLINE = 60
MODERN = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
LEGACY = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"


def environment(folder, **more):
    """The environment of a server whose files are all in a folder."""
    kept = {name: os.environ[name] for name in ("PATH", "TSAN_OPTIONS") if name in os.environ}
    return kept | {"HOME": str(folder), "LC_ALL": "C.UTF-8"} | more


class Server:
    """A server process. `modern` makes requests of the revision without a handshake; `legacy` begins with one."""

    def __init__(self, folder, *arguments, subcommand="mcp", legacy=False, env=None):
        self.process = subprocess.Popen(
            [SERVER, subcommand, *arguments],
            env=env or environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.lines = Queue()
        self.legacy = legacy
        self.count = 0
        self.notifications = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        if legacy:
            self.result("initialize", LEGACY)
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def send(self, message):
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def receive(self):
        try:
            return self.lines.get(timeout=DEADLINE)
        except Empty:
            raise AssertionError("no message came in time") from None

    def request(self, method, params=None, meta=None):
        """Send a request; return its id."""
        self.count += 1
        params = dict(params or {})
        own = ({} if self.legacy else META) | (meta or {})
        if own:
            params["_meta"] = own
        self.send({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params})
        return self.count

    def response(self, request_id):
        """The response with this id; notifications before it are kept."""
        while (message := self.receive()) is not None:
            if message.get("id") == request_id and "method" not in message:
                return message
            self.notifications.append(message)
        raise AssertionError("the server has ended")

    def answer(self, method, params=None, meta=None):
        return self.response(self.request(method, params, meta))

    def result(self, method, params=None, meta=None):
        answer = self.answer(method, params, meta)
        assert "result" in answer, answer
        return answer["result"]

    def call(self, tool, arguments=None, meta=None):
        return self.result("tools/call", {"name": tool, "arguments": arguments or {}}, meta)

    def notification(self, method):
        """The next notification of this kind."""
        while True:
            for message in self.notifications:
                if message["method"] == method:
                    self.notifications.remove(message)
                    return message["params"]
            self.notifications.append(self.receive())

    def finish(self):
        """Close the server's input; return the messages that still come, and the exit status."""
        self.process.stdin.close()
        rest = []
        while (message := self.receive()) is not None:
            rest.append(message)
        status = self.process.wait(DEADLINE)
        self.process.stdout.close()
        return rest, status

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()
        with contextlib.suppress(OSError):
            self.process.stdin.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


@contextlib.contextmanager
def temporary():
    with tempfile.TemporaryDirectory() as path:
        yield Path(path)


class Case(unittest.TestCase):
    """Tests that start servers and leave nothing behind."""

    def enter(self, manager):
        value = manager.__enter__()
        self.addCleanup(manager.__exit__, None, None, None)
        return value

    def server(self, *arguments, folder=None, **options):
        return self.enter(Server(folder or self.enter(temporary()), *arguments, **options))


class Service:
    """A simulated TMDB of Tests/Upstreams."""

    KEY = "0123456789abcdef0123456789abcdef"

    def __init__(self):
        path = Path(__file__).resolve().parent.parent / "Upstreams/upstream.py"
        self.process = subprocess.Popen(["python3", path, "tmdb"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.url = self.process.stdout.readline().decode().strip()

    def control(self, **operation):
        self.process.stdin.write(json.dumps(operation).encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "result" in answer, answer
        return answer["result"]

    def environment(self, path):
        return environment(path, TMDB_BASE_URL=self.url, TMDB_API_KEY=self.KEY)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(DEADLINE)
        self.process.stdout.close()
