"use strict";
const assert = require("node:assert/strict");
const { execFile } = require("node:child_process");
const { EventEmitter, once } = require("node:events");
const http = require("node:http");
const path = require("node:path");
const test = require("node:test");
const { setTimeout } = require("node:timers/promises");
const { promisify } = require("node:util");
const { Movies, MovieError, explain, findCommand } = require("..");
const { client, ended, folders, next, program, replay, stop, until } = require("./support");

// What the client sends by itself, but these transcripts do not have.
const plain = { loadingDelayMs: undefined };
const OLDBOY = "builtin:tt0364569";
const PARASITE = "builtin:tt6751668";

test("a film is found by its Korean title and described", async (t) => {
  const movies = client(t);
  const page = await movies.request("search", { query: "올드보이" });
  assert.deepEqual(page.items.map(({ originalTitle }) => originalTitle), ["올드보이"]);
  const detail = await movies.request("detail", { id: OLDBOY });
  assert.equal(detail.crewMembers[0].name, "Park Chan-wook");
  assert.deepEqual([movies.can("discover"), movies.can("people", OLDBOY), movies.can("login"), movies.can("discover", "x:1")], [true, true, false, false]);
});

test("a refused initialize fails every request, until the options change", async (t) => {
  const sent = [];
  const trace = (direction, line) => direction === "-->" && sent.push(JSON.parse(line).method);
  const options = { initialize: { catalog: "foo" }, trace };
  const movies = client(t, options);
  const requests = [movies.request("star", { id: OLDBOY }), movies.request("search", { query: "x" })];
  for (const request of requests) await assert.rejects(request, { reason: "catalogUnknown" });
  await assert.rejects(movies.request("genres"), { reason: "catalogUnknown" });
  assert.deepEqual(sent, ["initialize", "initialize"]);
  options.initialize.catalog = "builtin";
  assert.equal((await movies.request("detail", { id: OLDBOY })).isFavorite, false);
});

test("all pages of a list are iterated, and lists do not disturb each other", async (t) => {
  const movies = client(t);
  const titles = async (query) => {
    const found = [];
    for await (const { id } of movies.all("search", { query, limit: 7 })) found.push(id);
    return found;
  };
  const [the, man] = await Promise.all([titles("the"), titles("man")]);
  assert.equal(new Set(the).size, the.length);
  const { total } = await movies.request("search", { query: "the", limit: 1 });
  assert.equal(the.length, total);
  assert.ok(man.length > 7);
});

test("a list is iterated whole when the server ends between its pages", async (t) => {
  const movies = client(t);
  const { total } = await movies.request("search", { query: "the", limit: 1 });
  const found = [];
  for await (const { id } of movies.all("search", { query: "the", limit: 7 })) {
    if (found.push(id) === 10) process.kill(movies.pid, "SIGKILL");
  }
  assert.deepEqual([found.length, new Set(found).size], [total, total]);
});

test("all favorites are iterated", async (t) => {
  const movies = client(t);
  const titles = ["A", "B", "C", "D", "E"];
  for (const title of titles) await movies.request("star", { movie: { id: `mine:${title}`, title } });
  const found = [];
  for await (const { title } of movies.all("favorites", { sort: "title", limit: 2 })) found.push(title);
  assert.deepEqual(found, titles);
  for await (const { title } of movies.all("favorites", { query: "nothing" })) assert.fail(title);
  const lists = "search, recommendations, discover, favorites, library, diary.";
  await assert.rejects(movies.all("genres").next(), { name: "TypeError", message: `There is no list “genres”. There are: ${lists}` });
});

test("a newer search into the same list supersedes the older one", async (t) => {
  const movies = client(t);
  const first = movies.request("search", { query: "par", debounceMs: 60_000 });
  const second = movies.request("search", { query: "oldboy" });
  await assert.rejects(first, (error) => error instanceof MovieError && error.isCancellation);
  assert.equal((await second).items[0].id, OLDBOY);
});

