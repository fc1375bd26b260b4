"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { afterwards, client, ended, folders, isRunning, program, stop } = require("../../javascript/tests/support");

const root = path.join(__dirname, "..");
const stub = path.join(__dirname, "vscode.js");
const SECONDS = 120;

const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => (request === "vscode" ? stub : resolve.call(Module, request, ...rest));

/** Starts the extension in a window of its own, with folders of its own unless `env` has some. */
function activate(test, { env = folders(test), settings = {}, secrets = {}, server = process.env.MOVIE_SERVER, language = "en" } = {}) {
  for (const file of Object.keys(require.cache)) if (file.startsWith(root)) delete require.cache[file];
  const vscode = require(stub);
  const extension = require(path.join(root, "extension.js"));
  const { state } = vscode;
  Object.assign(state.settings, settings);
  // The server inherits these from the editor.
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) if (/_(API_KEY|ACCESS_TOKEN|BASE_URL)$/.test(name)) delete process.env[name];
  Object.assign(process.env, env, { MOVIE_SERVER: server });
  afterwards(test, () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });
  const storage = new vscode.SecretStorage();
  for (const [key, value] of Object.entries(secrets)) storage.values.set(key, value);
  const packageJSON = require("../package.json");
  const context = { subscriptions: [], secrets: storage, extensionUri: vscode.Uri.file(root), extension: { packageJSON }, globalState: new vscode.Memento() };
  Object.assign(vscode.env, { language });
  vscode.l10n.bundle = language === "en" ? undefined : require(`../l10n/bundle.l10n.${language}.json`);
  extension.activate(context);
  const deactivate = async () => {
    if (context.subscriptions.length === 0) return; // the editor does it once
    for (const each of context.subscriptions.reverse()) each.dispose();
    context.subscriptions = [];
    await extension.deactivate();
  };
  afterwards(test, deactivate);
  return { vscode, state, env, storage, deactivate, run: (name, ...args) => vscode.commands.executeCommand(`movies.${name}`, ...args) };
}

/** Resolves when `condition` holds; it is evaluated again whenever something has happened in the window. */
function until({ state }, condition) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`in vain: ${condition}\n${state.log.join("")}`)), SECONDS * 1000);
    const check = () => {
      const value = condition();
      if (!value) return;
      clearTimeout(timer);
      subscription.dispose();
      resolve(value);
    };
    const subscription = state.happened.event(check);
    check();
  });
}

/** The process id of the server that was started last, from the log. */
const serverPid = ({ state }) => Number([...state.log.join("").matchAll(/, process (\d+),/g)].at(-1)?.[1]);

/**
 * Fills the library with 15 viewings of another film in each month from 2018 to 2024, but in none of 2020 and not in March
 * 2019; returns the films.
 */
async function fillLibrary(test, env) {
  const movies = client(test, { env });
  const films = [];
  for await (const { id, title } of movies.all("search", { query: "the", limit: 100 })) if (films.push({ id, title }) === 84) break;
  const rows = films.flatMap(({ id }, index) => {
    const month = new Date(Date.UTC(2018, index)).toISOString().slice(0, 7);
    const days = /2020|2019-03/.test(month) ? [] : Array.from({ length: 15 }, (_, day) => `${month}-${day + 10}`);
    return days.map((day) => `${id},,,,,,,,,,${day.replaceAll("-", "")},${day},,,`);
  });
  const header = "ids,imdbId,tmdbId,title,year,starredAt,watchlistedAt,rating,note,tags,viewing,date,viewingRating,viewingNote,rewatch";
  const file = path.join(env.HOME, "library.csv");
  fs.writeFileSync(file, [header, ...rows].join("\n"));
  const { unmatched } = await movies.library.import({ path: file });
  assert.deepEqual(unmatched, []);
  return films;
}

/** Takes the methods of the requests that are in the log since the last call. */
const requests = ({ state }) => [...state.log.splice(0).join("").matchAll(/^--> .*"method":"(\w+)"/gm)].map(([, method]) => method);

module.exports = { activate, afterwards, assert, client, ended, fillLibrary, folders, isRunning, program, requests, root, serverPid, stop, until };
