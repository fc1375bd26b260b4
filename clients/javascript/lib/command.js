"use strict";
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { MovieError, explain, unstartable } = require("./errors");

/**
 * Returns the server's command line: the setting, or else `MOVIE_SERVER`, or else `movie-server` on PATH. The first two
 * are a path, in which `~` is the home folder, or a command line.
 * @param {string} [setting]
 * @param {Record<string, string | undefined>} [env]
 * @param {string} [settingName] how the user calls the setting, for the error
 * @returns {string[]}
 */
function findCommand(setting, env, settingName) {
  return locate(setting, env, settingName).command;
}

/**
 * Returns the server's command line, and what errors call the program: its path, and where that is set.
 * @param {string} [setting]
 * @param {Record<string, string | undefined>} [env]
 * @param {string} [settingName]
 * @returns {{command: string[], label: string}}
 */
function locate(setting, env = process.env, settingName) {
  const [line, origin] = setting?.trim() ? [setting.trim(), settingName] : [env.MOVIE_SERVER?.trim(), "MOVIE_SERVER"];
  const chosen = (line || "movie-server").replace(/^~(?=[\\/])/, os.homedir());
  const [name, ...args] = findProgram(chosen, env) ? [chosen] : words(chosen);
  const program = findProgram(name, env);
  const labelOf = (/** @type {string} */ file) => (line && origin ? `${file} (${origin})` : file);
  if (program) return { command: [program, ...args], label: labelOf(program) };
  if (line) throw unstartable(labelOf(name), isPath(name) ? obstacle(name) : undefined);
  const data = { reason: /** @type {const} */ ("serverNotFound") };
  throw new MovieError({ message: explain(new MovieError({ message: "", data })).sentence, data });
}

/** @param {string} name a path, or a name to look up on PATH @param {Record<string, string | undefined>} env */
function findProgram(name, env) {
  if (isPath(name)) return obstacle(name) ? undefined : name;
  const suffixes = process.platform === "win32" ? [".exe"] : [""];
  return (env.PATH ?? "")
    .split(path.delimiter)
    .filter(Boolean)
    .flatMap((folder) => suffixes.map((suffix) => path.join(folder, name + suffix)))
    .find((file) => !obstacle(file));
}

/** @param {string} name */
const isPath = (name) => name.includes("/") || path.isAbsolute(name);

/**
 * Why a file cannot be executed, if it cannot.
 * @param {string} file
 * @returns {Error | undefined}
 */
function obstacle(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile() ? undefined : new Error("it is not a file");
  } catch (error) {
    return /** @type {Error} */ (error);
  }
}

/**
 * Splits a command line at spaces; quotes keep spaces.
 * @param {string} line
 */
function words(line) {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

module.exports = { findCommand, locate };
