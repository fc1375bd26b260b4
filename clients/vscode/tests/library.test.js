"use strict";
const { spawn } = require("node:child_process");
const { once } = require("node:events");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { activate, afterwards, assert, client, fillLibrary, folders, requests, root, until } = require("./support");

const OLDBOY = { id: "builtin:tt0364569", title: "Oldboy", year: 2003, link: "https://www.imdb.com/title/tt0364569/" };
const PARASITE = { id: "builtin:tt6751668", title: "Parasite", year: 2019 };
const view = ({ state }, name) => state.views[`movies.${name}`];
const selected = (view, ...indexes) => (view.selection = indexes.map((index) => view.rows[index].node));

test("films go on the watchlist and off it, several at once, and the message undoes it", async (t) => {
  const window = activate(t);
  const watchlist = view(window, "watchlist");
  await watchlist.show();
  assert.equal(watchlist.welcome, "The watchlist is empty. Put films on it from a search.");
  await window.run("search");
  const pick = window.state.picks.at(-1);
  pick.type("oldboy");
  await until(window, () => pick.items[0]?.movie);
  pick.pressButton(0, "Put on the Watchlist");
  await until(window, () => watchlist.labels[0] === "Oldboy (2003)");
  await until(window, () => pick.items[0].description === "+  올드보이 · Park Chan-wook");
  assert.match(watchlist.rows[0].item.tooltip, /^Oldboy \(2003\)\n\n\+ On the watchlist\n\n올드보이\n/);
  assert.equal(window.state.said.at(-1), "Put Oldboy (2003) on the watchlist.");
  await window.run("watch", PARASITE);
  await until(window, () => watchlist.rows.length === 2);
  assert.equal(watchlist.description, "2 films");
  const nodes = selected(watchlist, 0, 1);
  window.state.answers.push("Undo");
  await window.run("unwatch", nodes[0], nodes);
  assert.equal(window.state.said.at(-1), "Took 2 films off the watchlist.");
  await until(window, () => window.state.answers.length === 0);
  const other = client(t, { env: window.env });
  await until(window, () => watchlist.rows.length === 2);
  await until(window, () => window.state.said.at(-1) === "Undone: Took 2 films off the watchlist.");
  await window.run("undo"); // of what was done before
  await until(window, () => watchlist.labels.join() === "Oldboy (2003)");
  selected(watchlist);
  await window.run("unwatch", { view: "movies.watchlist" }); // a key, and nothing is selected
  assert.equal((await other.request("library", { filter: "watchlist" })).total, 1);
  selected(watchlist, 0);
  await window.run("unwatch", { view: "movies.watchlist" });
  await until(window, () => watchlist.rows.length === 0);
  for (const _ of [1, 2]) await window.run("undo");
  await until(window, () => watchlist.rows.length === 0);
  await window.run("undo");
  assert.equal(window.state.said.at(-1), "There is nothing to undo.");
  assert.deepEqual(window.state.errors, []);
});

