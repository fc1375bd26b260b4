"use strict";
const vscode = require("vscode");
const { explain } = require("../client");
const { count, nothingFound, titleWithYear } = require("./words");

/** How many rows before the end the next page is requested. */
const LOOKAHEAD = 8;
const button = { true: { iconPath: new vscode.ThemeIcon("star-full"), tooltip: "Unstar" }, false: { iconPath: new vscode.ThemeIcon("star-empty"), tooltip: "Star" } };

/**
 * @typedef {object} List
 * @property {string} title
 * @property {string} list the list's name
 * @property {string} [value] what the user has typed
 * @property {(value: string) => [method: string, params: object] | undefined} first the request for the first page
 * @property {boolean} searches whether each key press starts the list again; otherwise it filters the films that are there
 */

/**
 * Shows a list in a quick pick. Further pages come as the user moves down.
 * @param {import("./server").Server} server
 * @param {List} options
 */
async function pickMovie(server, { title, list, value = "", first, searches }) {
  /** @type {any} */ // `sortByLabel` is not in the API's types, but keeps the server's order
  const pick = vscode.window.createQuickPick();
  Object.assign(pick, { title, value, placeholder: "A title, a person or a year", matchOnDescription: true, sortByLabel: false });
  const movies = await server.start().catch((error) => void server.show(error));
  if (!movies) return pick.dispose();

  /** @type {any[]} */
  let rows = [];
  let hasMore = false;
  let latest = 0;
  let isLoadingPage = false;
  let typed = new AbortController();
  const running = new Set();

  const show = (items) => {
    const active = pick.activeItems[0]?.movie?.id;
    pick.keepScrollPosition = true;
    pick.items = items;
    const again = items.find(({ movie }) => movie && movie.id === active);
    if (again) pick.activeItems = [again];
  };
  const render = () =>
    show(
      rows.map((movie) => {
        const isFavorite = movies.stars.has(movie.id);
        return {
          label: `$(${isFavorite ? "star-full" : "blank"}) ${titleWithYear(movie)}`,
          description: movie.directors?.join(", "),
          buttons: [button[isFavorite ? "true" : "false"]],
          alwaysShow: searches, // the server has matched it already, maybe in another language
          movie,
        };
      }),
    );
  const load = async ([method, params], signal) => {
    const mine = ++latest;
    try {
      const page = await movies.request(method, params, { signal });
      if (mine !== latest) return;
      rows = [...rows.slice(0, page.offset), ...page.items];
      hasMore = page.hasMore;
      pick.title = `${title}: ${count(page)}`;
      if (rows.length) render();
      else show([{ label: nothingFound, alwaysShow: true }]);
      return true;
    } catch (error) {
      if (mine !== latest) return;
      // After a restart the server does not know the list.
      if (method === "nextPage" && /** @type {any} */ (error).reason === "listNotReady") return start();
      const { sentence, remedy } = explain(error);
      if (sentence) show([...pick.items, { label: `$(error) ${sentence}`, alwaysShow: true, error, remedy }]);
    }
  };
  const start = () => {
    const request = first(pick.value.trim());
    if (request) return load(request, typed.signal);
    typed.abort(); // a search that has not begun must not fill an empty box
    typed = new AbortController();
    latest++;
    rows = [];
    hasMore = false;
    pick.title = title;
    show([]);
  };
  const loadMore = async () => {
    const index = rows.indexOf(pick.activeItems[0]?.movie);
    if (!hasMore || isLoadingPage || index < 0 || index < rows.length - LOOKAHEAD) return;
    isLoadingPage = true;
    const isLoaded = await load(["nextPage", { list }], typed.signal);
    isLoadingPage = false;
    if (isLoaded) void loadMore(); // the user may have moved on meanwhile
  };

  const subscriptions = [
    server.onDidChangeStars(() => rows.length && render()),
    server.onDidLoad(({ list: which, request, active }) => {
      if (which !== list) return;
      if (active) running.add(request);
      else running.delete(request);
      pick.busy = running.size > 0;
    }),
    pick.onDidChangeValue(() => searches && start()),
    pick.onDidChangeActive(loadMore),
    pick.onDidTriggerItemButton(({ item }) => movies.toggle(item.movie.id).catch((error) => server.show(error))),
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.error) void server.show(item.error, start);
      if (item?.movie) void vscode.commands.executeCommand("movies.detail", item.movie.id);
      if (item?.movie || item?.error) pick.hide();
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
const search = (/** @type {import("./server").Server} */ server, value = "") =>
  pickMovie(server, {
    title: "Search",
    list: "search",
    value,
    searches: true,
    first: (query) => (query ? ["search", { query, list: "search", debounceMs: 200 }] : undefined),
  });

/** Asks for a genre and years, and shows the films. @param {import("./server").Server} server */
async function discover(server) {
  const { genres } = await server.request("genres");
  const any = "Any genre";
  const names = genres.map(({ name }) => name);
  const genre = await vscode.window.showQuickPick([any, ...names], { title: "Discover", placeHolder: "The genre" });
  if (!genre) return;
  const years = await vscode.window.showInputBox({
    title: "Discover",
    prompt: "The years, such as 1999 or 1990-1999; empty for all",
    validateInput: (text) => (/^\s*(\d{4}(\s*[-–]\s*\d{4})?)?\s*$/.test(text) ? undefined : "A year, or two with a dash between them"),
  });
  if (years === undefined) return;
  const sorts = { Popularity: "popularity", Rating: "rating", "Release date": "releaseDate", Title: "title" };
  const sort = await vscode.window.showQuickPick(Object.keys(sorts), { title: "Discover", placeHolder: "The order" });
  if (!sort) return;
  const [yearFrom, yearTo = yearFrom] = (years.match(/\d{4}/g) ?? []).map(Number);
  const params = {
    list: "discover",
    genres: genre === any ? undefined : [genre],
    yearFrom,
    yearTo,
    sort: sorts[/** @type {keyof typeof sorts} */ (sort)],
  };
  await pickMovie(server, { title: "Discover", list: "discover", searches: false, first: () => ["discover", params] });
}

module.exports = { discover, search };
