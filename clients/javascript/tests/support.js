"use strict";
const assert = require("node:assert/strict");
const { spawnSync } = require("node:child_process");
const { once } = require("node:events");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { Movies, findCommand } = require("..");

const SECONDS = 10;

/** @type {WeakMap<object, (() => unknown)[]>} */
const cleanups = new WeakMap();

/** Runs `cleanup` after the test: the last one first, and all of them, even if one fails. */
function afterwards(test, cleanup) {
  const list = cleanups.get(test);
  if (list) return void list.push(cleanup);
  const all = [cleanup];
  cleanups.set(test, all);
  test.after(async () => {
    const results = [];
    for (const each of all.reverse()) results.push(...(await Promise.allSettled([Promise.resolve().then(each)])));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  });
}

/** Returns variables that give a server folders of its own; they are removed after the test. */
function folders(test) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "movies-"));
  afterwards(test, () => fs.rmSync(root, { recursive: true, force: true }));
  const env = { HOME: root };
  for (const name of ["DATA", "CONFIG", "CACHE", "STATE"]) env[`XDG_${name}_HOME`] = path.join(root, name.toLowerCase());
  return env;
}

/** Returns a client that is closed after the test. The test fails if the real server does not exit with status 0. */
function client(test, options = {}) {
  const movies = new Movies({ env: folders(test), ...options });
  afterwards(test, async () => {
    const end = await movies.close();
    if (end && !options.command) assert.equal(end.status, 0, end.errors);
  });
  return movies;
}

/** Returns a client of a server that plays a transcript. The test fails if the client has sent something else. */
function replay(test, file, initialize) {
  const command = [...findCommand(), "replay", path.resolve(__dirname, file)];
  const movies = new Movies({ env: folders(test), command, initialize });
  afterwards(test, async () => {
    const { status, errors } = await movies.close();
    assert.equal(status, 0, errors);
  });
  return movies;
}

/** Resolves when `condition` returns something truthy. It is evaluated again after each event of one of the emitters. */
async function until(condition, ...events) {
  const deadline = AbortSignal.timeout(SECONDS * 1000);
  for (;;) {
    const value = await condition();
    if (value) return value;
    await Promise.race(events.map(([emitter, name]) => once(emitter, name, { signal: deadline })));
  }
}

/** Resolves when no process with this id runs. */
async function ended(pid) {
  const deadline = performance.now() + SECONDS * 1000;
  while (isRunning(pid)) {
    assert.ok(performance.now() < deadline, `process ${pid} still runs`);
    await new Promise(setImmediate);
  }
}

/** Whether a process runs. One that has ended may wait long for the system's first process to take note of it. */
function isRunning(pid) {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return /^\s*[^\sZ]/.test(stdout);
}

/** Writes a program that runs these lines of shell, and returns its path. */
function program(test, lines) {
  const file = path.join(folders(test).HOME, "program");
  fs.writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return file;
}

module.exports = { afterwards, folders, client, replay, until, ended, isRunning, program };
