from __future__ import annotations

from upstream_case import FaultCase


class StreamFaultTests(FaultCase):
    def test_cuts_at_the_same_random_byte_for_the_same_seed(self) -> None:
        lengths = set()
        for seed in (1, 1, 2, 3):
            self.fault("cut_anywhere", seed=seed)
            with self.connection() as connection:
                lengths.add(len(self.to_end(connection)))
        self.assertEqual(len(lengths), 3)

    def test_resets_at_a_random_byte(self) -> None:
        self.fault("cut_anywhere", reset=True)
        with self.connection() as connection, self.assertRaises(ConnectionResetError):
            self.to_end(connection)

    def test_sends_interim_responses(self) -> None:
        self.fault("interim", count=3)
        with self.connection() as connection:
            data = b""
            while not data.endswith(b"}"):
                data += connection.recv(1 << 16)
        self.assertEqual((data.count(b"HTTP/1.1 103 "), data.count(b"HTTP/1.1 200 ")), (3, 1))

    def test_sends_interim_responses_and_headers_without_end(self) -> None:
        for kind in ("interim", "endless_head"):
            self.fault(kind)
            self.control("clear_log")
            with self.connection() as connection:
                seen = 0
                while seen < 1 << 20:
                    seen += len(connection.recv(1 << 16))
            self.assertTrue(self.control("wait", state="gone", open=0))

    def test_sends_more_than_announced(self) -> None:
        self.fault("surplus")
        with self.connection() as connection:
            data = b""
            while not data.endswith(b"Content-Length: 0\r\n\r\n"):
                data += connection.recv(1 << 16)
        self.assertIn(b"}HTTP/1.1 500", data)
