from __future__ import annotations

from upstream_case import FaultCase


class StrangerFaultTests(FaultCase):
    def test_puts_commands_around_texts(self) -> None:
        self.fault("strange_texts")
        movie = self.get("/movie/550")
        self.assertRegex(movie["title"], r"(?s)^zqzq.* vim: set .* :.*\x1b\]0;.*\x9b.*\u202e.* -\*- .*Fight Club$")
        self.assertRegex(movie["overview"], r"(?s)^zqzq.*\nLocal Variables:\n")
        self.assertEqual(self.get("/movie/27205")["homepage"], "file:///etc/passwd")
        self.assertRegex(movie["genres"][0]["name"], r"(?s)^zqzq.*Drama")
        self.assertEqual(movie["id"], 550)

    def test_sends_what_is_no_picture(self) -> None:
        poster = "/t/p/w92/" + "0" * 27 + ".jpg"
        starts = {"postscript": b"%!PSftypavif", "tiff": b"II*\0", "huge": b"\x89PNG\r\n", "im": b"GIF89a"}
        for how, start in starts.items():
            self.fault("strange_picture", how=how)
            answer = self.ask(poster)
            self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "image/png"))
            self.assertTrue(answer.body.startswith(start), how)
