"use strict";
const vscode = require("vscode");
const { nameOf, namesOf, t, withoutIcons } = require("./words");

/** The day of today or some days before, where the user is. @param {number} [before] */
const today = (before = 0) => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000 - before * 86_400_000).toISOString().slice(0, 10);

/** The day that a text says, of which -1 is yesterday; empty if it is unknown. @param {string} text */
const dayOf = (text) => (/^-\d{1,5}$/.test(text.trim()) ? today(-Number(text)) : text.replace("?", "").trim());

/** Why a film cannot have been viewed on the day that a text says, if it cannot. @param {string} text */
function problemOfDay(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return t("A day is written like {day}.", { day: today() });
  if (!new Date(text).toJSON()?.startsWith(text)) return t("There is no such day.");
  return text > today() ? t("This day is in the future.") : undefined;
}

/** Asks for a rating: undefined if the user leaves, null for none. @param {string} title @param {number} [now] */
async function askRating(title, now) {
  const values = Array.from({ length: 20 }, (_, index) => 10 - index / 2);
  const stars = (value) => `$(star-full)${" $(star-full)".repeat(Math.ceil(value / 2) - 1)}`;
  const comma = (value) => (Number.isInteger(value) ? "" : `  ${String(value).replace(".", ",")}`); // which is typed in many countries
  const items = values.map((value) => ({ label: String(value), description: (value === now ? t("now") : stars(value)) + comma(value), value }));
  const all = [{ label: t("No rating"), description: "", value: null }, ...items];
  const first = all.filter(({ value }) => value === (now ?? null)); // what it is now is chosen with one key
  const options = { title, placeHolder: t("Your rating"), ignoreFocusOut: true, matchOnDescription: true };
  return (await vscode.window.showQuickPick([...new Set([...first, ...all])], options))?.value;
}

/** What the user does with the library. Each action is a command, for one film or several. */
class LibraryActions {
  #server;
  #changes;

  /** @param {import("./server").Server} server @param {import("./changes").Changes} changes */
  constructor(server, changes) {
    [this.#server, this.#changes] = [server, changes];
  }

  /** Changes one member of the marks of films. @param {any[]} movies @param {object} values @param {string} sentence */
  mark(movies, values, sentence) {
    return this.#changes.run(movies.map(({ id }) => ["mark", { id, ...values }]), sentence);
  }

  star = (movies) => this.#changes.run(movies.map(({ id }) => ["star", { id }]), t("Starred {film}.", { film: namesOf(movies) }));
  unstar = (movies) => this.#changes.run(movies.map(({ id }) => ["unstar", { id }]), t("Unstarred {film}.", { film: namesOf(movies) }));
  watch = (movies) => this.mark(movies, { watchlist: true }, t("Put {film} on the watchlist.", { film: namesOf(movies) }));
  unwatch = (movies) => this.mark(movies, { watchlist: false }, t("Took {film} off the watchlist.", { film: namesOf(movies) }));

  /** Rates films, also at the service if the user is logged in there. */
  async rate(movies) {
    const film = namesOf(movies);
    const now = movies.length === 1 ? this.#server.markOf(movies[0]).rating : undefined;
    const rating = await askRating(t("Rate {film}", { film }), now);
    if (rating === undefined) return;
    const changes = [];
    for (const { id } of movies) {
      const isAtService = await this.#isLoggedIn(id);
      if (!isAtService) changes.push(["mark", { id, rating }]);
      else changes.push(rating === null ? ["unrate", { id }] : ["rate", { id, value: rating }]);
    }
    const sentence = rating === null ? t("Removed the rating of {film}.", { film }) : t("Rated {film}: {rating}.", { film, rating });
    await this.#changes.run(/** @type {any} */ (changes), sentence);
  }

  async #isLoggedIn(id) {
    const { client } = this.#server;
    if (!client?.can("rate", id)) return false;
    return (await client.request("session", { catalog: id.split(":")[0] })).loggedIn;
  }

