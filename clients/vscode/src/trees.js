"use strict";
const vscode = require("vscode");
const { explain } = require("../client");
const { count, nothingFound, titleWithYear } = require("./words");

const PAGE = 100;

/**
 * A node: a film, a section of films, or the row after which more films come.
 * @typedef {{ kind: "film", movie: any, parent?: Section } | Section | { kind: "more", parent?: Section }} Node
 * @typedef {{ kind: "section", title: string, list: string, page: any, movies: any[], error?: any }} Section
 */

/** What both trees have in common: rows of films with stars, pages, errors. @implements {vscode.TreeDataProvider<Node>} */
class MovieTree {
  #changed = new vscode.EventEmitter();
  onDidChangeTreeData = this.#changed.event;
  /** @type {import("../client").Movies | undefined} */
  movies;

  /** @param {import("./server").Server} server @param {string} id */
  constructor(server, id) {
    this.server = server;
    this.view = vscode.window.createTreeView(id, { treeDataProvider: this, showCollapseAll: false });
    this.subscriptions = [this.#changed, this.view, server.onDidChangeStars(() => this.refresh())];
  }

  dispose() {
    this.subscriptions.forEach((each) => each.dispose());
  }

  /** Lets the view ask again for its rows, if it is visible; otherwise when it becomes visible. */
  refresh() {
    this.#changed.fire(undefined);
  }

  /** @param {Node | undefined} parent @returns {Promise<Node[]>} */
  async getChildren(parent) {
    try {
      this.movies = await this.server.start();
      const children = await this.children(/** @type {Section | undefined} */ (parent));
      if (!parent) this.view.message = this.message();
      return children;
    } catch (error) {
      if (!parent) this.view.message = explain(error).sentence;
      return [];
    }
  }

  /** @param {Section | undefined} _parent @returns {Promise<Node[]>} */
  async children(_parent) {
    return [];
  }

  /** @returns {string | undefined} */
  message() {
    return undefined;
  }

  /** @param {any[]} movies @param {boolean} hasMore @param {Section} [parent] @returns {Node[]} */
  rows(movies, hasMore, parent) {
    /** @type {Node[]} */
    const rows = movies.map((movie) => ({ kind: "film", movie, parent }));
    return hasMore ? [...rows, { kind: "more", parent }] : rows;
  }

  /** @param {Node} node */
  getTreeItem(node) {
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    if (node.kind === "more") {
      const item = new vscode.TreeItem("More…", None);
      item.command = { command: "movies.more", title: "More", arguments: [this, node.parent] };
      return item;
    }
    if (node.kind === "section") {
      const item = new vscode.TreeItem(node.title, Collapsed);
      item.id = node.list;
      item.description = node.error ? explain(node.error).sentence : count(node.page);
      return item;
    }
    const { movie } = node;
    const isStarred = this.movies?.stars.has(movie.id) ?? movie.isFavorite;
    const item = new vscode.TreeItem(titleWithYear(movie), None);
    item.id = `${node.parent?.list ?? "favorites"} ${movie.id}`;
    item.description = movie.directors?.join(", ");
    item.iconPath = new vscode.ThemeIcon(isStarred ? "star-full" : "blank");
    item.contextValue = isStarred ? "starred" : "unstarred";
    item.tooltip = [titleWithYear(movie), movie.originalTitle, movie.genres?.join(", "), movie.overview].filter(Boolean).join("\n\n");
    item.accessibilityInformation = { label: `${titleWithYear(movie)}${isStarred ? ", starred" : ""}` };
    item.command = { command: "movies.detail", title: "Show Details", arguments: [movie.id] };
    return item;
  }
}

/** The favorites, sorted and filtered. A change by any program shows at once. */
class FavoritesTree extends MovieTree {
  sort = "starredAt";
  query = "";
  #limit = PAGE;
  #found = 0;

  /** @param {import("./server").Server} server */
  constructor(server) {
    super(server, "movies.favorites");
    this.subscriptions.push(server.onDidChangeFavorites(() => this.refresh()));
  }

  async children() {
    const query = this.query || undefined;
    /** @type {any[]} */
    const found = [];
    let total = 1;
    while (found.length < Math.min(this.#limit, total)) {
      const limit = Math.min(this.#limit - found.length, 1000);
      const page = await this.server.request("favorites", { sort: this.sort, query, limit, offset: found.length });
      if (page.items.length === 0) break;
      found.push(...page.items);
      total = page.total;
    }
    this.#found = found.length;
    this.view.description = [this.sort === "starredAt" ? "" : `by ${this.sort}`, this.query && `“${this.query}”`].filter(Boolean).join(", ");
    return this.rows(found, found.length < total && found.length > 0);
  }

  message() {
    return this.query && this.#found === 0 ? nothingFound : undefined;
  }

  /** Shows the next rows. */
  async more() {
    this.#limit += PAGE;
    this.refresh();
  }

  async chooseSort() {
    const sorts = ["starredAt", "title", "year", "rating"].map((label) => ({ label, picked: label === this.sort }));
    const chosen = await vscode.window.showQuickPick(sorts, { title: "Sort Favorites", placeHolder: `Now: ${this.sort}` });
    if (!chosen) return;
    this.sort = chosen.label;
    this.refresh();
  }

  async chooseFilter() {
    const prompt = "Text in a title or a name; empty for all";
    const query = await vscode.window.showInputBox({ title: "Filter Favorites", value: this.query, prompt });
    if (query === undefined) return;
    this.query = query.trim();
    this.#limit = PAGE;
    this.refresh();
  }
}

/** The sections of the catalog. They are requested again only when the user reloads, or with another server. */
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

  /** @param {Section | undefined} parent */
  async children(parent) {
    if (parent) return this.rows(parent.movies, parent.page?.hasMore ?? false, parent);
    this.#sections ??= await this.#load();
    return this.#sections;
  }

  /** @param {Section} parent */
  async more(parent) {
    const page = await this.server.request("nextPage", { list: parent.list }).catch((error) => {
      if (error.reason !== "listNotReady") throw error;
      this.reload(); // after a restart the server does not know the list
    });
    if (!page) return;
    parent.movies = [...parent.movies.slice(0, page.offset), ...page.items];
    parent.page = page;
    this.refresh();
  }

  /** @returns {Promise<Section[]>} */
  async #load() {
    if (!this.server.can("home")) return [];
    const { sections } = await this.server.request("home");
    return sections.map((page) => ({
      kind: "section",
      title: page.title,
      list: page.list ?? `home:${page.section}`,
      page,
      movies: page.items ?? [],
      error: page.error && Object.assign(new Error(page.error.message), page.error),
    }));
  }
}

module.exports = { FavoritesTree, HomeTree };
