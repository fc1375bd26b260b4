"use strict";
const vscode = require("vscode");
const { MovieError, nothingFound } = require("../client");
const { chooseSort, nameOfSort } = require("./pick");
const { buttonFor, isUnavailable } = require("./server");
const { count, explain, nameOf, number, t } = require("./words");

/** How many rows come first, and how many more at a time, which is as many as the server gives. */
const PAGE = 100;
const LARGEST_PAGE = 1000;

/**
 * A row: a film, a viewing, a section of either, the row after which more come, or what can be done about an error.
 * @typedef {{ kind: "film", movie: any, viewing?: any, parent?: Section }} Film
 * @typedef {{ kind: "more", parent?: Section, shown: number, total: number }} More
 * @typedef {{ kind: "section", title: string, list: string, items: any[], total: number, limit: number,
 *   hasMore?: boolean, error?: any, remark?: string, params?: object, sections?: Section[] }} Section
 * @typedef {Film | Section | More | { kind: "remedy", error: any }} Row
 */

/**
 * What all trees have in common: rows of films with stars, pages, errors, and the films that are selected.
 * @implements {vscode.TreeDataProvider<Row>}
 */
class MovieTree {
  #changed = new vscode.EventEmitter();
  onDidChangeTreeData = this.#changed.event;
  /** The last rows of the view and of its sections, which stay when a request fails. @type {WeakMap<object, Row[]>} */
  #rows = new WeakMap();

