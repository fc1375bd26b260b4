from __future__ import annotations

import gzip
import http.client
import threading
import time
import zlib

from upstream_case import TIMEOUT, FaultCase


class LateTests(FaultCase):
    def test_delays(self) -> None:
        self.fault("delay", ms=150)
        began = time.monotonic()
        self.assertEqual(self.get("/movie/550")["id"], 550)
        self.assertGreaterEqual(time.monotonic() - began, 0.15)

    def test_stalls_until_the_faults_are_cleared(self) -> None:
        for at, seen in (("head", b""), ("body", b"HTTP/1.1 200 OK\r\n")):
            self.fault("stall", at=at)
            self.control("clear_log")
            with self.connection() as connection:
                self.assertTrue(self.control("wait", match="/movie/550"))
                if seen:
                    self.assertTrue(connection.recv(1 << 16).startswith(seen))
                connection.settimeout(0.1)
                with self.assertRaises(TimeoutError):
                    connection.recv(1)
                self.control("clear_faults")
                connection.settimeout(TIMEOUT)
                self.assertTrue(connection.recv(1 << 16).endswith(b"}") or at == "head")

    def test_stalls_for_a_time(self) -> None:
        self.fault("stall", at="body", ms=50)
        self.assertEqual(self.get("/movie/550")["id"], 550)

    def test_logs_that_a_stalled_client_has_disconnected(self) -> None:
        self.fault("stall")
        with self.connection():
            self.assertTrue(self.control("wait", match="/movie/550", state="open"))
        self.assertTrue(self.control("wait", match="/movie/550", state="gone", open=0))

    def test_drips(self) -> None:
        for head in (False, True):
            self.fault("drip", ms=1, bytes=40, head=head)
            self.assertEqual(self.get("/movie/550")["id"], 550)

    def test_sends_chunks_with_a_trailer(self) -> None:
        self.fault("chunked")
        answer = self.ask("/movie/550")
        self.assertEqual((answer.json["id"], answer.headers["Transfer-Encoding"]), (550, "chunked"))

    def test_hangs_up_after_the_response(self) -> None:
        self.fault("hang_up")
        with self.connection() as connection:
            data = self.to_end(connection)
        self.assertTrue(data.endswith(b"}"))
        self.assertNotIn(b"Connection: close", data)


class BrokenTests(FaultCase):
    def test_cuts(self) -> None:
        for chunked in (False, True):
            self.fault("cut", chunked=chunked)
            with self.assertRaises(http.client.IncompleteRead):
                self.ask("/movie/550")

    def test_resets(self) -> None:
        for at in ("head", "body"):
            self.fault("reset", at=at)
            with self.connection() as connection, self.assertRaises(ConnectionResetError):
                self.to_end(connection)

    def test_closes_without_a_response(self) -> None:
        self.fault("empty")
        with self.connection() as connection:
            self.assertEqual(self.to_end(connection), b"")

    def test_sends_something_that_is_not_http(self) -> None:
        self.fault("raw")
        self.assertRaises(http.client.BadStatusLine, self.ask, "/movie/550")


