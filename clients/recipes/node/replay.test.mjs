// A test of a plugin, for node --test. The server plays a transcript; its exit status is the result.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { Movies } from "./movies.mjs";

/** Runs a test against the server of a transcript. Fails if the client sends something else, and shows the line. */
async function replay(file, body) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const movies = new Movies([process.env.MOVIE_SERVER || "movie-server", "replay", path]);
  try {
    await body(movies);
  } finally {
    const { status, errors } = await movies.close();
    assert.equal(status, 0, errors);
  }
}

/** The code under test, such as a command of a plugin. */
async function findAndStar(movies, query) {
  const page = await movies.request("search", { query, list: "pane" });
  return movies.request("star", { id: page.items[0].id });
}

test("a film is found and starred", () =>
  replay("../session.rpc", async (movies) => {
    const spinner = [];
    movies.on("loading", ({ active }) => spinner.push(active));
    const changed = new Promise((resolve) => movies.once("favoritesChanged", resolve));
    await movies.request("initialize", { protocolVersion: "1.0", clientInfo: { name: "my-plugin" } });
    const star = await findAndStar(movies, "올드보이");
    assert.equal(star.isFavorite, true);
    assert.equal((await changed).added[0].title, "Oldboy");
    assert.deepEqual(spinner, [true, false]);
    await assert.rejects(movies.request("detail", { id: "builtin:tt0000000" }), { reason: "movieNotFound" });
  }));

test("an error without an id fails the requests that wait", () =>
  replay("../unreadable.rpc", async (movies) => {
    await movies.request("initialize", { protocolVersion: "1.0" });
    const waiting = [movies.request("genres"), movies.request("detail", { id: "builtin:tt0364569" })];
    for (const request of waiting) await assert.rejects(request, { reason: "parseError" });
    assert.deepEqual(await movies.request("genres"), { genres: [] });
  }));

test("an unexpected message is reported with its line", async () => {
  const failing = replay("../session.rpc", async (movies) => {
    await movies.request("initialize", { protocolVersion: "1.0" });
    await movies.request("search", { query: "something else" });
  });
  await assert.rejects(failing, /session\.rpc:5: unexpected message from the client/);
});
