// A plugin's test: node --test. The server is the one of a transcript, and its exit status the verdict.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { Movies } from "./movies.mjs";

/** Runs a test against the server of a transcript. Fails where the client strays from it, and says where. */
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

/** What is tested: here what a plugin's command does. */
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

test("a client that strays is told where", async () => {
  const straying = replay("../session.rpc", async (movies) => {
    await movies.request("initialize", { protocolVersion: "1.0" });
    await movies.request("search", { query: "something else" });
  });
  await assert.rejects(straying, /session\.rpc:5: the client strays/);
});
