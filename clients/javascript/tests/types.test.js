"use strict";
const assert = require("node:assert/strict");
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { folders } = require("./support");

const root = path.join(__dirname, "..");
const skip = spawnSync("tsc", ["--version"]).error ? "tsc is not installed" : false;
// A clone in which Tests/setup has not run lacks them: that says nothing about the code.
const lacksTypes = spawnSync("tsc", ["-p", path.join(root, "jsconfig.json")], { encoding: "utf8" }).stdout?.includes("TS2688");
const skipOwn = skip || (lacksTypes ? "the types of Node are missing: run Tests/setup --tests" : false);

test("the comments' types are right, and types/ has what ./generate writes", { skip: skipOwn }, (t) => {
  const folder = path.join(folders(t).HOME, "types");
  execFileSync(path.join(root, "generate"), [folder]); // fails if a type is wrong
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".d.ts"));
  assert.ok(files.length > 4);
  for (const file of files) {
    assert.equal(fs.readFileSync(path.join(root, "types", file), "utf8"), fs.readFileSync(path.join(folder, file), "utf8"), file);
  }
});

test("a TypeScript program finds the types of params and results", { skip }, (t) => {
  const folder = folders(t).HOME;
  fs.mkdirSync(path.join(folder, "node_modules"));
  fs.symlinkSync(root, path.join(folder, "node_modules/movie-server-client"));
  const programs = {
    right: `const movies = new Movies().on("loading", (params) => params.active);
      const disposed: Promise<void> = movies[Symbol.asyncDispose]();
      const signal = { aborted: false, addEventListener() {}, removeEventListener() {} };
      movies.on("favoritesChanged", ({ added, total }) => added[0].title.length + total).once("resync", ({ topics }) => topics.length);
      movies.on("start", ({ catalog }) => catalog.length).on("end", ({ reason }) => reason.length);
      movies.on("notification", (method, params) => method.length + params.anything);
      movies.stars.on("change", (ids) => ids.size).on("favorites", () => {});
      movies.library.on("change", (ids) => ids.size).on("library", () => {});
      movies.request("methodOfANewerServer" as any, { any: 1 } as any).then((result: any) => result.anything);
      movies.request("genres").catch((error: MovieError) => error.reason === "movieNotFound" || error.reason === "serverGone" || error.method);
      movies.can("discover", "x:1");
      const film = (movie: Movie) => movie.title.length;
      movies.request("genres").then(({ genres }) => genres.length);
      async function seen() { for await (const { date, movie } of movies.library.diary({ from: "2026-01-01" })) movie.title.length; }
      movies.library.logViewing({ id: "x:1", date: new Date() }).then(({ viewing }) => movies.library.deleteViewing(viewing));
      movies.library.change("mark", { id: "x:1", rating: 8 }).then(({ result, undo }) => undo && result.mark.rating);
      movies.request("search", { query: "x" }, { signal }).then((page) => page.items[0].title.length);
      async function all() { for await (const { title } of movies.all("search", { query: "x" }, { signal })) title.length; }`,
    wrongMethod: `new Movies().request("serch" , { query: "x" });`,
    wrongCapability: `new Movies().can("dicsover");`,
    wrongReason: `new Movies().start().catch((error: MovieError) => error.reason === "movieNotFund");`,
    wrongEvent: `new Movies().on("nope", () => {});`,
    wrongListener: `new Movies().on("loading", ({ busy }) => busy);`,
    wrongStars: `new Movies().stars.on("library", () => {});`,
    wrongIds: `new Movies().stars.on("change", (ids) => ids.length);`,
    noParams: `new Movies().request("search");`,
    noQuery: `new Movies().all("search");`,
    wrongMark: `new Movies().library.mark({ id: "x:1", stars: 8 });`,
    wrongParam: `new Movies().request("search", { query: 1 });`,
    wrongResult: `new Movies().request("search", { query: "x" }).then((page) => page.films);`,
  };
  for (const [name, text] of Object.entries(programs)) {
    fs.writeFileSync(path.join(folder, `${name}.ts`), `import { Movies, MovieError } from "movie-server-client";\nimport type { Movie } from "movie-server-client/protocol";\n${text}`);
  }
  // As in an empty folder: without the types of Node, of which the program uses nothing, and without those of the DOM.
  const options = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022", "--moduleResolution", "node", "--module", "commonjs"];
  const files = Object.keys(programs).map((name) => `${name}.ts`);
  const { stdout } = spawnSync("tsc", [...options, ...files], { cwd: folder, encoding: "utf8" });
  assert.match(stdout, /wrongParam.ts.*number/);
  assert.match(stdout, /wrongEvent.ts.*nope/);
  assert.match(stdout, /wrongMethod.ts.*serch/);
  assert.match(stdout, /wrongCapability.ts.*dicsover/);
  assert.match(stdout, /wrongReason.ts.*movieNotFund/);
  assert.match(stdout, /wrongListener.ts.*busy/);
  assert.match(stdout, /wrongStars.ts.*library/);
  assert.match(stdout, /wrongIds.ts.*length/);
  assert.match(stdout, /noParams.ts.*Expected 2-3 arguments/);
  assert.match(stdout, /noQuery.ts.*Expected 2-3 arguments/);
  assert.match(stdout, /wrongMark.ts.*stars/);
  assert.match(stdout, /wrongResult.ts.*films/);
  assert.doesNotMatch(stdout, /right.ts|\.d\.ts/);
});
