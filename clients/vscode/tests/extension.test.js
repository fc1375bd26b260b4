"use strict";
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { activate, assert, client, ended, folders, isRunning, program, root, serverPid, stop, until } = require("./support");

const OLDBOY = "builtin:tt0364569";
const server = process.env.MOVIE_SERVER;
/** The lines of the log, without times and numbers of processes. */
const logged = ({ state }) => state.log.join("").split("\n").map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, "@ ").replace(/process \d+/, "process PID"));
const lastPick = ({ state }) => state.picks.at(-1);

async function search(window, text) {
  await window.run("search");
  const pick = lastPick(window);
  pick.type(text);
  await until(window, () => pick.items[0]?.movie);
  return pick;
}

test("a search as you type sends one request for each key and shows the last one's films", async (t) => {
  const window = activate(t, { settings: { "movies.trace.server": "messages" } });
  const pick = await search(window, "oldb");
  assert.deepEqual(pick.labels, ["$(blank) Oldboy (2003)"]);
  assert.equal(pick.title, "Search: 1 film");
  assert.equal(pick.items[0].description, "올드보이 · Park Chan-wook");
  assert.equal(pick.items[0].alwaysShow, true);
  const sent = [...window.state.log.join("").matchAll(/"method":"search","params":(\{.*?\})/g)].map(([, params]) => JSON.parse(params));
  assert.deepEqual(sent.map(({ query, debounceMs }) => [query, debounceMs]), ["o", "ol", "old", "oldb"].map((query) => [query, 60]));
  assert.deepEqual(window.state.errors, []); // `superseded` is not an error
});

test("the box takes what is typed while the server starts", async (t) => {
  const ready = path.join(folders(t).HOME, "ready");
  const slow = program(t, `until [ -e ${ready} ]; do sleep 0.01; done; exec ${server}`);
  const window = activate(t, { settings: { "movies.server.path": slow } });
  const searching = window.run("search");
  lastPick(window).type("oldboy");
  assert.equal(lastPick(window).busy, true);
  fs.writeFileSync(ready, "");
  await searching;
  await until(window, () => !lastPick(window).busy);
  await until(window, () => lastPick(window).labels[0] === "$(blank) Oldboy (2003)");
});

test("Enter waits for the films of what stands in the box", async (t) => {
  const ready = path.join(folders(t).HOME, "ready");
  const slow = program(t, `until [ -e ${ready} ]; do sleep 0.01; done; exec ${server}`);
  const window = activate(t, { settings: { "movies.server.path": slow } });
  const searching = window.run("search");
  const first = lastPick(window);
  first.type("oldboy");
  first.accept();
  assert.deepEqual([first.labels, first.busy, window.state.panels.length], [[], true, 0]); // nothing else is opened
  fs.writeFileSync(ready, "");
  await searching;
  const panel = await until(window, () => window.state.panels[0]);
  await until(window, () => panel.title === "Oldboy");

  const pick = await search(window, "para");
  assert.equal(pick.labels[0], "$(blank) Parasite (2019)");
  pick.setValue("oldb");
  pick.accept();
  pick.setValue("parasite"); // who goes on to type wants no film of what was there
  assert.equal(pick.busy, true);
  await until(window, () => pick.labels.join() === "$(blank) Parasite (2019)" && !pick.busy);
  assert.equal(pick.isVisible, true);
  pick.setValue("oldboy");
  pick.accept();
  await until(window, () => !pick.isVisible);
  await until(window, () => panel.title === "Oldboy");
  await window.run("search");
  assert.deepEqual(lastPick(window).labels.slice(0, 2), ["$(history) oldboy", "$(key) Set the Key of a Catalog…"]);
  const none = lastPick(window);
  none.type("qqqqqq");
  none.accept();
  await until(window, () => none.labels[0] === "No films found.");
  assert.deepEqual([none.isVisible, window.state.opened], [true, []]);
});

test("a search that a restart cancels is sent to the next server", async (t) => {
  const window = activate(t);
  const pick = await search(window, "para");
  pick.setValue("oldboy");
  window.state.set("movies.language", "en-US");
  await until(window, () => pick.labels.join() === "$(blank) Oldboy (2003)");
  assert.deepEqual(window.state.errors, []);
});

test("a search finds a Korean title, says when there is nothing, and forgets when the box is empty", async (t) => {
  const window = activate(t);
  const pick = await search(window, "기생충");
  assert.deepEqual(pick.labels, ["$(blank) Parasite (2019)"]);
  assert.equal(pick.items[0].description, "기생충 · Bong Joon Ho");
  pick.setValue("qqqqqq");
  await until(window, () => pick.labels[0] === "No films found.");
  pick.setValue("pa");
  pick.setValue("");
  await until(window, () => pick.title === "Search: Popular");
  assert.equal(pick.labels.at(-1), "$(key) Set the Key of a Catalog…");
});

