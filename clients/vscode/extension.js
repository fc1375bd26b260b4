"use strict";
const vscode = require("vscode");
const { Changes } = require("./src/changes");
const country = require("./src/country");
const { DetailPanel } = require("./src/detail");
const keys = require("./src/keys");
const { LibraryActions } = require("./src/library");
const { Notes } = require("./src/notes");
const { discover, search } = require("./src/pick");
const { Server } = require("./src/server");
const { exportLibrary, importLibrary, refreshFilms } = require("./src/transfer");
const { DiaryTree, EntriesTree, HomeTree } = require("./src/trees");
const { namesOf, t } = require("./src/words");

/** What ends with the window. @type {(Server | Notes)[]} */
let running = [];

/** @param {vscode.ExtensionContext} context */
function activate(context) {
  const movies = new Server(context);
  const changes = new Changes(movies);
  const library = new LibraryActions(movies, changes);
  const sorts = ["title", "year", "rating", "myRating", "runtime", "random"];
  const favorites = new EntriesTree(movies, "movies.favorites", "starred", t("Favorites"), ["starredAt", ...sorts]);
  const watchlist = new EntriesTree(movies, "movies.watchlist", "watchlist", t("Watchlist"), ["watchlistedAt", ...sorts]);
  const trees = [favorites, watchlist, new HomeTree(movies, "movies.home"), new DiaryTree(movies, "movies.diary")];
  const panel = new DetailPanel(movies, library, context.extensionUri);
  const notes = new Notes(context, movies);
  running = [movies, notes];

  /**
   * What a command is about: the rows that are selected in a tree, the row or the film that was given, or its id. A command
   * of the palette is about the film of the page, or one that the user searches.
   * @param {any} target @param {any[]} [selected] @returns {any[] | undefined}
   */
  const rowsOf = (target, selected) => {
    if (target?.view) return trees.find(({ id }) => id === target.view)?.view.selection.slice(); // of a key
    if (typeof target === "string") return [{ movie: { id: target } }];
    const rows = selected?.includes(target) ? selected : target && [target];
    return rows?.map((row) => (row.movie || row.kind ? row : { movie: row }));
  };
  const withTitle = (film) => (film.title ? film : movies.request("detail", { id: film.id, reviews: 0 }).catch(() => film));
  const onFilms = (run, isNamed = true) => async (target, selected) => {
    const films = rowsOf(target, selected)?.map(({ movie }) => movie).filter(Boolean) ?? (panel.film && [panel.film]);
    if (films) return films.length ? run(isNamed ? await Promise.all(films.map(withTitle)) : films) : undefined;
    return search(movies, "", (movie) => attempt(() => run([movie])));
  };
  const onViewings = (run) => (target, selected) => {
    const viewings = rowsOf(target, selected)?.filter(({ viewing }) => viewing) ?? [];
    return viewings.length ? run(viewings.map(({ viewing, movie }) => ({ ...viewing, movie }))) : undefined;
  };
  const mark = async (films) => {
    const actions = { [t("Rating")]: "rate", [t("Note")]: "note", [t("Tags")]: "tag" };
    const chosen = await vscode.window.showQuickPick(Object.keys(actions), { title: namesOf(films) });
    if (chosen) await commands[actions[chosen]](films[0], films);
  };
  /** @type {Record<string, (...args: any[]) => unknown>} */
  const commands = {
    search: (query) => search(movies, typeof query === "string" ? query : ""),
    discover: () => discover(movies),
    detail: onFilms(([{ id }]) => panel.open(id), false),
    mark: onFilms(mark),
    note: onFilms(([{ id }]) => panel.writeNote(id), false),
    editViewing: onViewings(([viewing]) => library.watched([viewing.movie], viewing)),
    deleteViewing: onViewings((viewings) => library.deleteViewings(viewings)),
    statistics: () => panel.open("", "statistics"),
    undo: (step) => changes.undo(Array.isArray(step) ? step : undefined),
    import: () => importLibrary(movies, changes),
    export: () => exportLibrary(movies),
    refresh: () => refreshFilms(movies),
    login: () => library.login(),
    sort: () => favorites.chooseSort(),
    filter: () => favorites.chooseFilter(),
    sortWatchlist: () => watchlist.chooseSort(),
    filterWatchlist: () => watchlist.chooseFilter(),
    reload: () => (movies.failure ? movies.restart() : trees.forEach((tree) => tree.refresh())),
    more: (tree, parent) => tree.more(parent),
    setKey: (catalog) => keys.set(context.secrets, catalog),
    removeKey: () => keys.remove(context.secrets),
    setCountry: () => country.choose(),
    setPath: () => vscode.commands.executeCommand("workbench.action.openSettings", "movies.server.path"),
    notesCommand: (command) => notes.execute(command),
    log: () => movies.log.show(true),
    restart: () => movies.restart().then(() => movies.start()),
  };
  for (const { id } of trees) commands[id.replace("movies.", "")] = () => vscode.commands.executeCommand(`${id}.focus`);
  for (const name of /** @type {const} */ (["star", "unstar", "watch", "unwatch", "watched", "rate", "tag", "copyLink"])) {
    commands[name] = onFilms((films) => library[name](films));
  }
  /** Runs something that may fail, and shows why. @param {() => unknown} run */
  const attempt = async (run) => {
    try {
      return await run();
    } catch (error) {
      void movies.show(error, () => void attempt(run));
    }
  };
  for (const [name, run] of Object.entries(commands)) {
    const command = (...args) => attempt(() => run(...args));
    context.subscriptions.push(vscode.commands.registerCommand(`movies.${name}`, command));
  }
}

/** The editor waits for this, so that nothing runs after it has ended. */
async function deactivate() {
  const never = new Promise(() => {}); // a request that comes now would start a server again
  await Promise.all(running.map((each) => each.stop(never)));
}

module.exports = { activate, deactivate };
