"use strict";
const vscode = require("vscode");
const { DetailPanel } = require("./src/detail");
const keys = require("./src/keys");
const { discover, search } = require("./src/pick");
const { Server } = require("./src/server");
const { FavoritesTree, HomeTree } = require("./src/trees");

/** @type {Server | undefined} */
let server;

/** @param {vscode.ExtensionContext} context */
function activate(context) {
  const movies = (server = new Server(context));
  const favorites = new FavoritesTree(movies, "movies.favorites");
  const home = new HomeTree(movies, "movies.home");
  const panel = new DetailPanel(movies, context.extensionUri);

  /** The id of the film that a command is about: an id, or a row of a tree. @param {any} target */
  const idOf = (target) => (typeof target === "string" ? target : target?.movie?.id);
  /** @param {"star" | "unstar"} method */
  const mark = (method) => (target) => (idOf(target) ? movies.request(method, { id: idOf(target) }) : search(movies));
  const reload = () => {
    favorites.refresh();
    home.reload();
  };
  /** @type {Record<string, (...args: any[]) => unknown>} */
  const commands = {
    search: (query) => search(movies, typeof query === "string" ? query : ""),
    favorites: () => vscode.commands.executeCommand("movies.favorites.focus"),
    home: () => vscode.commands.executeCommand("movies.home.focus"),
    discover: () => discover(movies),
    detail: (target) => (idOf(target) ? panel.open(idOf(target)) : search(movies)),
    star: mark("star"),
    unstar: mark("unstar"),
    sort: () => favorites.chooseSort(),
    filter: () => favorites.chooseFilter(),
    reload,
    more: (tree, parent) => tree.more(parent),
    setKey: (catalog) => keys.set(context.secrets, catalog),
    removeKey: () => keys.remove(context.secrets),
    setPath: () => vscode.commands.executeCommand("workbench.action.openSettings", "movies.server.path"),
    log: () => movies.log.show(true),
    restart: () => movies.restart().then(() => movies.start()).then(reload),
  };
  for (const [name, run] of Object.entries(commands)) {
    const attempt = async (...args) => run(...args);
    const command = (...args) => attempt(...args).catch((error) => void movies.show(error, () => void command(...args)));
    context.subscriptions.push(vscode.commands.registerCommand(`movies.${name}`, command));
  }
}

/** The editor waits for this, so that nothing runs after it has ended. */
function deactivate() {
  return server?.stop(new Promise(() => {})); // a request that comes now would start it again
}

module.exports = { activate, deactivate };
