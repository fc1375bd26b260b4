"use strict";
const vscode = require("vscode");
const { Movies, MovieError, explain, findCommand } = require("../client");
const keys = require("./keys");

/** The views' welcome texts depend on this: see `viewsWelcome` in package.json. @type {Record<string, string>} */
const states = { serverNotFound: "missing", serverTooOld: "old", protocolVersionUnsupported: "old" };

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
    this.#own(vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("movies") && this.restart()));
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

  /** @param {string} id */
  async hasStar(id) {
    return (await this.start()).stars.has(id);
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
   * Shows an error in the user's words, with what can be done about it.
   * @param {unknown} error
   * @param {() => void} [retry]
   */
  async show(error, retry) {
    const { sentence, remedy } = explain(error);
    if (!sentence) return;
    this.log.appendLine(error instanceof MovieError ? `${error.reason}: ${error.message}` : String(error));
    const command = this.remedy(remedy);
    const isRetried = remedy === "retry" && retry;
    const button = command?.title ?? (isRetried ? "Try Again" : "Show Log");
    if ((await vscode.window.showErrorMessage(sentence, button)) !== button) return;
    if (isRetried) return retry();
    await vscode.commands.executeCommand(command?.command ?? "movies.log", error instanceof MovieError && error.data.catalog);
  }

  /** @param {import("../client/lib/errors").Remedy} [remedy] @returns {{title: string, command: string} | undefined} */
  remedy(remedy) {
    if (remedy === "setKey") return { title: "Set the Key…", command: "movies.setKey" };
    if (remedy === "getServer") return { title: "Set the Path…", command: "movies.setPath" };
    return undefined;
  }

  async #start() {
    const settings = vscode.workspace.getConfiguration("movies");
    const env = await keys.environment(this.#context.secrets);
    /** @type {Movies | undefined} */
    let movies;
    try {
      const running = new Movies({
        command: findCommand(settings.get("server.path")),
        env,
        initialize: {
          clientInfo: { name: "vscode-movies", version: this.#context.extension.packageJSON.version },
          locale: settings.get("language") || vscode.env.language,
          catalog: settings.get("catalog") || undefined,
        },
        stderr: (text) => this.log.append(text),
        trace: settings.get("trace.server") === "messages" ? (way, line) => this.log.appendLine(`${way} ${line}`) : undefined,
      });
      movies = running;
      running.stars.on("change", (ids) => this.#stars.fire(ids));
      running.stars.on("favorites", () => this.#favorites.fire(undefined));
      running.on("favoritesChanged", ({ total }) => this.#showTotal(total));
      running.on("loading", (params) => this.#load(params));
      running.on("end", (error) => {
        this.#running.clear();
        this.#showProgress();
        this.#setState(error, "gone");
      });
      running.on("start", (server) => {
        this.description = server;
        this.log.appendLine(`movie-server ${server.serverInfo.version}, process ${running.pid}, catalog ${server.catalog}`);
        this.#setState(undefined, "ready");
        this.#showTotal(server.favorites?.total ?? 0);
        void vscode.commands.executeCommand("setContext", "movies.discover", this.can("discover"));
      });
      await running.start();
      return running;
    } catch (error) {
      await movies?.close(); // it may run, but be too old
      this.#setState(error, "gone");
      throw error;
    }
  }

  /** @param {unknown} error @param {string} otherwise */
  #setState(error, otherwise) {
    const state = (error instanceof MovieError && states[error.reason]) || otherwise;
    void vscode.commands.executeCommand("setContext", "movies.state", state);
    if (!error) return;
    Object.assign(this.#item, { text: "$(warning) Movies", tooltip: explain(error).sentence });
    this.#item.show();
  }

  /** @param {number} total */
  #showTotal(total) {
    Object.assign(this.#item, { text: `$(star-full) ${total}`, tooltip: "Movies: Search" });
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
      void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: "Movies: Loading…" }, () => end);
    }
  }

  /** @template {vscode.Disposable} T @param {T} disposable @returns {T} */
  #own(disposable) {
    this.#disposables.push(disposable);
    return disposable;
  }
}

module.exports = { Server };
