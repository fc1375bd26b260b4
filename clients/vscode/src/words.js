"use strict";
const vscode = require("vscode");
const client = require("../client");

/** A number in the language of the editor. @param {number} value */
const number = (value) => new Intl.NumberFormat(vscode.env.language).format(value);

/** Returns a sentence in the language of the editor. @type {import("../client/lib/words").Translate} */
const t = (sentence, values = {}) => {
  const texts = Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? number(value) : value]);
  return vscode.l10n.t(sentence, Object.fromEntries(texts));
};

/** What the user reads of an error, and what can be done about it. @param {any} error */
function explain(error) {
  const found = client.explain(error, t);
  if (error.reason === "timeout") return { ...found, problem: t("{program} does not answer.", { program: error.data.detail ?? "movie-server" }) };
  // The server begins some messages in lower case, which a terminal shows behind its name.
  const isMessage = error.code !== undefined && found.problem === error.message;
  return isMessage ? { ...found, problem: found.problem.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) } : found;
}

/** The length of a list. @param {any} page */
const count = (page) => client.count(page, t);

/** A text of a catalog, in which `$(name)` would be an icon. @param {string} text */
const withoutIcons = (text) => text.replaceAll("$(", "\\$(");

/** A text of a catalog in a message, in which `[text](command:…)` would be a link that runs a command. @param {string} text */
const withoutLinks = (text) => text.replaceAll("](", "]\u200b(");

/** @param {any} movie */
const nameOf = (movie) => (movie.title ? client.titleWithYear(movie) : movie.id);

/** The films of a command in few words. @param {any[]} movies */
const namesOf = (movies) => (movies.length === 1 ? nameOf(movies[0]) : count({ total: movies.length }));

module.exports = { count, explain, nameOf, namesOf, number, t, withoutIcons, withoutLinks };
