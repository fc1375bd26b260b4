"use strict";
const vscode = require("vscode");
const { Movies, findCommand, markOf } = require("../client");
const { locale } = require("./country");
const keys = require("./keys");
const { explain, number, t, withoutLinks } = require("./words");

/** How long a change of the library waits for others, so that a view does not ask for its rows for each of them. */
const TOGETHER_MS = 50;

/** The views' welcome texts depend on this: see `viewsWelcome` in package.json. @type {Record<string, string>} */
const states = { serverNotFound: "missing", serverTooOld: "old", protocolVersionUnsupported: "old" };

/** @type {Record<string, {title: string, command?: string, argument?: string}>} by the remedies that the client names, or by reasons */
const buttons = {
  install: { title: "How to Install It", command: "workbench.action.openWalkthrough", argument: "movie-server.movies#start" },
  setKey: { title: "Set the Key…", command: "movies.setKey" },
  logIn: { title: "Log In…", command: "movies.login" },
  getServer: { title: "Set the Path…", command: "movies.setPath" },
  retry: { title: "Try Again" },
  catalogUnknown: { title: "Open the Settings", command: "workbench.action.openSettings", argument: "movies.catalog" },
};

/** Whether two errors are of one failure, which each request that fails with it reports. */
const isSame = (error, other) => error === other || (error?.data !== undefined && error.data === other?.data);

/** What the user can do about an error. A button without a command tries again. @param {any} error */
function buttonFor(error) {
  const button = buttons[isUnavailable(error) ? "install" : (explain(error).remedy ?? error.reason)] ?? buttons.retry;
  return { argument: error.data?.catalog, ...button, title: t(button.title) };
}

/** @param {string} name @param {unknown} value */
const setContext = (name, value) => void vscode.commands.executeCommand("setContext", `movies.${name}`, value);

/** A message for the log, without the token with which a login is completed. @param {string} line */
const withoutToken = (line) => line.replace(/("requestToken":\s*)"[^"]*"/g, '$1"…"');

/** Says in the status bar that something is loading, unless that is over soon. @param {Promise<unknown>} ended */
function showProgress(ended) {
  const options = { location: vscode.ProgressLocation.Window, title: `Movies: ${t("Loading…")}` };
  void vscode.window.withProgress(options, () => ended);
}

/** Whether the views' welcome texts explain an error: there is no server to use. They cannot name a path that is set. */
const isUnavailable = ({ reason, data }) => states[reason] !== undefined && !(reason === "serverNotFound" && data.detail);

/** The server and what the extension shows of it: log, status bar item, progress, errors. A new setting restarts it. */
class Server {
  /** @type {Promise<Movies> | undefined} */
  #movies;
  /** Ends the progress that is shown, if any. @type {((value?: any) => void) | undefined} */
  #endProgress;
  /** @type {Promise<any> | undefined} */
  #home;
  #library = new vscode.EventEmitter();
  /** @type {NodeJS.Timeout | undefined} */
  #soon;
  /** The failure that the user was told of, until a server runs. The views say why further tries fail. */
  #told;
  #item = vscode.window.createStatusBarItem("movies.status", vscode.StatusBarAlignment.Right);
  #context;

  /** Fires when the library has changed, in this window or another program; with true when there is another server. */
  onDidChangeLibrary = this.#library.event;
  /** Why no server runs, unless one does. The views do not try again by themselves. @type {any} */
  failure;
  /** The client of the server that was started last. @type {Movies | undefined} */
  client;
  log = vscode.window.createOutputChannel("Movies");