test("the empty box of a new user has popular films, and what a key adds in few words", async (t) => {
  const window = activate(t);
  await window.run("search");
  const pick = await until(window, () => lastPick(window).items[0]?.movie && lastPick(window));
  assert.equal(pick.title, "Search: Popular");
  assert.equal(pick.labels[0], "$(blank) The Shawshank Redemption (1994)");
  assert.ok(pick.items.length > 10);
  const count = pick.items.length;
  pick.move(count - 2); // they are no list of the search, of which more would come
  assert.equal(pick.items.at(-1).detail, "Only 1,090 built-in films are searched. A free key finds all others.");
  pick.type("o");
  assert.equal(pick.items.some(({ movie }) => movie), false); // none of them is opened by a quick Enter
  pick.setValue("");
  await until(window, () => pick.items[0]?.movie);
  pick.accept();
  await until(window, () => window.state.panels[0]?.title === "The Shawshank Redemption");
  await window.run("search"); // nothing was typed that could be searched again
  await until(window, () => lastPick(window).title === "Search: Popular");
  assert.equal(lastPick(window).items.length, count);
});

/** A server whose texts a stranger has written: a film, a genre and errors. It runs in a process of its own. */
function strangersServer() {
  const server = { protocolVersion: "1.0", serverInfo: { name: "movie-server", version: "0" }, capabilities: {}, catalogs: [] };
  const movie = { id: "builtin:x", title: "A $(bug) $(bug) [x](command:y)", directors: ["$(trash)"], genres: [], cast: [], isFavorite: false };
  const page = { list: "search", query: "a", page: 1, offset: 0, total: 1, hasMore: false, items: [movie], requestToken: "secret-of-a-login" };
  const star = { id: "builtin:x", isFavorite: true, changed: true, revision: 1, starredAt: "2026-01-31T12:00:00.000Z" };
  const results = { initialize: { ...server, catalog: "x" }, search: page, genres: { genres: [{ name: "$(zap)" }] }, star };
  const error = { code: -32602, message: "No $(flame) [x](command:y).", data: { reason: "invalidParams" } };
  require("node:readline").createInterface(process.stdin).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(results[method] ? { result: results[method] } : { error }) }));
  });
}

test("texts of strangers have no icons, and the token of a login is not in the log", async (t) => {
  const server = program(t, `exec "${process.execPath}" -e '(${strangersServer})()'`);
  const window = activate(t, { settings: { "movies.trace.server": "messages", "movies.server.path": server } });
  const pick = await search(window, "$(heart)");
  assert.deepEqual(pick.labels, ["$(blank) A \\$(bug) \\$(bug) [x](command:y)"]);
  assert.equal(pick.items[0].description, "\\$(trash)");
  assert.match(window.state.log.join(""), /"requestToken":"…"/);
  assert.doesNotMatch(window.state.log.join(""), /secret-of-a-login/);
  await window.run("star", pick.items[0].movie);
  assert.match(window.state.said.join(), /^Starred A [^]*command/);
  pick.accept();
  await window.run("search");
  await until(window, () => lastPick(window).labels[0]);
  assert.equal(lastPick(window).labels[0], "$(history) \\$(heart)");
  window.state.answers.push(["\\$(zap)"], "", "Rating");
  await window.run("discover");
  await until(window, () => lastPick(window).labels[0]);
  assert.equal(lastPick(window).labels[0], "$(error) No \\$(flame) [x](command:y).");
  await window.run("watch", pick.items[0].movie);
  await until(window, () => window.state.errors.length);
  // The editor would make links of these, which run commands.
  assert.doesNotMatch([window.state.said, window.state.errors.map(({ message }) => message)].join(), /\]\(/);
  assert.match(window.state.log.join(""), /"genres":\["\$\(zap\)"\]/);
});

test("more pages come as the user moves down, and each film only once", async (t) => {
  const window = activate(t);
  const pick = await search(window, "the");
  assert.equal(pick.items.length, 20);
  const total = Number(pick.title.match(/(\d+) films/)[1]);
  assert.ok(total > 60);
  while (pick.items.length < 60) {
    const before = pick.items.length;
    pick.move(before - 1);
    pick.move(before - 2); // while the page is on its way
    await until(window, () => pick.items.length > before);
    assert.equal(pick.activeItems[0].movie.id, pick.items[before - 2].movie.id); // the cursor stays
  }
  assert.equal(new Set(pick.items.map(({ movie }) => movie.id)).size, pick.items.length);
  pick.hide();
  assert.equal(pick.isDisposed, true);
});

test("the spinner turns while a search runs", async (t) => {
  // The catalog's service answers when the spinner is seen.
  const http = require("node:http");
  let answer;
  const isSeen = new Promise((resolve) => (answer = resolve));
  const nothing = '{"Response":"False","Error":"Movie not found!"}';
  const service = http.createServer((_, response) => void isSeen.then(() => response.end(nothing)));
  await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
  t.after(() => service.close());
  const env = { ...folders(t), OMDB_BASE_URL: `http://127.0.0.1:${service.address().port}/` };
  const window = activate(t, { env, secrets: { "movies.key.OMDB_API_KEY": "0123abcd" }, settings: { "movies.catalog": "omdb" } });
  await window.run("search");
  const pick = lastPick(window);
  pick.type("x");
  assert.equal(pick.busy, true);
  await until(window, () => window.state.progress.length);
  assert.deepEqual([window.state.context["movies.discover"], window.state.context["movies.noHome"]], [false, true]);
  assert.deepEqual(window.state.progress, [{ title: "Movies: Loading…", isOver: false }]);
  answer();
  await until(window, () => pick.labels[0] === "No films found.");
  assert.equal(pick.busy, false);
  await until(window, () => window.state.progress[0].isOver);
});