test("an abort signal cancels a request", async (t) => {
  const movies = client(t);
  const controller = new AbortController();
  const search = movies.request("search", { query: "x", debounceMs: 60_000 }, { signal: controller.signal });
  controller.abort();
  // The name is that of any aborted work, such as fetch.
  await assert.rejects(search, { name: "AbortError", reason: "cancelled", isCancellation: true });
  await assert.rejects(movies.request("search", { query: "x", debounceMs: 60_000 }, { signal: controller.signal }), {
    name: "AbortError",
    reason: "cancelled",
  });
});

test("the reason of an abort is the cause, and a time limit is no cancellation by the user", async (t) => {
  const movies = client(t);
  const search = (signal) => movies.request("search", { query: "x", debounceMs: 60_000 }, { signal });
  const cause = new Error("the window was closed");
  const expected = { name: "AbortError", message: "The request was cancelled.", reason: "cancelled", cause, isCancellation: true };
  await assert.rejects(search(AbortSignal.abort(cause)), expected);
  const error = await search(AbortSignal.timeout(1)).catch((error) => error);
  assert.ok(error instanceof MovieError);
  assert.deepEqual([error.name, error.reason, error.cause.name], ["TimeoutError", "timeout", "TimeoutError"]);
  assert.deepEqual([error.isCancellation, error.retryable], [false, true]);
  assert.deepEqual(explain(error).sentence, "The request was not answered within its time limit.");
  for (const signal of [5, {}, "x"]) {
    await assert.rejects(search(signal), { name: "TypeError", message: "options.signal must be an AbortSignal." });
  }
  assert.equal((await movies.request("search", { query: "oldboy" }, { signal: null })).total, 1);
});

test("aborting ends the iteration of a list", async (t) => {
  const movies = client(t);
  await movies.library.mark({ id: OLDBOY, starred: true, rating: 8 });
  await movies.library.mark({ id: PARASITE, starred: true, rating: 8 });
  const iterations = [
    [5, (options) => movies.all("search", { query: "the", limit: 7 }, options)],
    [7, (options) => movies.all("search", { query: "the", limit: 7 }, options)], // the last film of a page
    [1, (options) => movies.all("favorites", { limit: 1 }, options)],
    [1, (options) => movies.library.all({}, options)],
  ];
  for (const [count, iterate] of iterations) {
    const controller = new AbortController();
    const found = [];
    const whole = (async () => {
      for await (const { id } of iterate({ signal: controller.signal })) if (found.push(id) === count) controller.abort();
    })();
    await assert.rejects(whole, { name: "AbortError", reason: "cancelled" });
    assert.equal(found.length, count);
  }
  await movies.library.logViewing({ id: OLDBOY });
  const { signal } = new AbortController();
  for await (const { movie } of movies.library.diary({}, { signal })) assert.equal(movie.id, OLDBOY);
  await assert.rejects(movies.library.diary({}, { signal: AbortSignal.abort() }).next(), { name: "AbortError" });
  const refused = { name: "TypeError", message: "There is no option “limit”. There are: signal." };
  await assert.rejects(movies.all("search", { query: "the" }, { limit: 7 }).next(), refused);
});

test("an option or an event that does not exist is refused with the names of those that do", async (t) => {
  assert.throws(() => new Movies({ comand: "movie-server" }), {
    name: "TypeError",
    message: "There is no option “comand”. There are: command, settingName, env, initialize, startTimeoutMs, stderr, trace.",
  });
  const movies = client(t);
  await assert.rejects(movies.request("genres", {}, { singal: undefined }), { name: "TypeError", message: /“singal”.*: signal\.$/ });
  for (const add of ["on", "once", "addListener", "prependListener"]) {
    assert.throws(() => movies[add]("nonsense", () => {}), { name: "TypeError", message: /^There is no event “nonsense”\. There are: .*loading/ });
  }
  assert.throws(() => movies.stars.on("library", () => {}), { message: "There is no event “library”. There are: change, favorites." });
  assert.throws(() => movies.library.on("favorites", () => {}), { message: "There is no event “favorites”. There are: change, library." });
  const { notifications } = await movies.start();
  for (const name of [...notifications, "notification", "start", "end", "exit", "error", Symbol("mine")]) movies.on(name, () => {});

  const script = `read line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.1","catalogs":[],"notifications":["moonChanged"]}}'; cat >/dev/null`;
  const newer = client(t, { command: [program(t, script)] });
  await newer.start();
  newer.on("moonChanged", () => {}); // the server says that it has it
});

