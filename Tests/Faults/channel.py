"""The pipes between a client and a server: framing, pauses, and the bytes themselves."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
from collections.abc import Callable

from server_process import ServerProcess

OVERLAP = 100  # bytes of the data before that are seen again, so that nothing hides at a border


class Channel:
    """Reads messages on a thread of its own.

    `receive` gets every message, `see` all bytes, `close` what is left at the end of the output.
    """

    def __init__(
        self,
        server: ServerProcess,
        uses_headers: bool,
        receive: Callable[[bytes], None],
        see: Callable[[bytes], None],
        close: Callable[[bytes], None],
    ):
        self._server = server
        self._uses_headers = uses_headers
        self._receive = receive
        self._see = see
        self._close = close
        self._pause_until = 0.0
        self._closes_output = False
        self._write = threading.Lock()
        self._reader = threading.Thread(target=self._read, daemon=True)

    def start(self) -> None:
        self._reader.start()

    # MARK: Sending

    def send(self, data: bytes) -> None:
        """Raises OSError when the server no longer reads."""
        data = b"Content-Length: %d\r\n\r\n%s" % (len(data), data) if self._uses_headers else data + b"\n"
        with self._write:
            if self._server.stdin.closed:
                raise BrokenPipeError
            while data:
                data = data[os.write(self._server.stdin.fileno(), data) :]

    def close_input(self) -> None:
        with self._write, contextlib.suppress(OSError):
            self._server.stdin.close()

    # MARK: Receiving

    @property
    def is_over(self) -> bool:
        """Whether the server has closed its output."""
        return not self._reader.is_alive()

    def pause(self, seconds: float) -> None:
        """Reads nothing for a time, during which the server's clock stands still."""
        self._pause_until = time.monotonic() + seconds

    def close_output(self) -> None:
        """Closes the client's end of the server's stdout."""
        self._closes_output = True

    def join(self, seconds: float) -> bool:
        """Waits for the end of the output."""
        self._pause_until = 0
        self._reader.join(seconds)
        return not self._reader.is_alive()

    def _read(self) -> None:
        buffer = bytearray()
        descriptor = self._server.stdout.fileno()
        watch = select.poll()
        watch.register(descriptor, select.POLLIN)
        while True:
            self._wait_for_pause()
            if self._closes_output:
                self._server.stdout.close()
                buffer.clear()
                break
            if not watch.poll(50):
                continue
            if not (data := os.read(descriptor, 1 << 16)):
                break
            start = max(0, len(buffer) - OVERLAP)
            buffer += data
            self._see(bytes(buffer[start:]))
            while (message := self._next(buffer)) is not None:
                self._receive(message)
        self._close(bytes(buffer))

    def _wait_for_pause(self) -> None:
        if time.monotonic() < self._pause_until:
            self._server.clock.hold()
            while time.monotonic() < self._pause_until:
                time.sleep(0.02)
            self._server.clock.release()

    def _next(self, buffer: bytearray) -> bytes | None:
        """Removes the first message from the buffer; None if it is not complete."""
        if not self._uses_headers:
            start, end, skipped = 0, buffer.find(b"\n"), 1
        else:
            start, skipped = buffer.find(b"\r\n\r\n") + 4, 0
            end = start + int(buffer[:start].split(b":")[1]) if start > 3 else -1
        if end < 0 or len(buffer) < end + skipped:
            return None
        message = bytes(buffer[start:end])
        del buffer[: end + skipped]
        return message
