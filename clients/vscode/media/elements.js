// What pages are made of. All text becomes text nodes: nothing that a service sends is HTML.
"use strict";
// @ts-ignore The editor defines this function in its panels.
const host = acquireVsCodeApi();
/** @type {any} */
const main = document.querySelector("main");
const words = JSON.parse(main.dataset.words ?? "{}");

/**
 * What the page shows: the result of what it was asked for, what is kept about the films in it, by their ids, and the user's
 * country, if it is known.
 * @type {{shown: any, marks: Record<string, any>, poster?: string, country: string, isService: boolean}}
 */
const view = { shown: undefined, marks: {}, poster: undefined, country: "", isService: false };

/** Returns a sentence in the language of the editor. */
const t = (sentence, values = {}) =>
  (words[sentence] ?? sentence).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** Returns an element. Children that are empty or missing add nothing. @param {string} name a tag, and a class after a dot */
function element(name, properties, ...children) {
  const [tag, className = ""] = name.split(".");
  const made = Object.assign(document.createElement(tag), { className, ...properties });
  made.append(...children.flat().filter(Boolean));
  return made;
}
const text = (name, ...children) => element(name, {}, ...children);
const note = (content) => content && text("span.note", ` ${content}`);

const post = (message) => host.postMessage(message);
const button = (name, label, onclick, title = "") => element(name, { type: "button", title, onclick }, label);
/** A button that sends a message to the extension. */
const action = (label, message, name = "button") => button(name, label, () => post(message));
const link = (label, url) => (url ? action(label, { type: "link", url }) : label);

/** Runs a command of the extension. One about a film gets what its questions name the film by. */
const command = (name, argument) => post({ type: "command", command: name, argument });
const filmOf = ({ id, title, year, link: url }) => ({ id, title, year, link: url });
const openFilm = ({ id, title, year }) => action(year ? `${title} (${year})` : title, { type: "open", method: "detail", id });
const toggle = (movie, member, on, off) => command(view.marks[movie.id]?.[member] ? off : on, filmOf(movie));
const toggleWatchlist = (movie) => toggle(movie, "watchlistedAt", "watch", "unwatch");

const star = (movie) =>
  element("button.star", { type: "button", value: movie.id, onclick: () => toggle(movie, "isStarred", "star", "unstar") });

/** Rows of a name and a value; those without a value are left out. */
function table(rows) {
  const filled = rows.filter(([, value]) => value);
  return filled.length > 0 && text("dl", ...filled.flatMap(([name, value]) => [text("dt", t(name)), text("dd", value)]));
}

/** What stands where nothing is known because the server does not know the user's country. */
const askCountry = () => [
  text("p", t("No country is set.")),
  action(t("Set the Country…"), { type: "command", command: "setCountry" }, "button.action"),
];
