"""Two assistants, an editor's client and a Python script on one data folder: each sees what the others keep, and goes on
after a server is killed."""

import json
import os
import random
import sys
import unittest
from pathlib import Path

from pipe import SERVER, Case, Server, environment, temporary

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/python/src"))
from movieserver import Client  # noqa: E402

FILMS = ["builtin:tt6751668", "builtin:tt0364569", "builtin:tt0068646", "builtin:tt0245429", "builtin:tt0110912"]
ROUNDS = 12
SEED = int(os.environ.get("MCP_SEED", "7"))


class SharedTest(Case):
    def assistant(self, path, legacy):
        server = Server(path, legacy=legacy)
        self.addCleanup(server.kill)
        if legacy:
            server.result("resources/subscribe", {"uri": "movies://favorites"})
        else:
            server.request("subscriptions/listen", {"notifications": {"resourceSubscriptions": ["movies://favorites"]}})
            server.notification("notifications/subscriptions/acknowledged")
        return server

    def favorites(self, server):
        text = server.result("resources/read", {"uri": "movies://favorites"})["contents"][0]["text"]
        return {movie["id"] for movie in json.loads(text)["items"]}

    def wait(self, server, expected):
        """Read the favorites again whenever they are said to have changed, until they are as expected."""
        while self.favorites(server) != expected:
            server.notification("notifications/resources/updated")

    def test_all_agree_through_kills(self):
        dice = random.Random(SEED)
        path = self.enter(temporary())
        assistants = [self.assistant(path, legacy=False), self.assistant(path, legacy=True)]
        editor = Server(path, subcommand="serve")
        self.addCleanup(lambda: editor.kill())
        starred = set()
        with Client([SERVER], env=environment(path)) as script:
            for number in range(ROUNDS):
                film = dice.choice(FILMS)
                wanted = film not in starred
                match number % 4:
                    case 0 | 1:
                        result = assistants[number % 4].call("mark_movie", {"id": film, "starred": wanted})
                        self.assertFalse(result.get("isError"), result)
                    case 2:
                        method = "star" if wanted else "unstar"
                        editor.send({"jsonrpc": "2.0", "id": number, "method": method, "params": {"id": film}})
                        self.assertTrue(editor.response(number)["result"]["changed"])
                    case 3:
                        script.star(film) if wanted else script.unstar(film)
                starred ^= {film}
                for assistant in assistants:
                    self.wait(assistant, starred)
                self.assertEqual(starred, {movie.id for movie in script.favorites()})
                editor.send({"jsonrpc": "2.0", "id": "f", "method": "favorites"})
                self.assertEqual(starred, {movie["id"] for movie in editor.response("f")["result"]["items"]})
                # One of them is killed after each round; what it has answered is kept.
                victim = dice.randrange(3)
                if victim == 2:
                    editor.kill()
                    editor = Server(path, subcommand="serve")
                else:
                    assistants[victim].kill()
                    assistants[victim] = self.assistant(path, legacy=victim == 1)


if __name__ == "__main__":
    unittest.main()