test("the error of a request names its method, and its stack the line that has called it", async (t) => {
  const movies = client(t);
  const detail = async () => { await movies.request("detail", { id: "builtin:tt0000000" }); }; // prettier-ignore
  const changed = async () => { await movies.library.mark({ id: "builtin:tt0000000", rating: 8 }); }; // prettier-ignore
  const listed = async () => { for await (const film of movies.all("search", { query: "x", year: "?" })) assert.fail(film); }; // prettier-ignore
  for (const [run, name, method] of [[detail, "detail", "detail"], [changed, "changed", "mark"], [listed, "listed", "search"]]) {
    const error = await run().catch((error) => error);
    assert.equal(error.method, method);
    assert.match(error.stack, new RegExp(`^MovieError: .*\n[^]*at (async )?${name} \\(${__filename}:\\d+`));
  }
  // As in the first example of README.md, without a server that can be started.
  for (const command of ["/nowhere/movie-server", "/bin/false"]) {
    const broken = client(t, { command });
    const first = async () => { for await (const film of broken.all("search", { query: "x" })) assert.fail(film); }; // prettier-ignore
    const starred = async () => { await broken.request("star", { id: OLDBOY }); }; // prettier-ignore
    for (const [run, name, method] of [[first, "first", "search"], [starred, "starred", "star"]]) {
      const error = await run().catch((error) => error);
      assert.deepEqual([error.reason, error.method], [command === "/bin/false" ? "serverGone" : "serverNotFound", method]);
      assert.match(error.stack, new RegExp(`^MovieError: .*\n[^]*at (async )?${name} \\(${__filename}:\\d+`));
    }
  }
  const closed = await client(t, { command: [program(t, "exit 3")] }).start().catch((error) => error);
  assert.equal(closed.method, "initialize");
  assert.ok(closed.stack.includes(__filename), closed.stack);
});

test("a misspelled param or capability is refused with the names of those that there are", async (t) => {
  const movies = client(t);
  const refused = (message) => ({ name: "TypeError", message });
  const params = "id, movie, starred, starredAt, watchlist, watchlistedAt, rating, note, tags, addTags, removeTags.";
  await assert.rejects(movies.library.mark({ id: OLDBOY, watchlisted: true }), refused(`There is no param “watchlisted”. There are: ${params}`));
  await assert.rejects(movies.request("tags", { limit: 1 }), refused("There is no param “limit”. There are: none."));
  const known = "protocolVersion, clientInfo, processId, locale, catalog, notifications, debounceMs, loadingDelayMs.";
  assert.throws(() => new Movies({ initialize: { langauge: "ko" } }), refused(`There is no param “langauge”. There are: ${known}`));
  await assert.rejects(movies.request("serch", { query: "x" }), {
    reason: "methodNotFound",
    method: "serch",
    message: /^There is no method “serch”\. There are: initialize, search, /,
  });
  await assert.rejects(movies.library.change("starr", { id: OLDBOY }), refused(/^There is no change “starr”\. There are: star, unstar, /));
  assert.equal(movies.can("login"), false);
  assert.throws(() => movies.can("dicsover"), refused(/^There is no capability “dicsover”\. There are: search, home, .*discover/));
  const script = `read line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.1","catalog":"a","catalogs":[{"name":"a","capabilities":["fly"]}]}}'; cat >/dev/null`;
  const newer = client(t, { command: [program(t, script)] });
  await newer.start();
  assert.deepEqual([newer.can("fly"), newer.can("fly", "b:1")], [true, false]);
});