test("a star shows in the search, the tree, the detail and the status bar", async (t) => {
  const window = activate(t);
  await window.state.views["movies.favorites"].show();
  const pick = await search(window, "oldboy");
  pick.accept();
  const panel = await until(window, () => window.state.panels[0]);
  await until(window, () => panel.title === "Oldboy");
  assert.equal(pick.isVisible, false);
  const again = await search(window, "oldboy");
  again.pressButton(0, "Star");
  await until(window, () => again.labels[0] === "$(star-full) Oldboy (2003)");
  await until(window, () => window.state.views["movies.favorites"].labels[0] === "Oldboy (2003)");
  await until(window, () => panel.messages.at(-1).marks[OLDBOY].isStarred);
  assert.equal(window.state.statusItems[0].text, "$(star-full) 1");
  panel.send({ type: "command", command: "unstar", argument: OLDBOY });
  await until(window, () => again.labels[0] === "$(blank) Oldboy (2003)");
  await until(window, () => window.state.views["movies.favorites"].rows.length === 0);
});

test("a star by another program shows in the tree", async (t) => {
  const env = folders(t);
  const window = activate(t, { env });
  await window.state.views["movies.favorites"].show();
  assert.deepEqual(window.state.views["movies.favorites"].labels, []);
  const other = client(t, { env });
  await other.request("star", { id: OLDBOY });
  await until(window, () => window.state.views["movies.favorites"].labels[0] === "Oldboy (2003)");
  assert.equal(window.state.views["movies.favorites"].rows[0].item.contextValue, "film starred unlisted");
});

test("favorites are sorted, filtered and paged", async (t) => {
  const window = activate(t);
  const view = window.state.views["movies.favorites"];
  const other = client(t, { env: window.env });
  const movies = Array.from({ length: 250 }, (_, index) => ({ id: `mine:${index}`, title: `Film ${String(index).padStart(3, "0")}`, year: 2200 - index }));
  await Promise.all(movies.map((movie) => other.request("star", { movie })));
  await view.show();
  assert.equal(view.rows.length, 101);
  const more = view.rows.at(-1).item;
  assert.equal(more.label, "More…");
  await window.vscode.commands.executeCommand(more.command.command, ...more.command.arguments);
  await until(window, () => view.rows.length === 250); // after the first, pages are as large as the server allows
  assert.equal(more.description, "100 of 250");
  window.state.answers.push("Year");
  await window.run("sort");
  await until(window, () => view.labels[0] === "Film 000 (2200)");
  window.state.answers.push("film 12");
  await window.run("filter");
  await until(window, () => view.rows.length === 10);
  assert.equal(view.description, "10 films · Year · “film 12”");
  window.state.answers.push("nothing of that name");
  await window.run("filter");
  await until(window, () => view.message === "No films found.");
});

test("home shows the sections, and each goes on", async (t) => {
  const window = activate(t);
  const view = window.state.views["movies.home"];
  await view.show();
  assert.ok(view.labels.includes("Korean cinema"), view.labels.join());
  const section = () => view.rows[0];
  assert.equal(section().children.length, 21);
  const { command, arguments: args } = section().children.at(-1).item.command;
  await window.vscode.commands.executeCommand(command, ...args);
  await until(window, () => section().children.length === 41);
  process.kill(serverPid(window), "SIGKILL"); // the next server does not know the list
  await window.vscode.commands.executeCommand(command, ...args);
  await until(window, () => section().children.length === 21);
  assert.deepEqual(window.state.errors, []);
});

test("discover takes several genres, a year, a range in any order, and one with an open end", async (t) => {
  const ranges = {
    1999: '"yearFrom":1999,"yearTo":1999,',
    "1999 – 1990": '"yearFrom":1990,"yearTo":1999,',
    "1990-": '"yearFrom":1990,',
    " -1980": '"yearTo":1980,',
    "": "",
  };
  const transcript = fs.readFileSync(path.join(__dirname, "discover.rpc"), "utf8").replace('"hasMore":true', '"hasMore":false')
    .replace('"genres":["Drama"]', '"genres":["Drama","Comedy"]'); // prettier-ignore
  const [start, genres, films] = transcript.split("\n\n");
  const asked = Object.values(ranges).flatMap((range) => [genres, films.replace('"yearFrom":1990,"yearTo":1999,', range)]);
  const file = path.join(folders(t).HOME, "discover.rpc");
  fs.writeFileSync(file, [start, ...asked].join("\n\n"));
  const window = activate(t, { server: `${server} replay ${file}` });
  const { answers, refused, errors } = window.state;
  for (const text of Object.keys(ranges)) {
    answers.push(["Drama", "Comedy"], text, "Rating");
    await window.run("discover");
    await until(window, () => lastPick(window).labels[0] === "$(star-full) One (1999)");
  }
  answers.push(["Drama"], "19", "-", "1990-1995-1999");
  await window.run("discover");
  assert.deepEqual([refused.length, errors], [3, []]);
});