test("viewings are logged with the day of today proposed, and the diary has them by month", async (t) => {
  const window = activate(t);
  const diary = view(window, "diary");
  await diary.show();
  const day = (offset) => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000 + offset * 86_400_000).toISOString().slice(0, 10);
  const today = day(0);
  window.state.answers.push("yesterday", "2024-02-30", day(2));
  await window.run("watched", OLDBOY);
  const problems = [`A day is written like ${today}.`, "There is no such day.", "This day is in the future."];
  assert.deepEqual(window.state.refused, problems);
  window.state.answers.push("-1", "7,5", "");
  await window.run("watched", PARASITE);
  await until(window, () => diary.rows[0]?.children[0].item.description === `${day(-1)} · 7.5`);
  const { label: heard } = diary.rows[0].children[0].item.accessibilityInformation; // in place of label and description
  assert.equal(heard, `Parasite (2019), ${day(-1)} · 7.5`);
  await window.run("undo");
  window.state.answers.push("2024-02-29", "8.5", "With Ann");
  await window.run("watched", OLDBOY);
  window.state.answers.push("…", "No rating", "");
  await window.run("watched", OLDBOY); // which the diary has
  window.state.answers.push("?", "No rating", "");
  await window.run("watched", PARASITE);
  await until(window, () => diary.rows.length === 3);
  const rows = () => diary.rows.map(({ item, children }) => [item.label, ...children.map(({ item }) => `${item.label}: ${item.description}`)]);
  assert.deepEqual(rows().slice(1), [
    ["February 2024", "Oldboy (2003): 2024-02-29 · 8.5 · With Ann"],
    ["Day unknown", "Parasite (2019): ✓  Bong Joon Ho"],
  ]);
  assert.match(diary.rows[1].children[0].item.tooltip, /^Oldboy \(2003\)\n\n✓ Viewings: 2 · My rating: 8.5\n/);
  assert.deepEqual(rows()[0].slice(1), [`Oldboy (2003): ${today} · again`]);
  assert.equal(diary.description, "Viewings: 3");
  assert.deepEqual(window.state.fleeting, []); // the answers before would be lost

  const viewing = diary.rows[1].children[0].node;
  window.state.answers.push("2024-03-01", "9", "…");
  await window.run("editViewing", viewing);
  await until(window, () => diary.rows[1].children[0].item.description === "2024-03-01 · 9 · With Ann");
  await window.run("undo");
  await until(window, () => diary.rows[1].children[0].item.description === "2024-02-29 · 8.5 · With Ann");
  await window.run("deleteViewing", diary.rows[1].children[0].node);
  await until(window, () => diary.rows.length === 2);
  assert.equal(window.state.said.at(-1), "Deleted the viewing of Oldboy (2003).");
  await window.run("undo");
  await until(window, () => diary.rows.length === 3);
  window.state.answers.push("2023-12-31", "No rating", "");
  await window.run("watched", OLDBOY); // before the others, so that it was not seen again
  await until(window, () => diary.rows.length === 4);
  assert.deepEqual(rows()[2], ["December 2023", "Oldboy (2003): 2023-12-31"]);
});

test("a long diary and a long list come in pages, and a change keeps what is shown", async (t) => {
  const window = activate(t);
  const { library } = client(t, { env: window.env });
  for (let index = 0; index < 130; index++) await library.logViewing({ id: OLDBOY.id, date: "2020-05-31" });
  const diary = view(window, "diary");
  await diary.show();
  const month = () => diary.rows[0].children;
  assert.equal(month().length, 101);
  const { command, arguments: args } = month().at(-1).item.command;
  assert.equal(month().at(-1).item.description, "100 of 130");
  await window.vscode.commands.executeCommand(command, ...args);
  await until(window, () => month().length === 130);
  await library.mark({ id: PARASITE.id, watchlist: true });
  await until(window, () => month().length === 130);
});

test("a diary of many months has years, and many changes are shown together", async (t) => {
  const window = activate(t, { settings: { "movies.trace.server": "messages" } });
  const films = await fillLibrary(t, window.env);
  const [diary, favorites] = [view(window, "diary"), view(window, "favorites")];
  await diary.show();
  assert.deepEqual(diary.labels, ["2024", "2023", "2022", "2021", "2019", "2018"]);
  assert.deepEqual(diary.rows[0].children.slice(0, 2).map(({ item }) => item.label), ["December 2024", "November 2024"]);
  assert.equal(diary.rows[0].item.description, "180");
  assert.equal(diary.description, "Viewings: 1,065");
  assert.deepEqual([...new Set(requests(window))], ["initialize", "statistics", "diary"]);

  const month = () => diary.rows.find(({ item }) => item.label === "2018").children.at(-1).children; // January, of the first film
  await window.run("star", films[0]);
  await until(window, () => month()[0]?.item.iconPath.id === "star-full");
  await favorites.show();
  requests(window);
  const begin = Date.now();
  await window.run("star", films[1], films.slice(1, 21));
  await until(window, () => favorites.rows.length === 21);
  assert.equal(window.state.said.at(-1), "Starred 20 films.");
  assert.ok(month().length === 15 && diary.rows.length === 6);
  const starring = requests(window);
  const most = 2 + (Date.now() - begin) / 50; // changes within 50 ms are shown together
  assert.ok(starring.filter((method) => method === "library").length <= most, starring.join());

  window.state.answers.push("2018-01-31", "No rating", "");
  await window.run("watched", films[0]);
  await until(window, () => month().length === 16);
  const [viewing] = month();
  window.state.answers.push("2018-01-30", "No rating", "Late"); // the counts stay
  await window.run("editViewing", viewing.node);
  await until(window, () => month()[0].item.description === "2018-01-30 · again · Late");
  window.state.answers.push("2017-12-31", "No rating", "");
  await window.run("watched", films[83]);
  await until(window, () => diary.labels.at(-1) === "2017");
  const { library } = client(t, { env: window.env }); // another program
  await library.logViewing({ id: films[2].id, date: "2016-05-31" });
  await until(window, () => diary.labels.at(-1) === "2016");
});

