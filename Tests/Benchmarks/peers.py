"""Other servers that use pipes. Those found on this machine are measured as well; none is installed."""

import functools
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from child import Child, Headers, Lines

LSP_GREETING = [
    {"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
    {"method": "initialized", "params": {}},
]
MCP_GREETING = [
    {
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-03-26",
            "capabilities": {},
            "clientInfo": {"name": "benchmark", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
]
PYGLS = "from pygls.lsp.server import LanguageServer as S; S('benchmark', '1').start_io()"
# Version 2 renamed the class.
MCP = """
try: from mcp.server import MCPServer
except ImportError: from mcp.server.fastmcp import FastMCP as MCPServer
MCPServer('benchmark').run()
"""


class Peer:
    """A server: its command, its handshake, and a request that costs it nothing."""

    def __init__(self, name, command, framing, greeting=(), method="unknown", environment=None, is_slow=False):
        self.name = name
        self.command = command
        self.framing = framing
        self.greeting = greeting
        self.method = method
        self.environment = environment
        self.is_slow = is_slow

    def start(self):
        return Child(self.command, self.framing, self.environment)

    def greet(self, child):
        """Waits for the first response: that of the handshake, or of a first request."""
        for message in self.greeting:
            data = self.encode(message)
            if "id" in message:
                child.ask(data, message["id"])
            else:
                child.send(data)
        if not self.greeting:
            child.ask(self.request(0), 0)

    def request(self, number):
        return self.encode({"id": number, "method": self.method, "params": {}})

    def encode(self, message):
        return self.framing.frame(json.dumps({"jsonrpc": "2.0", **message}).encode())


class Echo(Peer):
    """`cat`, the floor: it echoes a message of the size of a response."""

    def __init__(self, name, framing, size=150):
        super().__init__(name, ["cat"], framing)
        self.size = size

    def request(self, number):
        start = b'{"id":%d,"padding":"' % number
        return self.framing.frame(start + b"x" * (self.size - len(start) - 2) + b'"}')


class MPV(Peer):
    """mpv's own JSON protocol, over a socket: requests are arrays, and the id has another name."""

    def __init__(self, command):
        super().__init__("mpv IPC", command, Lines)

    def start(self):
        return MPVChild(self.command)

    def encode(self, message):
        command = {"command": ["get_property", "idle-active"], "request_id": message["id"]}
        return self.framing.frame(json.dumps(command).encode())


class MPVChild(Child):
    id_member = "request_id"

    def __init__(self, command):
        path = tempfile.mktemp(suffix=".socket")
        super().__init__([*command, "--idle", "--no-config", "--no-terminal", f"--input-ipc-server={path}"])
        self.socket = socket.socket(socket.AF_UNIX)
        while self.socket.connect_ex(path) != 0:
            if self.process.poll() is not None:
                raise EOFError("mpv exited")
            time.sleep(0.0005)
        self.input = self.output = self.socket.fileno()
        os.unlink(path)

    def close(self):
        self.socket.close()
        self.process.terminate()
        super().close()


@functools.cache
def found():
    """All known peers by name; None for those not installed."""
    python = shutil.which("python3") or sys.executable

    def command(name, *arguments):
        path = shutil.which(name)
        return [path, *arguments] if path else None

    def module(name, code):
        check = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({name!r}) is None)"
        return [python, "-c", code] if subprocess.run([python, "-c", check]).returncode == 0 else None

    def peer(name, command, framing, greeting=(), **options):
        return name, Peer(name, command, framing, greeting, **options) if command else None

    accounts = dict(os.environ, DC_ACCOUNTS_PATH=os.path.join(tempfile.mkdtemp(), "accounts"))
    mpv = command("mpv")
    return dict([
        peer("deltachat-rpc-server", command("deltachat-rpc-server"), Lines, environment=accounts),
        peer("MCP Python SDK", module("mcp", MCP), Lines, MCP_GREETING, method="ping", is_slow=True),
        ("mpv IPC", MPV(mpv) if mpv else None),
        peer("clangd", command("clangd", "--log=error"), Headers, LSP_GREETING),
        peer("ruff server", command("ruff", "server"), Headers, LSP_GREETING),
        peer("sourcekit-lsp", command("sourcekit-lsp"), Headers, LSP_GREETING, is_slow=True),
        peer("pygls", module("pygls", PYGLS), Headers, LSP_GREETING, is_slow=True),
    ])  # fmt: skip


def installed():
    return [peer for peer in found().values() if peer]


def missing():
    return [name for name, peer in found().items() if not peer]
