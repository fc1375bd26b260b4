"""The control interface of a running upstream, for tests: lines on its stdin, or HTTP requests under /__."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from faults import Rule
from wire import Reply, Request, json_reply

if TYPE_CHECKING:
    from http_server import Server

# The operations over HTTP. Their parameters are in the query, or members of a JSON object in the body.
ROUTES = {
    ("POST", "/__faults"): "faults",
    ("DELETE", "/__faults"): "clear_faults",
    ("GET", "/__log"): "log",
    ("DELETE", "/__log"): "clear_log",
    ("GET", "/__wait"): "wait",
    ("POST", "/__approve"): "approve",
}


class Control:
    def __init__(self, server: Server):
        self._server = server

    def over_line(self, line: bytes) -> str:
        try:
            command = json.loads(line)
            answer = {"result": self._do(command["op"], command)}
        except (KeyError, TypeError, ValueError) as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        return json.dumps(answer)

    def over_http(self, request: Request) -> Reply:
        operation = ROUTES.get((request.method, request.path))
        if operation is None:
            return json_reply({"error": "no such control"}, 404)
        body = request.json() if request.body else {}
        if isinstance(body, list):
            body = {"rules": body}
        elif isinstance(body, dict) and operation == "faults" and "rules" not in body:
            body = {"rules": [body]}
        try:
            return json_reply(self._do(operation, {**request.query, **body}))
        except (KeyError, TypeError, ValueError) as error:
            return json_reply({"error": f"{type(error).__name__}: {error}"}, 400)

    def _do(self, operation: str, with_: Mapping[str, Any]) -> Any:
        server = self._server
        if operation == "faults":
            server.faults.add([Rule.of(rule) for rule in with_["rules"]])
        elif operation == "clear_faults":
            server.faults.clear()
        elif operation == "log":
            return server.log.json()
        elif operation == "clear_log":
            server.log.clear()
        elif operation == "wait":
            open_connections = with_.get("open")
            return server.log.wait(
                with_.get("match", ""),
                int(with_.get("count", 1)),
                with_.get("state"),
                None if open_connections is None else int(open_connections),
                int(with_.get("timeout_ms", 10_000)) / 1000,
            )
        elif operation == "approve":
            decide = getattr(server.service, "decide", None)
            if decide is None:
                raise ValueError("nothing to approve here")
            decide(with_["request_token"], with_.get("decision", "approved"))
        else:
            raise ValueError(f"no such op: {operation}")
        return True