test("a criterion that the catalog lacks leads to the questions again", async (t) => {
  const [start, genres, films] = fs.readFileSync(path.join(__dirname, "discover.rpc"), "utf8").split("\n\n");
  const refused = films.replace(/"result":.*/, '"error":{"code":-32602,"message":"x has no ratings.","data":{"reason":"invalidParams","field":"sort"}}}');
  const file = path.join(folders(t).HOME, "refused.rpc");
  fs.writeFileSync(file, [start, genres, refused, genres, films.replace('"rating"', '"title"').replace('"hasMore":true', '"hasMore":false')].join("\n\n"));
  const window = activate(t, { server: `${server} replay ${file}` });
  window.state.answers.push(["Drama"], "1990-1999", "Rating");
  await window.run("discover");
  await until(window, () => lastPick(window).labels[0] === "$(error) X has no ratings.");
  window.state.answers.push(["Drama"], "1990-1999", "Title");
  lastPick(window).accept();
  await until(window, () => lastPick(window).labels[0] === "$(star-full) One (1999)");
});

test("the built-in films, which have no ratings, are not offered by rating", async (t) => {
  const window = activate(t);
  window.state.answers.push([], "", "Rating");
  await window.run("discover");
  assert.deepEqual([window.state.answers, window.state.picks], [[], []]); // there is no such row
  window.state.answers.push([], "", "Title");
  await window.run("discover");
  await until(window, () => lastPick(window).title === "Discover: 1,090 films");
});

