"""Services that misbehave at random: the simulations of Tests/Upstreams, with every fault that they know."""

from __future__ import annotations

import contextlib
import inspect
import json
import pathlib
import random
import signal
import subprocess
import sys
import threading
import urllib.parse
from collections.abc import Callable, Mapping
from typing import Any

UPSTREAMS = pathlib.Path(__file__).resolve().parent.parent / "Upstreams"
sys.path.append(str(UPSTREAMS))

from fault_kinds import KINDS  # noqa: E402
from fault_kinds.stranger_faults import PICTURES  # noqa: E402

Parameters = Mapping[str, Any]
MATCHES = ["", "", "/search", "/movie/", "/t/p/|posters", "configuration", "t=|i=|s="]
NUMBERS = ["-9223372036854775808", "-1", "0", "1", "2147483648", "9223372036854775807", "9223372036854775808", "1e400"]
NUMBER_FIELDS = ["Age", "Expires", "Retry-After", "Content-Length", "X-RateLimit-Remaining", "X-RateLimit-Reset"]
VALIDATORS = ['"a\x01b"', '"' + "e" * 20_000 + '"', "not quoted", "", 'W/"', '"\x7f"', '"한"']
NOT_HTTP = ["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 99999999999 \r\n\r\n"]
STATUSES = [204, 301, 400, 401, 403, 404, 408, 410, 412, 413, 418, 429, 431, 500, 502, 503, 504, 599]


def _number_headers(dice: random.Random) -> Parameters:
    fields = {"Expires": "Thu, 01 Jan 1970 00:00:00 GMT", "Age": dice.choice(NUMBERS)}
    if dice.random() < 0.7:
        fields = {dice.choice(NUMBER_FIELDS): dice.choice(NUMBERS)}
    if dice.random() < 0.5:
        fields["Cache-Control"] = f"max-age={dice.choice(NUMBERS)}"
    return {"fields": fields} if dice.random() < 0.7 else {"fields": fields, "status": dice.choice([304, 429, 503])}


def _validator(dice: random.Random) -> Mapping[str, str]:
    return {
        "ETag": dice.choice(VALIDATORS),
        "Last-Modified": dice.choice(["", "yesterday", "x" * 20_000]),
        "Cache-Control": "max-age=0",
    }


# How to choose parameters; kinds that are not here and need none are used without.
CHOICES: Mapping[str, Callable[[random.Random], Parameters]] = {
    "delay": lambda dice: {"ms": dice.choice([10, 200, 1500, 1990, 5000])},
    "stall": lambda dice: {"at": dice.choice(["head", "body"])},
    "drip": lambda dice: {"ms": dice.choice([1, 50, 1000]), "bytes": dice.choice([1, 99]), "head": dice.random() < 0.5},
    "cut": lambda dice: {"chunked": dice.random() < 0.5, "bytes": dice.choice([0, 1, None])},
    "cut_anywhere": lambda dice: {"seed": dice.randrange(1000), "reset": dice.random() < 0.5},
    "reset": lambda dice: {"at": dice.choice(["head", "body"])},
    "raw": lambda dice: {"text": dice.choice(NOT_HTTP)},
    "status": lambda dice: {
        "status": dice.choice(STATUSES), "body": dice.choice(["json", "html", "empty"]),
        "retry_after": dice.choice([None, 0, 1, 10**20, "-5", {"in": 10**9}, {"in": -10**9}]),
    },
    "redirect": lambda dice: {"to": dice.choice(["self", "http://127.0.0.1:1/", "file:///etc/passwd", "//[::1]:x/"])},
    "garbage": lambda dice: {"bytes": dice.choice([1, 1_000, 100_000]), "seed": dice.randrange(1000)},
    "json": lambda dice: {"value": dice.choice([None, [], {}, 7, "text", {"results": {}}])},
    "misshape": lambda dice: {"how": dice.choice(["swapped", "nulled", "emptied", "missing"])},
    "numbers": lambda dice: {"value": dice.choice(NUMBERS)},
    "strange_picture": lambda dice: {"how": dice.choice(list(PICTURES))},
    "nested": lambda dice: {"depth": dice.choice([100, 129, 100_000])},
    "wrong_gzip": lambda dice: {"cut": dice.random() < 0.5},
    "endless": lambda dice: {"length": dice.choice([None, 1 << 40])},
    "interim": lambda dice: {"count": dice.choice([1, 50, None]), "status": dice.choice([100, 102, 103, 199])},
    "endless_head": lambda dice: {"ms": dice.choice([0, 0, 100])},
    "headers": _number_headers,
    "refused_conditions": lambda dice: {"status": dice.choice([400, 412, 413, 414, 431]), "fields": _validator(dice)},
}  # fmt: skip

WEIGHTS = {"headers": 4, "refused_conditions": 3, "echo": 2, "strange_texts": 3}


class Service:
    """One simulated service, which can be stopped, killed and started again on the same port."""

    def __init__(self, name: str, key: str):
        self.name = name
        self._key = key
        self._port = 0
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self.base_url = self._start()

    def _start(self) -> str:
        process = subprocess.Popen(
            [sys.executable, UPSTREAMS / "upstream.py", self.name, "--key", self._key, "--port", str(self._port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        base_url = process.stdout.readline().strip()
        self._port = urllib.parse.urlsplit(base_url).port or 0
        self._process = process
        return base_url

    def control(self, operation: str, **parameters: Any) -> Any:
        with self._lock:
            process = self._process
            if process is None or process.stdin is None or process.stdout is None:
                return None
            process.stdin.write(json.dumps({"op": operation, **parameters}) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

    @contextlib.contextmanager
    def stopped(self) -> Any:
        """The system still accepts its connections, but nothing is answered."""
        with self._lock:
            assert self._process is not None
            self._process.send_signal(signal.SIGSTOP)
            try:
                yield
            finally:
                self._process.send_signal(signal.SIGCONT)

    @contextlib.contextmanager
    def killed(self) -> Any:
        """Its port refuses connections."""
        with self._lock:
            self._end()
            yield
            self._start()

    def end(self) -> None:
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def random_rule(dice: random.Random) -> Mapping[str, Any]:
    kinds = _usable_kinds()
    kind = dice.choices(kinds, [WEIGHTS.get(each, 1) for each in kinds])[0]
    parameters = {name: value for name, value in CHOICES.get(kind, lambda _: {})(dice).items() if value is not None}
    rule = {"match": dice.choice(MATCHES), "fault": {"kind": kind, **parameters}}
    return rule if dice.random() < 0.1 else {**rule, "times": dice.randint(1, 10)}


def _usable_kinds() -> list[str]:
    def needs_nothing(kind: str) -> bool:
        parameters = list(inspect.signature(KINDS[kind]).parameters.values())[2:]
        return all(each.default is not inspect.Parameter.empty for each in parameters)

    return sorted(kind for kind in KINDS if kind in CHOICES or needs_nothing(kind))
