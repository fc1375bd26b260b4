"use strict";
const { randomBytes } = require("node:crypto");
const { readFile } = require("node:fs/promises");
const vscode = require("vscode");
const { markOf } = require("../client");
const { locale } = require("./country");
const { buttonFor } = require("./server");
const { explain, namesOf, t } = require("./words");

/**
 * A page of the panel: a request for one thing. The id of statistics is a year, or empty for all years.
 * @typedef {{method: "detail" | "person" | "collection" | "statistics", id: string, writesNote?: boolean}} Page
 */

/** The ids of all films in a result. @param {any} value @returns {string[]} */
function idsIn(value) {
  if (!value || typeof value !== "object") return [];
  const own = value.title && typeof value.id === "string" ? [value.id] : [];
  return [...own, ...Object.values(value).flatMap(idsIn)];
}

/** The panel that shows one film, person, collection or the statistics. Its script builds the page; see media/detail.js. */
class DetailPanel {
  /** @type {vscode.WebviewPanel | undefined} */
  #panel;
  /** @type {Page[]} the pages that the user has gone through, of which the last is visible */
  #pages = [];
  /** What the visible page shows, and what can be done when it shows nothing. @type {any} */
  #result;
  #remedy;
  #server;
  #library;
  #media;

  /** @param {import("./server").Server} server @param {import("./library").LibraryActions} library @param {vscode.Uri} extensionUri */
  constructor(server, library, extensionUri) {
    [this.#server, this.#library] = [server, library];
    this.#media = vscode.Uri.joinPath(extensionUri, "media");
    const restore = async (panel, page) => page ? this.#adopt(panel, [{ method: page.method, id: page.id }]) : panel.dispose();
    server.own(
      server.onDidChangeLibrary(() => this.#update()),
      vscode.window.registerWebviewPanelSerializer("movies.detail", { deserializeWebviewPanel: restore }),
      { dispose: () => this.#panel?.dispose() },
    );
  }

  /** The film that the user sees, if any. */
  get film() {
    return this.#panel?.visible && this.#pages.at(-1)?.method === "detail" ? this.#result : undefined;
  }

  /** Shows a film, or the statistics. @param {string} id @param {boolean} [writesNote] whether the box for a note is opened */
  open(id, /** @type {Page["method"]} */ method = "detail", writesNote = false) {
    const options = { enableFindWidget: true };
    const create = () => vscode.window.createWebviewPanel("movies.detail", "Movies", vscode.ViewColumn.Active, options);
    if (!this.#panel) return this.#adopt(create(), [{ method, id, writesNote }]);
    this.#panel.reveal(undefined, false);
    void this.#go({ method, id, writesNote });
  }

  /** Shows a film with the box for its note. @param {string} id */
  writeNote(id) {
    if (this.film?.id !== id) return this.open(id, "detail", true);
    this.#panel?.reveal(undefined, false);
    this.#post({ type: "note" });
  }

  /** @param {vscode.WebviewPanel} panel @param {Page[]} pages */
  #adopt(panel, pages) {
    this.#panel?.dispose();
    this.#panel = panel;
    this.#pages = pages;
    this.#result = undefined;
    panel.iconPath = vscode.Uri.joinPath(this.#media, "icon.svg");
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.#media] };
    panel.onDidDispose(() => (this.#panel = this.#panel === panel ? undefined : this.#panel));
    panel.webview.onDidReceiveMessage((message) => this.#receive(message).catch((error) => this.#server.show(error)));
    panel.webview.html = html(panel.webview, this.#media);
  }

  /** @param {any} message */
  async #receive({ type, id, method, page, url, command, argument, note }) {
    if (type === "ready") await this.#load();
    else if (type === "open") await this.#go({ method, id });
    else if (type === "back") await this.#go(undefined);
    else if (type === "saveNote") await this.#saveNote(argument, note);
    else if (type === "reviews") this.#post({ type, id, reviews: await this.#server.request("reviews", { id, page }) });
    else if (type === "link" && /^https?:/i.test(url)) await vscode.env.openExternal(vscode.Uri.parse(url, true));
    else if (type === "command") await vscode.commands.executeCommand(`movies.${command}`, argument);
    else if (type === "remedy") await this.#remedy();
    else if (type === "close") this.#panel?.dispose();
  }

  async #saveNote(movie, note) {
    await this.#library.mark([movie], { note: note || null }, t("Saved the note on {film}.", { film: namesOf([movie]) }));
    this.#post({ type: "saved", id: movie.id, note });
  }

  /** Goes to a page, or back to the one before. @param {Page | undefined} page */
  async #go(page) {
    if (page) this.#pages.push(page);
    else if (this.#pages.length > 1) this.#pages.pop();
    await this.#load();
  }

  /** Requests what the last page shows. The page may be another one when the answer comes. */
  async #load() {
    const page = this.#pages.at(-1);
    const panel = this.#panel;
    if (!page || !panel) return;
    const isCurrent = () => this.#panel === panel && this.#pages.at(-1) === page;
    this.#post({ type: "loading" });
    try {
      const result = await this.#request(page);
      if (!isCurrent()) return;
      this.#show(page, result);
      if (page.writesNote) this.#post({ type: "note" });
      page.writesNote = false;
      await this.#postPoster(page, result, isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      this.#result = undefined;
      panel.title = "Movies";
      const { title, command, argument } = buttonFor(error);
      this.#remedy = () => (command ? vscode.commands.executeCommand(command, argument) : this.#load());
      const button = error.reason === "movieNotFound" ? undefined : title; // no other try finds what the catalog does not have
      this.#post({ type: "error", state: page, sentence: explain(error).problem, button, canGoBack: this.#pages.length > 1 });
    }
  }

  /** @param {Page} page */
  async #request({ method, id }) {
    if (method !== "statistics") return this.#server.request(method, { id });
    const all = await this.#server.request(method);
    const years = [...new Set(all.byMonth.map(({ name }) => name.slice(0, 4)))].reverse();
    const chosen = id ? await this.#server.request(method, { from: `${id}-01-01`, to: `${id}-12-31` }) : all;
    return { ...chosen, name: t("Statistics"), years, year: id };
  }

  /** @param {Page} page @param {any} result */
  #show(page, result) {
    this.#result = result;
    if (this.#panel) this.#panel.title = result.title ?? result.name;
    const isService = this.#server.client?.can("poster", page.id); // the other catalogs never know where to watch
    this.#post({ type: "show", state: page, result, country: locale().country ?? "", isService, canGoBack: this.#pages.length > 1 });
  }

  /** Shows what has changed in the library. Only the film's own page has its note and its viewings. */
  async #update() {
    const page = this.#pages.at(-1);
    if (!page || !this.#result) return;
    this.#post({ type: "marks" });
    if (page.method !== "detail" && page.method !== "statistics") return;
    const result = await this.#request(page).catch(() => undefined); // what is shown stays if it fails
    if (result && this.#pages.at(-1) === page) this.#show(page, { ...this.#result, ...result, mark: result.mark, myRating: result.myRating });
  }

  /** Sends the picture that the server has in its cache. The panel itself loads nothing from the network. */
  async #postPoster(page, result, isCurrent) {
    const url = result.posterUrl ?? result.profileUrl;
    if (!url || !this.#server.client?.can("poster", page.id)) return;
    try {
      const { path, mimeType } = await this.#server.request("poster", { url });
      const data = await readFile(path, "base64");
      if (isCurrent()) this.#post({ type: "poster", source: `data:${mimeType};base64,${data}` });
    } catch (error) {
      this.#server.log.appendLine(`The poster of ${page.id}: ${explain(error).problem}`);
    }
  }

  /** Sends a message to the panel, with the stars and marks of all films that it shows. @param {any} message */
  #post(message) {
    const ids = [...new Set(idsIn(this.#result))];
    const marks = Object.fromEntries(
      ids.map((id) => {
        const mark = this.#server.markOf({ id });
        return [id, { ...mark, signs: markOf(mark), isStarred: this.#server.isStarred({ id }) }];
      }),
    );
    void this.#panel?.webview.postMessage({ ...message, marks });
  }
}

/** @param {vscode.Webview} webview @param {vscode.Uri} media */
function html(webview, media) {
  const nonce = randomBytes(16).toString("base64");
  const uri = (name) => webview.asWebviewUri(vscode.Uri.joinPath(media, name));
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'; img-src data:`;
  const words = JSON.stringify(vscode.l10n.bundle ?? {}).replace(/[&"<]/g, (character) => `&#${character.charCodeAt(0)};`);
  const names = ["elements", "statistics", "page", "detail"];
  const scripts = names.map((name) => `<script nonce="${nonce}" src="${uri(`${name}.js`)}"></script>`);
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${uri("detail.css")}">
<main data-words="${words}"></main>
${scripts.join("\n")}
`;
}

module.exports = { DetailPanel };