  /** @param {vscode.ExtensionContext} context */
  constructor(context) {
    this.#context = context;
    const onSettings = vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("movies") && this.restart());
    const onSecrets = context.secrets.onDidChange(({ key }) => keys.isKey(key) && this.restart());
    // The user may have mended the failure in a terminal.
    const onFocus = vscode.window.onDidChangeWindowState(({ focused }) => focused && this.failure && this.restart());
    this.own(this.#library, { dispose: () => clearTimeout(this.#soon) }, this.#item, this.log, onSettings, onSecrets, onFocus);
    Object.assign(this.#item, { name: "Movies", command: "movies.search" });
  }

  /** Has the editor dispose what lives as long as the extension. @param {vscode.Disposable[]} disposables */
  own(...disposables) {
    this.#context.subscriptions.push(...disposables);
  }

  /**
   * Calls a method of the server, which is started if necessary. What a restart cancels is sent to the next server.
   * @param {any} method
   * @param {any} [params]
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<any>}
   */
  async request(method, params, options) {
    const movies = await this.start();
    try {
      return await movies.request(method, params, options);
    } catch (error) {
      if (options?.signal?.aborted || (await this.#movies) === movies) throw error;
      return this.request(method, params, options);
    }
  }

  /** Requests the sections of the catalog once for all who want them now: a second request would supersede the first. */
  home() {
    return (this.#home ??= this.request("home").finally(() => (this.#home = undefined)));
  }

  start() {
    const started = (this.#movies ??= this.#start());
    started.catch((error) => {
      if (this.#movies !== started) return; // it was ended
      this.#movies = undefined; // the next request tries again
      this.#fail(error);
    });
    return started;
  }

  async restart() {
    await this.stop();
    this.failure = undefined;
    this.#library.fire(true);
  }

  /** Ends the server. The next request starts it again, or waits for `next`. @param {Promise<Movies>} [next] */
  async stop(next) {
    const movies = this.#movies;
    this.#movies = next;
    this.#showLoading(false);
    await this.client?.close(); // also if it has not answered yet, or if another call of this closes it
    await movies?.catch(() => {});
  }

  /** Whether a movie has a star now, whatever it had when the server told of it. */
  isStarred({ id, isFavorite = false }) {
    return this.client?.stars.has(id) ?? isFavorite;
  }

  /** What is kept about a movie now, whatever it was when the server told of it. @returns {import("../client/types/protocol").Mark} */
  markOf({ id, mark = {} }) {
    return this.client?.library.get(id) ?? mark;
  }

  /** A movie's mark in few characters, and the names of its directors, after a title. @param {any} movie @param {string} [title] */
  remarkOf(movie, title) {
    const names = [title, movie.directors?.join(", ")].filter(Boolean).join(" · ");
    return [markOf(this.markOf(movie)), names].filter(Boolean).join("  ");
  }

  /** The catalog in which the user searches. */
  get catalog() {
    const { description } = this.client ?? {};
    return description?.catalogs.find(({ name }) => name === description.catalog);
  }

  /** What the user has searched, the last first. @returns {string[]} */
  get searches() {
    return this.#context.globalState.get("searches") ?? [];
  }

  set searches(queries) {
    void this.#context.globalState.update("searches", queries);
  }

  /** Shows an error in the user's words, with buttons for what can be done about it. @param {() => unknown} [retry] */
  async show(error, retry) {
    const { problem, remedy } = explain(error);
    if (!problem || isSame(error, this.#told)) return;
    const isOfServer = isSame(error, this.failure);
    if (!isOfServer) this.#note(`${error.reason ?? "error"}: ${error.message}`);
    const { title, command, argument } = buttonFor(error);
    /** @type {Map<string | undefined, () => unknown>} */
    const offered = new Map();
    if (command) offered.set(title, () => vscode.commands.executeCommand(command, argument));
    if (retry && (isOfServer || remedy === "retry")) offered.set(t("Try Again"), retry);
    if (isOfServer || offered.size === 0) offered.set(t("Show Log"), () => vscode.commands.executeCommand("movies.log"));
    const titles = /** @type {string[]} */ ([...offered.keys()]);
    await offered.get(await vscode.window.showErrorMessage(withoutLinks(problem), ...titles))?.();
  }

  /** Writes a line into the log. @param {string} line */
  #note(line) {
    this.log.appendLine(`${new Date().toISOString()} ${line}`);
  }

  async #start() {
    const settings = vscode.workspace.getConfiguration("movies");
    /** @type {Movies | undefined} */
    let movies;
    try {
      const command = settings.get("server.path");
      this.#note(`Starting ${findCommand(command, process.env, "movies.server.path").join(" ")}`);
      movies = new Movies({
        command,
        settingName: "movies.server.path",
        env: await keys.environment(this.#context.secrets),
        initialize: {
          clientInfo: { name: "vscode-movies", version: this.#context.extension.packageJSON.version },
          locale: locale().locale,
          catalog: settings.get("catalog") || undefined,
        },
        stderr: (text) => this.log.append(text),
        trace: settings.get("trace.server") === "messages" ? (direction, line) => this.log.appendLine(`${direction} ${withoutToken(line)}`) : undefined,
      });
      this.#listen(movies);
      this.client = movies;
      await movies.start();
      return movies;
    } catch (error) {
      await movies?.close(); // it may run, but be too old
      throw error;
    }
  }

  /** @param {Movies} movies */
  #listen(movies) {
    const changed = () => (this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#library.fire(false);
    }, TOGETHER_MS)); // prettier-ignore
    movies.stars.on("change", changed).on("favorites", changed);
    movies.library.on("change", changed).on("library", changed);
    movies.on("favoritesChanged", ({ total }) => this.#showTotal(total));
    movies.on("notification", () => this.#showLoading(movies.loading.size > 0));
    // Also if another process takes over at once, of which the user notices nothing.
    movies.on("exit", ({ pid, status, signal }) => this.#note(`process ${pid} ended ${signal ? `by ${signal}` : `with status ${status}`}`));
    movies.on("end", (error) => {
      const hasRun = movies.description && !this.failure;
      this.#fail(error);
      if (hasRun) this.#library.fire(true); // the views try again, and say why that fails
    });
    movies.on("start", (server) => {
      this.#showLoading(false); // what the server before was doing
      this.#note(`movie-server ${server.serverInfo.version}, process ${movies.pid}, catalog ${server.catalog}`);
      this.#showTotal(server.favorites?.total ?? 0);
      setContext("state", "ready");
      setContext("noHome", !movies.can("home")); // the view is there until it is known
      setContext("discover", movies.can("discover"));
      setContext("login", server.catalogs.some(({ capabilities }) => capabilities.includes("login")));
      const { failure } = this;
      this.failure = this.#told = undefined;
      if (failure) this.#library.fire(true); // it stands in the views
    });
  }

  /** @param {any} error */
  #fail(error) {
    if (!isSame(error, this.failure)) this.#note(error.message);
    this.#showLoading(false);
    Object.assign(this.#item, { text: "$(warning) Movies", tooltip: explain(error).problem }).show();
    setContext("state", states[error.reason] ?? "failed");
    this.failure = error;
    if (this.#told) return;
    void this.show(error, () => vscode.commands.executeCommand("movies.restart"));
    this.#told = error;
  }

  /** @param {number} total of the favorites */
  #showTotal(total) {
    const tooltip = t("Search: {catalog}", { catalog: this.catalog?.title ?? "" });
    Object.assign(this.#item, { text: `$(star-full) ${number(total)}`, tooltip }).show();
  }

  /** Shows one progress as long as something takes long. @param {boolean} isLoading */
  #showLoading(isLoading) {
    if (isLoading && this.#endProgress) return;
    this.#endProgress?.();
    this.#endProgress = undefined;
    const ended = isLoading && new Promise((end) => (this.#endProgress = end));
    if (ended) showProgress(ended);
  }
}

module.exports = { Server, buttonFor, isSame, isUnavailable, showProgress };
