"""A small client that uses only the standard library. It starts the server that the command line names, and exits with
the server's status.

Unlike the recordings it uses strings as ids, sends requests early, and writes the members of messages in its own order.
"""
import json
import os
import subprocess
import sys


class Client:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0
        self.notifications = []

    def send(self, message):
        self.process.stdin.write(json.dumps({**message, "jsonrpc": "2.0"}).encode() + b"\n")
        self.process.stdin.flush()

    def start(self, method, **params):
        self.count += 1
        request = f"python-{self.count}"
        self.send({"params": params, "method": method, "id": request})
        return request

    def response(self, request):
        for line in self.process.stdout:
            message = json.loads(line)
            if "method" in message:
                self.notifications.append(message)
            elif message["id"] == request:
                return message
            else:
                sys.exit(f"not the response to {request}: {message}")
        sys.exit(f"no response to {request}")

    def ask(self, method, **params):
        return self.response(self.start(method, **params))

    def finish(self):
        self.ask("shutdown")
        self.send({"method": "exit"})
        self.process.stdin.close()
        rest = self.process.stdout.read()
        if rest:
            sys.exit(f"unexpected output: {rest}")
        return self.process.wait()


client = Client(sys.argv[1:])
client.ask("initialize", clientInfo={"name": "client.py"}, processId=os.getpid())
first = client.start("search", query="기생충")
second = client.start("nextPage")
page = client.response(first)
client.response(second)
movie = page["result"]["items"][0]
star = client.ask("star", id=movie["id"])
login = client.ask("completeLogin", requestToken="a-secret-of-somebody")
requests = [n["params"]["request"] for n in client.notifications if n["method"] == "loading"]
changes = [n for n in client.notifications if n["method"] == "favoritesChanged"]
print(movie["title"], star["result"]["isFavorite"], login["error"]["data"]["reason"], requests, len(changes))
sys.exit(client.finish())