test("what a listener throws takes nothing from the others, nor from the next requests", async (t) => {
  const code = (listen) => `
    const thrown = [];
    process.on("uncaughtException", (error) => thrown.push(error.message));
    ${listen}
    (async () => {
      for (let index = 0; index < 6; index++) await movies.toggle("${OLDBOY}");
      await movies.request("genres");
      console.log(thrown.length > 0, movies.stars.has("${OLDBOY}"), (await movies.close()).status);
    })();`;
  const fail = `() => { throw new Error("a defect"); }`;
  for (const event of ["favoritesChanged", "libraryChanged", "notification"]) {
    const { stdout } = await run(folders(t), code(`movies.on("${event}", ${fail});`));
    assert.equal(stdout, "true false 0\n", event);
  }
  const { stdout } = await run(folders(t), code(`movies.stars.on("change", ${fail}); movies.library.on("change", ${fail});`));
  assert.equal(stdout, "true false 0\n");
});

test("an error names what the caller has written", async (t) => {
  const movies = client(t);
  const refused = (message) => ({ name: "MovieError", reason: "invalidParams", message });
  const rating = refused("“rating” must be a number 0.5 to 10, in steps of 0.5.");
  await assert.rejects(movies.library.mark({ id: OLDBOY, rating: 99 }), rating);
  await assert.rejects(movies.library.mark(), refused("One of id and movie is required."));
  await assert.rejects(movies.request("star", { movie: { id: "a:1", title: 5 } }), refused(/^“movie\.title” must be /));
  await assert.rejects(movies.request("discover", { yearFrom: 2000, yearTo: 1999 }), refused("“yearTo” must not be less than yearFrom."));
  await assert.rejects(movies.all("favorites", { offset: "x" }).next(), refused(/^“offset” must be /));
  await assert.rejects(movies.library.change("logViewing", { id: "nothing" }), { ...refused(/^“id” must be /), method: "logViewing" });
  const started = client(t, { initialize: { clientInfo: { name: 5 } } }).start();
  await assert.rejects(started, refused("“clientInfo.name” must be a string."));
  for (const params of [OLDBOY, 5, [OLDBOY]]) {
    await assert.rejects(movies.request("star", params), { name: "TypeError", message: "The params must be an object." });
  }
  const [found, nameless] = [movies.request("search", { query: "oldboy" }), movies.request(undefined)];
  await assert.rejects(nameless, { reason: "methodNotFound" }); // which is no failure of another request
  assert.equal((await found).total, 1);
});

test("a number that JSON cannot write is refused, and nothing is sent", async (t) => {
  const movies = client(t);
  const message = (value, name) => ({ name: "TypeError", message: `JSON cannot write ${value} as “${name}”.` });
  await assert.rejects(movies.library.logViewing({ id: OLDBOY, rating: NaN }), message("NaN", "rating"));
  const date = new Date("2024-02-30T25:00");
  await assert.rejects(movies.library.logViewing({ id: OLDBOY, date }), message("Invalid Date", "date"));
  await assert.rejects(movies.request("discover", { genres: [{ from: -Infinity }] }), message("-Infinity", "from"));
  assert.deepEqual((await movies.request("diary")).items, []);
  const wrong = client(t, { initialize: { loadingDelayMs: NaN } });
  await assert.rejects(wrong.request("genres"), message("NaN", "loadingDelayMs"));
});

test("a request is sent, and sent again, as it was when it was made", async (t) => {
  const movies = client(t);
  const params = { id: OLDBOY, rating: 8, date: undefined };
  const logged = movies.library.logViewing(params);
  params.rating = NaN; // before the server has started
  assert.equal((await logged).viewing.rating, 8);
  process.kill(movies.pid, "SIGSTOP");
  const statistics = { from: "2026-01-01" };
  const counted = movies.request("statistics", statistics);
  statistics.from = NaN;
  process.kill(movies.pid, "SIGKILL");
  assert.equal((await counted).viewings, 1);
});

test("a server that hangs holds up neither a request that is aborted, nor others for longer than the limit", async (t) => {
  const command = [program(t, "sleep 20; true")];
  const movies = client(t, { command, startTimeoutMs: 200 });
  const controller = new AbortController();
  const [aborted, other] = [movies.request("genres", {}, { signal: controller.signal }), movies.request("genres")];
  const { pid } = movies;
  controller.abort();
  await assert.rejects(aborted, { reason: "cancelled" });
  await assert.rejects(other, { reason: "timeout", message: `${command[0]} has not answered “initialize” within 0.2 s.` });
  await ended(pid);
});

