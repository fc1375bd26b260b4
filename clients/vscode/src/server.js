"use strict";
const vscode = require("vscode");
const { Movies, MovieError, explain, findCommand } = require("../client");
const keys = require("./keys");

/** The views' welcome texts depend on this: see `viewsWelcome` in package.json. @type {Record<string, string>} */
const states = { serverNotFound: "missing", serverTooOld: "old", protocolVersionUnsupported: "old" };

/** Whether an error means that there is no server to use. The views' welcome texts say so then. */
const isUnavailable = (error) => states[error.reason] !== undefined;

/** The server and what the extension shows of it: log, status bar item, progress, errors. A new setting restarts it. */
class Server {
  /** @type {Promise<Movies> | undefined} */
  #movies;
  /** @type {vscode.Disposable[]} */
  #disposables = [];
  /** @type {(() => void) | undefined} */
  #endProgress;
  #running = new Set();
  #stars = this.#own(new vscode.EventEmitter());
  #favorites = this.#own(new vscode.EventEmitter());
  #loading = this.#own(new vscode.EventEmitter());
  #item = this.#own(vscode.window.createStatusBarItem("movies.status", vscode.StatusBarAlignment.Right));
  #context;

  /** Fires with the ids of the films whose star has changed, in this window or another program. */
  onDidChangeStars = this.#stars.event;
  /** Fires when the list of favorites has changed, or when there is another server to ask. */
  onDidChangeFavorites = this.#favorites.event;
  /** Fires with the params of `loading`. */
  onDidLoad = this.#loading.event;
  log = this.#own(vscode.window.createOutputChannel("Movies"));
  /** What `initialize` has returned. @type {import("../client/types/protocol").Server | undefined} */
  description;