  /** @param {import("./server").Server} server @param {string} id */
  constructor(server, id) {
    this.server = server;
    this.id = id;
    this.view = vscode.window.createTreeView(id, { treeDataProvider: this, canSelectMany: true });
    server.own(this.#changed, this.view, server.onDidChangeLibrary((isOther) => this.refresh(isOther)));
  }

  /**
   * Lets the view request its rows again, if it is visible; otherwise when it becomes visible.
   * @param {boolean} [_isOther] whether more than the library may be different
   */
  refresh(_isOther) {
    this.#changed.fire(undefined);
  }

  /** @param {any} [parent] @returns {Promise<Row[]>} */
  async getChildren(parent) {
    try {
      if (this.server.failure) throw this.server.failure;
      await this.server.start();
      const rows = await /** @type {any} */ (this).children(parent);
      if (!parent) this.view.message = rows.length ? undefined : this.empty?.();
      this.#rows.set(parent ?? this, rows);
      return rows;
    } catch (error) {
      const rows = this.#rows.get(parent ?? this) ?? [];
      const isWelcome = isUnavailable(error) && !parent && rows.length === 0; // a message would hide the welcome text
      this.view.message = isWelcome ? undefined : explain(error).problem;
      if (isWelcome || (parent && rows.length)) return rows;
      const canRetry = error.retryable || error.reason === "serverGone"; // the user may have mended what ends it
      const retry = buttonFor(error).command && canRetry ? [{ kind: /** @type {const} */ ("remedy"), error: {} }] : [];
      return [{ kind: "remedy", error }, ...retry, ...rows];
    }
  }

  /** How many rows are shown. */
  limit = PAGE;

  /** Shows more rows. @param {Section} [parent] */
  more(parent) {
    (parent ?? this).limit += LARGEST_PAGE;
    this.refresh(false);
  }

  /** What is said when there is no row; without it, the welcome text. @type {undefined | (() => string | undefined)} */
  empty;

  /** Requests rows from the beginning, in as few pages as possible. */
  async request(method, params, limit) {
    /** @type {any[]} */
    const items = [];
    const first = params.offset ?? 0;
    for (;;) {
      const size = Math.min(limit - items.length, LARGEST_PAGE);
      const page = await this.server.request(method, { ...params, limit: size, offset: first + items.length });
      items.push(...page.items);
      const total = page.total - first;
      if (page.items.length === 0 || items.length >= Math.min(limit, total)) return { items, total };
    }
  }

  /**
   * @param {any[]} items movies, or viewings with their movies
   * @param {number | undefined} more the number of all, if there are more
   * @param {Section} [parent]
   * @returns {Row[]}
   */
  rows(items, more, parent) {
    /** @type {Row[]} */
    const films = items.map((item) => ({ kind: "film", movie: item.movie ?? item, viewing: item.movie && item, parent }));
    return more ? [...films, { kind: "more", parent, shown: items.length, total: more }] : films;
  }

  /** @param {Row} row */
  getTreeItem(row) {
    if (row.kind === "remedy") {
      const { title, command = "movies.reload", argument } = buttonFor(row.error);
      return { label: title, command: { command, title: "", arguments: [argument] } };
    }
    if (row.kind === "more") {
      const description = t("{shown} of {total}", { shown: row.shown, total: row.total });
      return { label: t("More…"), description, command: { command: "movies.more", title: "", arguments: [this, row.parent] } };
    }
    if (row.kind === "section") {
      const description = row.error ? explain(new MovieError(row.error)).problem : (row.remark ?? count(row));
      return { label: row.title, id: row.list, description, collapsibleState: vscode.TreeItemCollapsibleState.Collapsed };
    }
    const { movie, viewing, parent } = row;
    const label = nameOf(movie);
    const isStarred = this.server.isStarred(movie);
    const { watchlistedAt, viewings, rating: mine, hasNote, tags } = this.server.markOf(movie);
    const { date, rating, rewatch, note } = viewing ?? {};
    const remark = [date, rating, rewatch && t("again"), note].filter(Boolean).join(" · ");
    const description = remark || this.server.remarkOf(movie);
    const heard = [isStarred ? t("{film}, starred", { film: label }) : label, description];
    // What the signs of the row mean.
    const kept = [
      watchlistedAt && `+ ${t("On the watchlist")}`,
      viewings && `✓ ${t("Viewings: {count}", { count: viewings })}`,
      mine && t("My rating: {rating}", { rating: mine }),
      hasNote && `✎ ${t("Note")}`,
    ];
    const texts = [label, kept.filter(Boolean).join(" · "), movie.originalTitle, movie.genres?.join(", "), tags?.join(", "), note, movie.overview];
    return {
      label,
      id: `${parent?.list ?? this.id} ${viewing?.viewing ?? ""} ${movie.id}`,
      description,
      tooltip: texts.filter(Boolean).join("\n\n"),
      iconPath: new vscode.ThemeIcon(isStarred ? "star-full" : "blank"),
      contextValue: `${viewing ? "viewing" : "film"} ${isStarred ? "starred" : "plain"} ${watchlistedAt ? "watchlisted" : "unlisted"}`,
      accessibilityInformation: { label: heard.filter(Boolean).join(", ") },
      command: { command: "movies.detail", title: "", arguments: [movie] },
    };
  }
}

/** The films of the library that have a star or are on the watchlist, sorted and filtered. */
class EntriesTree extends MovieTree {
  #query = "";
  #seed = 0;
  #sorts;
  #sort;
  #filter;
  #name;

