"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { client, folders, next, stop, until } = require("./support");

const OLDBOY = "builtin:tt0364569";
const PARASITE = "builtin:tt6751668";

/** All that is kept about a film. */
const kept = async (movies) => (await movies.request("detail", { id: OLDBOY })).mark ?? {};

test("every change can be undone exactly", async (t) => {
  const movies = client(t);
  const { library } = movies;
  await library.mark({ id: OLDBOY, starred: true, watchlist: true, rating: 7, note: "One\nTwo", tags: ["a", "b"] });
  const viewing = { viewing: "v", date: "2024-02-29", rating: 6, note: "first", rewatch: true };
  await library.logViewing({ id: OLDBOY, ...viewing, keepOnWatchlist: true });
  await library.mark({ id: OLDBOY, rating: 7 });
  const before = await kept(movies);
  assert.deepEqual(before.diary, [viewing]);
  const changes = [
    ["unstar", { id: OLDBOY }],
    ["mark", { id: OLDBOY, starred: false, watchlist: false, rating: null, note: null, tags: [] }],
    ["mark", { id: OLDBOY, addTags: ["c"], removeTags: ["a"] }],
    ["mark", { id: OLDBOY, note: "Three" }],
    ["logViewing", { id: OLDBOY, rating: 9, date: "2024-03-01" }], // which takes it off the watchlist
    ["logViewing", { id: OLDBOY, viewing: "v", date: null, rating: 1, note: null, rewatch: false }, viewing],
    ["deleteViewing", { viewing: "v" }],
  ];
  for (const [method, params, viewingBefore] of changes) {
    const { undo } = await library.change(method, params, viewingBefore);
    assert.notDeepEqual(await kept(movies), before, method);
    await undo();
    assert.deepEqual(await kept(movies), before, `${method} ${JSON.stringify(params)}`);
  }
  assert.equal((await library.change("star", { id: OLDBOY })).undo, undefined); // nothing has changed
  const { result, undo } = await library.change("star", { id: PARASITE });
  assert.equal(result.isFavorite, true);
  await Promise.all([undo(), undo()]);
  assert.equal(movies.stars.has(PARASITE), false);
  await movies.request("star", { id: PARASITE });
  await undo(); // what is done later stays
  assert.equal(movies.stars.has(PARASITE), true);
  const logged = await library.change("logViewing", { id: PARASITE, date: "2024-03-01" });
  await logged.undo();
  await logged.undo();
});

test("a day may be a Date, and a viewing to delete what a result has", async (t) => {
  const { library } = client(t);
  const { TZ } = process.env;
  const forms = [(logged) => logged.viewing.viewing, (logged) => logged.viewing, (logged, entry) => entry];
  for (const [zone, time] of [["Asia/Seoul", "2024-02-28T15:00:00Z"], ["America/New_York", "2024-03-01T04:59:00Z"]]) {
    process.env.TZ = zone;
    const date = new Date(time);
    for (const formOf of forms) {
      const logged = await library.logViewing({ id: OLDBOY, date });
      const { value: entry } = await library.diary({ from: date, to: date }).next();
      assert.equal(entry.date, "2024-02-29");
      assert.equal((await library.statistics({ from: date })).viewings, 1);
      await library.deleteViewing(formOf(logged, entry));
    }
  }
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
  await assert.rejects(library.logViewing({ id: OLDBOY, date: new Date("?") }), { name: "TypeError" });
  assert.equal((await library.statistics()).viewings, 0);
});

test("marks are known from rows and from the changes of all programs", async (t) => {
  const env = folders(t);
  const [here, there] = [client(t, { env }), client(t, { env })];
  await there.library.mark({ id: OLDBOY, rating: 8, note: "a note" });
  await here.request("search", { query: "oldboy" });
  assert.deepEqual(here.library.get(OLDBOY), { rating: 8, hasNote: true });
  let changes = 0;
  here.library.on("change", () => changes++);
  await here.request("detail", { id: OLDBOY }); // whose mark has the note too
  assert.equal(changes, 0);
  const changed = next(here.library, "change");
  await there.library.mark({ id: OLDBOY, watchlist: true });
  assert.deepEqual(await changed, [new Set([OLDBOY])]);
  assert.match(here.library.get(OLDBOY).watchlistedAt, /^\d{4}-/);
  await there.library.mark({ id: OLDBOY, watchlist: false, rating: null, note: null });
  await until(() => Object.keys(here.library.get(OLDBOY)).length === 0, [here.library, "change"]);
});

test("marks that were changed while no server ran are noticed after the restart", async (t) => {
  const env = folders(t);
  const [here, there] = [client(t, { env }), client(t, { env })];
  await here.request("search", { query: "oldboy" });
  await there.start();
  await stop(here.pid); // it cannot notice the change
  await there.library.mark({ id: OLDBOY, rating: 8 });
  const changed = next(here.library, "change");
  process.kill(here.pid, "SIGKILL");
  assert.deepEqual(await changed, [new Set([OLDBOY])]);
  assert.equal(here.library.get(OLDBOY).rating, 8);
});

test("diary and library are iterated through all pages, counted, exported and imported", async (t) => {
  const { library } = client(t);
  const days = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"];
  for (const date of days) await library.logViewing({ id: OLDBOY, date });
  await library.mark({ id: PARASITE, tags: ["Rainy day"] });
  const seen = [];
  for await (const { date, movie } of library.diary({ limit: 2 })) seen.push([date, movie.id]);
  assert.deepEqual(seen, days.map((date) => [date, OLDBOY]).reverse());
  const titles = [];
  for await (const { title } of library.all({ sort: "title", limit: 1 })) titles.push(title);
  assert.deepEqual(titles, ["Oldboy", "Parasite"]);
  assert.deepEqual(await library.tags(), [{ name: "Rainy day", count: 1 }]);
  assert.deepEqual((({ viewings, films, rewatches }) => [viewings, films, rewatches])(await library.statistics()), [5, 1, 4]);
  const file = path.join(folders(t).HOME, "library.json");
  const folder = process.cwd();
  process.chdir(path.dirname(file)); // the server stays where it is
  assert.deepEqual(await library.export({ path: path.basename(file) }), { path: file, entries: 2, viewings: 5 });
  process.chdir(folder);
  assert.ok(fs.existsSync(file));
  for (const params of [{}, undefined, { path: 1 }]) {
    await assert.rejects(library.export(params), { reason: "invalidParams", method: "exportLibrary" });
    await assert.rejects(library.import(params), { reason: "invalidParams", method: "importLibrary" });
  }
  const { library: other } = client(t);
  assert.equal((await other.import({ path: file })).added, 2);
});