test("films are rated, tagged and noted", async (t) => {
  const window = activate(t);
  const { library } = client(t, { env: window.env });
  const kept = async ({ id }) => (await library.mark({ id })).mark;
  window.state.answers.push("7.5");
  await window.run("rate", OLDBOY);
  assert.equal((await kept(OLDBOY)).rating, 7.5);
  assert.equal(window.state.said.at(-1), "Rated Oldboy (2003): 7.5.");
  window.state.answers.push("Rainy day, revenge");
  await window.run("tag", OLDBOY);
  assert.deepEqual((await kept(OLDBOY)).tags, ["Rainy day", "revenge"]);
  window.state.answers.push("Tags", ["Rainy day"], "");
  await window.run("mark", OLDBOY);
  assert.deepEqual((await kept(OLDBOY)).tags, ["Rainy day"]);
  await window.run("undo");
  assert.deepEqual((await kept(OLDBOY)).tags, ["Rainy day", "revenge"]);
  await window.run("note", OLDBOY);
  const panel = await until(window, () => window.state.panels[0]);
  await until(window, () => panel.messages.some(({ type }) => type === "note"));
  assert.equal(panel.options.enableFindWidget, true);
  await window.run("note", OLDBOY); // the page shows it already
  await window.run("detail", PARASITE);
  await until(window, () => panel.title === "Parasite");
  const shown = () => panel.messages.map(({ type, result }) => result?.title ?? type).slice(-2);
  assert.deepEqual(shown(), ["loading", "Parasite"]); // without the box for a note
  panel.send({ type: "back" });
  await until(window, () => panel.title === "Oldboy");
  panel.send({ type: "saveNote", argument: OLDBOY, note: "One\nTwo" });
  await until(window, () => panel.messages.findLast(({ type }) => type === "show").result.mark?.note === "One\nTwo");
  window.state.answers.push("No rating");
  await window.run("rate"); // the film of the page
  assert.equal((await kept(OLDBOY)).rating, undefined);
});

test("a change is undone by the server that runs then", async (t) => {
  const window = activate(t);
  await window.run("star", OLDBOY);
  window.state.set("movies.country", "KR"); // which starts another server
  await window.run("undo");
  assert.deepEqual([window.state.errors, window.state.said.at(-1)], [[], "Undone: Starred Oldboy (2003)."]);
});

test("tags of several films go to all, and each keeps its own", async (t) => {
  const window = activate(t);
  const { library } = client(t, { env: window.env });
  await library.mark({ id: OLDBOY.id, tags: ["both", "revenge"], watchlist: true });
  await library.mark({ id: PARASITE.id, tags: ["both", "houses"], watchlist: true });
  const watchlist = view(window, "watchlist");
  await watchlist.show();
  const nodes = selected(watchlist, 0, 1);
  const tagged = async (...answers) => {
    window.state.answers.push(...answers);
    await window.run("tag", nodes[0], nodes);
    return Promise.all([OLDBOY, PARASITE].map(async ({ id }) => (await library.mark({ id })).mark.tags.sort().join()));
  };
  assert.deepEqual(await tagged(["both"], "new"), ["both,new,revenge", "both,houses,new"]);
  assert.deepEqual(await tagged(["new", "houses"], ""), ["houses,new,revenge", "houses,new"]);
  // A name that would be an icon is shown as it is.
  assert.deepEqual(await tagged(["houses"], "$(bug)"), ["$(bug),houses,revenge", "$(bug),houses"]);
  assert.deepEqual(await tagged(["\\$(bug)"], ""), ["$(bug),revenge", "$(bug)"]);
});

