"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { inspect } = require("node:util");
const { MovieError, count, explain, findCommand, nothingFound, titleWithYear } = require("..");
const { client, folders, program } = require("./support");

const fail = (reason, data) => explain(new MovieError({ message: "the message", data: { reason, ...data } }));

test("the length of a list and the title of a film are in the words of all clients", () => {
  const page = fs.readFileSync(path.join(__dirname, "../../README.md"), "utf8");
  for (const words of [nothingFound, count({ total: 1 }), "Offline: an earlier result"]) assert.ok(page.includes(`\`${words}\``), words);
  assert.equal(count({ total: 20, totalIsExact: false }), "20+ films");
  assert.equal(count({ total: 2, stale: true }), "2 films · Offline: an earlier result");
  assert.equal(count({ total: 2, correctedQuery: "parasite" }), "2 films · Results for “parasite”");
  assert.deepEqual([{ title: "Oldboy", year: 2003 }, { title: "Oldboy" }].map(titleWithYear), ["Oldboy (2003)", "Oldboy"]);
  assert.equal(titleWithYear(undefined), "");
});

test("sentences are those that all clients share", () => {
  const page = fs.readFileSync(path.join(__dirname, "../../README.md"), "utf8");
  const table = page.slice(page.indexOf("| reason |")).split("\n\n")[0];
  const rows = [...table.matchAll(/^\| (`.*?) \| (.*?) \|$/gm)];
  assert.ok(rows.length > 10);
  for (const [, reasons, shown] of rows) {
    const sentence = shown === "nothing" ? "" : shown.replace(/^`|`$/g, "");
    for (const [, reason] of reasons.matchAll(/`(\w+)`/g)) {
      const expected = sentence.replaceAll("{catalog}", "tmdb").replace("{detail}", "the message");
      assert.equal(fail(reason, { catalog: "tmdb" }).sentence, expected, reason);
    }
  }
  assert.equal(fail("somethingNew").sentence, "the message");
});

test("a failure leads to what the user can do about it", async (t) => {
  assert.equal(fail("serverNotFound").remedy, "getServer");
  assert.equal(fail("somethingNew", { retryable: true }).remedy, "retry");
  assert.equal(fail("movieNotFound").remedy, undefined);
  assert.deepEqual(explain(new Error("a defect")), { sentence: "a defect", problem: "a defect" });
  const movies = client(t);
  const missing = await movies.request("detail", { id: "tmdb:1" }).catch((error) => error);
  const translate = (sentence, { catalog } = {}) => sentence.replace("{catalog} needs a key.", `${catalog}: 키가 필요합니다.`);
  const { sentence, problem, remedy } = explain(missing, translate);
  assert.deepEqual([problem, remedy], ["tmdb: 키가 필요합니다.", "setKey"]);
  assert.match(sentence, /^tmdb: 키가 필요합니다\. Run /);
  await movies.close();
  const closed = await movies.start().catch((error) => error);
  assert.deepEqual(explain(closed).remedy, undefined); // another try cannot help
  assert.doesNotMatch(inspect(closed), /undefined/);
});

test("the server is that of the setting, else of MOVIE_SERVER, else on PATH", (t) => {
  const [setting, variable, found] = [1, 2, 3].map(() => program(t, ""));
  const PATH = path.dirname(found);
  fs.renameSync(found, path.join(PATH, "movie-server"));
  const env = { MOVIE_SERVER: variable, PATH };
  assert.deepEqual(findCommand(setting, env), [setting]);
  assert.deepEqual(findCommand(`${setting} --catalog 'a b' --x="c d"`, env), [setting, "--catalog", "a b", "--x=c d"]);
  assert.deepEqual(findCommand(" ", env), [variable]);
  assert.deepEqual(findCommand("", { PATH, MOVIE_SERVER: "movie-server replay x.rpc" }).slice(1), ["replay", "x.rpc"]);
  assert.deepEqual(findCommand("", { PATH }), [path.join(PATH, "movie-server")]);
  const nothing = { reason: "serverNotFound" };
  const message = "movie-server was not found. Install it, or set MOVIE_SERVER to its path."; // also for a user without `explain`
  assert.throws(() => findCommand("", { PATH: folders(t).HOME }), { ...nothing, message });
  assert.throws(() => findCommand("~/nowhere", { PATH }), nothing);
  const wrong = { ...nothing, message: "nowhere (MOVIE_SERVER) cannot be started." };
  assert.throws(() => findCommand("", { PATH, MOVIE_SERVER: "nowhere --catalog builtin" }), (error) => {
    assert.throws(() => { throw error; }, wrong); // prettier-ignore
    return explain(error, (sentence) => `번역: ${sentence}`).problem.startsWith("번역: ");
  });
});

test("a server that cannot be started says why, with the error of the system as the cause", async (t) => {
  const file = program(t, "");
  fs.chmodSync(file, 0o644);
  const folder = path.dirname(file);
  const missing = path.join(folder, "missing");
  const whys = [[missing, "no such file or directory", "ENOENT"], [file, "permission denied", "EACCES"]];
  for (const [name, why, code] of [...whys, [folder, "it is not a file", undefined]]) {
    const setting = `${name} (movies.server.path) cannot be started: ${why}`;
    assert.throws(() => findCommand(name, {}, "movies.server.path"), (error) => error.message === setting && error.cause.code === code);
    const error = await client(t, { command: name }).start().catch((error) => error);
    assert.deepEqual([error.message, error.reason, error.cause.code], [`${name} cannot be started: ${why}`, "serverNotFound", code]);
    assert.equal(explain(error).sentence, `${name} cannot be started.`);
  }
  for (const [name, why, code] of whys) {
    const error = await client(t, { command: [name] }).start().catch((error) => error);
    assert.deepEqual([error.message, error.reason, error.cause.code], [`${name} cannot be started: ${why}`, "serverNotFound", code]);
  }
});

test("a wrong path is named, with the setting that it comes from", async (t) => {
  const sentenceOf = async (options, ...more) => {
    const find = async () => (more.length ? findCommand(...more) : client(t, options).start());
    return explain(await find().catch((error) => error)).sentence;
  };
  assert.equal(await sentenceOf({ env: { MOVIE_SERVER: "/nope --catalog x" } }), "/nope (MOVIE_SERVER) cannot be started.");
  assert.equal(await sentenceOf({ command: "/nope" }), "/nope cannot be started.");
  assert.equal(await sentenceOf({ command: ["/nope", "x"] }), "/nope cannot be started.");
  assert.equal(await sentenceOf({}, "/nope", {}, "movies.server.path"), "/nope (movies.server.path) cannot be started.");
  const page = fs.readFileSync(path.join(__dirname, "../../README.md"), "utf8");
  assert.ok(page.includes("`{detail} cannot be started.`"));
});
