"use strict";
const vscode = require("vscode");
const { t } = require("./words");

/** The variables with which the server reads the keys of a catalog. @type {Record<string, string[]>} */
const variables = {
  tmdb: ["TMDB_API_KEY"],
  omdb: ["OMDB_API_KEY"],
  naver: ["NAVER_CLIENT_ID", "NAVER_CLIENT_SECRET"],
};
/** Where a key is had. @type {Record<string, string>} */
const pages = {
  tmdb: "https://www.themoviedb.org/settings/api",
  omdb: "https://www.omdbapi.com/apikey.aspx",
  naver: "https://developers.naver.com/apps/",
};
const PREFIX = "movies.key.";

/** @param {string} name */
const isKey = (name) => name.startsWith(PREFIX);

/** Returns the variables to start the server with. Keys go nowhere else. @param {vscode.SecretStorage} secrets */
async function environment(secrets) {
  const names = Object.values(variables).flat();
  const keys = await Promise.all(names.map(async (name) => [name, await secrets.get(PREFIX + name)]));
  return Object.fromEntries(keys.filter(([, key]) => key));
}

/** Asks for the key of a catalog and stores it. @param {vscode.SecretStorage} secrets @param {string} [catalog] */
async function set(secrets, catalog) {
  const chosen = variables[catalog ?? ""] ? catalog : await choose(t("The catalog whose key you have"));
  const keys = [];
  for (const name of variables[chosen ?? ""] ?? []) {
    const prompt = t("It is stored in this editor's secret storage. You get one at {page}.", { page: pages[chosen ?? ""] });
    const key = await vscode.window.showInputBox({ title: name, prompt, password: true, ignoreFocusOut: true });
    if (!key?.trim()) return;
    keys.push([PREFIX + name, key.trim()]);
  }
  for (const [name, key] of keys) await secrets.store(name, key);
}

/** @param {vscode.SecretStorage} secrets */
async function remove(secrets) {
  const catalog = (await choose(t("The catalog whose key is removed"))) ?? "";
  for (const name of variables[catalog] ?? []) await secrets.delete(PREFIX + name);
}

/** @param {string} placeHolder */
const choose = (placeHolder) => vscode.window.showQuickPick(Object.keys(variables), { placeHolder });

module.exports = { environment, isKey, remove, set };