test("the page of a film shows at once that a rating was undone, and a star is told as well as its undo", async (t) => {
  const window = activate(t);
  await window.run("detail", OLDBOY.id);
  const panel = await until(window, () => window.state.panels[0]);
  const shown = () => panel.messages.findLast(({ type }) => type === "show")?.result;
  await until(window, shown);
  window.state.answers.push("2024-02-29", "7.5", "With Ann");
  await window.run("watched", OLDBOY);
  await until(window, () => shown().mark?.rating === 7.5);
  await window.run("undo");
  await until(window, () => !shown().mark?.diary && !shown().mark?.rating && shown().myRating === undefined);
  await window.run("star", OLDBOY);
  assert.equal(window.state.said.at(-1), "Starred Oldboy (2003).");
  await window.run("undo");
  assert.equal(window.state.said.at(-1), "Undone: Starred Oldboy (2003).");
  await window.run("star", OLDBOY.id);
  await window.run("undo");
  assert.equal(window.state.said.at(-1), "Undone: Starred Oldboy (2003).");
});

test("a command of the palette asks for a film", async (t) => {
  const window = activate(t);
  await window.run("star");
  const pick = window.state.picks.at(-1);
  pick.type("oldboy");
  await until(window, () => pick.items[0]?.movie);
  pick.accept();
  await until(window, () => window.state.statusItems[0].text === "$(star-full) 1");
  assert.equal(window.state.panels.length, 0);
  await window.run("search");
  const [recent] = window.state.picks.at(-1).items;
  assert.equal(recent.label, "$(history) oldboy");
  window.state.picks.at(-1).accept();
  await until(window, () => window.state.picks.at(-1).labels[0] === "$(star-full) Oldboy (2003)");
  await window.run("copyLink", OLDBOY.id);
  assert.equal(window.state.clipboard, OLDBOY.link);
});

test("a command with only an id says the title", async (t) => {
  const window = activate(t);
  window.state.answers.push("2024-02-29", "8", "");
  await window.run("watched", PARASITE.id);
  assert.equal(window.state.said.at(-1), "Logged a viewing of Parasite (2019).");
  assert.equal(window.state.asked[0], "Log a viewing of Parasite (2019)");
  await window.run("watch", { id: OLDBOY.id });
  assert.equal(window.state.said.at(-1), "Put Oldboy (2003) on the watchlist.");
  await window.run("watch", "nowhere:1"); // no catalog has it
  assert.match(window.state.errors[0].message, /^There is no catalog “nowhere”/);
});

