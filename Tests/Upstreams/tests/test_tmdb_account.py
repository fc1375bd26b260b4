from __future__ import annotations

from test_tmdb import TMDBCase
from upstream_case import Answer


class AccountTests(TMDBCase):
    def token(self) -> str:
        body = self.get("/authentication/token/new")
        self.assertRegex(body["expires_at"], r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$")
        token = body["request_token"]
        assert isinstance(token, str)
        return token

    def session(self) -> str:
        token = self.token()
        self.control("approve", request_token=token)
        answer = self.ask("/authentication/session/new", "POST", {"request_token": token})
        self.assertTrue(answer.json["success"])
        session = answer.json["session_id"]
        assert isinstance(session, str)
        return session

    def test_creates_a_session_after_the_token_is_approved(self) -> None:
        token = self.token()
        new = "/authentication/session/new"
        self.refused(401, 17, new, method="POST", body={"request_token": token})
        self.control("approve", request_token=token, decision="denied")
        self.refused(401, 17, new, method="POST", body={"request_token": token})
        self.control("approve", request_token=token, decision="expired")
        self.refused(401, 33, new, method="POST", body={"request_token": token})
        self.refused(401, 33, new, method="POST", body={"request_token": "never"})
        self.control("approve", request_token="", decision="approved")
        self.assertEqual(self.ask(new, "POST", {"request_token": token}).status, 200)
        self.refused(401, 33, new, method="POST", body={"request_token": token})

    def test_ends_a_session(self) -> None:
        session = self.session()
        self.assertEqual(self.get("/account", session_id=session)["username"], "moviegoer")
        self.assertEqual(self.ask("/authentication/session", "DELETE", {"session_id": session}).json, {"success": True})
        self.refused(404, 37, "/authentication/session", method="DELETE", body={"session_id": session})
        self.refused(401, 3, "/account", session_id=session)
        self.refused(401, 3, "/account")

    def test_keeps_favorites_in_order(self) -> None:
        session = self.session()

        def favor(movie: int, favorite: bool) -> Answer:
            body = {"media_type": "movie", "media_id": movie, "favorite": favorite}
            return self.ask("/account/548/favorite", "POST", body, session_id=session)

        def ids(**query: str) -> list[int]:
            rows = self.get("/account/548/favorite/movies", session_id=session, **query)["results"]
            return [row["id"] for row in rows]

        codes = [(favor(*step).status, favor(*step).json["status_code"]) for step in [(550, True), (13, True)]]
        self.assertEqual(codes, [(201, 12), (201, 12)])
        self.assertEqual(ids(), [550, 13])
        self.assertEqual(ids(sort_by="created_at.desc"), [13, 550])
        self.assertEqual(favor(550, False).json["status_code"], 13)
        self.assertEqual(ids(), [13])
        self.assertEqual(favor(1, True).status, 404)
        states = self.get("/movie/13", append_to_response="account_states", session_id=session)["account_states"]
        self.assertEqual(states, {"favorite": True, "rated": False, "watchlist": False})

    def test_rates_in_steps_of_a_half(self) -> None:
        session = self.session()

        def rate(value: object) -> Answer:
            return self.ask("/movie/550/rating", "POST", {"value": value}, session_id=session)

        for bad in (0, 10.5, 7.3, "8", None, True):
            answer = rate(bad)
            self.assertEqual((answer.status, answer.json["status_code"]), (400, 18), bad)
        self.assertEqual((rate(8.5).status, rate(9).json["status_code"]), (201, 12))
        states = self.get("/movie/550/account_states", session_id=session)
        self.assertEqual((states["id"], states["rated"]), (550, {"value": 9}))
        rated = self.get("/account/548/rated/movies", session_id=session)["results"]
        self.assertEqual([(row["id"], row["rating"]) for row in rated], [(550, 9)])
        self.assertEqual(self.ask("/movie/550/rating", "DELETE", session_id=session).json["status_code"], 13)
        self.assertIs(self.get("/movie/550/account_states", session_id=session)["rated"], False)
        self.refused(401, 3, "/movie/550/rating", method="POST", body={"value": 8})
        self.refused(401, 3, "/movie/550/account_states")
