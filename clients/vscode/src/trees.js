"use strict";
const vscode = require("vscode");
const { MovieError, count, explain, nothingFound, titleWithYear } = require("../client");
const { isUnavailable } = require("./server");

const PAGE = 100;

/**
 * A row: a film, a section of films, or the row after which more films come.
 * @typedef {{ kind: "film", movie: any, parent?: Section } | Section | { kind: "more", parent?: Section }} Row
 * @typedef {{ kind: "section", title: string, list: string, items: any[], total: number, hasMore?: boolean, error?: any }} Section
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
    server.own(this.#changed, this.view, server.onDidChangeFavorites(() => this.refresh()));
  }

  /** Lets the view request its rows again, if it is visible; otherwise when it becomes visible. */
  refresh() {
    this.#changed.fire(undefined);
  }

  /** @param {any} [parent] @returns {Promise<Row[]>} */
  async getChildren(parent) {
    try {
      await this.server.start();
      if (!parent) this.view.message = undefined;
      return await /** @type {any} */ (this).children(parent);
    } catch (error) {
      this.view.message = isUnavailable(error) ? undefined : explain(error).sentence; // a message hides the welcome text
      return [];
    }
  }

  /** @param {any[]} movies @param {boolean} hasMore @param {Section} [parent] @returns {Row[]} */
  rows(movies, hasMore, parent) {
    /** @type {Row[]} */
    const films = movies.map((movie) => ({ kind: "film", movie, parent }));
    return hasMore ? [...films, { kind: "more", parent }] : films;
  }

  /** @param {Row} row */
  getTreeItem(row) {
    if (row.kind === "more") return { label: "More…", command: { command: "movies.more", title: "More", arguments: [this, row.parent] } };
    if (row.kind === "section") {
      const description = row.error ? explain(new MovieError(row.error)).sentence : count(row);
      return { label: row.title, id: row.list, description, collapsibleState: vscode.TreeItemCollapsibleState.Collapsed };
    }
    const { movie, parent } = row;
    const label = titleWithYear(movie);
    const isStarred = this.server.isStarred(movie);
    return {
      label,
      id: `${parent?.list ?? "favorites"} ${movie.id}`,
      description: movie.directors?.join(", "),
      tooltip: [label, movie.originalTitle, movie.genres?.join(", "), movie.overview].filter(Boolean).join("\n\n"),
      iconPath: new vscode.ThemeIcon(isStarred ? "star-full" : "blank"),
      contextValue: isStarred ? "starred" : "unstarred",
      accessibilityInformation: { label: isStarred ? `${label}, starred` : label },
      command: { command: "movies.detail", title: "Show Details", arguments: [movie.id] },
    };
  }
}

/** The favorites, sorted and filtered. A change by any program shows at once. */
class FavoritesTree extends MovieTree {
  #sort = "starredAt";
  #query = "";
  #limit = PAGE;

  async children() {
    const [sort, query] = [this.#sort, this.#query || undefined];
    /** @type {any[]} */
    const found = [];
    const all = (await this.server.start()).all("favorites", { sort, query, limit: Math.min(this.#limit + 1, 1000) });
    for await (const movie of all) if (found.push(movie) > this.#limit) break;
    if (query && found.length === 0) this.view.message = nothingFound;
    this.view.description = [sort !== "starredAt" && `by ${sort}`, query && `“${query}”`].filter(Boolean).join(", ");
    return this.rows(found.slice(0, this.#limit), found.length > this.#limit);
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

  reload() {
    this.#sections = undefined;
    this.refresh();
  }

  /** @param {Section} [parent] */
  async children(parent) {
    if (parent) return this.rows(parent.items, parent.hasMore ?? false, parent);
    return (this.#sections ??= await this.#load());
  }

  /** @param {Section} parent */
  async more(parent) {
    const page = await this.server.request("nextPage", { list: parent.list }).catch((error) => {
      if (error.reason !== "listNotReady") throw error;
    });
    if (!page) return this.reload(); // after a restart the server does not know the list
    Object.assign(parent, page, { items: [...parent.items.slice(0, page.offset), ...page.items] });
    this.refresh();
  }

  /** @returns {Promise<Section[]>} */
  async #load() {
    if (!this.server.client?.can("home")) return [];
    const { sections } = await this.server.request("home");
    return sections.map((section) => ({ kind: "section", list: `home:${section.section}`, items: [], ...section }));
  }
}

module.exports = { FavoritesTree, HomeTree };