test("the detail has a strict policy, and its script gets everything as data", async (t) => {
  const window = activate(t);
  await window.run("detail", OLDBOY);
  const [panel] = window.state.panels;
  const shown = await until(window, () => panel.messages.find(({ type }) => type === "show"));
  assert.equal(shown.result.originalTitle, "올드보이");
  const { html, options } = panel.webview;
  const policy = html.match(/Content-Security-Policy" content="(.*?)"/)[1];
  const nonce = html.match(/<script nonce="(.*?)"/)[1];
  assert.equal(policy, `default-src 'none'; style-src https://webview.test; script-src 'nonce-${nonce}'; img-src data:`);
  assert.ok(nonce.length >= 22);
  assert.deepEqual(options.localResourceRoots.map(String), [`file://${root}/media`]);
  assert.doesNotMatch(html, /Oldboy|https:\/\/(?!webview\.test)/);
  panel.send({ type: "link", url: "javascript:alert(1)" });
  panel.send({ type: "link", url: shown.result.link });
  await until(window, () => window.state.opened.includes(shown.result.link));
  assert.equal(window.state.opened.length, 1);
});

test("the detail goes to other films and people and back, and survives a reload of the window", async (t) => {
  const window = activate(t);
  await window.run("detail", OLDBOY);
  const [panel] = window.state.panels;
  const first = await until(window, () => panel.messages.find(({ type }) => type === "show"));
  const { id, title } = first.result.recommendations.items[0];
  panel.send({ type: "open", method: "detail", id });
  await until(window, () => panel.title === title);
  assert.equal(panel.messages.findLast(({ type }) => type === "show").canGoBack, true);
  panel.send({ type: "back" });
  await until(window, () => panel.title === "Oldboy");
  assert.equal(window.state.panels.length, 1);
  panel.send({ type: "command", command: "search", argument: "Park Chan-wook" });
  await until(window, () => lastPick(window)?.labels.includes("$(blank) Oldboy (2003)"));
  panel.send({ type: "open", method: "detail", id: "builtin:tt0000000" });
  const error = await until(window, () => panel.messages.find(({ type }) => type === "error"));
  assert.equal(error.sentence, "builtin does not have this film.");
  assert.equal(error.button, undefined); // another try would not find it either

  const restored = window.vscode.window.createWebviewPanel("movies.detail", "", -1, {});
  await window.state.serializer.deserializeWebviewPanel(restored, { method: "detail", id: OLDBOY });
  await until(window, () => restored.title === "Oldboy");
  assert.equal(panel.isDisposed, true);
  const empty = window.vscode.window.createWebviewPanel("movies.detail", "", -1, {}); // nothing had been shown in it yet
  await window.state.serializer.deserializeWebviewPanel(empty, undefined);
  assert.deepEqual([empty.isDisposed, restored.isDisposed], [true, undefined]);
});

test("a missing key leads to the place to set it; it is kept as a secret and reaches the server only", async (t) => {
  const window = activate(t, { settings: { "movies.catalog": "tmdb", "movies.trace.server": "messages" } });
  await window.run("search");
  lastPick(window).type("x");
  const pick = lastPick(window);
  await until(window, () => pick.labels[0] === "$(error) tmdb needs a key.");
  assert.equal(pick.items[0].detail, "Set the Key…");
  window.state.answers.push("0123456789abcdef0123456789abcdef");
  pick.accept();
  await until(window, () => window.state.said.at(-1) === "Stored the key of tmdb.");
  await window.run("restart");
  assert.deepEqual([...window.storage.values], [["movies.key.TMDB_API_KEY", "0123456789abcdef0123456789abcdef"]]);
  const pid = serverPid(window);
  assert.match(fs.readFileSync(`/proc/${pid}/environ`, "latin1"), /TMDB_API_KEY=0123456789abcdef/);
  assert.doesNotMatch(fs.readFileSync(`/proc/${pid}/cmdline`, "latin1"), /0123456789abcdef/);
  assert.doesNotMatch(JSON.stringify([window.state.log, window.state.settings, window.state.errors]), /0123456789abcdef/);
  await window.run("removeKey"); // and the user leaves
  assert.equal(window.state.said.length, 1);
  window.state.answers.push("tmdb");
  await window.run("removeKey");
  assert.equal(window.storage.values.size, 0);
  assert.equal(window.state.said.at(-1), "Removed the key of tmdb.");
  await window.run("removeKey");
  assert.equal(window.state.said.at(-1), "No key is stored.");
  window.state.answers.push("Set the Key…", "tmdb", "0123456789abcdef0123456789abcdef");
  window.state.set("movies.catalog", "");
  await window.run("login");
  await until(window, () => window.state.said.at(-1) === "Stored the key of tmdb.");
});

test("a missing server is explained by the welcome view, and found when the setting is right", async (t) => {
  const env = folders(t);
  const window = activate(t, { env: { ...env, PATH: env.HOME }, server: "" });
  const view = window.state.views["movies.favorites"];
  await view.show();
  assert.equal(window.state.context["movies.state"], "missing");
  const sentence = "movie-server was not found. Install it, or set MOVIE_SERVER to its path.";
  assert.equal(view.welcome, sentence);
  await window.state.views["movies.home"].show();
  assert.equal(window.state.views["movies.home"].welcome, sentence);
  assert.match(window.state.statusItems[0].text, /warning/);
  await window.run("search");
  const pick = lastPick(window);
  assert.deepEqual([pick.labels, pick.items[0].detail, pick.busy], [[`$(error) ${sentence}`, "$(refresh) Try Again"], "How to Install It", false]);
  pick.accept();
  await until(window, () => window.state.opened.includes("workbench.action.openWalkthrough movie-server.movies#start"));
  assert.deepEqual(window.state.errors[0], { message: sentence, buttons: ["How to Install It", "Try Again", "Show Log"] });
  window.state.set("movies.server.path", server);
  await until(window, () => view.welcome === "No favorites yet. Press the star of a film to star it.");
  assert.equal(window.state.statusItems[0].text, "$(star-full) 0");
});

test("a path that is wrong is named, with the place where it is set", async (t) => {
  const window = activate(t, { settings: { "movies.server.path": "/nowhere/movie-server" } });
  const view = window.state.views["movies.favorites"];
  await view.show();
  const sentence = "/nowhere/movie-server (movies.server.path) cannot be started.";
  assert.equal(view.message, sentence);
  assert.equal(view.welcome, undefined);
  assert.deepEqual(view.rows.map(({ item }) => [item.label, item.command.command]), [["Set the Path…", "movies.setPath"]]);
  assert.equal(window.state.statusItems[0].tooltip, sentence);
  await window.run("search");
  const told = { message: sentence, buttons: ["Set the Path…", "Try Again", "Show Log"] };
  assert.deepEqual(window.state.errors, [told]); // the search has the reason in its box
  const pick = lastPick(window);
  const reason = [`$(error) ${sentence}`, "$(refresh) Try Again"];
  assert.deepEqual([pick.labels, pick.busy, pick.isVisible], [reason, false, true]);
  pick.type("o");
  await until(window, () => !pick.busy);
  assert.deepEqual(pick.labels, reason);
  pick.setValue(""); // which does not hide that no server runs
  assert.deepEqual([pick.labels, pick.busy], [reason, false]);
  await window.run("statistics");
  assert.equal((await until(window, () => window.state.panels[0].messages.find(({ type }) => type === "error"))).sentence, sentence);
  window.state.set("movies.server.path", server);
  await until(window, () => view.welcome === "No favorites yet. Press the star of a film to star it.");

  const script = program(t, "");
  fs.writeFileSync(script, "#!/nowhere/sh\n"); // it is there, but cannot be started
  const other = activate(t, { server: script });
  await other.state.views["movies.favorites"].show();
  assert.equal(other.state.views["movies.favorites"].message, `${script} (MOVIE_SERVER) cannot be started.`);
});

test("a program that is no movie-server is named, with its setting, in the view and in the log", async (t) => {
  const sentences = {
    "/bin/false": "movie-server has ended: /bin/false (movies.server.path): exit status 1",
    "/bin/cat": "/bin/cat (movies.server.path) does not answer “initialize”.",
    "/usr/bin/yes": "/usr/bin/yes (movies.server.path) has sent a line that is not JSON.",
  };
  for (const [path, sentence] of Object.entries(sentences)) {
    const window = activate(t, { settings: { "movies.server.path": path } });
    const view = window.state.views["movies.favorites"];
    await view.show();
    assert.deepEqual([view.message, view.labels[0]], [sentence, "Set the Path…"]);
    assert.deepEqual(window.state.errors.map(({ message, buttons }) => [message, buttons[0]]), [[sentence, "Set the Path…"]]);
    await window.run("search");
    const pick = lastPick(window);
    assert.deepEqual([pick.labels, pick.items[0].detail, pick.busy], [[`$(error) ${sentence}`, "$(refresh) Try Again"], "Set the Path…", false]);
    pick.move(1);
    pick.accept();
    await until(window, () => lastPick(window) !== pick && lastPick(window).labels[0] === `$(error) ${sentence}`);
    const lines = logged(window);
    assert.ok(lines.includes(`@ Starting ${path}`) && lines.includes(`@ ${sentence}`), lines.join("\n"));
    assert.equal(lines.includes("@ process PID ended with status 1"), path === "/bin/false");
  }
});

test("a server that cannot start is started once for all views, and the log says once why it has ended", async (t) => {
  const window = activate(t, { server: "/bin/false" });
  const views = ["favorites", "watchlist", "diary", "home"].map((name) => window.state.views[`movies.${name}`]);
  for (const view of views) await view.show();
  const sentence = "movie-server has ended: /bin/false (MOVIE_SERVER): exit status 1";
  const start = ["@ Starting /bin/false", "@ process PID ended with status 1", `@ ${sentence}`, ""];
  assert.deepEqual(logged(window), start);
  for (const view of views) assert.deepEqual([view.message, view.labels], [sentence, ["Set the Path…", "Try Again"]]);
  window.state.log.length = 0;
  const { command } = views[0].rows[1].item.command;
  await window.vscode.commands.executeCommand(command); // the user tries again
  for (const view of views) await view.load();
  assert.deepEqual(logged(window), start);
  await window.run("statistics"); // and wants a page
  await until(window, () => window.state.panels[0].messages.some(({ type }) => type === "error"));
  assert.deepEqual(logged(window), [...start.slice(0, 3), ...start]);
});

test("a catalog that does not exist leads to the settings, and so does a server that has ended", async (t) => {
  const window = activate(t, { settings: { "movies.catalog": "nope" } });
  const sentence = "There is no catalog “nope”. This server has: builtin.";
  for (const name of ["favorites", "watchlist", "diary", "home"]) {
    const view = window.state.views[`movies.${name}`];
    await view.show();
    assert.equal(view.message, sentence);
    assert.deepEqual(view.labels, ["Open the Settings"]);
  }
  const { command } = window.state.views["movies.home"].rows[0].item;
  await window.vscode.commands.executeCommand(command.command, ...command.arguments);
  assert.deepEqual(window.state.opened, ["workbench.action.openSettings movies.catalog"]);
  await window.run("search");
  assert.deepEqual([lastPick(window).labels[0], lastPick(window).items[0].detail], [`$(error) ${sentence}`, "Open the Settings"]);
  lastPick(window).accept();
  await until(window, () => window.state.opened.length === 2);
  const told = { message: sentence, buttons: ["Open the Settings", "Try Again", "Show Log"] };
  assert.deepEqual(window.state.errors, [told]); // once for all views and the search
  const favorites = window.state.views["movies.favorites"];
  window.state.set("movies.catalog", "");
  await until(window, () => favorites.welcome === "No favorites yet. Press the star of a film to star it.");

  const file = path.join(window.env.HOME, "broken");
  const script = program(t, `[ ! -e ${file} ] || exit 1; exec ${server}`);
  window.state.set("movies.server.path", script);
  await until(window, () => window.state.log.join("").match(/, process \d+,/g)?.length === 2);
  await until(window, () => window.state.context["movies.state"] === "ready" && favorites.welcome?.startsWith("No favorites"));
  fs.writeFileSync(file, "");
  process.kill(serverPid(window), "SIGKILL"); // and the next one ends at once
  const ended = `movie-server has ended: ${script} (movies.server.path): exit status 1`;
  await until(window, () => favorites.message === ended && favorites.labels.join() === "Set the Path…,Try Again");
  const { message, buttons } = window.state.errors.at(-1);
  assert.deepEqual([message, buttons], [ended, ["Set the Path…", "Try Again", "Show Log"]]);
  assert.equal(window.state.errors.length, 2); // of a server that ran, only the first failure is told
  fs.rmSync(file);
  await window.run("search"); // and the views show their lists again when a server runs
  await until(window, () => favorites.welcome?.startsWith("No favorites"));
});

test("a failed start is told once with the whole reason, which stands in the views and pages too", async (t) => {
  const file = path.join(folders(t).HOME, "mended");
  const script = program(t, `[ -e ${file} ] && exec ${server}; printf 'The disk is full.\\nFree some space.\\n' >&2; exit 3`);
  const window = activate(t, { server: script, settings: { "movies.trace.server": "messages" } });
  const views = ["favorites", "watchlist", "diary", "home"].map((name) => window.state.views[`movies.${name}`]);
  await Promise.all(views.map((view) => view.show()));
  const reason = `movie-server has ended: ${script} (MOVIE_SERVER): The disk is full.\nFree some space.`;
  for (const view of views) assert.deepEqual([view.message, view.labels], [reason, ["Set the Path…", "Try Again"]]);
  assert.deepEqual(window.state.errors, [{ message: reason, buttons: ["Set the Path…", "Try Again", "Show Log"] }]);
  await views[0].load(); // what the user has not asked for
  assert.equal(window.state.errors.length, 1);
  window.state.answers.push("Show Log");
  await window.run("statistics");
  const page = await until(window, () => window.state.panels[0].messages.find(({ type }) => type === "error"));
  assert.deepEqual([page.sentence, page.button], [reason, "Set the Path…"]);
  assert.equal(window.state.errors.length, 1);
  await window.run("restart");
  await until(window, () => window.state.opened.includes("log"));
  assert.equal(window.state.errors.length, 2);
  fs.writeFileSync(file, "");
  window.state.panels[0].send({ type: "remedy" });
  await until(window, () => window.state.opened.includes("workbench.action.openSettings movies.server.path"));
  window.state.panels[0].send({ type: "ready" });
  await until(window, () => window.state.panels[0].messages.some(({ type }) => type === "show"));
  await until(window, () => views[0].welcome?.startsWith("No favorites yet."));
});

test("a server that never answers is ended: after a time limit, or when the setting changes", async (t) => {
  const script = program(t, `echo $$ >"$HOME/pid"; cat >/dev/null`);
  const window = activate(t, { settings: { "movies.server.path": script, "movies.trace.server": "messages" } });
  const file = path.join(window.env.HOME, "pid");
  const pid = async () => { // waits until the program that was started has written it
    while (!fs.existsSync(file) || fs.statSync(file).size === 0) await new Promise(setImmediate);
    const written = Number(fs.readFileSync(file));
    fs.rmSync(file);
    return written;
  };
  const view = window.state.views["movies.favorites"];
  t.mock.timers.enable({ apis: ["setTimeout"] });
  void view.show();
  await until(window, () => /--> .*"initialize"/.test(window.state.log.join("")));
  const first = await pid();
  t.mock.timers.tick(10_000);
  t.mock.timers.reset();
  await until(window, () => view.labels.join() === "Set the Path…,Try Again");
  assert.equal(view.message, `${script} (movies.server.path) does not answer.`);
  await ended(first);

  window.state.log.length = 0;
  void window.run("reload");
  await until(window, () => /--> .*"initialize"/.test(window.state.log.join("")));
  const second = await pid();
  window.state.set("movies.server.path", server);
  await until(window, () => view.welcome === "No favorites yet. Press the star of a film to star it.");
  await ended(second);
  assert.equal(window.state.statusItems[0].text, "$(star-full) 0");
});

test("a server that hangs is told of where the user looks, with another try", async (t) => {
  const window = activate(t);
  const view = window.state.views["movies.favorites"];
  await view.show();
  await window.run("star", OLDBOY);
  await until(window, () => view.labels.join() === "Oldboy (2003)");
  const pid = serverPid(window);
  await stop(pid);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const commands = [window.run("search"), window.run("star", { id: OLDBOY, title: "Oldboy" }), window.run("detail", OLDBOY)];
  lastPick(window).type("x");
  await new Promise(setImmediate); // the requests are sent
  assert.deepEqual(window.state.progress.at(-1), { title: "Movies: Loading…", isOver: false }); // of the star
  for (const _ of [1, 2]) t.mock.timers.tick(4000);
  t.mock.timers.runAll();
  t.mock.timers.reset();
  const sentence = "movie-server does not answer.";
  await until(window, () => !lastPick(window).busy);
  const { label, detail } = lastPick(window).items[0];
  assert.deepEqual([label, detail], [`$(error) ${sentence}`, "Try Again"]);
  await Promise.all(commands);
  assert.equal(window.state.progress.at(-1).isOver, true);
  const page = window.state.panels[0].messages.at(-1);
  assert.deepEqual([page.type, page.sentence, page.button], ["error", sentence, "Try Again"]);
  assert.deepEqual(window.state.errors, [{ message: sentence, buttons: ["Try Again", "Show Log"] }]);
  assert.deepEqual([window.state.statusItems[0].text, window.state.statusItems[0].tooltip], ["$(warning) Movies", sentence]);
  await until(window, () => view.labels.join() === "Try Again,Oldboy (2003)" && view.message === sentence);
  await ended(pid);
  lastPick(window).accept();
  await until(window, () => view.labels.join() === "Oldboy (2003)");
});

test("the views keep their rows when the server has stopped, and fill again when the user comes back to a server", async (t) => {
  const file = path.join(folders(t).HOME, "broken");
  const script = program(t, `[ ! -e ${file} ] || exit 1; exec ${server}`);
  const window = activate(t, { server: script });
  const [favorites, diary, home] = ["favorites", "diary", "home"].map((name) => window.state.views[`movies.${name}`]);
  window.state.answers.push("2024-02-29", "8", "");
  await window.run("watched", OLDBOY);
  await window.run("star", OLDBOY);
  for (const view of [favorites, diary, home]) await view.show();
  const shown = (view) => view.rows.map(({ item, children }) => [item.label, ...children.map(({ item }) => item.label)]);
  const before = [favorites, diary, home].map(shown);
  assert.equal(before[1].join(), "February 2024,Oldboy (2003)");
  fs.writeFileSync(file, "");
  process.kill(serverPid(window), "SIGKILL");
  const ended = `movie-server has ended: ${script} (MOVIE_SERVER): exit status 1`;
  const remedies = [["Set the Path…"], ["Try Again"]];
  for (const [index, view] of [favorites, diary, home].entries()) {
    await until(window, () => view.message === ended && view.labels[0] === "Set the Path…");
    assert.deepEqual(shown(view), [...remedies, ...before[index]]);
  }
  window.state.focus(); // it is broken still, of which the user has been told
  await until(window, () => window.state.log.join("").split(ended).length === 3 && favorites.message === ended);
  assert.equal(window.state.errors.length, 1);
  fs.rmSync(file);
  window.state.focus();
  for (const [index, view] of [favorites, diary, home].entries()) {
    await until(window, () => view.message === undefined && view.labels[0] !== "Set the Path…");
    assert.deepEqual(shown(view), before[index]);
  }
});

/** A service of TMDB that answers each request with one film when it is let. */
async function heldService(t) {
  const film = { id: 1, title: "One", release_date: "2000-01-01", overview: "", genre_ids: [] };
  let answer;
  const isLet = new Promise((resolve) => (answer = resolve));
  const page = JSON.stringify({ page: 1, results: [film], genres: [], total_pages: 1, total_results: 1 });
  const service = require("node:http").createServer((_, response) => void isLet.then(() => response.end(page)));
  await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
  t.after(() => service.close());
  return { answer, url: `http://127.0.0.1:${service.address().port}/` };
}
const secrets = { "movies.key.TMDB_API_KEY": "0123456789abcdef0123456789abcdef" };

test("the view Home and the empty box share the sections that the catalog loads", async (t) => {
  const { answer, url } = await heldService(t);
  const window = activate(t, { env: { ...folders(t), TMDB_BASE_URL: url }, secrets, settings: { "movies.trace.server": "messages" } });
  const view = window.state.views["movies.home"];
  const showing = view.show();
  await until(window, () => /--> .*"home"/.test(window.state.log.join("")));
  const searching = window.run("search");
  await until(window, () => lastPick(window)?.title === "Search: The Movie Database (TMDB)");
  answer();
  await Promise.all([showing, searching]);
  assert.equal(window.state.log.join("").match(/--> .*"home"/g).length, 1);
  assert.ok(view.labels.length > 1, view.labels.join());
  assert.equal(lastPick(window).labels[0], "$(blank) One (2000)");
});

test("the empty box says why a catalog has no films to begin with", async (t) => {
  const window = activate(t, { env: { ...folders(t), TMDB_BASE_URL: "http://127.0.0.1:1/" }, secrets });
  await window.run("search");
  const pick = lastPick(window);
  assert.deepEqual(pick.labels, ["$(error) tmdb cannot be reached. Check the network."]);
  assert.equal(pick.items[0].detail, "Try Again");
  pick.accept();
  await until(window, () => lastPick(window) !== pick && !lastPick(window).busy);
});

test("a server that is too old is explained too", async (t) => {
  const old = program(t, `read line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"0.9"}}'; cat >/dev/null`);
  const window = activate(t, { settings: { "movies.server.path": old } });
  await window.state.views["movies.favorites"].show();
  assert.equal(window.state.context["movies.state"], "old");
  assert.equal(window.state.views["movies.favorites"].welcome, "This movie-server has another protocol version. Update it.");
});

test("the welcome view uses the words of all clients", () => {
  const { viewsWelcome } = require("../package.json").contributes;
  const nls = require("../package.nls.json");
  const page = fs.readFileSync(path.join(root, "../README.md"), "utf8");
  for (const { when, contents } of viewsWelcome.filter(({ when }) => !/ready/.test(when))) {
    assert.ok(page.includes(nls[contents.slice(1, -1)].split("\n")[0]), when);
  }
});

test("the server that dies is started again, and the tree shows what has changed meanwhile", async (t) => {
  const env = folders(t);
  const window = activate(t, { env });
  const view = window.state.views["movies.favorites"];
  await view.show();
  const pid = serverPid(window);
  process.kill(pid, "SIGKILL");
  await until(window, () => serverPid(window) !== pid);
  const line = window.state.log.join("").split("\n").find((line) => line.endsWith(` process ${pid} ended by SIGKILL`));
  assert.match(line, /^\d{4}-\d\d-\d\dT[\d:.]+Z process/);
  const other = client(t, { env });
  await other.request("star", { id: OLDBOY });
  await until(window, () => view.labels[0] === "Oldboy (2003)");
  assert.deepEqual(window.state.errors, []);
});

test("stderr and, with the trace setting, all messages are in the log", async (t) => {
  const script = program(t, `echo 'take care' >&2; exec ${process.env.MOVIE_SERVER}`);
  const window = activate(t, { settings: { "movies.server.path": script } });
  await window.run("restart");
  await until(window, () => window.state.log.join("").includes("take care"));
  assert.doesNotMatch(window.state.log.join(""), /-->/);
  window.state.set("movies.trace.server", "messages");
  await window.run("restart");
  assert.match(window.state.log.join(""), /--> .*"initialize"/);
  await window.run("log");
  assert.ok(window.state.opened.includes("log"));
});

test("nothing runs after the window is closed", async (t) => {
  const window = activate(t);
  await window.state.views["movies.favorites"].show();
  const pid = serverPid(window);
  assert.equal(isRunning(pid), true);
  window.state.set("movies.language", "ko"); // which begins to end it
  await window.deactivate();
  assert.equal(isRunning(pid), false);
  assert.deepEqual([...window.state.commands.keys()], []);
});
