"use strict";
const assert = require("node:assert/strict");
const { spawnSync } = require("node:child_process");
const { once } = require("node:events");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { setImmediate } = require("node:timers/promises");
const { Movies, findCommand } = require("..");

const SECONDS = 120;

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

/** Calls `wait` with a signal that aborts it at the deadline. The timer of `AbortSignal.timeout` may be garbage by then. */
async function withDeadline(wait) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), SECONDS * 1000);
  return wait(controller.signal).finally(() => clearTimeout(timer));
}

/** Resolves with the arguments of the next event of this name. */
const next = (emitter, name) => withDeadline((signal) => once(emitter, name, { signal }));

/**
 * Resolves when `condition` returns something truthy. It is evaluated again after each event of one of the emitters or, if
 * there are none, again and again.
 */
const until = (condition, ...events) =>
  withDeadline(async (signal) => {
    for (;;) {
      const value = await condition();
      if (value) return value;
      signal.throwIfAborted();
      await (events.length ? Promise.race(events.map(([emitter, name]) => once(emitter, name, { signal }))) : setImmediate());
    }
  });

/** Resolves when no process with this id runs. */
const ended = (pid) => until(() => !isRunning(pid));

/** Stops a process, and resolves when it can do nothing more: its threads run on until one of them handles the signal. */
async function stop(pid) {
  process.kill(pid, "SIGSTOP");
  await until(() => state(pid).startsWith("T"));
}

/** Whether a process runs. One that has ended may wait long for the system's first process to take note of it. */
const isRunning = (pid) => /^[^Z]/.test(state(pid));

/** The state of a process, as `ps` shows it; empty if there is no such process. */
const state = (pid) => spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();

/** Writes a program that runs these lines of shell, and returns its path. */
function program(test, lines) {
  const file = path.join(folders(test).HOME, "program");
  fs.writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return file;
}

module.exports = { afterwards, folders, client, next, replay, stop, until, ended, isRunning, program };
