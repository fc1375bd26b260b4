// Builds the page of a film, a person, a collection or the statistics. All text becomes text nodes: nothing that a service
// sends is HTML.
"use strict";
(() => {
  // @ts-ignore The editor defines this function in its panels.
  const host = acquireVsCodeApi();
  /** @type {any} */
  const main = document.querySelector("main");
  const words = JSON.parse(main.dataset.words ?? "{}");
  /** What is kept about the films of the page, by their ids. @type {Record<string, any>} */
  let marks = {};
  /** @type {any} what the page shows, and what it was asked for */
  let [shown, state, poster] = [undefined, undefined, undefined];
  let [country, isService] = ["", false];

  /** Returns a sentence in the language of the editor. */
  const t = (sentence, values = {}) =>
    (words[sentence] ?? sentence).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  /**
   * Returns an element. Children that are empty or missing add nothing.
   * @param {string} name a tag, and a class after a dot
   * @param {any} properties of the element
   * @param {...any} children
   */
  function element(name, properties, ...children) {
    const [tag, className = ""] = name.split(".");
    const made = Object.assign(document.createElement(tag), { className, ...properties });
    made.append(...children.flat().filter(Boolean));
    return made;
  }
  const text = (name, ...children) => element(name, {}, ...children);
  const note = (content) => content && text("span.note", ` ${content}`);

  const post = (message) => host.postMessage(message);
  /** A button that sends a message to the extension. */
  const action = (label, message, name = "button") => element(name, { type: "button", onclick: () => post(message) }, label);
  const link = (label, url) => (url ? action(label, { type: "link", url }) : label);

  /** Runs a command of the extension; for one about a film, with what its questions name it by. */
  const command = (name, argument) => post({ type: "command", command: name, argument });
  const filmOf = ({ id, title, year, link: url }) => ({ id, title, year, link: url });
  const star = (movie) =>
    element("button.star", { type: "button", value: movie.id, onclick: () => command(marks[movie.id]?.isStarred ? "unstar" : "star", filmOf(movie)) });
  const toggleWatchlist = () => command(marks[shown.id]?.watchlistedAt ? "unwatch" : "watch", filmOf(shown));

  /** Each list has the members of an object that are shown, in this order, and what the user reads for them. */
  const facts = Object.entries({
    awards: "Awards", status: "Status", languages: "Languages", countries: "Countries", companies: "Companies",
    keywords: "Keywords", birthday: "Born", placeOfBirth: "Place of birth", deathday: "Died", alsoKnownAs: "Also known as",
    homepage: "Homepage",
  }); // prettier-ignore
  const offers = Object.entries({ stream: "Stream", free: "Free", ads: "With ads", rent: "Rent", buy: "Buy" });
  const sections = Object.entries({
    castMembers: "Cast", crewMembers: "Crew", cast: "Cast", crew: "Crew", items: "Films", whereToWatch: "Where to watch",
    trailers: "Trailers", reviews: "Reviews", collection: "Collection", recommendations: "Recommendations",
  }); // prettier-ignore
  const groups = Object.entries({
    byMonth: "By month", byWeekday: "By weekday", byDecade: "By decade", byGenre: "By genre", byCountry: "By country",
    byLanguage: "By language", directors: "Directors", actors: "Actors", ratings: "My ratings",
  }); // prettier-ignore

  /** @param {any} value */
  function describe(value) {
    if (Array.isArray(value)) return value.map((each) => each.name ?? each).join(", ");
    return /^https?:/.test(value) ? link(value, value) : value && String(value);
  }

  /** Rows of a name and a value; those without a value are left out. */
  function table(rows) {
    const filled = rows.filter(([, value]) => value);
    return filled.length > 0 && text("dl", ...filled.flatMap(([name, value]) => [text("dt", name), text("dd", value)]));
  }

  const rowsOf = (names, object) => names.map(([member, name]) => [t(name), describe(object[member])]);

  function review({ author, rating, preview, content, truncated, createdAt, url }) {
    const remark = [rating && `${rating}/10`, createdAt?.slice(0, 10)].filter(Boolean).join(" · ");
    const expand = truncated && !content && action(t("Read more"), { type: "reviews", id: shown.id, page: 1 });
    const open = url && [" ", link(t("Open"), url)];
    return text("blockquote", text("strong", author), note(remark), open, text("p", content ?? preview), expand);
  }

  const open = ({ id, title, year }) => action(year ? `${title} (${year})` : title, { type: "open", method: "detail", id });

  /** A film, a review, a trailer, a person or a collection. */
  function item(object) {
    const { id, name, title, preview, personId, character, job, directors, url } = object;
    const remark = note(character ?? job ?? directors?.join(", "));
    if (preview) return review(object);
    if (title) {
      return text("li", star(object), open(object), element("span.mark", { id: `mark ${id}` }), remark);
    }
    if (url) return text("li", link(name, url));
    const page = { type: "open", method: personId ? "person" : "collection", id: personId ?? id };
    const search = { type: "command", command: "search", argument: name }; // which finds the films too
    return text("li", action(name, page.id ? page : search), remark);
  }

  /** What stands where nothing is known because the server does not know the user's country. */
  const askCountry = () => [text("p", t("No country is set.")), action(t("Set the Country…"), { type: "command", command: "setCountry" }, "button.action")];

  /** A section, unless it would be empty. */
  function section(member, title, object) {
    const { [member]: value = [] } = object;
    const { country: place, link: url, attribution, total = 0, page = 0 } = value;
    const found = [value.items ?? value].flat().filter((each) => each.name || each.title || each.preview);
    const shops = [table(rowsOf(offers, value)), url && link(t("Open"), url), attribution && text("p.note", attribution)];
    const items = found.map(item);
    const list = found[0]?.preview ? items : items.length > 0 && [text(/Members$/.test(member) ? "ul.people" : "ul", ...items)];
    const needsCountry = member === "whereToWatch" && object.title && isService && !country && !place;
    const content = needsCountry ? askCountry() : list || shops.filter(Boolean);
    const more = total > found.length && action(t("More reviews"), { type: "reviews", id: object.id, page: page + 1 }, "button.action");
    const heading = text("h2", place ? `${t(title)} (${place})` : t(title));
    return content.length > 0 && element("section", { id: member }, heading, ...content, more);
  }

  /** The buttons that change what is kept about the film. */
  function actions(movie) {
    const button = (label, name, key) => element("button.action", { type: "button", title: key, onclick: () => command(name, filmOf(movie)) }, t(label));
    const watchlist = element("button.action", { type: "button", id: "watchlist", title: "b", onclick: toggleWatchlist });
    const browser = movie.link && action(t("Open in the browser"), { type: "link", url: movie.link }, "button.action");
    const others = [button("Log a viewing…", "watched", "l"), button("Rate…", "rate", "m"), button("Tags…", "tag", "m")];
    return text("p", watchlist, ...others, element("button.action", { type: "button", onclick: writeNote }, t("Note…")), browser, movie.link && button("Copy the link", "copyLink", "y"));
  }

  const noteOf = (written) => (written ? [text("h2", t("Note")), text("p", written)] : []);

  /** The viewings of the film, and its note. */
  function kept(movie) {
    const { diary = [], note: written } = movie.mark ?? {};
    const rows = diary.map((viewing) => {
      const parts = [viewing.rating && `★ ${viewing.rating}`, viewing.rewatch && t("Seen before"), viewing.note];
      const row = { movie: filmOf(movie), viewing };
      const edit = element("button", { type: "button", onclick: () => command("editViewing", row) }, viewing.date ?? t("Day unknown"));
      const remove = element("button.remove", { type: "button", title: t("Delete the Viewing"), onclick: () => command("deleteViewing", row) }, "×");
      return text("li", edit, note(parts.filter(Boolean).join(" · ")), " ", remove);
    });
    return [
      rows.length > 0 && element("section", { id: "diary" }, text("h2", t("Diary")), text("ul", ...rows)),
      element("section", { id: "note" }, noteOf(written)),
    ];
  }

  /** Shows the box for the note. It is saved with a button or Ctrl+Enter, and left with Escape. */
  function writeNote() {
    const place = document.getElementById("note");
    if (!place) return;
    const box = element("textarea", { value: shown.mark?.note ?? "", rows: 6, ariaLabel: t("Note") });
    const save = () => {
      post({ type: "saveNote", argument: filmOf(shown), note: box.value.trim() || null });
      place.replaceChildren(...noteOf(box.value.trim()));
    };
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
      if (event.key === "Escape") place.replaceChildren(...noteOf(shown.mark?.note));
      event.stopPropagation();
    });
    place.replaceChildren(text("h2", t("Note")), box, element("button.action", { type: "button", onclick: save }, t("Save")));
    place.scrollIntoView({ block: "nearest" });
    box.focus();
  }

  /** Bars of a statistic, the longest of which is as wide as the page. */
  function bars(title, rows, nameOf) {
    const largest = Math.max(...rows.map(({ viewings, films }) => viewings ?? films));
    const lines = rows.map(({ name, rating, meanRating, viewings, films }) => {
      const bar = element("progress", { max: largest, value: viewings ?? films });
      return [text("dt", nameOf(name ?? String(rating))), text("dd", bar, ` ${viewings ?? films}`, note(meanRating && `★ ${meanRating.toFixed(1)}`))];
    });
    return rows.length > 0 && text("section", text("h2", t(title)), text("dl.bars", ...lines.flat()));
  }

  function statistics(object) {
    const { viewings, films, minutes, rewatches, years, year } = object;
    const choice = ["", ...years].map((each) =>
      each === year ? text("strong", each || t("All years"), " ") : [action(each || t("All years"), { type: "open", method: "statistics", id: each }), " "],
    );
    const numbers = [["Viewings", viewings], ["Films", films], ["Hours", Math.round(minutes / 60)], ["Seen before", rewatches]];
    const named = (type) => (code) => new Intl.DisplayNames([document.documentElement.lang, "en"], { type }).of(code) ?? code;
    const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    const dayNamed = (name) => new Date(2024, 0, 1 + days.indexOf(name)).toLocaleDateString(document.documentElement.lang, { weekday: "long" }); // a year that begins with a Monday
    const names = { byLanguage: named("language"), byCountry: named("region"), byWeekday: dayNamed };
    const rows = (member) => (member === "byMonth" ? object[member].slice(-24) : object[member].slice(0, 12));
    const ends = [["First", object.first], ["Last", object.last]];
    return [
      text("h1", object.name),
      text("p", choice.flat()),
      viewings === 0 && text("p", t("No viewings yet. Log one on the page of a film.")),
      table([...numbers.map(([name, value]) => [t(name), value && String(value)]), ...ends.map(([name, movie]) => [t(name), movie && open(movie)])]),
      ...groups.map(([member, title]) => bars(title, rows(member), names[member] ?? t)),
    ];
  }

  /** The page of a film, a person or a collection. */
  function page(object) {
    const { title, name, year, originalTitle, tagline, overview, biography, stale, attribution } = object;
    const { runtimeMinutes, certification, certificationCountry: place, rating, votes, ratings = [] } = object;
    const age = certification && certification + (place ? ` (${place})` : "");
    const score = rating && `★ ${rating.toFixed(1)}${votes ? ` (${t("{count} votes", { count: votes.toLocaleString() })})` : ""}`;
    const length = runtimeMinutes && t("{count} min", { count: runtimeMinutes });
    const summary = [object.releaseDate, length, object.genres?.join(", "), age, score];
    const heading = title ? [star(object), " ", title, year && text("span.year", ` (${year})`)] : [name];
    const column = text(
      "div",
      text("h1", ...heading),
      originalTitle && text("p.note", originalTitle),
      tagline && text("p", text("em", tagline)),
      text("p.facts", summary.filter(Boolean).join(" · ")),
      stale && text("p.note", t("Offline: an earlier result")),
      text("p", overview ?? biography),
      title ? actions(object) : object.link && action(t("Open in the browser"), { type: "link", url: object.link }, "button.action"),
    );
    const mine = [["My rating", (object.mark?.rating ?? object.myRating) && `${object.mark?.rating ?? object.myRating}/10`], ["Tags", object.mark?.tags?.join(", ")]];
    const others = [...mine.map(([label, value]) => [t(label), value]), ...ratings.map(({ source, value }) => [source, value])];
    return [
      text("header", column),
      table([...others, ...rowsOf(facts, object)]),
      ...(title ? kept(object) : []),
      ...sections.map(([member, label]) => section(member, label, object)),
      attribution && text("footer", attribution),
    ];
  }

  function show(canGoBack, children) {
    const back = canGoBack && action(t("← Back"), { type: "back" }, "button.action");
    main.replaceChildren(...[back, ...children].filter(Boolean));
    if (poster) main.querySelector("header")?.prepend(element("img.poster", { src: poster, alt: "" }));
  }

  function showMarks() {
    for (const button of main.querySelectorAll(".star")) {
      const isStarred = Boolean(marks[button.value]?.isStarred);
      Object.assign(button, { textContent: isStarred ? "★" : "☆", title: isStarred ? t("Unstar") : t("Star") });
      button.setAttribute("aria-pressed", isStarred);
    }
    for (const place of main.querySelectorAll(".mark")) {
      const { watchlistedAt, viewings, rating } = marks[place.id.slice(5)] ?? {};
      place.textContent = [watchlistedAt && "+", viewings && "✓", rating].filter(Boolean).map((part) => ` ${part}`).join("");
    }
    const [watchlist, isOn] = [document.getElementById("watchlist"), Boolean(marks[shown?.id]?.watchlistedAt)];
    if (watchlist) watchlist.textContent = isOn ? t("✓ On the watchlist") : t("+ Watchlist");
    watchlist?.setAttribute("aria-pressed", String(isOn));
  }

  /** What each message of the extension does. @type {Record<string, (message: any) => void>} */
  const receive = {
    loading: () => shown ?? main.replaceChildren(text("p.note", t("Loading…"))),
    show(message) {
      const isSame = message.state.id === state?.id && message.state.method === state?.method;
      if (!isSame) poster = undefined;
      // What was read of the reviews stays when the page is built again, and so does a note that is being written.
      if (isSame && shown?.reviews?.page) message.result.reviews = shown.reviews;
      const box = isSame && main.querySelector("textarea");
      const [focused, place] = [document.activeElement?.id, scrollY];
      ({ result: shown, state, country, isService } = message);
      host.setState(state);
      show(message.canGoBack, state.method === "statistics" ? statistics(shown) : page(shown));
      if (box) writeNote();
      if (box) /** @type {any} */ (main.querySelector("textarea")).value = box.value;
      scrollTo(0, isSame ? place : 0);
      if (isSame && focused) document.getElementById(focused)?.focus({ preventScroll: true });
    },
    error(message) {
      [state, poster] = [message.state, undefined];
      host.setState(state);
      show(message.canGoBack, [text("p", message.sentence), message.button && action(message.button, { type: "remedy" }, "button.action")]);
    },
    note: writeNote,
    poster({ source }) {
      main.querySelector(".poster")?.remove();
      poster = source;
      main.querySelector("header")?.prepend(element("img.poster", { src: source, alt: "" }));
    },
    reviews({ id, reviews }) {
      if (shown?.id !== id) return;
      const known = reviews.page > 1 ? shown.reviews.items : []; // the first whole reviews replace the previews
      shown.reviews = { ...reviews, items: [...known, ...reviews.items] };
      main.querySelector("#reviews")?.replaceWith(section("reviews", "Reviews", shown));
    },
  };

  addEventListener("message", ({ data }) => {
    if (data.marks) marks = data.marks;
    receive[data.type]?.(data);
    showMarks();
  });

  /** Shows a line at the top of the window, in place of the one before. */
  function say(...content) {
    document.getElementById("status")?.remove();
    const close = element("button", { type: "button", onclick: () => document.getElementById("status")?.remove() }, " ×");
    main.prepend(element("p.status", { id: "status", role: "status" }, ...content, close));
  }

  /** Brings a section into view and focuses its first button. */
  function jump(id) {
    const target = document.getElementById(id);
    const title = t(sections.find(([member]) => member === id)?.[1] ?? "");
    if (!target) return say(...(id === "whereToWatch" && !country ? askCountry() : [t("{section}: nothing is known", { section: title })]));
    target.scrollIntoView();
    target.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Stars the film of the focused row, or else the page's. */
  function toggleStar() {
    const row = document.activeElement?.closest("li")?.querySelector(".star");
    (row ?? main.querySelector(".star"))?.click();
  }

  const ofFilm = (run) => () => shown?.title && run(filmOf(shown));
  const onFilm = (name) => ofFilm((movie) => command(name, movie));
  /** The keys that all clients share, and what each does. @type {Record<string, [help: string, run: () => void]>} */
  const keys = {
    s: ["star or unstar", toggleStar],
    b: ["put on the watchlist or take off", ofFilm(toggleWatchlist)],
    l: ["log a viewing", onFilm("watched")],
    m: ["rating, note or tags", onFilm("mark")],
    u: ["undo the last change", () => command("undo")],
    "/": ["search", () => command("search")],
    f: ["favorites", () => command("favorites")],
    B: ["watchlist", () => command("watchlist")],
    d: ["diary", () => command("diary")],
    t: ["trailers", () => jump("trailers")],
    w: ["where to watch", () => jump("whereToWatch")],
    R: ["recommendations", () => jump("recommendations")],
    o: ["open the link in the browser", () => post({ type: "link", url: shown?.link ?? shown?.homepage ?? "" })],
    y: ["copy the link", onFilm("copyLink")],
    r: ["reload", () => post({ type: "ready" })],
    Backspace: ["back", () => post({ type: "back" })],
    q: ["close", () => post({ type: "close" })],
    "?": ["help", () => (document.getElementById("help") ? document.getElementById("status")?.remove() : say(element("span", { id: "help" }, help())))],
  };
  const help = () => Object.entries(keys).map(([key, [name]]) => `${key} ${t(name)}`).join(" · ");
  addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (!ctrlKey && !metaKey && !altKey) keys[key]?.[1]();
  });

  post({ type: "ready" });
})();
