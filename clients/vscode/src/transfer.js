"use strict";
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const { count, t } = require("./words");

/** Calls a method with a progress that shows how many films are done. @param {import("./server").Server} server */
async function withProgress(server, title, method, params) {
  const movies = await server.start();
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, async (progress) => {
    const show = ({ kind, done, total }) => {
      if (kind === "library" && total) progress.report({ message: t("{done} of {total}", { done, total }) });
    };
    movies.on("loading", show);
    try {
      return await movies.request(method, params);
    } finally {
      movies.off("loading", show);
    }
  });
}

/** Imports an export of Letterboxd, IMDb, Trakt and others. Says first what it would do. It cannot be undone. */
async function importLibrary(server, changes) {
  const [file] = (await vscode.window.showOpenDialog({ title: t("Import"), openLabel: t("Import") })) ?? [];
  if (!file) return;
  const found = await withProgress(server, t("Reading…"), "importLibrary", { path: file.fsPath, dryRun: true });
  if (!(found.added + found.changed + found.unchanged + found.unmatched.length)) {
    return void vscode.window.showInformationMessage(t("There is nothing to import."));
  }
  const numbers = { ...found, unmatched: found.unmatchedTotal ?? found.unmatched.length };
  const question = t("{format}: {added} new, {changed} changed, {unchanged} as before, {unmatched} not found.", numbers);
  const detail = t("An import cannot be undone, and no change before it.");
  const [keep, overwrite] = [t("Import"), t("Overwrite My Changes")];
  const answer = await vscode.window.showInformationMessage(question, { modal: true, detail }, keep, overwrite);
  if (!answer) return;
  const done = await withProgress(server, t("Importing…"), "importLibrary", { path: file.fsPath, overwrite: answer === overwrite });
  const films = done.added + done.changed;
  if (films) changes.forget();
  const button = t("Show What Is Missing");
  const sentence = t("Imported {films}.", { films: count({ total: films }) });
  const pressed = await vscode.window.showInformationMessage(sentence, ...(done.unmatchedPath ? [button] : []));
  if (pressed) await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(done.unmatchedPath));
}

async function exportLibrary(server) {
  const formats = [
    { label: t("JSON: all of it"), format: "json", suffix: "json" },
    { label: t("CSV: a row for each film and viewing"), format: "csv", suffix: "csv" },
    { label: t("CSV for Letterboxd"), format: "letterboxd", suffix: "csv" },
  ];
  const chosen = await vscode.window.showQuickPick(formats, { title: t("Export") });
  if (!chosen) return;
  const { format, suffix } = chosen;
  const defaultUri = vscode.Uri.file(path.join(os.homedir(), `movies.${suffix}`));
  const filters = { [suffix.toUpperCase()]: [suffix] };
  const file = await vscode.window.showSaveDialog({ title: t("Export"), defaultUri, filters });
  if (!file) return;
  const { entries, viewings } = await withProgress(server, t("Exporting…"), "exportLibrary", { path: file.fsPath, format });
  const sentence = t("Exported {films}; viewings: {viewings}.", { films: count({ total: entries }), viewings });
  const pressed = await vscode.window.showInformationMessage(sentence, t("Open"));
  if (pressed) await vscode.commands.executeCommand("vscode.open", file);
}

/** Fetches the data of all kept films again, in the language of this window; the views follow. */
async function refreshFilms(server) {
  const { refreshed, failed } = await server.request("refreshFavorites");
  const sentence = t("Films fetched again: {count}", { count: refreshed });
  const reason = [...new Set(failed.map(({ reason }) => reason))].join(", ");
  const id = failed.length === 1 ? failed[0].id : count({ total: failed.length });
  const problem = t("{id} could not be fetched ({reason})", { id, reason });
  void vscode.window.showInformationMessage(failed.length ? `${sentence}. ${problem}` : sentence);
}

module.exports = { exportLibrary, importLibrary, refreshFilms };
