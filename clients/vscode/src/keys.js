"use strict";
const vscode = require("vscode");
const { t } = require("./words");

/** For each catalog the variables with which the server reads its key, and where a key is had. @type {Record<string, [string[], string]>} */
const catalogs = {
  tmdb: [["TMDB_API_KEY"], "https://www.themoviedb.org/settings/api"],
  omdb: [["OMDB_API_KEY"], "https://www.omdbapi.com/apikey.aspx"],
  naver: [["NAVER_CLIENT_ID", "NAVER_CLIENT_SECRET"], "https://developers.naver.com/apps/"],
};
const PREFIX = "movies.key.";

/** @param {string} name */
const isKey = (name) => name.startsWith(PREFIX);

/** Returns the variables to start the server with. Keys go nowhere else. @param {vscode.SecretStorage} secrets */
async function environment(secrets) {
  const names = Object.values(catalogs).flatMap(([names]) => names);
  const keys = await Promise.all(names.map(async (name) => [name, await secrets.get(PREFIX + name)]));
  return Object.fromEntries(keys.filter(([, key]) => key));
}

/** Asks for the key of a catalog and stores it. @param {vscode.SecretStorage} secrets @param {string} [catalog] */
async function set(secrets, catalog) {
  const name = catalog && catalogs[catalog] ? catalog : await choose(t("The catalog whose key you have"));
  if (!name) return;
  const [names, page] = catalogs[name];
  const prompt = t("It is stored in this editor's secret storage. You get one at {page}.", { page });
  const keys = [];
  for (const title of names) {
    const key = await vscode.window.showInputBox({ title, prompt, password: true, ignoreFocusOut: true });
    if (!key?.trim()) return;
    keys.push([PREFIX + title, key.trim()]);
  }
  for (const [name, key] of keys) await secrets.store(name, key);
  void vscode.window.showInformationMessage(t("Stored the key of {catalog}.", { catalog: name }));
}

/** @param {vscode.SecretStorage} secrets */
async function remove(secrets) {
  const stored = await environment(secrets);
  const names = Object.keys(catalogs).filter((name) => catalogs[name][0].some((variable) => variable in stored));
  if (names.length === 0) return void vscode.window.showInformationMessage(t("No key is stored."));
  const catalog = await choose(t("The catalog whose key is removed"), names);
  if (!catalog) return;
  for (const name of catalogs[catalog][0]) await secrets.delete(PREFIX + name);
  void vscode.window.showInformationMessage(t("Removed the key of {catalog}.", { catalog }));
}

/** @param {string} placeHolder */
const choose = (placeHolder, names = Object.keys(catalogs)) => vscode.window.showQuickPick(names, { placeHolder });

module.exports = { environment, isKey, remove, set };
