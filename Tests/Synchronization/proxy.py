"""A TCP proxy in front of a database that cuts its connections, or holds back what it forwards."""
import random
import select
import socket
import threading


class Proxy:
    def __init__(self, port, cut_after=None, seed=0):
        """`cut_after`: each connection is cut after a random number of bytes up to this one; None never cuts."""
        self.target = port
        self.cut_after = cut_after
        self.random = random.Random(seed)
        self.flowing = threading.Event()
        self.flowing.set()
        self.cuts = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.forward, args=(client,), daemon=True).start()

    def forward(self, client):
        limit = self.random.randint(1, self.cut_after) if self.cut_after else None
        try:
            with client, socket.create_connection(("127.0.0.1", self.target)) as server:
                count = 0
                while True:
                    ready, _, _ = select.select([client, server], [], [])
                    for source in ready:
                        data = source.recv(65536)
                        self.flowing.wait()
                        if not data:
                            return
                        if limit is not None and count + len(data) > limit:
                            data = data[:limit - count]
                        (server if source is client else client).sendall(data)
                        count += len(data)
                        if limit is not None and count >= limit:
                            self.cuts += 1
                            return
        except OSError:
            pass

    def close(self):
        self.flowing.set()
        self.listener.close()
