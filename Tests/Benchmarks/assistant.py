"""`movie-server mcp`: its start beside that of `serve`, and its list of tools beside `cat` with as many bytes."""

import json
import time

from child import Child
from report import against, median, table

SPAWNS = 20
ROUND_TRIPS = 500
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


def request(child, index, method):
    message = {"jsonrpc": "2.0", "id": index, "method": method, "params": {"_meta": META}}
    return child.framing.frame(json.dumps(message).encode())


def run(server, environment):
    mcp, spawns, trips, floors = [*server, "mcp"], {"serve": [], "mcp": [], "tools": []}, [], []
    for _ in range(SPAWNS):
        for name, command, method in (
            ("serve", [*server, "--no-notifications"], "none"), ("mcp", mcp, "none"), ("tools", mcp, "tools/list")
        ):
            start = time.perf_counter()
            with Child(command, environment=environment) as child:
                child.ask(request(child, 1, method), 1)
                spawns[name].append((time.perf_counter() - start) * 1e3)
    with Child(mcp, environment=environment) as child, Child(["cat"]) as cat:
        answer = child.ask(request(child, 0, "tools/list"), 0)
        size = len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode())
        for count in range(1, ROUND_TRIPS + 1):
            trips.append(child.round_trip(request(child, count, "tools/list"), count) * 1e6)
            echoed = {"jsonrpc": "2.0", "id": count, "result": answer["result"]}
            line = cat.framing.frame(json.dumps(echoed, ensure_ascii=False, separators=(",", ":")).encode())
            floors.append(cat.round_trip(line, count) * 1e6)
    table(
        "An assistant", ["", "median", "× the median of"],
        [
            ["spawn to first answer", against(median(spawns["mcp"]), median(spawns["serve"]), "ms"), "`serve`"],
            ["spawn to the list of tools", against(median(spawns["tools"]), median(spawns["serve"]), "ms"), "`serve`"],
            [f"`tools/list`, {size:,} bytes", against(median(trips), median(floors), "µs"), "`cat`"],
        ],
    )
