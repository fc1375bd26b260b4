"""The simulated TMDB of Tests/Upstreams, for machines that have an account too."""
import json
import os
import subprocess
import sys

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Upstreams", "upstream.py")


class Upstream:
    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, PROGRAM, "tmdb"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.environment = {
            "TMDB_BASE_URL": self.process.stdout.readline().strip(),
            "TMDB_API_KEY": "0123456789abcdef0123456789abcdef",
        }

    def control(self, op, **arguments):
        self.process.stdin.write(json.dumps({"op": op, **arguments}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())["result"]

    def sent_stars(self):
        """The number of changes that have been sent to the account's favorites."""
        return sum(request["method"] == "POST" and request["path"].endswith("/favorite")
                   for request in self.control("log")["requests"])

    def log_in(self, machine):
        token = machine.call("login")["requestToken"]
        self.control("approve", request_token=token, decision="approved")
        machine.call("completeLogin", requestToken=token)

    def close(self):
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()