  /** @param {"starred" | "watchlist"} filter @param {string} name @param {string[]} sorts of which the first is the default */
  constructor(server, id, filter, name, sorts) {
    super(server, id);
    [this.#filter, this.#name, this.#sorts, this.#sort] = [filter, name, sorts, sorts[0]];
  }

  async children() {
    const [sort, query] = [this.#sort, this.#query || undefined];
    const seed = sort === "random" ? this.#seed : undefined; // the same order as long as the user does not ask for another
    const { items, total } = await this.request("library", { filter: this.#filter, sort, query, seed }, this.limit);
    const order = sort !== this.#sorts[0] && nameOfSort(sort);
    this.view.description = [total > 0 && count({ total }), order, query && `“${query}”`].filter(Boolean).join(" · ");
    return this.rows(items, total > items.length ? total : undefined);
  }

  empty = () => (this.#query ? t(nothingFound) : undefined);

  async chooseSort() {
    this.#sort = (await chooseSort(`${this.#name}: ${t("Sort")}`, this.#sorts, this.#sort)) ?? this.#sort;
    this.#seed = Math.floor(Math.random() * 2 ** 31);
    this.refresh();
  }

  async chooseFilter() {
    const prompt = t("Text in a title or a name; empty for all");
    const query = await vscode.window.showInputBox({ title: `${this.#name}: ${t("Filter")}`, value: this.#query, prompt });
    if (query === undefined) return;
    [this.#query, this.limit] = [query.trim(), PAGE];
    this.refresh();
  }
}

/** The sections of the catalog. They are requested again when the user reloads, and from another server. */
class HomeTree extends MovieTree {
  /** @type {Section[] | undefined} */
  #sections;

  refresh(isOther = true) {
    if (isOther) this.#sections = undefined;
    super.refresh();
  }

  /** @param {Section} [parent] */
  async children(parent) {
    if (parent) return this.rows(parent.items, parent.hasMore ? parent.total : undefined, parent);
    this.view.description = this.server.catalog?.title;
    return (this.#sections ??= await this.#load());
  }

  /** @param {Section} parent */
  async more(parent) {
    const page = await this.server.request("nextPage", { list: parent.list }).catch((error) => {
      if (error.reason !== "listNotReady") throw error;
    });
    if (!page) return this.refresh(); // after a restart the server does not know the list
    Object.assign(parent, page, { items: [...parent.items.slice(0, page.offset), ...page.items] });
    this.refresh(false);
  }

  /** @returns {Promise<Section[]>} */
  async #load() {
    if (!this.server.client?.can("home")) return [];
    const { sections } = await this.server.home();
    return sections.map((section) => ({ kind: "section", list: `home:${section.section}`, items: [], ...section }));
  }
}

/** The name of a year or a month such as `2026-11`. @param {string} name @param {Intl.DateTimeFormatOptions} options */
const nameOfSpan = (name, options) => Intl.DateTimeFormat(vscode.env.language, { ...options, timeZone: "UTC" }).format(new Date(name));

/** @param {{total: number}[]} sections */
const sum = (sections) => sections.reduce((total, section) => total + section.total, 0);

/** The diary: a section for each month, last first, and one for the viewings whose day is unknown. */
class DiaryTree extends MovieTree {
  /** @type {Map<string, Section>} by their lists */
  #sections = new Map();

  /** @param {Section} [parent] @returns {Promise<Row[]>} */
  async children(parent) {
    if (!parent) return this.#top();
    if (parent.sections) return parent.sections;
    const { items, total } = await this.request("diary", parent.params, parent.limit);
    return this.rows(items, total > items.length ? total : undefined, parent);
  }

  /** @returns {Promise<Section[]>} */
  async #top() {
    const { byMonth, viewings } = await this.server.request("statistics");
    this.view.description = viewings ? t("Viewings: {count}", { count: viewings }) : "";
    const months = [...byMonth].reverse().map(({ name, viewings }) => {
      const [year, month] = name.split("-").map(Number);
      const params = { from: `${name}-01`, to: `${name}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}` };
      return this.#section(name, nameOfSpan(name, { month: "long", year: "numeric" }), viewings, { params });
    });
    const years = [...new Set(byMonth.map(({ name }) => name.slice(0, 4)))].reverse().map((year) => {
      const sections = months.filter(({ list }) => list.startsWith(`diary:${year}-`));
      return this.#section(year, nameOfSpan(year, { year: "numeric" }), sum(sections), { sections });
    });
    // Viewings without a day come after all others.
    const dated = sum(months);
    const unknown = this.#section("unknown", t("Day unknown"), viewings - dated, { params: { offset: dated } });
    return [...(months.length > 12 ? years : months), unknown].filter(({ total }) => total > 0);
  }

  /** A section, which is the same one as before: it shows as many rows. @param {string} name @returns {Section} */
  #section(name, title, total, members) {
    const list = `diary:${name}`;
    /** @type {Section} */
    const section = this.#sections.get(list) ?? { kind: "section", list, title, items: [], total, limit: PAGE };
    this.#sections.set(list, section);
    return Object.assign(section, { title, total, remark: number(total), ...members });
  }
}

module.exports = { DiaryTree, EntriesTree, HomeTree };