  /** Lets the user choose among all tags and type new ones. */
  async tag(movies) {
    const { library } = await this.#server.start();
    const tags = await library.tags();
    const all = movies.map((movie) => this.#server.markOf(movie).tags ?? []);
    const before = all[0].filter((name) => all.every((tags) => tags.includes(name))); // those of some films stay as they are
    const items = tags.map(({ name, count }) => ({ label: withoutIcons(name), name, description: String(count), picked: before.includes(name) }));
    const title = t("Tags of {film}", { film: namesOf(movies) });
    const options = { title, placeHolder: t("The tags"), canPickMany: /** @type {const} */ (true) };
    const picked = items.length ? await vscode.window.showQuickPick(items, options) : [];
    if (!picked) return;
    const more = await vscode.window.showInputBox({ title, prompt: t("New tags, separated by commas; empty for none"), ignoreFocusOut: true });
    if (more === undefined) return;
    const known = items.filter((item) => picked.includes(item)).map(({ name }) => name);
    const names = [...known, ...more.split(",").map((name) => name.trim()).filter(Boolean)];
    const params = { addTags: names.filter((name) => !before.includes(name)), removeTags: before.filter((name) => !names.includes(name)) };
    await this.mark(movies, params, t("Tagged {film}.", { film: namesOf(movies) }));
  }

  /** Asks when the films were viewed and how they were, and logs it; or changes a viewing. @param {any} [viewing] */
  async watched(movies, viewing) {
    const film = namesOf(movies);
    const title = viewing ? t("Change the viewing of {film}", { film }) : t("Log a viewing of {film}", { film });
    const date = await vscode.window.showInputBox({
      title,
      ignoreFocusOut: true,
      value: viewing ? (viewing.date ?? "") : today(),
      prompt: t("The day, such as {day}; -1 is yesterday; empty or ? if it is unknown", { day: today() }),
      validateInput: (text) => (dayOf(text) ? problemOfDay(dayOf(text)) : undefined),
    });
    if (date === undefined) return;
    const rating = await askRating(title, viewing?.rating);
    if (rating === undefined) return;
    const note = await vscode.window.showInputBox({ title, value: viewing?.note, prompt: t("A note; empty for none"), ignoreFocusOut: true });
    if (note === undefined) return;
    const values = { date: dayOf(date) || null, note: note || null, ...(rating || viewing ? { rating } : {}) };
    const leaves = movies.some((movie) => this.#server.markOf(movie).watchlistedAt);
    const logged = leaves ? "Logged a viewing of {film}, now off the watchlist." : "Logged a viewing of {film}.";
    const sentence = t(viewing ? "Changed the viewing of {film}." : logged, { film });
    const isAgain = ({ viewings, lastViewed = "" }) => Boolean(viewings) && !(dayOf(date) && dayOf(date) < lastViewed);
    const add = (movie) => ["logViewing", { id: movie.id, ...values, rewatch: isAgain(this.#server.markOf(movie)) }];
    const change = ({ id }) => ["logViewing", { id, viewing: viewing.viewing, ...values }, viewing];
    await this.#changes.run(/** @type {any} */ (movies.map(viewing ? change : add)), sentence);
  }

  /** @param {any[]} viewings with their films */
  async deleteViewings(viewings) {
    const sentence = t("Deleted the viewing of {film}.", { film: namesOf(viewings.map(({ movie }) => movie)) });
    await this.#changes.run(viewings.map(({ viewing }) => ["deleteViewing", { viewing }]), sentence);
  }

  async copyLink(movies) {
    const links = await Promise.all(
      movies.map(async ({ id, link }) => link ?? (await this.#server.request("detail", { id, reviews: 0 })).link ?? id),
    );
    await vscode.env.clipboard.writeText(links.join("\n"));
    vscode.window.setStatusBarMessage(t("Copied: {links}", { links: withoutIcons(links.join(" ")) }), 5000);
  }

  /** Logs in at a catalog: the user approves it in the browser. */
  async login() {
    const movies = await this.#server.start();
    const catalogs = movies.description?.catalogs.filter(({ capabilities }) => capabilities.includes("login")) ?? [];
    const items = catalogs.map(({ name, title }) => ({ label: title, name }));
    const placeHolder = t("The catalog to log in at");
    const chosen = items.length > 1 ? await vscode.window.showQuickPick(items, { placeHolder }) : items[0];
    if (items.length === 0) {
      const pressed = await vscode.window.showInformationMessage(t("No catalog has a login. Set a key first."), t("Set the Key…"));
      return void (pressed && vscode.commands.executeCommand("movies.setKey"));
    }
    if (!chosen) return;
    const { name: catalog, label } = chosen;
    const login = await movies.request("session", { catalog });
    if (login.loggedIn) return this.#offerLogout(catalog, label, login);
    const { url, requestToken } = await movies.request("login", { catalog });
    await vscode.env.openExternal(vscode.Uri.parse(url, true));
    const button = t("I Have Approved It");
    for (;;) {
      const sentence = t("Approve the login at {catalog} in the browser.", { catalog: label });
      if ((await vscode.window.showInformationMessage(sentence, { modal: true }, button)) !== button) return;
      const login = await movies.request("completeLogin", { catalog, requestToken }).catch((error) => {
        if (error.reason !== "notApproved") throw error;
      });
      if (login) return this.#offerLogout(catalog, label, login);
    }
  }

  /** Says who is logged in. @param {string} catalog @param {string} label @param {any} login */
  async #offerLogout(catalog, label, login) {
    const sentence = t("Logged in at {catalog} as {name}.", { catalog: label, name: login.user?.name ?? "" });
    if (await vscode.window.showInformationMessage(sentence, t("Log Out"))) await this.#server.request("logout", { catalog });
  }
}

module.exports = { LibraryActions };
