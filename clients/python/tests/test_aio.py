"""The asyncio client: what differs from the blocking one."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import unittest
from itertools import zip_longest
from typing import Any

from movieserver import (
    AsyncClient,
    AsyncResults,
    CatalogError,
    FavoritesChanged,
    InvalidRequest,
    MovieServerError,
    RequestTimeout,
    ServerGone,
    ServerNotFound,
    Superseded,
    UnknownNotification,
)
from movieserver.restarting import RestartingClient

from .support import DEADLINE, MANY, ServerTest, environment, fake_server

PARASITE = "builtin:tt6751668"

REPORTS_CANCELS = """
    hello()
    while True:
        request = read()
        if request["method"] == "$/cancelRequest":
            send(method="cancelled", params=request["params"])
            send(id=request["params"]["id"], error={"code": -32800, "message": "", "data": {"reason": "cancelled"}})
        elif request["method"] == "exit":
            sys.exit(0)
        elif request["method"] == "slow":
            send(method="begun")
        else:
            answer(request)
"""


async def ids(results: AsyncResults) -> list[str]:
    return [movie.id async for movie in results]


class AsyncTest(ServerTest, unittest.IsolatedAsyncioTestCase):
    def real_client(self, **more: Any) -> AsyncClient:
        return AsyncClient(**self.real(**more))

    def fake_client(self, behaviour: str, **more: Any) -> AsyncClient:
        return AsyncClient(fake_server(behaviour), **self.options(**more))


class LifeTests(AsyncTest):
    async def test_initialize_describes_the_server(self) -> None:
        async with self.real_client() as movies:
            self.assertEqual(("movie-server", "builtin"), (movies.server.server_info.name, movies.server.catalog))

    async def test_an_unknown_catalog_raises_at_the_start(self) -> None:
        with self.assertRaises(CatalogError):
            await self.real_client(catalog="nosuch").start()

    async def test_a_closed_client_can_be_closed_again_but_not_used(self) -> None:
        movies = await self.real_client().start()
        await movies.close()
        await movies.close()
        with self.assertRaisesRegex(ServerGone, "closed"):
            await movies.genres()

    async def test_close_does_not_wait_for_a_search(self) -> None:
        movies = await self.real_client(stop_timeout=DEADLINE).start()
        search = asyncio.ensure_future(movies.search(MANY, debounce_ms=60_000))
        await asyncio.sleep(0)  # the search is sent
        await asyncio.wait_for(movies.close(), DEADLINE)
        self.assertEqual(0, movies._ending()[0])
        with self.assertRaisesRegex(ServerGone, "this client is closed"):
            await search

    async def test_the_first_call_starts_the_server_once(self) -> None:
        movies = self.real_client()
        with self.assertRaisesRegex(MovieServerError, "started"):
            movies.server  # noqa: B018
        first, second = await asyncio.gather(movies.genres(), movies.detail(PARASITE))
        self.assertEqual(("Parasite", "builtin"), (second.title, movies.server.catalog))
        self.assertIn("Thriller", [genre.name for genre in first])
        await movies.close()
        unused = self.real_client()
        await unused.close()
        for client in (movies, unused):
            with self.assertRaisesRegex(ServerGone, "closed"):
                await client.genres()

    async def test_a_started_client_is_its_own_context_manager_and_results_a_sequence(self) -> None:
        async with await self.real_client().start() as movies:
            results = await movies.search("the", limit=2)
            self.assertEqual(2, len(results))
            self.assertEqual([movie async for movie in results], results[:])
            self.assertEqual(results.total, len(results))
        with self.assertRaisesRegex(ServerGone, "closed"):
            await movies.genres()

    async def test_a_death_fails_all_pending_requests(self) -> None:
        async with self.fake_client("hello(); read(); read(); sys.stderr.write('oh'); sys.exit(3)") as movies:
            outcomes = await asyncio.gather(movies.genres(), movies.session(), return_exceptions=True)
            self.assertEqual(["ServerGone"] * 2, [type(outcome).__name__ for outcome in outcomes])
            self.assertRegex(str(outcomes[0]), "exited with status 3: oh")

    async def test_initialize_times_out(self) -> None:
        with self.assertRaisesRegex(RequestTimeout, "initialize"):
            await self.fake_client("signal.pause()", start_timeout=0.1, stop_timeout=0).start()

    async def test_a_cancelled_start_leaves_no_process(self) -> None:
        pid_file = self.folder / "pid"
        behaviour = f"open({str(pid_file)!r}, 'w').write('x'); read(); signal.pause()"
        start = asyncio.create_task(self.fake_client(behaviour, stop_timeout=0).start())

        async def begun() -> None:
            while not pid_file.exists():
                await asyncio.sleep(0)

        await asyncio.wait_for(begun(), DEADLINE)
        start.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await start


class MovieTests(AsyncTest):
    async def test_results_have_all_pages(self) -> None:
        async with self.real_client() as movies:
            results = await movies.search(MANY, limit=3)
            self.assertGreater(len([page async for page in results.pages()]), 2)
            found = await ids(results)
            self.assertEqual(results.total, len(set(found)))
            self.assertEqual(found, await ids(await movies.search(MANY, limit=100)))

    async def test_a_loop_without_async_is_refused_instead_of_ending_after_the_first_page(self) -> None:
        async with self.real_client() as movies:
            results = await movies.search(MANY, limit=3)
            with self.assertRaisesRegex(TypeError, "use `async for`"):
                for _ in results:  # type: ignore[misc]  # a type checker reports it, too
                    pass
            read: Any
            for read in (list, iter, set):
                with self.assertRaisesRegex(TypeError, "use `async for`"):
                    read(results)
            self.assertEqual((3, 3), (len(results), len(results[:])))

    async def test_many_searches_can_run_concurrently(self) -> None:
        async with self.real_client() as movies:

            async def search(limit: int) -> list[str]:
                return await ids(await movies.search(MANY, limit=limit))

            found = await asyncio.gather(*(search(3 + n % 5) for n in range(40)))
            self.assertEqual([found[0]] * 40, found)

    async def test_two_readers_can_share_results(self) -> None:
        async with self.real_client() as movies:
            results = await movies.search(MANY, limit=2)
            left, right = await asyncio.gather(ids(results), ids(results))
            self.assertEqual(left, right)
            self.assertEqual(results.total, len(left))
            numbers = [page.page async for page in results.pages()]
            self.assertEqual([n + 1 for n in range(len(numbers))], numbers)

    async def test_a_list_that_the_server_has_dropped_is_fetched_again(self) -> None:
        async with self.real_client() as movies:
            expected = await ids(await movies.search(MANY, limit=2))
            results = await movies.search(MANY, limit=2)
            await asyncio.gather(*(movies.search("parasite") for _ in range(257)))
            self.assertEqual(expected, await ids(results))

    async def test_a_newer_search_in_a_named_list_ends_the_older_results(self) -> None:
        async with self.real_client() as movies:
            older = await movies.search(MANY, limit=2, list="pane")
            newer = await movies.search("of", limit=2, list="pane")
            with self.assertRaises(Superseded):
                await ids(older)
            self.assertEqual(newer.total, len(await ids(newer)))

    async def test_only_the_last_of_several_debounced_searches_runs(self) -> None:
        async with self.real_client() as movies:
            typed = ["p", "pa", "par", "parasite"]
            outcomes = await asyncio.gather(
                *(movies.search(text, list="pane", debounce_ms=100) for text in typed), return_exceptions=True
            )
            self.assertEqual([Superseded] * 3 + [AsyncResults], [type(outcome) for outcome in outcomes])

    async def test_home_detail_and_recommendations_are_coroutines(self) -> None:
        async with self.real_client() as movies:
            section = (await movies.home())[0]
            first = await anext(aiter(section))
            detail, recommended = await asyncio.gather(movies.detail(first), movies.recommendations(first))
            self.assertEqual(first.title, detail.title)
            self.assertNotIn(first.id, await ids(recommended))

    async def test_errors_are_raised(self) -> None:
        async with self.real_client() as movies:
            with self.assertRaises(InvalidRequest) as caught:
                await movies.search(" ")
            self.assertEqual("query", caught.exception.field)

    async def test_favorites_come_from_all_pages(self) -> None:
        async with self.real_client() as movies:
            starred = [(await movies.star(movie)).id for movie in (await movies.search(MANY, limit=5)).page.items]
            favorites = await movies.favorites(limit=2, order="asc")
            self.assertEqual(starred, [movie.id async for movie in favorites])
            await movies.unstar(starred[0])
            delta = await movies.favorites_since(favorites.revision)
            self.assertEqual((starred[0],), delta.removed)


class SectionTests(AsyncTest):
    async def test_a_failed_section_raises(self) -> None:
        async with self.fake_client("""
            hello()
            error = {"code": 1004, "message": "too busy", "data": {"reason": "upstreamRateLimited"}}
            answer(read(), sections=[{"section": "popular", "title": "Popular", "error": error}])
            goodbye()
        """) as movies:
            (section,) = await movies.home()
            self.assertEqual("Popular", section.title)
            with self.assertRaisesRegex(Exception, "too busy"):
                await ids(section)


class CancelTests(AsyncTest):
    async def test_cancelling_a_task_cancels_its_request(self) -> None:
        async with self.fake_client(REPORTS_CANCELS) as movies:
            notes = movies.notifications()
            task = asyncio.create_task(movies.request("slow"))
            self.assertEqual(UnknownNotification(method="begun", params={}), await notes.get(DEADLINE))
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            self.assertEqual(UnknownNotification(method="cancelled", params={"id": 2}), await notes.get(DEADLINE))
            self.assertEqual({}, await movies.request("next"))

    async def test_a_request_that_times_out_is_cancelled(self) -> None:
        async with self.fake_client(REPORTS_CANCELS, timeout=0.05, start_timeout=DEADLINE) as movies:
            notes = movies.notifications()
            with self.assertRaises(RequestTimeout):
                await movies.request("slow")
            self.assertEqual(UnknownNotification(method="begun", params={}), await notes.get(DEADLINE))
            self.assertEqual(UnknownNotification(method="cancelled", params={"id": 2}), await notes.get(DEADLINE))

    async def test_a_request_that_is_done_is_not_cancelled(self) -> None:
        async with self.fake_client(REPORTS_CANCELS) as movies:
            notes = movies.notifications(timeout=0)
            await movies.request("quick")
            await movies.request("quick")
            self.assertEqual([], [note async for note in notes])

    async def test_a_server_that_does_not_read_does_not_block_the_loop(self) -> None:
        async with self.fake_client("hello(); signal.pause()", stop_timeout=0) as movies:
            tasks = [asyncio.create_task(movies.request("x", {"text": "x" * 100_000})) for _ in range(20)]
            await asyncio.sleep(0)
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        self.assertEqual({ServerGone}, {type(outcome) for outcome in outcomes})


class NotificationTests(AsyncTest):
    async def test_a_star_is_notified_before_its_response(self) -> None:
        async with self.real_client() as movies:
            notes = movies.notifications(timeout=0)
            await movies.star(PARASITE)
            (change,) = [note async for note in notes if isinstance(note, FavoritesChanged)]
            self.assertEqual([PARASITE], [movie.id for movie in change.added])

    async def test_close_ends_a_waiting_loop(self) -> None:
        movies = await self.real_client().start()
        notes = movies.notifications()

        async def read() -> str:
            async for _ in notes:
                pass
            return "ended"

        reading = asyncio.create_task(read())
        await asyncio.sleep(0)
        await movies.close()
        self.assertEqual("ended", await asyncio.wait_for(reading, DEADLINE))

    async def test_a_cancelled_wait_loses_no_notification(self) -> None:
        async with self.fake_client("""
            hello()
            for number in range(200):
                read()
                send(method=str(number))
            goodbye()
        """) as movies:
            notes = movies.notifications()
            seen: list[str] = []

            async def take() -> None:
                while note := await notes.get(DEADLINE):
                    seen.append(note.method)
                    if len(seen) == 200:
                        break

            for _ in range(200):
                taking = asyncio.create_task(take())
                await asyncio.sleep(0)
                movies.cancel("nothing")  # any line makes this server send a notification
                await asyncio.sleep(0.0005)  # so that the cancellation sometimes meets the arrival
                taking.cancel()
                await asyncio.wait({taking})
            if len(seen) < 200:
                await take()
            self.assertEqual([str(number) for number in range(200)], seen)

    async def test_callbacks_can_be_coroutines_and_use_the_client(self) -> None:
        async with self.real_client() as movies:
            totals: asyncio.Queue[int] = asyncio.Queue()

            async def count(change: FavoritesChanged) -> None:
                await totals.put(len([movie async for movie in await movies.favorites()]))

            movies.on("favoritesChanged", count)
            movies.on("favoritesChanged", lambda change: totals.put_nowait(-change.total))
            await movies.star(PARASITE)
            self.assertEqual(1, await asyncio.wait_for(totals.get(), DEADLINE))
            self.assertEqual(-1, await asyncio.wait_for(totals.get(), DEADLINE))

    async def test_an_exception_in_a_callback_is_logged_and_ends_nothing(self) -> None:
        async with self.real_client() as movies:
            heard: asyncio.Queue[int] = asyncio.Queue()

            def fail(change: FavoritesChanged) -> None:
                raise ZeroDivisionError

            remove = movies.on("favoritesChanged", fail)
            movies.on("favoritesChanged", lambda change: heard.put_nowait(change.revision))
            with self.assertLogs("movieserver", "ERROR") as logged:
                await movies.star(PARASITE)
                self.assertEqual(1, await asyncio.wait_for(heard.get(), DEADLINE))
            self.assertIn("ZeroDivisionError", logged.output[0])
            remove()
            await movies.unstar(PARASITE)
            self.assertEqual(2, await asyncio.wait_for(heard.get(), DEADLINE))


class RestartTests(AsyncTest):
    async def test_a_server_that_ends_is_started_again(self) -> None:
        with environment(**self.env):
            movies = RestartingClient(catalog="builtin")
            await movies.start()
            first = movies.pid
            for _ in range(2):
                page = await movies.request("search", query="parasite")
                self.assertEqual("Parasite", page["items"][0]["title"])
                if first and movies.pid == first:
                    os.kill(first, signal.SIGKILL)
            self.assertNotEqual(first, movies.pid)
            await movies.close()

    async def test_after_a_failure_each_request_tries_once_more_and_all_that_wait_share_one_try(self) -> None:
        link = self.folder / "server"
        link.symlink_to(os.environ["MOVIE_SERVER"])
        movies = RestartingClient([str(link), "--data-dir", str(self.data_dir)], catalog="builtin")
        await movies.start()
        link.unlink()
        os.kill(movies.pid or 0, signal.SIGKILL)
        for _ in range(2):
            with self.assertRaises(ServerNotFound):
                await movies.request("genres")
        tries = self.folder / "tries"
        link.write_text(f"#!/bin/sh\necho >>{shlex.quote(str(tries))}\nread line\n")
        link.chmod(0o755)
        failures = await asyncio.gather(*(movies.request("genres") for _ in range(5)), return_exceptions=True)
        self.assertEqual(([ServerGone] * 5, "\n"), ([type(each) for each in failures], tries.read_text()))
        link.unlink()
        link.symlink_to(os.environ["MOVIE_SERVER"])
        self.assertIn("genres", await movies.request("genres"))
        await movies.close()
        with self.assertRaises(ServerGone):
            await movies.request("genres")

    async def test_a_request_that_waits_for_a_server_that_hangs_goes_to_the_one_after_a_restart(self) -> None:
        with environment(**self.env):
            movies = RestartingClient(catalog="builtin")
            await movies.start()
            os.kill(movies.pid or 0, signal.SIGSTOP)
            request = asyncio.ensure_future(movies.request("mark", id="builtin:tt0364569", watchlist=True))
            await asyncio.sleep(0)  # it is sent
            await movies.restart()
            self.assertIn("mark", await request)
            await movies.close()

    async def test_a_client_that_is_closed_during_a_start_leaves_no_server(self) -> None:
        pid = asyncio.get_running_loop().create_future()
        movies = RestartingClient(
            fake_server('send(method="begun", params={"pid": os.getpid()}); sys.stdin.read()'),
            on_notification=lambda method, params: pid.set_result(params["pid"]),
        )
        starting = asyncio.ensure_future(movies.start())
        await pid
        await movies.close()
        with self.assertRaises(ProcessLookupError):
            os.kill(pid.result(), 0)
        with self.assertRaises(ServerGone):
            await starting


class InterleavedTests(AsyncTest):
    async def test_interleaved_searches_are_independent(self) -> None:
        async with self.real_client() as movies:
            queries = (MANY, "of")
            alone = [await ids(await movies.search(query, limit=2)) for query in queries]
            left, right = [aiter(await movies.search(query, limit=2)) for query in queries]
            together: list[list[str]] = [[], []]
            for _ in range(max(map(len, alone))):
                for found, reader in zip_longest(together, (left, right)):
                    if movie := await anext(reader, None):
                        found.append(movie.id)
            self.assertEqual(alone, together)
