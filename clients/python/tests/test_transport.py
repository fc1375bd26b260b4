"""Servers that die, stall, or send nonsense."""

from __future__ import annotations

import fcntl
import os
import shlex
import time
from unittest.mock import patch

from movieserver import Client, InvalidRequest, Loading, RequestTimeout, ServerGone, UnknownNotification

from .support import DEADLINE, ServerTest, fake_server, within_deadline


class DeathTests(ServerTest):
    def test_an_early_exit_is_reported_with_status_and_stderr(self) -> None:
        client = Client(fake_server("sys.exit('no space left on device')"), **self.options())
        with self.assertRaisesRegex(ServerGone, "exited with status 1: no space left on device"):
            client.start()

    def test_a_death_fails_all_pending_requests(self) -> None:
        client = self.fake(
            "hello(); read(); read(); sys.stderr.write('out of memory'); sys.stderr.flush(); os._exit(3)"
        )
        requests = [client.submit("detail", {"id": "a"}), client.submit("genres")]
        for request in requests:
            with self.assertRaisesRegex(ServerGone, "exited with status 3: out of memory") as caught:
                request.result(DEADLINE)
            self.assertEqual("serverGone", caught.exception.reason)

    def test_requests_after_a_death_report_its_cause_too(self) -> None:
        client = self.fake("hello(); read(); os._exit(4)")
        for _ in range(2):
            with self.assertRaisesRegex(ServerGone, "exited with status 4"):
                client.genres()

    def test_a_signal_is_reported_by_name(self) -> None:
        client = self.fake("hello(); read(); os.kill(os.getpid(), signal.SIGKILL)")
        with self.assertRaisesRegex(ServerGone, "was killed by SIGKILL"):
            client.genres()

    def test_an_incomplete_line_is_not_a_response(self) -> None:
        client = self.fake("""hello(); read(); write(b'{"jsonrpc":"2.0","id":2,"result":{}}'); os._exit(0)""")
        with self.assertRaisesRegex(ServerGone, "in the middle of a line"):
            client.request("genres")

    def test_only_the_end_of_a_long_stderr_is_kept(self) -> None:
        client = self.fake("hello(); read(); sys.stderr.write('x' * 1_000_000 + 'the end'); sys.exit(1)")
        with self.assertRaises(ServerGone) as caught:
            client.genres()
        self.assertTrue(str(caught.exception).endswith("xthe end"))
        self.assertLess(len(str(caught.exception)), 10_000)

    def test_a_death_ends_the_notifications_with_its_cause(self) -> None:
        client = self.fake("hello(); read(); send(method='loading', params={'kind': 'x', 'active': True}); os._exit(5)")
        notes = client.notifications()
        request = client.submit("genres")
        self.assertEqual(Loading(kind="x", active=True), notes.get(DEADLINE))
        with self.assertRaisesRegex(ServerGone, "status 5"):
            notes.get(DEADLINE)
        with self.assertRaises(ServerGone):
            request.result(DEADLINE)


class NonsenseTests(ServerTest):
    def test_invalid_output_ends_the_connection_and_the_server(self) -> None:
        client = self.fake("hello(); read(); write(b'Segmentation fault\\n'); signal.pause()")
        pid = int(client.server.server_info.version)
        with self.assertRaisesRegex(ServerGone, "not a JSON-RPC message: b'Segmentation fault"):
            client.genres()
        self.assert_gone(pid)

    def test_json_that_is_not_a_message_is_invalid_output(self) -> None:
        for line in ("b'[]'", "b'17'", """b'{"jsonrpc":"2.0","id":2}'""", "b'[' * 100_000", "b'\\xff'"):
            with self.subTest(line):
                client = self.fake(f"hello(); read(); write({line} + b'\\n'); signal.pause()")
                with self.assertRaisesRegex(ServerGone, "not a JSON-RPC message"):
                    client.genres()
                client.close()

    def test_a_response_with_an_unknown_id_is_ignored(self) -> None:
        client = self.fake("hello(); r = read(); send(id=999, result={}); answer(r, mine=True); goodbye()")
        self.assertEqual({"mine": True}, client.request("x"))

    def test_an_unknown_notification_is_passed_on(self) -> None:
        client = self.fake("hello(); r = read(); send(method='news', params={'a': 1}); answer(r); goodbye()")
        notes = client.notifications()
        client.request("x")
        self.assertEqual(UnknownNotification(method="news", params={"a": 1}), notes.get(DEADLINE))


