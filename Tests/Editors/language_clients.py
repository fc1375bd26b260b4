"""Client libraries for language servers with the server: pygls, sansio-lsp-client, and what vscode-languageclient sends.

The libraries contain nothing made for this server. requirements.txt lists them; MOVIE_SERVER is the server.
"""

import asyncio
import json
import os
import subprocess
import sys
import unittest

import sansio_lsp_client
from lsprotocol import types
from pygls.lsp.client import LanguageClient

SERVER = os.environ["MOVIE_SERVER"]
DEADLINE = 120


class PyglsTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_session(self):
        await asyncio.wait_for(self.session(), DEADLINE)

    async def session(self):
        client = LanguageClient("test", "1")
        noted = []
        for name in ("loading", "favoritesChanged"):
            client.feature(name)(lambda params, name=name: noted.append((name, params)))
        await client.start_io(SERVER, "--stdio")
        hello = await client.initialize_async(
            types.InitializeParams(capabilities=types.ClientCapabilities(), process_id=os.getpid())
        )
        self.assertEqual("movie-server", hello.server_info.name)
        client.initialized(types.InitializedParams())
        client.set_trace(types.SetTraceParams(types.TraceValue.Off))

        def ask(method, params=None):
            return client.protocol.send_request_async(method, params)

        page = await ask("search", {"query": "올드보"})
        self.assertEqual("올드보이", page.items[0].originalTitle)
        self.assertTrue((await ask("star", {"id": page.items[0].id})).changed)
        self.assertGreater(len((await ask("genres")).genres), 10)
        with self.assertRaises(Exception) as caught:
            await ask("nothing")
        self.assertEqual(-32601, caught.exception.code)
        self.assertEqual(["loading", "loading", "favoritesChanged"], [name for name, _ in noted])

        waiting = client.protocol.send_request("search", {"query": "a", "debounceMs": 60000}, msg_id="w")
        client.cancel_request(types.CancelParams(id="w"))
        with self.assertRaises(BaseException) as caught:
            await asyncio.wrap_future(waiting)
        self.assertEqual(-32800, caught.exception.code)

        await client.shutdown_async(None)
        client.exit(None)
        self.assertEqual(0, await client._server.wait())
        await client.stop()


class SansioTest(unittest.TestCase):
    def test_a_session(self):
        server = subprocess.Popen([SERVER, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(server.stdout.close)
        client = sansio_lsp_client.Client(process_id=os.getpid(), root_uri="file:///")

        def receive(kind):
            while True:
                server.stdin.write(client.send())
                server.stdin.flush()
                data = os.read(server.stdout.fileno(), 65536)
                self.assertTrue(data, "the server has ended")
                for event in client.recv(data):
                    if isinstance(event, kind):
                        return event

        hello = receive(sansio_lsp_client.Initialized)
        self.assertEqual({}, hello.capabilities)
        # The library knows LSP's methods only.
        client.hover(
            sansio_lsp_client.TextDocumentPosition(
                textDocument=sansio_lsp_client.TextDocumentIdentifier(uri="file:///x"),
                position=sansio_lsp_client.Position(line=0, character=0),
            )
        )
        self.assertEqual(-32601, receive(sansio_lsp_client.ResponseError).code)
        client.shutdown()
        receive(sansio_lsp_client.Shutdown)
        client.exit()
        server.stdin.write(client.send())
        server.stdin.close()
        self.assertEqual(0, server.wait(DEADLINE))


class VSCodeTest(unittest.TestCase):
    """vscode-languageclient adds two arguments, and vscode-jsonrpc puts a single argument into an array."""

    def start(self, *arguments):
        server = subprocess.Popen([SERVER, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.stdin.close)
        self.addCleanup(server.kill)
        return server

    def frame(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    def test_its_arguments_and_messages_are_accepted(self):
        for arguments in (
            ["--stdio", f"--clientProcessId={os.getpid()}"],
            ["--stdio", "--clientProcessId", str(os.getpid())],
        ):
            with self.subTest(arguments):
                server = self.start(*arguments)
                initialize = {"processId": os.getpid(), "rootUri": None, "capabilities": {}, "trace": "off"}
                messages = [
                    {"id": 0, "method": "initialize", "params": initialize},
                    {"method": "initialized", "params": {}},
                    {"method": "$/setTrace", "params": {"value": "off"}},
                    {"id": 1, "method": "search", "params": [{"query": "oldboy"}]},
                    {"id": 2, "method": "nextPage", "params": [None]},
                    {"id": 7, "result": None},
                    {"id": 3, "method": "shutdown"},
                    {"method": "exit"},
                ]
                output, _ = server.communicate(b"".join(map(self.frame, messages)), DEADLINE)
                self.assertEqual(0, server.returncode)
                bodies = [json.loads(part[part.index(b"{"):]) for part in output.split(b"Content-Length: ")[1:]]
                results = {body["id"]: body["result"] for body in bodies if "id" in body}
                self.assertEqual([0, 1, 2, 3], sorted(results))
                self.assertEqual({}, results[0]["capabilities"])
                self.assertEqual(1, results[1]["total"])
                self.assertEqual([], results[2]["items"])

    def test_the_server_ends_with_the_process_of_clientProcessId(self):
        client = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        server = self.start("--stdio", f"--clientProcessId={client.pid}")
        server.stdin.write(self.frame({"id": 1, "method": "genres"}))
        server.stdin.flush()
        self.assertTrue(os.read(server.stdout.fileno(), 1))
        self.assertIsNone(server.poll())
        client.kill()
        client.wait()
        client.stdin.close()
        self.assertEqual(0, server.wait(DEADLINE))


if __name__ == "__main__":
    unittest.main()
