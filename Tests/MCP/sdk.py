"""The official Python SDK with the server, in every way in which it can connect: its version 1, and its version 2 with and
without a handshake. The SDK's models validate every message that it receives; jsonschema validates structured content.
"""

import asyncio
import contextlib
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import jsonschema

SERVER = os.environ["MOVIE_SERVER"]
VERSION = importlib.metadata.version("mcp")[0]
DEADLINE = 60
OLDBOY = "builtin:tt0364569"
UPSTREAM = Path(__file__).resolve().parent.parent / "Upstreams/upstream.py"
CALLS = {
    "search_movies": {"query": "올드보이"},
    "discover_movies": {"genres": ["Thriller"], "yearFrom": 1990, "yearTo": 1999, "runtimeTo": 119},
    "get_movie": {"id": OLDBOY, "include": ["credits", "recommendations", "releases", "trailers"], "poster": True},
    "get_person": {"name": "song kang-ho"},
    "home_lists": {},
    "mark_movie": {"id": OLDBOY, "starred": True, "rating": 8.5, "note": "a note", "addTags": ["one", "two"]},
    "log_viewing": {"id": OLDBOY, "date": "2026-01-31", "rating": 9, "note": "again", "rewatch": True},
    "list_library": {"filter": "rated", "sort": "random"},
    "diary": {"from": "2026-01-01", "to": "2026-12-31"},
    "statistics": {},
}
ONLINE = {
    "search_movies": {"query": "parasite"},
    "discover_movies": {"sort": "random", "limit": 3},
    "get_movie": {
        "id": "tmdb:496243",
        "include": ["credits", "reviews", "recommendations", "releases", "whereToWatch", "trailers"],
        "poster": True,
    },
    "get_person": {"name": "bong joon-ho"},
    "get_collection": {"id": "tmdb:263"},
    "home_lists": {"sections": ["popular"]},
}


class Modern:
    """Version 2 of the SDK. A subscription is a request that stays open."""

    mode = "auto"

    def __init__(self, parameters, stack):
        self.parameters, self.stack, self.updates = parameters, stack, asyncio.Queue()

    async def connect(self):
        from mcp import Client

        async def note(message):
            uri = getattr(getattr(message, "params", None), "uri", None)
            if uri is not None:
                self.updates.put_nowait(str(uri))

        handler = note if self.mode == "legacy" else None
        client = Client(self.parameters, mode=self.mode, message_handler=handler)
        self.client = await self.stack.enter_async_context(client)
        self.version = self.client.protocol_version
        self.instructions = self.client.instructions
        return self

    async def tools(self):
        tools = (await self.client.list_tools()).tools
        return {tool.name: (tool.input_schema, tool.output_schema, tool.annotations) for tool in tools}

    async def call(self, name, arguments, progress=None):
        result = await self.client.call_tool(name, arguments, progress_callback=progress)
        return result.content, result.structured_content, bool(result.is_error)

    async def lists(self):
        resources = (await self.client.list_resources()).resources
        templates = (await self.client.list_resource_templates()).resource_templates
        prompts = (await self.client.list_prompts()).prompts
        return [r.uri for r in resources], [t.uri_template for t in templates], [p.name for p in prompts]

    async def read(self, uri):
        return (await self.client.read_resource(uri)).contents[0].text

    async def prompt(self, name, arguments):
        return (await self.client.get_prompt(name, arguments)).messages

    async def subscribe(self, *uris):
        subscription = await self.stack.enter_async_context(self.client.listen(resource_subscriptions=list(uris)))
        assert list(subscription.honored.resource_subscriptions) == list(uris)

        async def read():
            async for event in subscription:
                self.updates.put_nowait(str(event.uri))

        task = asyncio.ensure_future(read())
        self.stack.callback(task.cancel)


class Legacy2(Modern):
    """Version 2 of the SDK with a handshake."""

    mode = "legacy"

    async def subscribe(self, *uris):
        for uri in uris:
            await self.client.subscribe_resource(uri)


