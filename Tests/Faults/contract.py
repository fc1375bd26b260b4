"""The rules of protocol.md that a storm checks, with their numbers."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from typing import Any

SERVICE_TIMEOUT = 2.0  # --http-timeout-ms
SERVICE_LIMIT = 3 * SERVICE_TIMEOUT  # for a request that asks a service
REFRESH_SECONDS = 0.1  # more for each favorite, in refreshFavorites
LOCAL_LIMIT = 6.0  # for every other request
SLACK = 3.0  # more for either, on a machine that is busy with everything else
DRAIN = 3.0  # --drain-ms
QUEUE = 8 << 20  # --max-queue-bytes
MEMORY_LIMIT = QUEUE + (96 << 20)  # resident, at any time
DESCRIPTOR_LIMIT = 96
THREAD_LIMIT = 32
IDLE_TICKS = 3  # of processor time, in IDLE_SECONDS some time after the last request
IDLE_SECONDS = 2.0
TAGS, TAG_LENGTH, TAG_BYTES = 100, 100, 4 << 10  # of a film, in JSON
REST_LIMIT = 60.0  # until all work is done after the last request, on however busy a machine

# The lists that a client can keep from a result and the notifications after it.
MIRRORED = ["favorites", "library"]
# These never ask a service.
LOCAL_METHODS = {"favorites", "library", "diary", "statistics", "tags", "deleteViewing", "unstar", "session", "initialize", "rpc.discover", "shutdown"}


class Reasons:
    """The reasons of errors that each method may have, from the published document."""

    def __init__(self, program: str):
        document = json.loads(subprocess.run([program, "schema"], check=True, capture_output=True).stdout)
        self._codes = {each["reason"]: each["code"] for each in document["x-reasons"]}
        self._general = {each["reason"] for each in document["x-reasons"] if each.get("general")}
        self._own: dict[str, set[str]] = {}
        for method in document["methods"]:
            references = [each.get("$ref", "") for each in method.get("errors", [])]
            self._own[method["name"]] = {each.rpartition("/")[2] for each in references}

    def problem(self, method: str, error: Mapping[str, Any]) -> str | None:
        """Why this is not an error that the method may have; None if it is one."""
        reason = error.get("data", {}).get("reason")
        if reason not in self._codes:
            return f"unknown reason {reason}"
        if error.get("code") != self._codes[reason]:
            return f"code {error.get('code')} for {reason}"
        if reason == "internalError":
            return "an internal error"
        if reason not in self._general and reason not in self._own.get(method, set()):
            return f"{reason} is not a reason of {method}"
        return None


def time_limit(method: str, params: Mapping[str, Any], favorites: int) -> float:
    """In seconds; `favorites` is the number of them at most."""
    if method == "refreshFavorites":
        return SERVICE_LIMIT + REFRESH_SECONDS * favorites
    is_builtin = params.get("catalog") == "builtin" or str(params.get("id", "")).startswith("builtin:")
    return LOCAL_LIMIT if method in LOCAL_METHODS or is_builtin or "movie" in params else SERVICE_LIMIT
