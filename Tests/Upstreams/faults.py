"""Faults between a client and an upstream, enabled by rules while the upstream runs."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fault_kinds import KINDS
from log import matches
from wire import Request, Service

if TYPE_CHECKING:
    from http_server import Exchange


@dataclass(frozen=True)
class Fault:
    """A kind of fault and its parameters; see README.md."""

    kind: str
    delay_ms: float
    with_: Mapping[str, Any]

    def perform(self, exchange: Exchange, service: Service) -> None:
        """Sends the faulty response, or sends the right one in a faulty way."""
        exchange.pause(self.delay_ms / 1000)
        KINDS[self.kind](exchange, service, **self.with_)


@dataclass
class Rule:
    match: str
    fault: Fault
    times: int | None
    skip: int

    @staticmethod
    def of(json: Mapping[str, Any]) -> Rule:
        fault = json["fault"]
        with_ = {} if isinstance(fault, str) else dict(fault)
        kind = fault if isinstance(fault, str) else with_.pop("kind")
        if kind not in KINDS:
            raise ValueError(f"no such fault: {kind}")
        delay_ms = with_.pop("delay_ms", 0)
        inspect.signature(KINDS[kind]).bind(None, None, **with_)  # TypeError if unknown
        unknown = set(json) - {"match", "fault", "times", "skip"}
        if unknown:
            raise ValueError(f"no such member of a rule: {', '.join(sorted(unknown))}")
        return Rule(json.get("match", ""), Fault(kind, delay_ms, with_), json.get("times"), json.get("skip", 0))


class Faults:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rules: list[Rule] = []
        self.generation = 0  # a stalled response continues when this changes

    def add(self, rules: list[Rule]) -> None:
        with self._lock:
            self._rules += rules

    def clear(self) -> None:
        with self._lock:
            self._rules = []
            self.generation += 1

    def take(self, request: Request) -> tuple[Fault | None, int]:
        """Returns the fault of the first rule that matches and is not used up, and the current generation."""
        with self._lock:
            for rule in self._rules:
                if rule.times == 0 or not matches(rule.match, request.method, request.target):
                    continue
                if rule.skip > 0:
                    rule.skip -= 1
                    continue
                if rule.times is not None:
                    rule.times -= 1
                return rule.fault, self.generation
            return None, self.generation