class Legacy1(Modern):
    """Version 1 of the SDK."""

    async def connect(self):
        from mcp import ClientSession, types
        from mcp.client.stdio import stdio_client

        async def note(message):
            if isinstance(message, Exception):
                raise message
            if isinstance(getattr(message, "root", None), types.ResourceUpdatedNotification):
                self.updates.put_nowait(str(message.root.params.uri))

        streams = await self.stack.enter_async_context(stdio_client(self.parameters))
        self.client = await self.stack.enter_async_context(ClientSession(*streams, message_handler=note))
        hello = await self.client.initialize()
        self.version = hello.protocolVersion
        self.instructions = hello.instructions
        await self.client.send_ping()
        return self

    async def tools(self):
        tools = (await self.client.list_tools()).tools
        return {tool.name: (tool.inputSchema, tool.outputSchema, tool.annotations) for tool in tools}

    async def call(self, name, arguments, progress=None):
        result = await self.client.call_tool(name, arguments, progress_callback=progress)
        return result.content, result.structuredContent, bool(result.isError)

    async def lists(self):
        resources = (await self.client.list_resources()).resources
        templates = (await self.client.list_resource_templates()).resourceTemplates
        prompts = (await self.client.list_prompts()).prompts
        return [str(r.uri) for r in resources], [t.uriTemplate for t in templates], [p.name for p in prompts]

    async def subscribe(self, *uris):
        for uri in uris:
            await self.client.subscribe_resource(uri)


WAYS = [Legacy1] if VERSION == "1" else [Modern, Legacy2]


@contextlib.asynccontextmanager
async def connection(way, folder, *arguments, **variables):
    from mcp import StdioServerParameters

    parameters = StdioServerParameters(
        command=SERVER, args=["mcp", *arguments], env={"HOME": folder, "LC_ALL": "C.UTF-8", **variables}
    )
    async with contextlib.AsyncExitStack() as stack:
        yield await way(parameters, stack).connect()


