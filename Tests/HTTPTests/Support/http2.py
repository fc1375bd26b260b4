"""HTTP/2 for the servers of origin.py: faults of single streams and of whole connections."""

import json
import time
from urllib.parse import parse_qsl, urlsplit

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import ConnectionTerminated, DataReceived, RequestReceived, StreamReset
from h2.settings import SettingCodes, Settings


def attend(stream, seen, most_streams):
    """Serves one connection on which TLS has negotiated HTTP/2."""
    Connection(stream, seen, most_streams).run()


class Connection:
    def __init__(self, stream, seen, most_streams):
        self.stream, self.seen = stream, seen
        self.http = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        first = {SettingCodes.MAX_CONCURRENT_STREAMS: most_streams}
        self.http.local_settings = Settings(client=False, initial_values=first)
        self.together = []
        self.stalled = set()

    def run(self):
        self.http.initiate_connection()
        self.flush()
        while data := self.stream.recv(1 << 16):
            for event in self.http.receive_data(data):
                if isinstance(event, RequestReceived):
                    if not self.serve(event.stream_id, dict(event.headers)):
                        self.flush()
                        return
                elif isinstance(event, DataReceived):
                    self.http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, StreamReset) and event.stream_id in self.stalled:
                    self.seen.change(lambda: setattr(self.seen, "gone", self.seen.gone + 1))
                elif isinstance(event, ConnectionTerminated):
                    return
            self.flush()

    def flush(self):
        self.stream.sendall(self.http.data_to_send())

    def answer(self, number, body, headers=(), status=200, ends=True):
        self.http.send_headers(number, [(":status", str(status)), *headers])
        for start in range(0, len(body), 16_384):
            self.http.send_data(number, body[start : start + 16_384])
        if ends:
            self.http.end_stream(number)

    def serve(self, number, headers):
        """Responds to one request; returns whether the connection stays open."""
        target = headers[":path"]
        path, query = urlsplit(target).path, dict(parse_qsl(urlsplit(target).query))

        def arrived():
            self.seen.requests[path] = self.seen.requests.get(path, 0) + 1
            return self.seen.requests[path]

        count = self.seen.change(arrived)
        if path not in ("/echo", "/together", "/slow", "/zeros", "/trailer", "/early-hints", "/stall"):
            # The other paths misbehave for the first request only.
            if count > 1:
                self.answer(number, b'{"failed":false}')
                return True
        if path == "/echo":
            self.answer(number, json.dumps({"target": target, "headers": headers}).encode())
        elif path == "/together":
            # Responds to none before there are `count` requests on this connection.
            self.together.append(number)
            if len(self.together) == int(query["count"]):
                for waiting in self.together:
                    self.answer(waiting, b"{}")
        elif path == "/slow":
            time.sleep(int(query.get("ms", "20")) / 1000)
            self.answer(number, b"{}")
        elif path == "/zeros":
            self.answer(number, bytes(int(query["count"])))
        elif path == "/trailer":
            self.answer(number, b"{}", ends=False)
            self.http.send_headers(number, [("x-trailer", "late")], end_stream=True)
        elif path == "/early-hints":
            self.http.send_headers(number, [(":status", "103"), ("x-early", "yes")])
            self.answer(number, b"{}", [("x-late", "yes")])
        elif path == "/stall":
            self.stalled.add(number)
        elif path == "/reset":
            self.http.reset_stream(number, int(query["code"]))
        elif path == "/reset-body":
            self.answer(number, b'{"half":', ends=False)
            self.http.reset_stream(number, 2)
        elif path == "/goaway":
            # Without an error: this request is served, and no later one.
            self.answer(number, b'{"last":true}')
            self.http.close_connection(0, last_stream_id=number)
        elif path == "/goaway-refused":
            self.http.close_connection(0, last_stream_id=number - 2 if number > 1 else 0)
        elif path == "/goaway-error":
            self.http.close_connection(int(query["code"]), last_stream_id=number)
            return False
        elif path == "/cut":
            return False
        elif path == "/garbage":
            self.flush()
            self.stream.sendall(b"HTTP/1.1 200 OK\r\n\r\n" * 10)
            return False
        return True
