"use strict";
const vscode = require("vscode");
const { MovieError, nothingFound } = require("../client");
const { buttonFor, isSame } = require("./server");
const { count, explain, nameOf, t, withoutIcons } = require("./words");

/** How many rows before the end the next page is requested. */
const LOOKAHEAD = 8;
/** Long enough that of a word typed quickly not every letter is searched, and short enough not to be noticed. */
const DEBOUNCE_MS = 60;
const SEARCHES = 10;

/**
 * @typedef {object} List
 * @property {string} title
 * @property {"search" | "discover"} method of the first page. A search starts again with each key press; in another list the
 *   text filters the films that are there
 * @property {{list: string} & Record<string, unknown>} params
 * @property {string} [value] what the user has typed
 * @property {(movie: any) => unknown} [accept] what is done with the film; by default its page is shown
 */

/**
 * Shows a list in a quick pick. Further pages come as the user moves down.
 * @param {import("./server").Server} server
 * @param {List} options
 */
async function pickMovie(server, options) {
  const { title, method, params, value = "", accept = (movie) => vscode.commands.executeCommand("movies.detail", movie) } = options;
  const pick = vscode.window.createQuickPick();
  const searches = method === "search";
  pick.placeholder = searches ? t("A title, a person or a year") : t("Filter");
  // `sortByLabel`, which is not in the API's published types, keeps the server's order.
  Object.assign(pick, { title, value, busy: true, sortByLabel: false, matchOnDescription: true, keepScrollPosition: true });
  /** @type {any[]} */
  let [rows, notes] = [[], []];
  let [hasMore, latest] = [false, 0];
  /** What was in the box when the answer came that the rows are from; undefined until it comes. @type {string | undefined} */
  let answered;
  let isEntered = false; // the user wants the first film of the answer that is on its way
  /** @type {unknown} the film that was active when the last page was requested */
  let askedAt;
  let typed = new AbortController();
  const icons = { star: "star-empty", unstar: "star-full", watch: "bookmark", unwatch: "check" };
  const names = { star: t("Star"), unstar: t("Unstar"), watch: t("Put on the Watchlist"), unwatch: t("Take off the Watchlist") };
  const button = (command) => ({ iconPath: new vscode.ThemeIcon(icons[command]), tooltip: names[command], command });

  const render = (staysActive = true) => {
    const active = staysActive && pick.activeItems[0]?.movie?.id;
    const items = rows.map((movie) => {
      const isStarred = server.isStarred(movie);
      return {
        label: `$(${isStarred ? "star-full" : "blank"}) ${withoutIcons(nameOf(movie))}`,
        description: withoutIcons(server.remarkOf(movie, movie.originalTitle)),
        buttons: [button(server.markOf(movie).watchlistedAt ? "unwatch" : "watch"), button(isStarred ? "unstar" : "star")],
        alwaysShow: searches, // the server has matched it already, maybe in another language
        movie,
      };
    });
    pick.items = [...items, ...notes];
    const again = items.find(({ movie }) => movie.id === active);
    if (again) pick.activeItems = [again];
  };
  const again = () => pickMovie(server, { ...options, value: pick.value }).catch((error) => server.show(error));
  /** The rows of an error: the reason with its remedy, and another try if the remedy is none itself. */
  const rowsOfError = (error) => {
    const { problem } = explain(error);
    const asksAgain = method === "discover" && error.reason === "invalidParams"; // such as an order that the catalog lacks
    const { title: detail, command = asksAgain ? "movies.discover" : undefined, argument } = buttonFor(error);
    const run = command ? () => vscode.commands.executeCommand(command, argument) : again;
    const reason = { label: `$(error) ${withoutIcons(problem)}`, detail, alwaysShow: true, run };
    const retry = { label: `$(refresh) ${t("Try Again")}`, alwaysShow: true, run: again };
    return [problem && reason, problem && command && isSame(error, server.failure) && retry].filter(Boolean);
  };
  const load = async (method, params) => {
    const mine = ++latest;
    pick.busy = true;
    const answer = await (method === "home" ? server.home() : server.request(method, params, { signal: typed.signal })).catch((error) => error);
    if (mine !== latest) return;
    if (answer instanceof Error) {
      // After a restart the server does not know the list.
      if (/** @type {any} */ (answer).reason === "listNotReady") return start();
      notes = rowsOfError(answer);
      if (method !== "nextPage") rows = [];
    } else if (answer.sections) {
      const first = answer.sections.find(({ items }) => items?.length);
      if (first) [rows, pick.title] = [first.items, `${title}: ${first.title}`];
      const failed = !first && answer.sections.find(({ error }) => error);
      notes = failed ? rowsOfError(new MovieError(failed.error)) : hint(server);
    } else {
      rows = [...rows.slice(0, answer.offset), ...answer.items];
      hasMore = answer.hasMore;
      notes = rows.length ? [] : [{ label: t(nothingFound), alwaysShow: true }, ...hint(server)];
      pick.title = `${title}: ${count(answer)}`;
    }
    answered ??= searches ? pick.value.trim() : "";
    pick.busy = false;
    render(method === "nextPage");
    if (isEntered && rows.length) accepted([{ movie: rows[0] }]);
    isEntered = false;
  };
  const start = async () => {
    const query = pick.value.trim();
    askedAt = undefined;
    isEntered = false;
    if (answered === "" && searches) {
      [rows, notes] = [[], []];
      render(); // they are no answer to what is typed
    }
    answered = undefined;
    if (query || !searches) return load(method, searches ? { ...params, query } : params);
    typed.abort(); // a search that has not begun must not fill an empty box
    typed = new AbortController();
    latest++;
    const recent = server.searches.map((query) => ({ label: `$(history) ${withoutIcons(query)}`, query }));
    const asksHome = recent.length === 0 && server.client?.can("home"); // what a new user may begin with
    [rows, notes, hasMore] = [[], asksHome ? [] : [...recent, ...(server.failure ? rowsOfError(server.failure) : hint(server))], false];
    pick.title = `${title}: ${server.catalog?.title ?? ""}`;
    if (!asksHome) answered = "";
    pick.busy = false;
    render();
    if (asksHome) await load("home", {});
  };
  /** Requests the next page near the end, and again, if that fails, when the user has moved. */
  const loadMore = () => {
    const active = pick.activeItems[0]?.movie;
    if (!hasMore || answered === undefined || !active || active.id === askedAt || rows.indexOf(active) < rows.length - LOOKAHEAD) return;
    askedAt = active.id;
    void load("nextPage", { list: params.list });
  };
  const accepted = ([row] = pick.selectedItems) => {
    if (searches && answered !== pick.value.trim()) return void (isEntered = pick.value.trim() !== "");
    const { movie, query, run = movie && (() => accept(movie)) } = row ?? {};
    if (query) {
      pick.value = query;
      return void start();
    }
    if (!run) return;
    if (movie && searches) server.searches = [...new Set([pick.value.trim(), ...server.searches])].filter(Boolean).slice(0, SEARCHES);
    pick.hide();
    void run();
  };
  const subscriptions = [
    server.onDidChangeLibrary(() => render()),
    pick.onDidChangeValue(() => searches && start()),
    pick.onDidChangeActive(loadMore),
    pick.onDidTriggerItemButton(({ item, button }) => vscode.commands.executeCommand(`movies.${button.command}`, item.movie)),
    pick.onDidAccept(() => accepted()),
    pick.onDidHide(() => {
      typed.abort();
      latest++; // nothing that comes now is shown
      subscriptions.forEach((each) => each.dispose());
      pick.dispose();
    }),
  ];
  pick.show(); // before the server runs: what the user types meanwhile must not go into the text behind
  try {
    await server.start();
  } catch (error) {
    // The reason stands where the user looks. A search that has begun meanwhile fails with it too, and shows it.
    if (typed.signal.aborted || (latest !== 0 && pick.value.trim())) return;
    [rows, notes, answered, pick.busy] = [[], rowsOfError(error), "", false];
    return render();
  }
  if (typed.signal.aborted) return; // the user has left
  if (latest === 0 || !pick.value.trim()) await start();
}

