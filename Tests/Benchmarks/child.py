"""A child process with pipes, and what the system reports about it."""

import json
import os
import selectors
import subprocess
import time

CHUNK = 1 << 18


class Lines:
    """One message per line."""

    name = "lines"

    def __init__(self):
        self.rest = b""

    @staticmethod
    def frame(body):
        return body + b"\n"

    def feed(self, chunk):
        """Returns the messages that this chunk completes."""
        *messages, self.rest = (self.rest + chunk).split(b"\n")
        return messages


class Headers:
    """`Content-Length` headers, as in the Language Server Protocol."""

    name = "Content-Length"

    def __init__(self):
        self.rest = b""

    @staticmethod
    def frame(body):
        return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    def feed(self, chunk):
        data, messages, start = self.rest + chunk, [], 0
        while (end := data.find(b"\r\n\r\n", start)) >= 0:
            fields = (line.split(b":", 1) for line in data[start:end].split(b"\r\n"))
            length = next(int(value) for name, value in fields if name.lower() == b"content-length")
            if len(data) < end + 4 + length:
                break
            messages.append(data[end + 4 : end + 4 + length])
            start = end + 4 + length
        self.rest = data[start:]
        return messages


class Child:
    """A running command."""

    id_member = "id"

    def __init__(self, command, framing=Lines, environment=None):
        self.framing = framing()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            bufsize=0,
        )
        self.input = self.process.stdin.fileno()
        self.output = self.process.stdout.fileno()

    def send(self, data):
        view = memoryview(data)
        while view:
            view = view[os.write(self.input, view) :]

    def read(self):
        """Waits for output and returns the messages that it completes."""
        chunk = os.read(self.output, CHUNK)
        if not chunk:
            raise EOFError("the process closed its output")
        return self.framing.feed(chunk)

    def is_answer(self, message, number):
        return message.get(self.id_member) == number and "method" not in message

    def round_trip(self, data, number):
        """Sends a framed request; returns the seconds until its response arrived, without the time to parse it."""
        start = time.perf_counter()
        self.send(data)
        while True:
            messages = self.read()
            seconds = time.perf_counter() - start
            if any(self.is_answer(json.loads(message), number) for message in messages):
                return seconds

    def ask(self, data, number):
        """Sends a framed request and returns its response. Answers the peer's own requests with null."""
        self.send(data)
        while True:
            for message in map(json.loads, self.read()):
                if self.is_answer(message, number):
                    return message
                if "method" in message and "id" in message:
                    reply = {"jsonrpc": "2.0", "id": message["id"], "result": None}
                    self.send(self.framing.frame(json.dumps(reply).encode()))

    def pipeline(self, requests, numbers):
        """Writes all requests while it reads; returns the seconds until every one was answered.

        The measured time includes only counting the messages. Their ids are checked afterwards.
        """
        view, messages = memoryview(b"".join(requests)), []
        os.set_blocking(self.input, False)
        with selectors.DefaultSelector() as selector:
            both = selectors.EVENT_READ | selectors.EVENT_WRITE
            selector.register(self.output, both if self.input == self.output else selectors.EVENT_READ)
            if self.input != self.output:
                selector.register(self.input, selectors.EVENT_WRITE)
            start = time.perf_counter()
            while len(messages) < len(requests):
                for key, events in selector.select(30) or self.stuck(len(messages), len(requests)):
                    if events & selectors.EVENT_READ:
                        messages += self.read()
                    if events & selectors.EVENT_WRITE:
                        view = view[os.write(self.input, view[: 1 << 16]) :]
                        if not view and self.input == self.output:
                            selector.modify(self.output, selectors.EVENT_READ)
                        elif not view:
                            selector.unregister(self.input)
            seconds = time.perf_counter() - start
        os.set_blocking(self.input, True)
        answered = sorted(json.loads(message).get(self.id_member) for message in messages)
        if answered != sorted(numbers):
            raise AssertionError("the ids of the responses differ from those of the requests")
        return seconds

    @staticmethod
    def stuck(got, count):
        raise TimeoutError(f"{got} of {count} responses arrived, then none for 30 seconds")

    def resident_megabytes(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))

    def page_faults(self):
        """The pages that the system has provided without reading a disk, also to threads that have ended."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            return int(stat.read().rpartition(")")[2].split()[7])

    def cpu_seconds(self):
        """The processor time of all its threads, with nanosecond resolution, also of those that have ended."""
        # The clock of a process as clock_getcpuclockid(3) makes it, which Python lacks.
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def kernel_share(self, work):
        """The part of the processor time that the system's calls take, in percent. The clock has ticks of 10 ms."""

        def ticks():
            with open(f"/proc/{self.process.pid}/stat") as stat:
                return [int(field) for field in stat.read().rpartition(")")[2].split()[11:13]]

        before = ticks()
        work()
        user, kernel = (after - before for after, before in zip(ticks(), before))
        return f"{100 * kernel / max(1, user + kernel):.0f} %"

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