  /** @param {vscode.ExtensionContext} context */
  constructor(context) {
    this.#context = context;
    const { onDidChangeConfiguration } = vscode.workspace;
    this.#own(onDidChangeConfiguration((event) => event.affectsConfiguration("movies") && this.restart()));
    this.#own(context.secrets.onDidChange(({ key }) => keys.isKey(key) && this.restart()));
    Object.assign(this.#item, { name: "Movies", command: "movies.search" });
  }

  /**
   * Calls a method of the server, which is started if necessary.
   * @param {string} method
   * @param {object} [params]
   * @param {{signal?: AbortSignal}} [options]
   */
  async request(method, params, options) {
    const movies = await this.start();
    return movies.request(method, params, options);
  }

  start() {
    if (this.#movies) return this.#movies;
    const started = this.#start();
    this.#movies = started;
    started.catch(() => {
      if (this.#movies === started) this.#movies = undefined; // the next request tries again
    });
    return started;
  }

  async restart() {
    await this.stop();
    this.#favorites.fire(undefined);
  }

  /** Ends the server. The next request starts it again. */
  async stop() {
    const movies = this.#movies;
    this.#movies = undefined;
    this.#running.clear();
    this.#showProgress();
    await movies?.then((running) => running.close(), () => {});
  }

  async dispose() {
    await this.stop();
    for (const each of this.#disposables.reverse()) each.dispose();
  }

  /**
   * Whether a catalog can do something: the one of an id, or else the session's.
   * @param {string} capability
   * @param {string} [id]
   */
  can(capability, id) {
    const name = id?.split(":")[0] ?? this.description?.catalog;
    const catalog = this.description?.catalogs.find((each) => each.name === name);
    return catalog?.capabilities.some((each) => each === capability) ?? false;
  }

  /**
   * Shows an error in the user's words, with a button for what can be done about it.
   * @param {unknown} error
   * @param {() => unknown} [retry]
   */
  async show(error, retry) {
    const { sentence } = explain(error);
    if (!sentence) return;
    this.log.appendLine(error instanceof MovieError ? `${error.reason}: ${error.message}` : String(error));
    const offered = this.button(error);
    const button = offered?.command || (offered && retry) ? offered : { title: "Show Log", command: "movies.log" };
    if ((await vscode.window.showErrorMessage(sentence, button.title)) !== button.title) return;
    const catalog = error instanceof MovieError ? error.data.catalog : undefined;
    if (button.command) await vscode.commands.executeCommand(button.command, catalog);
    else retry?.();
  }

  /**
   * What the user can do about an error. A button without a command tries again.
   * @param {unknown} error
   * @returns {{title: string, command?: string} | undefined}
   */
  button(error) {
    const { remedy } = explain(error);
    if (remedy === "setKey") return { title: "Set the Key…", command: "movies.setKey" };
    if (remedy === "getServer") return { title: "Set the Path…", command: "movies.setPath" };
    return remedy === "retry" ? { title: "Try Again" } : undefined;
  }

  async #start() {
    const settings = vscode.workspace.getConfiguration("movies");
    const isTraced = settings.get("trace.server") === "messages";
    /** @type {Movies | undefined} */
    let movies;
    try {
      movies = new Movies({
        command: findCommand(settings.get("server.path")),
        env: await keys.environment(this.#context.secrets),
        initialize: {
          clientInfo: { name: "vscode-movies", version: this.#context.extension.packageJSON.version },
          locale: settings.get("language") || vscode.env.language,
          catalog: settings.get("catalog") || undefined,
        },
        stderr: (text) => this.log.append(text),
        trace: isTraced ? (direction, line) => this.log.appendLine(`${direction} ${line}`) : undefined,
      });
      this.#listen(movies);
      await movies.start();
      return movies;
    } catch (error) {
      await movies?.close(); // it may run, but be too old
      this.#fail(error);
      throw error;
    }
  }

  /** @param {Movies} movies */
  #listen(movies) {
    movies.stars.on("change", (ids) => this.#stars.fire(ids));
    movies.stars.on("favorites", () => this.#favorites.fire(undefined));
    movies.on("favoritesChanged", ({ total }) => this.#showStatus(`$(star-full) ${total}`, "Movies: Search"));
    movies.on("loading", (params) => this.#load(params));
    movies.on("end", (error) => this.#fail(error));
    movies.on("start", (server) => {
      this.description = server;
      this.log.appendLine(`movie-server ${server.serverInfo.version}, process ${movies.pid}, catalog ${server.catalog}`);
      this.#showStatus(`$(star-full) ${server.favorites?.total ?? 0}`, "Movies: Search");
      void vscode.commands.executeCommand("setContext", "movies.state", "ready");
      void vscode.commands.executeCommand("setContext", "movies.discover", this.can("discover"));
    });
  }

  /** @param {any} error */
  #fail(error) {
    this.#running.clear();
    this.#showProgress();
    this.#showStatus("$(warning) Movies", explain(error).sentence);
    void vscode.commands.executeCommand("setContext", "movies.state", states[error.reason] ?? "gone");
  }

  /** @param {string} text @param {string} tooltip */
  #showStatus(text, tooltip) {
    Object.assign(this.#item, { text, tooltip });
    this.#item.show();
  }

  /** @param {{request?: unknown, active: boolean}} params */
  #load(params) {
    if (params.active) this.#running.add(params.request);
    else this.#running.delete(params.request);
    this.#loading.fire(params);
    this.#showProgress();
  }

  #showProgress() {
    if (this.#running.size === 0) {
      this.#endProgress?.();
      this.#endProgress = undefined;
    } else if (!this.#endProgress) {
      const end = new Promise((resolve) => (this.#endProgress = () => resolve(undefined)));
      const options = { location: vscode.ProgressLocation.Window, title: "Movies: Loading…" };
      void vscode.window.withProgress(options, () => end);
    }
  }

  /** @template {vscode.Disposable} T @param {T} disposable @returns {T} */
  #own(disposable) {
    this.#disposables.push(disposable);
    return disposable;
  }
}

module.exports = { Server, isUnavailable };