/** The first sentence of the server's hint, as a row that leads to a key; the others are for a shell. */
function hint(server) {
  const [first] = server.client?.description?.hint?.split(/(?<=[.。]) /) ?? [];
  const detail = `${first} ${t("A free key finds all others.")}`;
  const run = () => vscode.commands.executeCommand("movies.setKey");
  return first ? [{ label: `$(key) ${t("Set the Key of a Catalog…")}`, detail, alwaysShow: true, run }] : [];
}

/** Searches as the user types: one `search` for each key press, of which the server starts the last. */
const search = (server, value, accept) =>
  pickMovie(server, { title: t("Search"), method: "search", params: { list: "search", debounceMs: DEBOUNCE_MS }, value, accept });

/** Asks for genres, years and an order, and shows the films. */
async function discover(server) {
  const title = t("Discover");
  /** @type {any[]} */
  const items = (await server.request("genres")).genres.map(({ name }) => ({ label: withoutIcons(name), name }));
  const placeHolder = t("Check the genres that a film must have; none for any");
  const genres = await vscode.window.showQuickPick(items, { title, placeHolder, canPickMany: true });
  if (!genres) return;
  const prompt = t("The years, such as 1999, 1990-1999, 1990- or -1980; empty for all");
  const isRange = (text) => /^(\d{4}|\d{4}\s*[-–](\s*\d{4})?|[-–]\s*\d{4})?$/.test(text.trim());
  const years = await vscode.window.showInputBox({ title, prompt, validateInput: (text) => (isRange(text) ? undefined : prompt) });
  if (years === undefined) return;
  const rating = server.catalog?.name === "builtin" ? [] : ["rating"]; // the built-in films have none
  const sort = await chooseSort(title, ["popularity", ...rating, "releaseDate", "title", "random"]);
  if (!sort) return;
  const found = (years.match(/\d{4}/g) ?? []).sort().map(Number);
  const yearFrom = /^\s*\d/.test(years) ? found[0] : undefined;
  const yearTo = /\d\s*$/.test(years) ? found.at(-1) : undefined;
  const params = { list: "discover", genres: genres.length ? genres.map(({ name }) => name) : undefined, yearFrom, yearTo, sort };
  await pickMovie(server, { title, method: "discover", params });
}

/** What the user reads for the orders. @type {Record<string, string>} */
const sorts = {
  popularity: "Popularity", rating: "Rating", releaseDate: "Release date", title: "Title", random: "Random", year: "Year",
  starredAt: "Time of the star", watchlistedAt: "Time on the watchlist", myRating: "My rating", runtime: "Length",
}; // prettier-ignore

/** @param {string} sort */
const nameOfSort = (sort) => t(sorts[sort]);

/** Asks for an order. @param {string} title @param {string[]} choice @param {string} [now] */
async function chooseSort(title, choice, now) {
  const items = choice.map((sort) => ({ label: nameOfSort(sort), description: sort === now ? t("now") : "", sort }));
  /** @type {any} */
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: t("The order") });
  return chosen?.sort;
}

module.exports = { chooseSort, discover, nameOfSort, search };