class OtherAnswerTests(FaultCase):
    def test_sends_its_own_errors(self) -> None:
        self.fault("error", code=25, retry_after=3)
        answer = self.ask("/movie/550")
        self.assertEqual((answer.status, answer.json["status_code"]), (429, 25))
        self.assertEqual(answer.headers["Retry-After"], "3")

    def test_sends_retry_after(self) -> None:
        self.fault("status", status=429, retry_after=0)
        self.assertEqual(self.ask("/movie/550").headers["Retry-After"], "0")
        self.fault("status", status=429, retry_after={"in": 5})
        self.assertRegex(self.ask("/movie/550").headers["Retry-After"], r"^\w{3}, \d\d \w{3} \d{4} .* GMT$")

    def test_sends_any_status(self) -> None:
        self.fault("status", status=503)
        self.assertEqual(self.ask("/movie/550").json["status_code"], 9)
        self.fault("status", status=418)
        self.assertFalse(self.ask("/movie/550").json["success"])
        self.fault("status", status=502, body="html")
        self.assertTrue(self.ask("/movie/550").body.startswith(b"<!DOCTYPE"))
        self.fault("status", status=500, body="empty")
        self.assertEqual(self.ask("/movie/550").body, b"")
        self.fault("status", status=520, body="{", content_type="application/json")
        answer = self.ask("/movie/550")
        self.assertEqual((answer.status, answer.body), (520, b"{"))

    def test_redirects(self) -> None:
        self.fault("redirect")
        answer = self.ask("/movie/550")
        self.assertEqual((answer.status, answer.headers["Location"]), (302, self.target("/movie/550", {})))
        self.fault("redirect", to="http://127.0.0.1:1/x", status=307)
        answer = self.ask("/movie/550")
        self.assertEqual((answer.status, answer.headers["Location"]), (307, "http://127.0.0.1:1/x"))

    def test_sends_html_and_garbage_as_json(self) -> None:
        for fault in ("html", "garbage"):
            self.fault(fault)
            answer = self.ask("/movie/550")
            self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "application/json"))
            self.assertRaises(ValueError, lambda answer=answer: answer.json)

    def test_sends_misshapen_json(self) -> None:
        value: object
        for value in ([], None, 7, "text", {"results": {}}):
            self.fault("json", value=value)
            self.assertEqual(self.get("/movie/550"), value)
        for how, id in (("swapped", "550"), ("nulled", None), ("emptied", 550)):
            self.fault("misshape", how=how)
            self.assertEqual(self.get("/movie/550")["id"], id)
        picture = "/t/p/w92/" + "0" * 27 + ".jpg"
        self.assertEqual(self.ask("", target=picture).body[:2], b"\xff\xd8")
        self.fault("misshape", how="missing", names=["id", "genres"])
        movie = self.get("/movie/550")
        self.assertEqual((movie["title"], "id" in movie, "genres" in movie), ("Fight Club", False, False))


class TooMuchTests(FaultCase):
    def test_compresses_if_the_client_accepts_it(self) -> None:
        answer = self.ask("/movie/550", headers={"Accept-Encoding": "gzip"})
        self.assertEqual(answer.headers["Content-Encoding"], "gzip")
        self.assertIn(b'"id":550', gzip.decompress(answer.body))
        self.assertNotIn("Content-Encoding", self.ask("/movie/550").headers)

    def test_declares_a_compression_that_is_wrong(self) -> None:
        for cut in (False, True):
            self.fault("wrong_gzip", cut=cut)
            body = self.ask("/movie/550").body
            self.assertRaises((OSError, EOFError), gzip.decompress, body)

    def test_decompresses_to_a_huge_body(self) -> None:
        self.fault("gzip_bomb", bytes=32 << 20)
        body = self.ask("/movie/550").body
        self.assertLess(len(body), 64 << 10)
        unpacked = zlib.decompress(body, 31)
        self.assertGreaterEqual(len(unpacked), 32 << 20)
        self.assertEqual(unpacked[:1] + unpacked[-1:], b"{}")

    def test_sends_an_endless_body_until_the_client_disconnects(self) -> None:
        for parameters in ({}, {"length": 1 << 40}):
            self.fault("endless", **parameters)
            self.control("clear_log")
            with self.connection() as connection:
                seen = 0
                while seen < 4 << 20:
                    part = connection.recv(1 << 20)
                    self.assertTrue(part)
                    seen += len(part)
            self.assertTrue(self.control("wait", state="gone", open=0))

    def test_sends_a_huge_head(self) -> None:
        self.fault("huge_head", bytes=200_000)
        with self.connection() as connection:
            data = b""
            while not data.endswith(b"}"):
                data += connection.recv(1 << 16)
        self.assertGreater(data.index(b"\r\n\r\n"), 190_000)