test("statistics, export and import", async (t) => {
  const window = activate(t, { settings: { "movies.trace.server": "messages" } });
  const { library } = client(t, { env: window.env });
  await library.logViewing({ id: OLDBOY.id, date: "2024-02-29", rating: 8 });
  await library.logViewing({ id: PARASITE.id, date: "2025-01-01" });
  await window.run("statistics");
  const [panel] = window.state.panels;
  const shown = () => panel.messages.findLast(({ type }) => type === "show");
  await until(window, shown);
  assert.deepEqual([shown().result.viewings, shown().result.years], [2, ["2025", "2024"]]);
  requests(window);
  panel.send({ type: "open", method: "statistics", id: "2024" });
  await until(window, () => shown().result.viewings === 1);
  await library.mark({ id: OLDBOY.id, watchlist: true });
  await library.logViewing({ id: PARASITE.id, date: "2024-12-31" });
  await library.logViewing({ id: PARASITE.id, date: "2026-01-01" });
  await until(window, () => shown().result.viewings === 2 && shown().result.years[0] === "2026");
  await library.deleteViewing((await library.logViewing({ id: PARASITE.id, date: "2026-02-01" })).viewing.viewing);
  await until(window, () => shown().result.years[0] === "2026");
  const file = path.join(folders(t).HOME, "library.json");
  window.state.answers.push("JSON: all of it", file);
  await window.run("export");
  assert.equal(window.state.said.at(-1), "Exported 2 films; viewings: 4.");
  assert.equal(window.state.asked.at(-1), path.join(os.homedir(), "movies.json")); // what the user may accept
  assert.ok(fs.existsSync(file));

  const other = activate(t, { env: folders(t) });
  other.state.answers.push(file);
  await other.run("import"); // the user sees what would happen, and leaves
  const found = "json: 2 new, 0 changed, 0 as before, 0 not found.";
  assert.deepEqual(other.state.said.slice(-2), [found, "An import cannot be undone, and no change before it."]);
  await view(other, "diary").show();
  assert.equal(view(other, "diary").rows.length, 0);
  await other.run("star", "builtin:tt0468569");
  other.state.answers.push(file, "Import");
  await other.run("import");
  assert.equal(other.state.said.at(-1), "Imported 2 films.");
  await other.run("undo"); // neither the import nor what was done before it
  assert.equal(other.state.said.at(-1), "There is nothing to undo.");
  await until(other, () => other.state.statusItems[0].text === "$(star-full) 1");
  await other.run("star", "builtin:tt0468569");
  assert.equal(other.state.said.at(-1), "Nothing has changed.");
  await until(other, () => view(other, "diary").rows.length === 4);
  await other.run("star", OLDBOY.id);
  other.state.answers.push(file, "Import");
  await other.run("import"); // which changes nothing
  assert.equal(other.state.said.at(-1), "Imported 0 films.");
  await other.run("undo");
  assert.equal(other.state.said.at(-1), "Undone: Starred Oldboy (2003).");
  const unknown = path.join(folders(t).HOME, "unknown.csv");
  fs.writeFileSync(unknown, `imdbId,viewing,date\n${Array.from({ length: 1001 }, (_, index) => `tt9${index},${index},2020-01-01\n`).join("")}`);
  other.state.answers.push(unknown);
  await other.run("import");
  assert.equal(other.state.said.at(-2), "csv: 0 new, 0 changed, 0 as before, 1,001 not found.");
  assert.deepEqual([...window.state.errors, ...other.state.errors], []);
  fs.writeFileSync(unknown, "imdbId,viewing,date\n");
  other.state.said.length = 0;
  other.state.answers.push(unknown, "Import");
  await other.run("import");
  assert.deepEqual(other.state.said, ["There is nothing to import."]);
  other.state.answers.splice(0, 1, "/nowhere/library.json");
  await other.run("import");
  assert.equal(other.state.errors[0].message, "Cannot read /nowhere/library.json: No such file or directory.");
});

test("kept films are fetched again in the language of now, and the views show them", async (t) => {
  const window = activate(t, { settings: { "movies.language": "ko" } });
  const favorites = view(window, "favorites");
  await favorites.show();
  await window.run("star", OLDBOY.id);
  await until(window, () => favorites.labels.join() === "올드보이 (2003)");
  window.state.set("movies.language", "en");
  await window.run("refresh");
  assert.equal(window.state.said.at(-1), "Films fetched again: 1");
  await until(window, () => favorites.labels.join() === "Oldboy (2003)");
  const other = client(t, { env: window.env });
  for (const id of ["mine:1", "mine:2"]) await other.request("star", { movie: { id, title: id } });
  await window.run("refresh");
  assert.equal(window.state.said.at(-1), "Films fetched again: 1. 2 films could not be fetched (catalogUnknown)");
  await other.request("unstar", { id: "mine:2" });
  await window.run("refresh");
  assert.equal(window.state.said.at(-1), "Films fetched again: 1. mine:1 could not be fetched (catalogUnknown)");
});

