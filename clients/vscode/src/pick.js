"use strict";
const vscode = require("vscode");
const { count, explain, nothingFound, titleWithYear } = require("../client");

/** A text of a catalog, in which `$(name)` would be an icon. */
const withoutIcons = (text) => text.replaceAll("$(", "\\$(");

/** How many rows before the end the next page is requested. */
const LOOKAHEAD = 8;
const star = { iconPath: new vscode.ThemeIcon("star-empty"), tooltip: "Star" };
const unstar = { iconPath: new vscode.ThemeIcon("star-full"), tooltip: "Unstar" };

/**
 * @typedef {object} List
 * @property {string} title
 * @property {"search" | "discover"} method of the first page. A search starts again with each key press; in another list the
 *   text filters the films that are there
 * @property {{list: string} & Record<string, unknown>} params
 * @property {string} [value] what the user has typed
 */

/**
 * Shows a list in a quick pick. Further pages come as the user moves down.
 * @param {import("./server").Server} server
 * @param {List} options
 */
async function pickMovie(server, options) {
  const { title, method, params, value = "" } = options;
  await server.start();
  const pick = vscode.window.createQuickPick();
  const searches = method === "search";
  pick.placeholder = searches ? "A title, a person or a year" : "Filter";
  // `sortByLabel`, which is not in the API's published types, keeps the server's order.
  Object.assign(pick, { title, value, sortByLabel: false, matchOnDescription: true, keepScrollPosition: true });
  /** @type {any[]} */
  let [rows, notes] = [[], []];
  let [hasMore, latest] = [false, 0];
  /** @type {unknown} the film that was active when the last page was requested */
  let askedAt;
  let typed = new AbortController();

  const render = () => {
    const active = pick.activeItems[0]?.movie?.id;
    const items = rows.map((movie) => {
      const isStarred = server.isStarred(movie);
      return {
        label: `$(${isStarred ? "star-full" : "blank"}) ${withoutIcons(titleWithYear(movie))}`,
        description: withoutIcons(movie.directors?.join(", ") ?? ""),
        buttons: [isStarred ? unstar : star],
        alwaysShow: searches, // the server has matched it already, maybe in another language
        movie,
      };
    });
    pick.items = [...items, ...notes];
    const again = items.find(({ movie }) => movie.id === active);
    if (again) pick.activeItems = [again];
  };
  const load = async (method, params) => {
    const mine = ++latest;
    const answer = await server.request(method, params, { signal: typed.signal }).catch((error) => error);
    if (mine !== latest) return;
    if (answer instanceof Error) {
      // After a restart the server does not know the list.
      if (/** @type {any} */ (answer).reason === "listNotReady") return start();
      const { sentence } = explain(answer);
      notes = sentence ? [{ label: `$(error) ${withoutIcons(sentence)}`, alwaysShow: true, error: answer }] : [];
      if (method !== "nextPage") rows = [];
    } else {
      rows = [...rows.slice(0, answer.offset), ...answer.items];
      hasMore = answer.hasMore;
      notes = rows.length ? [] : [{ label: nothingFound, alwaysShow: true }];
      pick.title = `${title}: ${count(answer)}`;
    }
    render();
  };
  const start = async () => {
    const query = pick.value.trim();
    askedAt = undefined;
    if (query || !searches) return load(method, searches ? { ...params, query } : params);
    typed.abort(); // a search that has not begun must not fill an empty box
    typed = new AbortController();
    latest++;
    [rows, notes, hasMore, pick.title] = [[], [], false, title];
    render();
  };
  /** Requests the next page near the end, and again, if that fails, when the user has moved. */
  const loadMore = () => {
    const active = pick.activeItems[0]?.movie;
    if (!hasMore || !active || active.id === askedAt || rows.indexOf(active) < rows.length - LOOKAHEAD) return;
    askedAt = active.id;
    void load("nextPage", { list: params.list });
  };

  const mark = (movie) => vscode.commands.executeCommand(server.isStarred(movie) ? "movies.unstar" : "movies.star", movie.id);
  const subscriptions = [
    server.onDidChangeFavorites(render),
    server.onDidLoad(() => (pick.busy = server.isLoading(params.list))),
    pick.onDidChangeValue(() => searches && start()),
    pick.onDidChangeActive(loadMore),
    pick.onDidTriggerItemButton(({ item }) => mark(item.movie)),
    pick.onDidAccept(() => {
      const { movie, error } = pick.selectedItems[0] ?? {};
      if (error) void server.show(error, () => pickMovie(server, { ...options, value: pick.value }));
      if (movie) void vscode.commands.executeCommand("movies.detail", movie.id);
      if (movie || error) pick.hide();
    }),
    pick.onDidHide(() => {
      typed.abort();
      subscriptions.forEach((each) => each.dispose());
      pick.dispose();
    }),
  ];
  pick.show();
  if (value || !searches) await start();
}

/** Searches as the user types: one `search` for each key press, of which the server starts the last. */
const search = (server, value = "") =>
  pickMovie(server, { title: "Search", method: "search", params: { list: "search", debounceMs: 200 }, value });

/** Asks for a genre, years and an order, and shows the films. */
async function discover(server) {
  const title = "Discover";
  const genres = (await server.request("genres")).genres.map(({ name }) => ({ label: withoutIcons(name), name }));
  const genre = await vscode.window.showQuickPick([{ label: "Any genre" }, ...genres], { title, placeHolder: "The genre" });
  if (!genre) return;
  const years = await vscode.window.showInputBox({
    title,
    prompt: "The years, such as 1999 or 1990-1999; empty for all",
    validateInput: (text) => (/^\s*(\d{4}(\s*[-–]\s*\d{4})?)?\s*$/.test(text) ? undefined : "One year, or two with a dash"),
  });
  if (years === undefined) return;
  const sorts = { Popularity: "popularity", Rating: "rating", "Release date": "releaseDate", Title: "title", Random: "random" };
  const sort = await vscode.window.showQuickPick(Object.keys(sorts), { title, placeHolder: "The order" });
  if (!sort) return;
  const [yearFrom, yearTo = yearFrom] = (years.match(/\d{4}/g) ?? []).map(Number);
  const params = { list: "discover", genres: genre.name && [genre.name], yearFrom, yearTo, sort: sorts[sort] };
  await pickMovie(server, { title, method: "discover", params });
}

module.exports = { discover, search };
