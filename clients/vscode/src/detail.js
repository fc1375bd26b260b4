"use strict";
const { randomBytes } = require("node:crypto");
const { readFile } = require("node:fs/promises");
const vscode = require("vscode");
const { explain } = require("../client");
const { buttonFor } = require("./server");

/**
 * A page of the panel: a request for one thing.
 * @typedef {{method: "detail" | "person" | "collection", id: string}} Page
 */

/** The panel that shows one film, person or collection at a time. Its script builds the page; see media/detail.js. */
class DetailPanel {
  /** @type {vscode.WebviewPanel | undefined} */
  #panel;
  /** @type {Page[]} the pages that the user has gone through, of which the last is visible */
  #pages = [];
  #server;
  #media;

  /** @param {import("./server").Server} server @param {vscode.Uri} extensionUri */
  constructor(server, extensionUri) {
    this.#server = server;
    this.#media = vscode.Uri.joinPath(extensionUri, "media");
    const serializer = { deserializeWebviewPanel: async (panel, page) => this.#adopt(panel, page?.id ? [page] : []) };
    server.own(
      server.onDidChangeFavorites(() => this.#post({ type: "stars" })),
      vscode.window.registerWebviewPanelSerializer("movies.detail", serializer),
      { dispose: () => this.#panel?.dispose() },
    );
  }

  /** Shows a film. @param {string} id */
  open(id) {
    const create = () => vscode.window.createWebviewPanel("movies.detail", "Movies", vscode.ViewColumn.Active);
    if (!this.#panel) return this.#adopt(create(), [{ method: "detail", id }]);
    this.#panel.reveal(undefined, false);
    void this.#go({ method: "detail", id });
  }

  /** @param {vscode.WebviewPanel} panel @param {Page[]} pages */
  #adopt(panel, pages) {
    this.#panel?.dispose();
    this.#panel = panel;
    this.#pages = pages;
    panel.iconPath = vscode.Uri.joinPath(this.#media, "icon.svg");
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.#media] };
    panel.onDidDispose(() => (this.#panel = this.#panel === panel ? undefined : this.#panel));
    panel.webview.onDidReceiveMessage((message) => this.#receive(message).catch((error) => this.#server.show(error)));
    panel.webview.html = html(panel.webview, this.#media);
  }

  /** @param {any} message */
  async #receive({ type, id, method, page, url, command, argument }) {
    if (type === "ready") await this.#load();
    else if (type === "open") await this.#go({ method, id });
    else if (type === "back") await this.#go(undefined);
    else if (type === "reviews") this.#post({ type, id, reviews: await this.#server.request("reviews", { id, page }) });
    else if (type === "link" && /^https?:/i.test(url)) await vscode.env.openExternal(vscode.Uri.parse(url, true));
    else if (type === "command") await vscode.commands.executeCommand(`movies.${command}`, argument);
    else if (type === "remedy") await this.#server.show(this.#error, () => this.#load());
    else if (type === "close") this.#panel?.dispose();
  }

  /** @type {unknown} */
  #error;

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
      const result = await this.#server.request(page.method, { id: page.id });
      if (!isCurrent()) return;
      panel.title = result.title ?? result.name;
      this.#post({ type: "show", state: page, result, canGoBack: this.#pages.length > 1 });
      await this.#postPoster(page, result, isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      this.#error = error;
      const [{ sentence }, button] = [explain(error), buttonFor(error)];
      this.#post({ type: "error", state: page, sentence, button: button?.title, canGoBack: this.#pages.length > 1 });
    }
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
      this.#server.log.appendLine(`The poster of ${page.id}: ${explain(error).sentence}`);
    }
  }

  /** Sends a message to the panel, with the stars of all films that it shows. @param {any} message */
  #post(message) {
    void this.#panel?.webview.postMessage({ ...message, stars: this.#server.client?.stars.starred() });
  }
}

/** @param {vscode.Webview} webview @param {vscode.Uri} media */
function html(webview, media) {
  const nonce = randomBytes(16).toString("base64");
  const uri = (name) => webview.asWebviewUri(vscode.Uri.joinPath(media, name));
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'; img-src data:`;
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${uri("detail.css")}">
<main></main><script nonce="${nonce}" src="${uri("detail.js")}"></script>
`;
}

module.exports = { DetailPanel };
