"""Notifications: as an iterator, as callbacks, and when nobody reads them."""

from __future__ import annotations

import queue
import threading
from typing import Any

from movieserver import Client, FavoritesChanged, Loading, Resync
from movieserver._inbox import LIMIT, Inbox

from .support import DEADLINE, MANY, ServerTest

PARASITE = "builtin:tt6751668"


class NameTests(ServerTest):
    def test_a_name_that_nothing_has_is_refused(self) -> None:
        movies = self.client()
        with self.assertRaisesRegex(ValueError, "“nonsense”.*favoritesChanged, libraryChanged, loading"):
            movies.on("nonsense", print)  # type: ignore[call-overload]
        with self.assertRaisesRegex(ValueError, "“nonsense”.*favoritesChanged, libraryChanged, loading"):
            Client(notifications=["nonsense"])  # type: ignore[list-item]
        movies.on("resync", print)()

    def test_the_server_may_have_newer_names(self) -> None:
        movies = self.fake("""
            about = {"serverInfo": {"name": "fake", "version": "2"}, "catalog": "none", "catalogs": []}
            answer(read(), protocolVersion="1.1", notifications=["loading", "moonChanged"], **about)
            send(method="moonChanged", params={"phase": "full"})
            goodbye()
        """)
        movies.on("moonChanged", print)()  # type: ignore[call-overload]


class IteratorTests(ServerTest):
    def test_a_star_is_notified_before_its_response(self) -> None:
        movies = self.client()
        notes = movies.notifications(timeout=0)
        movies.star(PARASITE)
        (change,) = [note for note in notes if isinstance(note, FavoritesChanged)]
        self.assertEqual((0, 1, 1, "self"), (change.previous_revision, change.revision, change.total, change.origin))
        self.assertEqual([PARASITE], [movie.id for movie in change.added])

    def test_a_search_sends_the_start_and_the_end_of_loading(self) -> None:
        movies = self.client()
        notes = movies.notifications(timeout=0)
        for query, outcome in ((MANY, "ok"), ("qqxxzzqqxxzz", "empty")):
            results = movies.search(query)
            begin, end = [note for note in notes if isinstance(note, Loading)]
            self.assertEqual(
                ("search", results.list, True, None), (begin.kind, begin.list, begin.active, begin.outcome)
            )
            self.assertEqual(("search", results.list, False, outcome), (end.kind, end.list, end.active, end.outcome))
            self.assertEqual(begin.request, end.request)

    def test_loading_can_be_limited_to_long_work(self) -> None:
        movies = self.client(loading_delay_ms=60_000)
        notes = movies.notifications(timeout=0)
        movies.search(MANY)
        self.assertEqual([], list(notes))

    def test_only_the_requested_notifications_come(self) -> None:
        movies = self.client(notifications=["favoritesChanged"])
        notes = movies.notifications(timeout=0)
        movies.search(MANY)
        movies.star(PARASITE)
        self.assertEqual([FavoritesChanged], [type(note) for note in notes])

    def test_a_star_of_another_program_is_notified(self) -> None:
        here, there = self.client(), self.client()
        notes = here.notifications(timeout=DEADLINE)
        there.star(PARASITE)
        change = next(note for note in notes if isinstance(note, FavoritesChanged))
        self.assertEqual(("other", 1, [PARASITE]), (change.origin, change.revision, [m.id for m in change.added]))

    def test_each_reader_gets_all_notifications(self) -> None:
        movies = self.client()
        left, right = movies.notifications(timeout=0), movies.notifications(timeout=0)
        movies.search(MANY)
        movies.star(PARASITE)
        notes = list(left)
        self.assertGreater(len(notes), 2)
        self.assertEqual(notes, list(right))

    def test_close_ends_a_waiting_loop(self) -> None:
        movies = self.client()
        notes = movies.notifications()
        ended = threading.Event()

        def read() -> None:
            for _ in notes:
                pass
            ended.set()

        thread = threading.Thread(target=read)
        thread.start()
        movies.close()
        self.assertTrue(ended.wait(DEADLINE))
        thread.join()
        self.assertIsNone(notes.get())

    def test_one_reader_can_be_closed_alone(self) -> None:
        movies = self.client()
        notes = movies.notifications()
        notes.close()
        movies.star(PARASITE)
        self.assertEqual([], list(notes))