class LineTests(ServerTest):
    def test_a_line_may_come_in_pieces(self) -> None:
        client = self.fake("""
            hello()
            first = read()
            line = json.dumps({"jsonrpc": "2.0", "id": first["id"], "result": {"title": "기생충"}}, ensure_ascii=False)
            line = line.encode() + b"\\n"
            write(line[:-6])         # in the middle of a character
            second = read()          # the client sends this after the first half
            write(line[-6:])
            answer(second)
            goodbye()
        """)
        first = client.submit("first")
        self.assertEqual({}, client.request("second"))
        self.assertEqual({"title": "기생충"}, first.result(DEADLINE))

    def test_only_line_feed_ends_a_line(self) -> None:
        odd = "a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg"
        client = self.fake("""
            hello()
            request = read()
            text = json.dumps(request["params"]["text"], ensure_ascii=False)
            write(f'{{"id":{request["id"]},"result":{{"text":{text}}}}}\\r\\n\\n'.encode())
            goodbye()
        """)
        self.assertEqual({"text": odd}, client.request("echo", {"text": odd}))

    def test_a_line_may_be_long(self) -> None:
        client = self.fake("hello(); answer(read(), text='x' * 6_000_000); goodbye()")
        self.assertEqual(6_000_000, len(client.request("long")["text"]))

    def test_responses_may_come_in_any_order(self) -> None:
        client = self.fake("""
            hello()
            for request in reversed([read() for _ in range(10)]):
                answer(request, method=request["method"])
            goodbye()
        """)
        requests = [client.submit(f"m{number}") for number in range(10)]
        self.assertEqual([f"m{n}" for n in range(10)], [each.result(DEADLINE)["method"] for each in requests])

    def test_a_size_error_without_an_id_fails_the_largest_request(self) -> None:
        client = self.fake("""
            hello()
            small, large = read(), read()
            send(id=None, error={"code": -32600, "message": "too large", "data": {"reason": "messageTooLarge"}})
            answer(small)
            goodbye()
        """)
        small, large = client.submit("x"), client.submit("x", {"text": "x" * 1000})
        with self.assertRaises(InvalidRequest) as caught:
            large.result(DEADLINE)
        self.assertEqual(("messageTooLarge", -32600), (caught.exception.reason, caught.exception.code))
        self.assertEqual({}, small.result(DEADLINE))

    def test_a_parse_error_without_an_id_fails_all_requests(self) -> None:
        client = self.fake(
            "hello(); read(); read(); send(id=None, error={'code': -32700, 'message': 'what?'}); goodbye()"
        )
        for request in (client.submit("x"), client.submit("y")):
            with self.assertRaisesRegex(Exception, "what?") as caught:
                request.result(DEADLINE)
            self.assertEqual(-32700, getattr(caught.exception, "code", None))

    def test_a_value_that_json_cannot_express_is_not_sent(self) -> None:
        client = self.fake("hello(); goodbye()")
        for value in (float("nan"), "\ud83d"):
            with self.subTest(repr(value)), self.assertRaises(InvalidRequest):
                client.request("x", {"value": value})
        self.assertEqual({}, client.request("x"))