test("a server that hangs is ended, and the next request starts another", async (t) => {
  const movies = client(t);
  await movies.start();
  const { pid } = movies;
  await stop(pid);
  const end = once(movies, "end");
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const request = movies.request("genres");
  for (const _ of [1, 2]) t.mock.timers.tick(4000); // then it is asked whether it runs, and has not answered
  await assert.rejects(request, { reason: "timeout", retryable: true, message: "movie-server does not answer." });
  t.mock.timers.runAll();
  t.mock.timers.reset();
  await end;
  await ended(pid);
  assert.ok((await movies.request("genres")).genres.length);
});

test("a server that waits long for a service does not hang", async (t) => {
  const arrived = new EventEmitter();
  const service = http.createServer((_, response) => arrived.emit("request", response));
  await new Promise((resolve) => service.listen(0, "127.0.0.1", () => resolve(undefined)));
  t.after(() => service.close());
  const env = { ...folders(t), OMDB_API_KEY: "0123abcd", OMDB_BASE_URL: `http://127.0.0.1:${service.address().port}/` };
  const heard = new EventEmitter();
  const trace = (direction, line) => direction === "<--" && JSON.parse(line).id === 0 && heard.emit("answer");
  const movies = client(t, { env, initialize: { catalog: "omdb", loadingDelayMs: 60_000 }, trace });
  await movies.start();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const request = movies.request("search", { query: "x" });
  const [response] = await once(arrived, "request");
  for (const _ of [1, 2, 3]) {
    const answer = once(heard, "answer");
    t.mock.timers.tick(4000);
    await answer;
  }
  t.mock.timers.reset();
  response.end('{"Response":"False","Error":"Movie not found!"}');
  assert.deepEqual((await request).items, []);
});

test("a request that the server does not answer can be aborted, and is not repeated", async (t) => {
  const sent = [];
  const movies = client(t, { trace: (direction, line) => direction === "-->" && sent.push(JSON.parse(line).method) });
  await movies.request("genres");
  await stop(movies.pid);
  const controller = new AbortController();
  const request = movies.request("search", { query: "x" }, { signal: controller.signal });
  controller.abort();
  await assert.rejects(request, { reason: "cancelled" });
  const [again, exit] = [next(movies, "start"), next(movies, "exit")];
  const { pid } = movies;
  process.kill(pid, "SIGKILL");
  await again;
  assert.deepEqual(await exit, [{ pid, status: null, signal: "SIGKILL" }]);
  assert.deepEqual(sent.slice(2, 5), ["search", "$/cancelRequest", "initialize"]);
  assert.ok(!sent.slice(5).includes("search"));
});

test("one signal cancels as many requests as are in flight, without a warning", async (t) => {
  const { stdout, stderr } = await run(folders(t), `
    const controller = new AbortController();
    const search = (query) => movies.request("search", { query, debounceMs: 60_000 }, { signal: controller.signal });
    const typed = [..."a film with a long"].map((_, index, all) => search(all.slice(0, index + 1).join("")));
    controller.abort();
    Promise.allSettled(typed).then((all) => console.log(all.length, new Set(all.map(({ reason }) => reason.name))));`);
  assert.equal(stderr, "");
  assert.equal(stdout, "18 Set(1) { 'AbortError' }\n");
});

test("an abort signal sends nothing for a request that is done", async (t) => {
  const sent = [];
  const movies = client(t, { trace: (direction, line) => direction === "-->" && sent.push(JSON.parse(line).method) });
  const controller = new AbortController();
  await movies.request("genres", {}, { signal: controller.signal });
  controller.abort();
  await movies.request("genres");
  assert.deepEqual(sent, ["initialize", "genres", "genres"]);
});

test("a star changes everywhere, also when another server has set it", async (t) => {
  const env = folders(t);
  const [here, there] = [client(t, { env }), client(t, { env })];
  await Promise.all([here.request("search", { query: "oldboy" }), there.start()]);
  assert.equal(here.stars.has(OLDBOY), false);
  const changed = next(here.stars, "change");
  await there.toggle(OLDBOY);
  assert.deepEqual(await changed, [new Set([OLDBOY])]);
  assert.equal(here.stars.has(OLDBOY), true);
  await here.toggle(OLDBOY);
  await until(() => !there.stars.has(OLDBOY), [there.stars, "change"]);
});

