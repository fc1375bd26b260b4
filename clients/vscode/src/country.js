"use strict";
const vscode = require("vscode");
const { t } = require("./words");

/** The country in a name of a locale such as `ko-KR` or `ko_KR.UTF-8`. @param {string} [locale] */
const countryIn = (locale) => locale?.match(/^[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?[-_]([A-Z]{2})(?![A-Z])/)?.[1];

/** The country of the system's locale. `C` has none, for which Intl would say that of en-US. @param {NodeJS.ProcessEnv} env */
function ofSystem(env) {
  const names = ["LC_ALL", "LC_MEASUREMENT", "LC_TIME", "LC_MESSAGES", "LANG"].filter((name) => env[name]);
  if (names.length === 0) return countryIn(Intl.DateTimeFormat().resolvedOptions().locale);
  return names.map((name) => countryIn(env[name])).find(Boolean);
}

/** The locale for the server: the language, with the country of the setting, the language or the system if there is one. */
function locale() {
  const settings = vscode.workspace.getConfiguration("movies");
  const language = settings.get("language") || vscode.env.language;
  const country = settings.get("country")?.toUpperCase() || countryIn(language) || ofSystem(process.env);
  const [name] = language.match(/^[a-z]{2,3}(?:[-_][A-Z][a-z]{3}(?![a-z]))?/) ?? [language];
  return { locale: country ? `${name.replace("_", "-")}-${country}` : language, country };
}

/** Asks for the country, which decides where films can be watched and which age rating they have. */
async function choose() {
  const names = new Intl.DisplayNames([vscode.env.language, "en"], { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const isCurrent = (code) => names.of(code) && new Intl.Locale(`und-${code}`).region === code && code !== "ZZ";
  const items = codes.filter(isCurrent).map((code) => ({ label: names.of(code) ?? code, description: code }));
  items.sort((one, other) => one.label.localeCompare(other.label));
  const options = { title: t("Set the Country"), placeHolder: t("Where you watch films"), matchOnDescription: true };
  const chosen = await vscode.window.showQuickPick(items, options);
  if (chosen) await vscode.workspace.getConfiguration("movies").update("country", chosen.description, true);
}

module.exports = { choose, locale };
