from __future__ import annotations

from upstream_case import UpstreamCase


class HeaderFaultTests(UpstreamCase):
    def test_replaces_adds_and_removes_header_fields(self) -> None:
        self.fault("headers", fields={"etag": '"\x01"', "Age": "9223372036854775807", "cache-control": None})
        answer = self.ask("/movie/550")
        self.assertEqual((answer.status, answer.json["id"]), (200, 550))
        self.assertEqual((answer.headers["etag"], answer.headers["Age"]), ('"\x01"', "9223372036854775807"))
        self.assertNotIn("ETag", answer.headers)
        self.assertNotIn("Cache-Control", answer.headers)
        self.fault("headers", fields={"Age": "-1"}, status=304)
        answer = self.ask("/movie/550")
        self.assertEqual((answer.status, answer.headers["Age"]), (304, "-1"))

    def test_refuses_conditional_requests(self) -> None:
        self.fault("refused_conditions", status=412, fields={"ETag": '"a"'})
        self.assertEqual(self.ask("/movie/550").headers["ETag"], '"a"')
        for condition in ({"If-None-Match": '"a"'}, {"If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"}):
            self.assertEqual(self.ask("/movie/550", headers=condition).status, 412)