test("a film that no result has had is starred and unstarred by its movie as well", async (t) => {
  const env = folders(t);
  assert.equal((await client(t, { env }).toggle(OLDBOY)).isFavorite, true);
  assert.equal((await client(t, { env }).toggle({ id: OLDBOY })).isFavorite, false);
});

test("what another program changes is heard of films that were never seen, and a first look is no change", async (t) => {
  const env = folders(t);
  const [here, there] = [client(t, { env }), client(t, { env })];
  await there.request("star", { id: PARASITE });
  const heard = [];
  here.stars.on("change", (ids) => heard.push(...ids));
  await here.request("detail", { id: PARASITE });
  assert.deepEqual([here.stars.has(PARASITE), heard], [true, []]);
  const changed = next(here.library, "change");
  await there.request("star", { id: OLDBOY });
  assert.deepEqual(await changed, [new Set([OLDBOY])]);
  assert.deepEqual(heard, [OLDBOY]);
});

test("a star that another program takes off a film that was never seen is a change", async (t) => {
  const env = folders(t);
  const here = client(t, { env });
  await here.toggle(OLDBOY);
  const there = client(t, { env });
  await there.start();
  const changed = next(there.stars, "change");
  await here.toggle(OLDBOY);
  assert.deepEqual(await changed, [new Set([OLDBOY])]);
});

test("a killed server is started again and answers what it had not answered", async (t) => {
  const env = folders(t);
  const movies = client(t, { env });
  await movies.toggle(OLDBOY);
  const before = movies.pid;
  await stop(before); // it cannot answer
  const waiting = movies.request("search", { query: "oldboy" });
  process.kill(before, "SIGKILL");
  assert.equal((await waiting).items[0].isFavorite, true);
  assert.notEqual(movies.pid, before);
  assert.equal(movies.stars.has(OLDBOY), true);
});

test("stars that were changed while no server ran are noticed after the restart", async (t) => {
  const env = folders(t);
  const [here, there] = [client(t, { env }), client(t, { env })];
  await here.toggle(OLDBOY);
  await there.start();
  await stop(here.pid); // it cannot notice the change
  await there.request("unstar", { id: OLDBOY });
  const changed = next(here.stars, "change");
  process.kill(here.pid, "SIGKILL");
  assert.deepEqual(await changed, [new Set([OLDBOY])]);
  assert.equal(here.stars.has(OLDBOY), false);
});

test("a server that ends before it answers is not started again by itself", async (t) => {
  const command = [program(t, "echo 'no memory' >&2; exit 3")];
  const movies = client(t, { command });
  const gone = next(movies, "end");
  await assert.rejects(movies.request("genres"), { reason: "serverGone", message: `movie-server has ended: ${command[0]}: no memory` });
  assert.equal((await gone)[0].reason, "serverGone");
  await assert.rejects(movies.request("genres"), { reason: "serverGone", retryable: false }); // the user tries again
});

test("another try is not recommended at a server that ends at each start", async (t) => {
  const answer = `read line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.0"}}'; exit 1`;
  const movies = client(t, { command: [program(t, answer)] });
  const error = await movies.request("genres").catch((error) => error);
  assert.deepEqual([error.reason, error.retryable, explain(error).remedy], ["serverGone", false, undefined]);
});

test("a request that ends every server is repeated once", async (t) => {
  // Answers `initialize` and one request of each process, then exits.
  const answer = `read line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.0"}}'
    read line; echo '{"jsonrpc":"2.0","id":2,"result":{"genres":[]}}'; exec 0<&-; exit 1`;
  const movies = client(t, { command: [program(t, answer)] });
  const starts = [];
  movies.on("start", (server) => starts.push(server));
  await movies.request("genres");
  const [first, second] = [movies.request("genres"), movies.request("genres")].map((each) => each.catch((e) => e.reason));
  assert.deepEqual(await first, { genres: [] });
  assert.equal(await second, "serverGone");
});