class SDKTest(unittest.IsolatedAsyncioTestCase):
    """Each test runs for every way to connect, in an empty data folder."""

    async def each(self, body, *arguments, **variables):
        for way in WAYS:
            with self.subTest(way.__name__), tempfile.TemporaryDirectory() as folder:

                async def run(way=way, folder=folder):
                    async with connection(way, folder, *arguments, **variables) as client:
                        await body(client, folder)

                await asyncio.wait_for(run(), DEADLINE)

    async def check_calls(self, client, calls):
        tools = await client.tools()
        for name, arguments in calls.items():
            with self.subTest(name):
                jsonschema.validate(arguments, tools[name][0])
                content, structured, is_error = await client.call(name, arguments)
                self.assertFalse(is_error, content)
                jsonschema.validate(structured, tools[name][1], format_checker=jsonschema.FormatChecker())
                text = "".join(part.text for part in content if part.type == "text")
                self.assertTrue(text)
                self.assertLessEqual(len(text) + len(json.dumps(structured, ensure_ascii=False)), 25_000)
                yield name, text, content

    async def test_every_tool(self):
        async def body(client, _):
            tools = await client.tools()
            for schemas in tools.values():
                for schema in schemas[:2]:
                    jsonschema.Draft202012Validator.check_schema(schema)
                    self.assertNotIn("$ref", json.dumps(schema))
            self.assertEqual(set(tools), set(CALLS) | {"get_collection"})
            async for name, text, _ in self.check_calls(client, CALLS):
                if name in ("search_movies", "get_movie", "mark_movie", "log_viewing", "list_library", "diary"):
                    self.assertIn(OLDBOY, text)
            self.assertIn("strangers", client.instructions)

        await self.each(body)

    async def test_every_tool_that_asks_a_service(self):
        service = subprocess.Popen([sys.executable, UPSTREAM, "tmdb"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(service.stdout.close)
        self.addCleanup(service.wait)
        self.addCleanup(service.stdin.close)
        url = service.stdout.readline().decode().strip()

        async def body(client, _):
            async for name, text, content in self.check_calls(client, ONLINE):
                self.assertIn("This product uses the TMDB API", text)
                if name == "get_movie":
                    image = content[1]
                    self.assertEqual("image", image.type)
                    self.assertLess(len(image.data), 600_000)

        await self.each(body, TMDB_BASE_URL=url, TMDB_API_KEY="0123456789abcdef0123456789abcdef")

    async def test_read_only(self):
        async def body(client, _):
            tools = await client.tools()
            self.assertIn("list_library", tools)
            self.assertTrue(all(annotations.model_dump()["readOnlyHint" if VERSION == "1" else "read_only_hint"]
                                for _, _, annotations in tools.values()))
            for name in ("mark_movie", "log_viewing"):
                self.assertNotIn(name, tools)
                with self.assertRaisesRegex(Exception, "Unknown tool"):
                    await client.call(name, CALLS[name])

        await self.each(body, "--read-only")

    async def test_failures_tell_what_to_do(self):
        async def body(client, _):
            for name, arguments, words in [
                ("get_movie", {"id": "builtin:tt0000000"}, "search_movies"),
                ("get_movie", {"id": "tmdb:1"}, "auth tmdb"),
                ("discover_movies", {"genres": ["Nonsense"]}, "Thriller"),
                ("search_movies", {"query": "a", "cursor": "nonsense"}, "cursor"),
                ("search_movies", {"query": "a", "colour": 1}, "no argument colour"),
                ("search_movies", {}, "query is missing"),
                ("home_lists", {"catalog": "nothing"}, "builtin"),
            ]:
                content, _, is_error = await client.call(name, arguments)
                self.assertTrue(is_error, (name, arguments))
                self.assertIn(words, content[0].text)

        await self.each(body)

    async def test_a_list_is_continued_by_its_cursor(self):
        async def body(client, _):
            for name, arguments, count in [
                ("search_movies", {"query": "the", "limit": 7}, 30),
                ("discover_movies", {"sort": "random", "limit": 40}, 200),
                ("discover_movies", {"limit": 100}, 100),
            ]:
                seen, cursor = [], None
                while len(seen) < count:
                    _, page, is_error = await client.call(name, arguments | ({"cursor": cursor} if cursor else {}))
                    self.assertFalse(is_error)
                    seen += [movie["id"] for movie in page["items"]]
                    cursor = page.get("nextCursor")
                    if not cursor:
                        break
                self.assertEqual(len(seen), len(set(seen)))
                self.assertGreaterEqual(len(seen), count)
                content, _, is_error = await client.call("search_movies", {"query": "other", "cursor": cursor})
                self.assertTrue(is_error, content)

        await self.each(body)

    async def test_resources_and_prompts(self):
        async def body(client, _):
            resources, templates, prompts = await client.lists()
            self.assertEqual(["movies://library", "movies://favorites", "movies://watchlist"], resources)
            self.assertEqual(["movies://movie/{id}"], templates)
            self.assertEqual(["whats_next", "movie_night", "log_viewing"], prompts)
            await client.call("mark_movie", CALLS["mark_movie"])
            for uri in resources:
                contents = await client.client.read_resource(uri)
                text = contents.contents[0].text
                self.assertEqual(uri.endswith(("favorites", "library")), OLDBOY in text, uri)
            for uri in (f"movies://movie/{OLDBOY}", f"movies://movie/{OLDBOY.replace(':', '%3A')}"):
                movie = json.loads((await client.client.read_resource(uri)).contents[0].text)
                self.assertTrue(movie["isFavorite"])
            for uri in ("movies://nothing", "movies://movie/x", "movies://movie/builtin:tt0000000"):
                with self.assertRaises(Exception) as caught:
                    await client.client.read_resource(uri)
                self.assertEqual(-32602 if client.version == "2026-07-28" else -32002, caught.exception.error.code)
            arguments = {"people": "two\nchildren", "film": "Oldboy"}
            for name in prompts:
                [message] = (await client.client.get_prompt(name, arguments)).messages
                self.assertEqual("user", message.role)
            with self.assertRaises(Exception) as caught:
                await client.client.get_prompt("movie_night", {})
            self.assertEqual(-32602, caught.exception.error.code)

        await self.each(body)

    async def test_a_star_of_another_program_reaches_the_subscriber(self):
        async def body(client, folder):
            expected = {"movies://library", "movies://favorites", f"movies://movie/{OLDBOY}"}
            await client.subscribe(*sorted(expected))
            process = await asyncio.create_subprocess_exec(
                SERVER, "star", OLDBOY, env={"HOME": folder}, stdout=subprocess.DEVNULL
            )
            self.assertEqual(0, await process.wait())
            self.assertEqual(expected, {await client.updates.get() for _ in expected})
            text = (await client.client.read_resource("movies://favorites")).contents[0].text
            self.assertIn(OLDBOY, text)

        await self.each(body)

    async def test_progress(self):
        async def body(client, _):
            steps = []

            async def note(progress, total, message):
                steps.append((progress, message))

            await client.call("search_movies", {"query": "parasite"}, progress=note)
            self.assertEqual([(1, "search"), (2, "search: ok")], steps)

        await self.each(body)


if __name__ == "__main__":
    unittest.main()
