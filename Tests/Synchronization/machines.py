"""Machines of a test: a data folder each, and the real server on it."""
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import time

PROGRAM = os.environ.get("MOVIE_SERVER") or shutil.which("movie-server")
DEADLINE = 60


class Server:
    """A `movie-server` on a data folder, which runs until `close` or `kill`."""

    def __init__(self, folder, *arguments, environment=None):
        variables = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        variables.update(environment or {})
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [PROGRAM, "--data-dir", folder, "--cache-dir", os.path.join(folder, "cache"), "--log-level", "debug",
             *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, env=variables)
        self.number = 0
        self.responses = {}
        self.notifications = queue.Queue()
        self.changed = threading.Condition()
        self.is_closed = False
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            with self.changed:
                if "id" in message:
                    self.responses[message["id"]] = message
                else:
                    message["receivedAt"] = time.monotonic()
                    self.notifications.put(message)
                self.changed.notify_all()
        with self.changed:
            self.is_closed = True
            self.changed.notify_all()

    def send(self, method, **params):
        self.number += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}) + "\n"
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()
        return self.number

    def receive(self, number):
        with self.changed:
            if not self.changed.wait_for(lambda: number in self.responses or self.is_closed, DEADLINE):
                raise AssertionError(f"no response to {number}: {self.log()}")
            if number not in self.responses:
                raise ConnectionError("the server has ended: " + self.log())
            return self.responses.pop(number)

    def call(self, method, **params):
        response = self.receive(self.send(method, **params))
        if "error" in response:
            raise AssertionError(f"{method}: {response['error']}")
        return response["result"]

    def wait_for(self, method, matches=lambda params: True):
        """Takes notifications until one matches, and returns it."""
        end = time.monotonic() + DEADLINE
        while True:
            message = self.notifications.get(timeout=max(0.001, end - time.monotonic()))
            if message["method"] == method and matches(message["params"]):
                return message

    def log(self):
        self.errors.seek(0)
        return self.errors.read().decode()[-3000:]

    def close(self):
        self.process.stdin.close()
        self.process.wait(DEADLINE)
        self.reader.join(DEADLINE)

    def kill(self):
        self.process.kill()
        self.process.wait(DEADLINE)
        self.reader.join(DEADLINE)

    def signal(self, number):
        self.process.send_signal(number)


class Machine:
    """A data folder, and a server on it while `start` has been called."""

    def __init__(self, url=None, *arguments, environment=None):
        self.folder = tempfile.mkdtemp(prefix="movies-machine-")
        self.url = url
        self.arguments = arguments
        self.environment = environment
        self.server = None

    def start(self):
        options = ["--sync-url", self.url] if self.url else []
        self.server = Server(self.folder, *options, *self.arguments, environment=self.environment)
        self.server.call("initialize")
        return self.server

    def call(self, method, **params):
        return self.server.call(method, **params)

    def content(self):
        """All that is kept, without what differs from machine to machine."""
        items = []
        while True:
            page = self.call("library", limit=1000, offset=len(items), sort="title", order="asc")
            items += page["items"]
            if not page["items"] or len(items) >= page["total"]:
                break
        entries = {}
        for item in items:
            detail = self.call("detail", id=item["id"])
            entries[item["id"]] = {"mark": item["mark"], "note": detail.get("note"), "diary": detail.get("diary")}
        return entries

    def listing(self):
        """The marks of all entries, from one request for each thousand."""
        marks = {}
        while True:
            page = self.call("library", limit=1000, offset=len(marks), sort="title", order="asc")
            marks.update((item["id"], item["mark"]) for item in page["items"])
            if not page["items"] or len(marks) >= page["total"]:
                return marks

    def wait_until_in_sync(self):
        wait_until(lambda: self.call("syncStatus").get("state") == "inSync" or None,
                   lambda: f"not in sync: {self.call('syncStatus')}")

    def stop(self):
        if self.server and self.server.process.poll() is None:
            self.server.signal(signal.SIGCONT)
            self.server.close()
        self.server = None

    def remove(self):
        if self.server and self.server.process.poll() is None:
            self.server.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def wait_until(condition, explain=lambda: "", seconds=DEADLINE):
    """Waits for a value that is not None, with a deadline."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value is not None and value is not False:
            return value
        if time.monotonic() > end:
            raise AssertionError(explain() or "timed out")
        time.sleep(0.02)


def wait_until_equal(machines):
    """Waits until all machines have the same listing, and returns it."""
    def listings():
        all_listings = [machine.listing() for machine in machines]
        return all_listings[0] if all(one == all_listings[0] for one in all_listings) else None
    return wait_until(listings, lambda: "not equal: " + json.dumps([machine.listing() for machine in machines])[:4000]) \
        if machines else {}


def schema():
    """The SQL of the tables, as the program prints it."""
    return subprocess.run([PROGRAM, "sync", "schema"], check=True, capture_output=True, text=True).stdout