test("a server that is killed after initialize is started again", async (t) => {
  const movies = client(t);
  await movies.start();
  const again = next(movies, "start");
  process.kill(movies.pid, "SIGKILL");
  await again;
  await movies.request("genres");
});

test("a server that answers nothing but initialize is started again once", async (t) => {
  const movies = client(t, { command: [program(t, `read line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.0"}}'; kill -9 $$`)] });
  let starts = 0;
  movies.on("start", () => starts++);
  const end = once(movies, "end");
  await movies.start();
  const [error] = await end;
  assert.equal(error.message, "movie-server has ended: killed by SIGKILL");
  assert.equal(starts, 2);
});

test("the command is a command line or a list of words", async (t) => {
  const movies = client(t, { command: `${process.env.MOVIE_SERVER} --catalog builtin` });
  assert.equal((await movies.start()).catalog, "builtin");
  for (const command of [["a", 1], [], {}, 1, null]) assert.throws(() => new Movies({ command }), TypeError);
  await assert.rejects(new Movies({ command: "/nope" }).start(), { reason: "serverNotFound" });
});

test("a program that does not exist is reported", async (t) => {
  const movies = client(t, { command: ["/nowhere/movie-server"] });
  await assert.rejects(movies.request("genres"), { reason: "serverNotFound" });
  await assert.rejects(movies.start(), { reason: "serverNotFound" });
});

test("a server of another or an older protocol is refused", async (t) => {
  const old = program(t, `read line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"0.9"}}'; cat >/dev/null`);
  await assert.rejects(client(t, { command: [old] }).start(), { reason: "serverTooOld" });
  const movies = client(t, { initialize: { protocolVersion: "2.0" } });
  await assert.rejects(movies.start(), { reason: "protocolVersionUnsupported" });
});

test("close leaves nothing running, even of a server that does not listen", async (t) => {
  const polite = client(t);
  await polite.start();
  const pid = polite.pid;
  const starred = polite.request("star", { id: OLDBOY });
  const search = polite.request("search", { query: "oldboy", debounceMs: 60_000 });
  const cancelled = assert.rejects(search, { name: "AbortError", reason: "cancelled", method: "search" });
  const closing = polite.close();
  await assert.rejects(polite.request("genres"), { reason: "serverGone", message: "The client is closed." });
  assert.deepEqual(await closing, { status: 0, errors: "" }); // without a signal
  assert.equal((await starred).isFavorite, true); // what changes something is answered
  await cancelled;
  await ended(pid);
  await assert.rejects(polite.request("genres"), { reason: "serverGone" });

  const deaf = new Movies({ command: [program(t, "trap '' TERM; while :; do sleep 0.1; done")] });
  void deaf.start().catch(() => {});
  const { pid: deafPid } = deaf;
  assert.equal((await deaf.close()).status, null);
  await ended(deafPid);
});

/** Runs a program that has a client; it is killed after some time. */
const run = (env, code) => {
  const client = `const { Movies } = require(${JSON.stringify(path.join(__dirname, ".."))}); const movies = new Movies();`;
  const options = { env: { ...process.env, ...env }, timeout: 60_000 };
  return promisify(execFile)(process.execPath, ["-e", client + code], options);
};

test("the server ends with a client that is killed", async (t) => {
  const child = run(folders(t), `movies.start().then(() => { console.log(movies.pid); process.kill(process.pid, "SIGKILL"); });`);
  const { stdout } = await child.catch((error) => error);
  await ended(Number(stdout));
});