class SlowReaderTests(ServerTest):
    def test_dropped_notifications_become_a_resync(self) -> None:
        movies = self.fake(f"""
            hello()
            request = read()
            send(method="news", params={{}})
            send(method="resync", params={{"topics": ["favorites"]}})
            for number in range({LIMIT + 5}):
                send(method="loading", params={{"kind": str(number), "active": True}})
            answer(request)
            goodbye()
        """)
        notes = movies.notifications(timeout=0)
        movies.request("x")
        lost, *rest = notes
        self.assertEqual(Resync(topics=("favorites", "loading", "news")), lost)
        self.assertEqual([str(n + 5) for n in range(LIMIT)], [note.kind for note in rest if isinstance(note, Loading)])

    def test_a_withdrawn_wait_loses_no_notification(self) -> None:
        inbox, first, second = Inbox(), Loading(kind="1", active=True), Loading(kind="2", active=True)
        given_up, waiting = inbox.take(), inbox.take()
        inbox.put(first)
        inbox.withdraw(given_up)
        self.assertEqual(first, waiting.result(0))
        inbox.put(second)
        self.assertEqual(second, inbox.take().result(0))

    def test_a_withdrawn_notification_is_the_next_again(self) -> None:
        inbox, first, second = Inbox(), Loading(kind="1", active=True), Loading(kind="2", active=True)
        given_up = inbox.take()
        inbox.put(first)
        inbox.put(second)
        inbox.withdraw(given_up)
        self.assertEqual([first, second], [inbox.take().result(0), inbox.take().result(0)])

    def test_a_withdrawn_wait_takes_no_later_notification(self) -> None:
        inbox, note = Inbox(), Loading(kind="1", active=True)
        inbox.withdraw(inbox.take())
        inbox.put(note)
        self.assertEqual(note, inbox.take().result(0))


class CallbackTests(ServerTest):
    def heard(self, calls: queue.Queue[FavoritesChanged]) -> FavoritesChanged:
        return calls.get(timeout=DEADLINE)

    def test_a_callback_gets_only_its_own_notifications(self) -> None:
        movies = self.client()
        calls: queue.Queue[FavoritesChanged] = queue.Queue()
        movies.on("favoritesChanged", calls.put)
        movies.search(MANY)
        movies.star(PARASITE)
        self.assertEqual(1, self.heard(calls).revision)

    def test_what_cannot_be_called_is_refused_at_once(self) -> None:
        movies: Any = self.client()
        with self.assertRaisesRegex(TypeError, "a function is needed, not None"):
            movies.on("favoritesChanged", None)

    def test_a_callback_can_use_the_client(self) -> None:
        movies = self.client()
        totals: queue.Queue[int] = queue.Queue()
        movies.on("favoritesChanged", lambda change: totals.put(len(list(movies.favorites()))))
        movies.star(PARASITE)
        self.assertEqual(1, totals.get(timeout=DEADLINE))

    def test_an_exception_in_a_callback_is_logged_and_ends_nothing(self) -> None:
        movies = self.client()
        calls: queue.Queue[FavoritesChanged] = queue.Queue()

        def fail(change: FavoritesChanged) -> None:
            raise ZeroDivisionError

        movies.on("favoritesChanged", fail)
        movies.on("favoritesChanged", calls.put)
        with self.assertLogs("movieserver", "ERROR") as logged:
            movies.star(PARASITE)
            self.assertEqual(1, self.heard(calls).revision)
            movies.unstar(PARASITE)
            self.assertEqual(2, self.heard(calls).revision)
        self.assertEqual(2, len([line for line in logged.output if "ZeroDivisionError" in line]))

    def test_a_callback_can_be_removed(self) -> None:
        movies = self.client()
        calls: queue.Queue[str] = queue.Queue()
        remove = movies.on("favoritesChanged", lambda change: calls.put("removed"))
        movies.on("favoritesChanged", lambda change: calls.put("kept"))
        remove()
        remove()
        movies.star(PARASITE)
        self.assertEqual("kept", calls.get(timeout=DEADLINE))

    def test_a_callback_can_close_the_client(self) -> None:
        movies = self.client()
        closed = threading.Event()

        def close(change: FavoritesChanged) -> None:
            movies.close()
            closed.set()

        movies.on("favoritesChanged", close)
        movies.submit("star", {"id": PARASITE})
        self.assertTrue(closed.wait(DEADLINE))
        movies.close()