class RuleTests(FaultCase):
    def test_matches_rules_by_text_times_and_skip(self) -> None:
        rules = [
            {"match": "/movie/13?", "fault": {"kind": "status", "status": 500}, "times": 1, "skip": 1},
            {"match": "^GET .*query=기생", "fault": {"kind": "status", "status": 502}},
        ]
        self.control("faults", rules=rules)
        self.assertEqual([self.ask("/movie/13").status for _ in range(3)], [200, 500, 200])
        self.assertEqual(self.ask("/search/movie", query="기생충").status, 502)
        self.assertEqual(self.ask("/search/movie", query="대부").status, 200)
        self.assertEqual(self.ask("/movie/550").status, 200)

    def test_does_not_execute_a_refused_request(self) -> None:
        token = self.get("/authentication/token/new")["request_token"]
        self.control("approve", request_token=token)
        new, body = "/authentication/session/new", {"request_token": token}
        self.fault("status", status=503)
        self.assertEqual(self.ask(new, "POST", body).status, 503)
        self.fault("empty", delay_ms=1)
        self.assertRaises(http.client.RemoteDisconnected, self.ask, new, "POST", body)
        self.control("clear_faults")
        self.assertEqual([self.ask(new, "POST", body).status for _ in range(2)], [200, 401])
        self.assertEqual([entry["status"] for entry in self.control("log")["requests"]], [200, 503, 0, 200, 401])

    def test_refuses_unknown_rules(self) -> None:
        for rule in (
            {"fault": "nonsense"},
            {},
            {"fault": "reset", "tims": 1},
            {"fault": {"kind": "delay", "milliseconds": 1}},
            {"fault": "error"},
        ):
            answer = self.ask("", "POST", rule, target="/__faults")
            self.assertEqual(answer.status, 400)
            self.assertIn("error", answer.json)

    def test_is_controlled_over_http_too(self) -> None:
        rules = [{"match": "/movie", "fault": "empty"}]
        self.assertEqual(self.ask("", "POST", rules, target="/__faults").status, 200)
        self.assertRaises(http.client.RemoteDisconnected, self.ask, "/movie/550")
        self.assertEqual(self.ask("", "DELETE", target="/__faults").status, 200)
        self.assertEqual(self.ask("/movie/550").status, 200)
        self.assertEqual(self.ask("", target="/__wait?match=/movie/550&count=2").json, True)
        log = self.ask("", target="/__log").json
        self.assertEqual([each["fault"] for each in log["requests"]], ["empty", None])
        self.assertEqual(log["connections"]["accepted"], 2)
        self.ask("", "DELETE", target="/__log")
        self.assertEqual(self.control("log")["requests"], [])
        token = self.get("/authentication/token/new")["request_token"]
        self.ask("", "POST", {"request_token": token}, target="/__approve")
        self.assertEqual(self.ask("/authentication/session/new", "POST", {"request_token": token}).status, 200)


class LogTests(FaultCase):
    def test_logs_requests(self) -> None:
        self.ask("/authentication/session", "DELETE", {"session_id": "없음"}, headers={"X-Mark": "1"}, a="C++ & 기")
        [entry] = self.control("log")["requests"]
        self.assertEqual((entry["method"], entry["path"]), ("DELETE", "/3/authentication/session"))
        self.assertEqual((entry["query"]["a"], entry["headers"]["x-mark"]), ("C++ & 기", "1"))
        self.assertEqual(entry["body"], '{"session_id": "\\uc5c6\\uc74c"}')
        self.assertEqual((entry["status"], entry["state"]), (404, "done"))
        self.assertIn("a=C%2B%2B+%26+%EA%B8%B0", entry["target"])

    def test_counts_connections_and_requests_in_flight(self) -> None:
        with self.connection() as connection:
            for _ in range(3):
                connection.recv(1 << 16)
                self.request(connection)
            connection.recv(1 << 16)
        self.assertTrue(self.control("wait", count=4, open=0))
        log = self.control("log")
        self.assertEqual(log["connections"], {"accepted": 1, "open": 0, "peak": 1})
        self.assertEqual(log["in_flight"], {"now": 0, "peak": 1})
        self.assertEqual({entry["connection"] for entry in log["requests"]}, {log["requests"][0]["connection"]})

        self.control("clear_log")
        self.fault("stall")
        ids: list[int] = []
        clients = [threading.Thread(target=lambda: ids.append(self.get("/movie/13")["id"])) for _ in range(5)]
        for client in clients:
            client.start()
        self.assertTrue(self.control("wait", match="/movie/13", count=5))
        self.assertEqual(self.control("log")["in_flight"], {"now": 5, "peak": 5})
        self.control("clear_faults")
        for client in clients:
            client.join()
        self.assertEqual(ids, [13] * 5)
        self.assertTrue(self.control("wait", open=0))
        self.assertEqual(self.control("log")["connections"], {"accepted": 5, "open": 0, "peak": 5})

    def test_times_out_waiting(self) -> None:
        self.assertIs(self.control("wait", match="/nothing", timeout_ms=10), False)
