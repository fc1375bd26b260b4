"use strict";
const vscode = require("vscode");
const { MovieError, explain } = require("../client");
const { isUnavailable } = require("./server");
const { count, nothingFound, titleWithYear } = require("./words");

const PAGE = 100;

/**
 * A row: a film, a section of films, or the row after which more films come.
 * @typedef {{ kind: "film", movie: any, parent?: Section } | Section | { kind: "more", parent?: Section }} Row
 * @typedef {{ kind: "section", title: string, list: string, page: any, movies: any[], error?: any }} Section
 */

/**
 * What both trees have in common: rows of films with stars, pages, errors.
 * @implements {vscode.TreeDataProvider<Row>}
 */
class MovieTree {
  #changed = new vscode.EventEmitter();
  onDidChangeTreeData = this.#changed.event;

  /** @param {import("./server").Server} server @param {string} id */
  constructor(server, id) {
    this.server = server;
    this.view = vscode.window.createTreeView(id, { treeDataProvider: this });
    this.subscriptions = [this.#changed, this.view, server.onDidChangeStars(() => this.refresh())];
  }

  dispose() {
    this.subscriptions.forEach((each) => each.dispose());
  }

  /** Lets the view request its rows again, if it is visible; otherwise when it becomes visible. */
  refresh() {
    this.#changed.fire(undefined);
  }

  /** @param {any} [parent] @returns {Promise<Row[]>} */
  async getChildren(parent) {
    try {
      this.movies = await this.server.start();
      const rows = await this.children(parent);
      if (!parent) this.view.message = this.message;
      return rows;
    } catch (error) {
      this.view.message = isUnavailable(error) ? undefined : explain(error).sentence; // a message hides the welcome text
      return [];
    }
  }

  /** @type {string | undefined} */
  message;

  /** @param {Section} [_parent] @returns {Promise<Row[]>} */
  async children(_parent) {
    return [];
  }

  /** @param {any[]} movies @param {boolean} hasMore @param {Section} [parent] @returns {Row[]} */
  rows(movies, hasMore, parent) {
    /** @type {Row[]} */
    const rows = movies.map((movie) => ({ kind: "film", movie, parent }));
    return hasMore ? [...rows, { kind: "more", parent }] : rows;
  }

  /** @param {Row} row */
  getTreeItem(row) {
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    if (row.kind === "more") {
      const command = { command: "movies.more", title: "More", arguments: [this, row.parent] };
      return Object.assign(new vscode.TreeItem("More…", None), { command });
    }
    if (row.kind === "section") {
      const description = row.error ? explain(row.error).sentence : count(row.page);
      return Object.assign(new vscode.TreeItem(row.title, Collapsed), { id: row.list, description });
    }
    const { movie, parent } = row;
    const label = titleWithYear(movie);
    const isStarred = this.movies?.stars.has(movie.id) ?? movie.isFavorite;
    return Object.assign(new vscode.TreeItem(label, None), {
      id: `${parent?.list ?? "favorites"} ${movie.id}`,
      description: movie.directors?.join(", "),
      tooltip: [label, movie.originalTitle, movie.genres?.join(", "), movie.overview].filter(Boolean).join("\n\n"),
      iconPath: new vscode.ThemeIcon(isStarred ? "star-full" : "blank"),
      contextValue: isStarred ? "starred" : "unstarred",
      accessibilityInformation: { label: isStarred ? `${label}, starred` : label },
      command: { command: "movies.detail", title: "Show Details", arguments: [movie.id] },
    });
  }
}

/** The favorites, sorted and filtered. A change by any program shows at once. */
class FavoritesTree extends MovieTree {
  #sort = "starredAt";
  #query = "";
  #limit = PAGE;

  /** @param {import("./server").Server} server */
  constructor(server) {
    super(server, "movies.favorites");
    this.subscriptions.push(server.onDidChangeFavorites(() => this.refresh()));
  }

  async children() {
    const [sort, query] = [this.#sort, this.#query || undefined];
    /** @type {any[]} */
    const found = [];
    let total = Infinity;
    while (found.length < Math.min(this.#limit, total)) {
      const limit = Math.min(this.#limit - found.length, 1000);
      const page = await this.server.request("favorites", { sort, query, limit, offset: found.length });
      found.push(...page.items);
      total = page.items.length ? page.total : found.length;
    }
    this.message = query && found.length === 0 ? nothingFound : undefined;
    this.view.description = [sort !== "starredAt" && `by ${sort}`, query && `“${query}”`].filter(Boolean).join(", ");
    return this.rows(found, found.length < total);
  }

  async more() {
    this.#limit += PAGE;
    this.refresh();
  }

  async chooseSort() {
    const sorts = ["starredAt", "title", "year", "rating"];
    const options = { title: "Sort Favorites", placeHolder: `Now: ${this.#sort}` };
    this.#sort = (await vscode.window.showQuickPick(sorts, options)) ?? this.#sort;
    this.refresh();
  }

  async chooseFilter() {
    const prompt = "Text in a title or a name; empty for all";
    const query = await vscode.window.showInputBox({ title: "Filter Favorites", value: this.#query, prompt });
    if (query === undefined) return;
    [this.#query, this.#limit] = [query.trim(), PAGE];
    this.refresh();
  }
}

/** The sections of the catalog. They are requested again when the user reloads. */
class HomeTree extends MovieTree {
  /** @type {Section[] | undefined} */
  #sections;

  /** @param {import("./server").Server} server */
  constructor(server) {
    super(server, "movies.home");
  }

  reload() {
    this.#sections = undefined;
    this.refresh();
  }

  /** @param {Section} [parent] */
  async children(parent) {
    if (parent) return this.rows(parent.movies, parent.page.hasMore ?? false, parent);
    this.#sections ??= await this.#load();
    return this.#sections;
  }

  /** @param {Section} parent */
  async more(parent) {
    const page = await this.server.request("nextPage", { list: parent.list }).catch((error) => {
      if (error.reason !== "listNotReady") throw error;
    });
    if (!page) return this.reload(); // after a restart the server does not know the list
    parent.movies = [...parent.movies.slice(0, page.offset), ...page.items];
    parent.page = page;
    this.refresh();
  }

  /** @returns {Promise<Section[]>} */
  async #load() {
    if (!this.server.can("home")) return [];
    const { sections } = await this.server.request("home");
    return sections.map(({ section, title, list = `home:${section}`, items = [], error, ...page }) => ({
      kind: "section",
      title,
      list,
      page,
      movies: items,
      error: error && new MovieError(error),
    }));
  }
}

module.exports = { FavoritesTree, HomeTree };