test("a program that is no movie-server is named, and ended even if it writes on and on", async (t) => {
  const failureOf = async (options, env) => {
    const movies = new Movies({ ...options, env: { ...folders(t), ...env } });
    const request = movies.request("genres");
    const { pid } = movies;
    const error = await request.catch((error) => error);
    await movies.close();
    await ended(pid);
    return [error.message, explain(error).remedy];
  };
  assert.deepEqual(await failureOf({}, { MOVIE_SERVER: "/bin/false" }), ["movie-server has ended: /bin/false (MOVIE_SERVER): exit status 1", "getServer"]);
  assert.deepEqual(await failureOf({ command: ["/bin/cat"] }), ["/bin/cat does not answer “initialize”.", "getServer"]);
  const named = { command: "/usr/bin/yes", settingName: "movies.path" };
  assert.deepEqual(await failureOf(named), ["/usr/bin/yes (movies.path) has sent a line that is not JSON.", "getServer"]);
  assert.deepEqual(await failureOf({ command: ["/bin/cat", "/dev/zero"], startTimeoutMs: 500 }), ["/bin/cat has not answered “initialize” within 0.5 s.", "getServer"]);
});

test("a program ends without close, and the server with it", async (t) => {
  const { stdout } = await run(folders(t), `
    movies.on("end", () => {});
    movies.request("star", { id: "${OLDBOY}" }).then(() => movies.request("detail", { id: "${OLDBOY}" }))
      .then(({ title }) => console.log(movies.pid, title));`);
  const [pid, title] = stdout.trim().split(" ");
  assert.equal(title, "Oldboy");
  await ended(Number(pid));
});

test("a program that listens does not end before it has heard", async (t) => {
  const env = folders(t);
  const other = client(t, { env });
  const program = run(env, `
    movies.start().then(() => movies.request("detail", { id: "${OLDBOY}" }))
      .then(() => movies.stars.once("change", (ids) => console.log(...ids)));`);
  let isOver = false;
  void program.finally(() => (isOver = true));
  while (!isOver) {
    await other.toggle(OLDBOY);
    await setTimeout(100);
  }
  assert.equal((await program).stdout.trim(), OLDBOY);
});

test("a client can be disposed", async (t) => {
  const movies = new Movies({ env: folders(t) });
  await movies.start();
  const { pid } = movies;
  await movies[Symbol.asyncDispose]();
  await ended(pid);
});

test("trace and stderr receive what passes", async (t) => {
  const lines = [];
  const script = program(t, `echo 'careful: ü' >&2; exec ${findCommand().join(" ")}`);
  const stderr = [];
  const movies = client(t, {
    command: [script],
    trace: (direction, line) => lines.push([direction, JSON.parse(line).method ?? "response"]),
    stderr: (text) => stderr.push(text),
  });
  await movies.request("genres");
  await movies.start();
  const expected = [["-->", "initialize"], ["<--", "response"], ["-->", "genres"], ["<--", "response"]];
  assert.deepEqual(lines.filter(([, method]) => method !== "loading"), expected);
  await until(() => stderr.length > 0);
  assert.equal(stderr.join(""), "careful: ü\n");
});

test("the recorded session of the recipes is played", async (t) => {
  const movies = replay(t, "../../recipes/session.rpc", plain);
  const spinner = [];
  movies.on("loading", ({ active }) => spinner.push([active, movies.loading.size]));
  const page = await movies.request("search", { query: "올드보이", list: "pane" });
  await movies.toggle(page.items[0].id);
  assert.equal(movies.stars.has(OLDBOY), true);
  await assert.rejects(movies.request("detail", { id: "builtin:tt0000000" }), { reason: "movieNotFound" });
  assert.deepEqual(spinner, [[true, 1], [false, 0], [true, 1], [false, 0]]);
});

test("notifications of loading that were lost are not waited for", async (t) => {
  const movies = replay(t, "loading.rpc");
  const sizes = [];
  movies.on("notification", () => sizes.push(movies.loading.size));
  await movies.request("genres");
  assert.deepEqual(sizes, [1, 1, 0]);
});

test("an error without an id fails the requests that wait", async (t) => {
  const movies = replay(t, "../../recipes/unreadable.rpc", plain);
  await movies.start();
  const waiting = [movies.request("genres"), movies.request("detail", { id: OLDBOY })];
  for (const request of waiting) await assert.rejects(request, { reason: "parseError" });
  assert.deepEqual(await movies.request("genres"), { genres: [] });
});

test("the package can be imported as a module", async () => {
  const module = await import("../index.js");
  assert.equal(module.Movies, Movies);
  assert.equal(typeof module.explain, "function");
});