test("the user logs in at TMDB and rates there", async (t) => {
  const upstream = path.join(root, "../../Tests/Upstreams/upstream.py");
  const service = spawn("python3", [upstream, "tmdb"], { stdio: ["pipe", "pipe", "inherit"] });
  afterwards(t, async () => {
    service.stdin.end();
    await once(service, "close");
  });
  const [line] = await once(service.stdout.setEncoding("utf8"), "data");
  const env = { ...folders(t), TMDB_BASE_URL: line.trim() };
  const window = activate(t, { env, secrets: { "movies.key.TMDB_API_KEY": "0123456789abcdef0123456789abcdef" } });
  window.state.answers.push("I Have Approved It");
  await window.run("login"); // who has not is asked again, and leaves
  const question = "Approve the login at The Movie Database (TMDB) in the browser.";
  assert.deepEqual(window.state.said, [question, question]);
  window.state.answers.push(async () => {
    service.stdin.write('{"op":"approve","request_token":"","decision":"approved"}\n');
    await once(service.stdout, "data");
    return "I Have Approved It";
  });
  await window.run("login");
  assert.equal(window.state.context["movies.login"], true);
  assert.match(window.state.opened.at(-1), /^https:\/\/www\.themoviedb\.org\/authenticate\//);
  assert.match(window.state.said.at(-1), /^Logged in at The Movie Database \(TMDB\) as \w+/);
  window.state.answers.push("8");
  await window.run("rate", { id: "tmdb:496243", title: "Parasite" });
  service.stdin.write('{"op":"log"}\n');
  const [log] = await once(service.stdout, "data");
  assert.match(log, /movie\/496243\/rating/);
  await window.run("undo");
  window.state.answers.push("Log Out");
  await window.run("login");
  assert.deepEqual(window.state.errors, []);
});

test("an error stands where the list is, with a row that tries again", async (t) => {
  const window = activate(t, { settings: { "movies.catalog": "tmdb" } });
  const home = view(window, "home");
  await home.show();
  assert.equal(home.message, undefined); // tmdb has no home without a key
  const broken = activate(t, { settings: { "movies.server.path": `${process.env.MOVIE_SERVER} --catalog nope` } });
  await view(broken, "diary").show();
  assert.match(view(broken, "diary").message, /^movie-server has ended: \S+ \(movies\.server\.path\): .*--catalog must be one of/);
  assert.deepEqual(view(broken, "diary").labels, ["Set the Path…", "Try Again"]);
});

test("the country is that of the setting, else of the language or the system; the user is asked if there is none", async (t) => {
  const sent = async (options) => {
    const window = activate(t, { ...options, settings: { "movies.trace.server": "messages", ...options.settings } });
    await window.run("restart");
    return [window.state.log.join("").match(/"locale":"(.*?)"/)[1], window];
  };
  const none = { LC_ALL: "C.UTF-8" };
  const [locale, window] = await sent({ env: { ...folders(t), ...none } });
  assert.equal(locale, "en");
  window.state.answers.push("KR");
  await window.run("setCountry");
  assert.equal(window.state.settings["movies.country"], "KR");
  assert.equal((await sent({ env: { ...folders(t), ...none }, settings: { "movies.country": "kr" } }))[0], "en-KR");
  assert.equal((await sent({ env: { ...folders(t), ...none }, settings: { "movies.language": "pt-BR" } }))[0], "pt-BR");
  assert.equal((await sent({ env: { ...folders(t), LC_ALL: "", LANG: "C.UTF-8", LC_TIME: "de_AT.UTF-8" } }))[0], "en-AT");
  assert.equal((await sent({ env: { ...folders(t), ...none }, language: "ko", settings: { "movies.country": "US" } }))[0], "ko-US");
});

test("everything that a user reads is Korean in a Korean editor", async (t) => {
  const window = activate(t, { language: "ko", settings: { "movies.catalog": "omdb" } });
  await window.run("search");
  const pick = window.state.picks.at(-1);
  assert.match(pick.title, /^검색: /);
  pick.type("x");
  await until(window, () => pick.labels[0] === "$(error) omdb에는 키가 필요합니다.");
  assert.equal(pick.items[0].detail, "키 설정…");
  await window.run("watch", { id: "builtin:tt0364569", title: "올드보이" });
  assert.equal(window.state.said.at(-1), "올드보이을(를) 볼 영화에 넣었습니다.");
});