class StallTests(ServerTest):
    def test_initialize_times_out(self) -> None:
        pid_file = self.folder / "pid"
        command = ["sh", "-c", 'echo $$ >"$0"; exec sleep 600', str(pid_file)]  # Python might not have started by then
        client = Client(command, **self.options(start_timeout=5, stop_timeout=0))
        with self.assertRaisesRegex(RequestTimeout, "/sh has not answered “initialize” within 5 s"):
            client.start()
        self.assert_gone(int(pid_file.read_text()))

    def test_the_time_limit_is_also_that_of_the_start(self) -> None:
        begin = time.monotonic()
        with self.assertRaisesRegex(RequestTimeout, "/sh has not answered “initialize” within 0.2 s"):
            Client(["sh", "-c", "trap '' TERM; cat"], timeout=0.2).start()
        self.assertLess(time.monotonic() - begin, 5)  # the server, which has never answered, is killed at once

    def test_a_request_that_times_out_is_cancelled(self) -> None:
        client = self.fake(
            """
            hello()
            slow, cancel = read(), read()
            send(method="seen", params=cancel)
            send(id=slow["id"], error={"code": -32800, "message": "cancelled", "data": {"reason": "cancelled"}})
            goodbye()
            """,
            timeout=0.05,
            start_timeout=DEADLINE,
        )
        notes = client.notifications()
        with self.assertRaises(TimeoutError) as caught:
            client.genres()
        self.assertIsInstance(caught.exception, RequestTimeout)
        note = notes.get(DEADLINE)
        assert isinstance(note, UnknownNotification)
        self.assertEqual(("$/cancelRequest", {"id": 2}), (note.params["method"], note.params["params"]))

    def test_a_server_that_hangs_is_ended_and_one_that_works_for_long_is_not(self) -> None:
        works = """
            hello()
            work, ping = read(), read()
            send(id=ping["id"], error={"code": -32601, "message": "There is no method."})
            read()
            answer(work, genres=[])
            goodbye()
        """
        with patch("movieserver._transport.SILENCE", 0.5):
            self.assertEqual([], list(within_deadline(self.fake(works).genres)))
            client = self.fake("hello(); signal.pause()")
            for _ in range(2):
                with self.assertRaisesRegex(ServerGone, "does not answer.") as caught:
                    client.genres()
                self.assertEqual(("timeout", True), (caught.exception.reason, caught.exception.retryable))
            self.assert_gone(int(client.server.server_info.version))

    def test_requests_do_not_block_on_a_server_that_does_not_read(self) -> None:
        client = self.fake("hello(); signal.pause()", stop_timeout=0)
        requests = within_deadline(lambda: [client.submit("x", {"text": "x" * 100_000}) for _ in range(20)])
        within_deadline(client.close)
        for request in requests:
            with self.assertRaises(ServerGone):
                request.result(DEADLINE)


class CloseTests(ServerTest):
    def test_close_sends_shutdown_and_exit_and_closes_stdin(self) -> None:
        log = self.folder / "log"
        client = self.fake(f"""
            hello()
            with open({str(log)!r}, "w") as log:
                for line in sys.stdin:
                    request = json.loads(line)
                    print(request["method"], file=log)
                    if "id" in request:
                        answer(request)
                print("end", file=log)
        """)
        client.close()
        self.assertEqual(["shutdown", "exit", "end"], log.read_text().split())

    def test_a_server_that_ignores_everything_is_killed(self) -> None:
        client = self.fake(
            "signal.signal(signal.SIGTERM, signal.SIG_IGN); hello()\nwhile True: signal.pause()", stop_timeout=0
        )
        pid = int(client.server.server_info.version)
        within_deadline(client.close)
        self.assert_gone(pid)

    def test_a_server_started_by_a_shell_is_killed_too(self) -> None:
        held = self.folder / "held while it lives"
        inner = fake_server(f"""
            import fcntl
            lock = open({str(held)!r}, "w")
            fcntl.flock(lock, fcntl.LOCK_EX)
            hello()
            while True:
                signal.pause()
        """)
        client = Client(["sh", "-c", f"{shlex.join(inner)}; true"], **self.options(stop_timeout=0)).start()
        within_deadline(client.close)
        with held.open() as lock:
            within_deadline(lambda: fcntl.flock(lock, fcntl.LOCK_SH))

    def test_close_may_be_called_twice_and_after_a_death(self) -> None:
        client = self.fake("hello(); read(); os._exit(1)")
        with self.assertRaises(ServerGone):
            client.genres()
        client.close()
        client.close()

    def test_ctrl_c_in_the_terminal_does_not_reach_the_server(self) -> None:
        client = self.fake("hello(); goodbye()")
        self.assertNotEqual(os.getpgid(0), os.getpgid(int(client.server.server_info.version)))
