// The page of a film, a person or a collection.
"use strict";

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

/** @param {any} value */
function describe(value) {
  if (Array.isArray(value)) return value.map((each) => each.name ?? each).join(", ");
  return /^https?:/.test(value) ? link(value, value) : value && String(value);
}
const rowsOf = (names, object) => names.map(([member, name]) => [name, describe(object[member])]);

function review({ author, rating, preview, content, truncated, createdAt, url }) {
  const remark = [rating && `${rating}/10`, createdAt?.slice(0, 10)].filter(Boolean).join(" · ");
  const expand = truncated && !content && action(t("Read more"), { type: "reviews", id: view.shown.id, page: 1 });
  const open = url && [" ", link(t("Open"), url)];
  return text("blockquote", text("strong", author), note(remark), open, text("p", content ?? preview), expand);
}

/** A film, a review, a trailer, a person or a collection. */
function item(object) {
  const { id, name, title, preview, personId, character, job, directors, url } = object;
  const remark = note(character ?? (job ? t(job) : directors?.join(", ")));
  if (preview) return review(object);
  if (title) return text("li.film", star(object), openFilm(object), element("span.mark", { id: `mark ${id}` }), remark);
  if (url) return text("li", link(name, url));
  const page = { type: "open", method: personId ? "person" : "collection", id: personId ?? id };
  const search = { type: "command", command: "search", argument: name }; // which finds the films too
  return text("li", action(name, page.id ? page : search), remark);
}

/** A section, unless it would be empty. */
function section(member, title, object) {
  const { [member]: value = [] } = object;
  const { country, link: url, attribution, total = 0, page = 0 } = value;
  const found = [value.items ?? value].flat().filter((each) => each.name || each.title || each.preview);
  const shops = [table(rowsOf(offers, value)), url && link(t("Open"), url), attribution && text("p.note", attribution)];
  const items = found.map(item);
  const list = found[0]?.preview ? items : items.length > 0 && [text(/Members$/.test(member) ? "ul.people" : "ul", ...items)];
  const needsCountry = member === "whereToWatch" && object.title && view.isService && !view.country && !country;
  const content = needsCountry ? askCountry() : list || shops.filter(Boolean);
  const next = { type: "reviews", id: object.id, page: page + 1 };
  const more = total > found.length && action(t("More reviews"), next, "button.action");
  const heading = text("h2", country ? `${t(title)} (${country})` : t(title));
  return content.length > 0 && element("section", { id: member }, heading, ...content, more);
}

/** A button for what a key does, or for one of several such things. */
function keyed(label, key, onclick = keys[key][1]) {
  const help = t(keys[key][0]);
  return button("button.action", t(label), onclick, `${help[0].toUpperCase()}${help.slice(1)} (${key})`);
}

/** The buttons of a film. What that of the watchlist does is shown with the marks. */
const actions = (movie) => [
  Object.assign(keyed("+ Watchlist", "b"), { id: "watchlist" }),
  keyed("Log a viewing…", "l"),
  keyed("Rate…", "m", () => command("rate", filmOf(movie))),
  keyed("Tags…", "m", () => command("tag", filmOf(movie))),
  keyed("Note…", "m", writeNote),
  movie.link && keyed("Copy the link", "y"),
];

/** The viewings of the film, and its note. */
function kept(movie) {
  const { diary = [] } = movie.mark ?? {};
  const rows = diary.slice(0, 3).map((viewing) => {
    const parts = [viewing.rating, viewing.rewatch && t("again"), viewing.note];
    const row = { movie: filmOf(movie), viewing };
    const edit = button("button", viewing.date ?? t("Day unknown"), () => command("editViewing", row));
    const remove = button("button", "×", () => command("deleteViewing", row), t("Delete the Viewing"));
    return text("li", edit, note(parts.filter(Boolean).join(" · ")), " ", remove);
  });
  const more = t("and {count} more. Diary: d", { count: diary.length - 3 });
  if (diary.length > 3) rows.push(text("li", button("button", more, () => command("diary"))));
  const list = rows.length > 0 && element("section", { id: "diary" }, text("h2", t("Diary")), text("ul", ...rows));
  return [list, element("section", { id: "note" })];
}

/** Has the editor keep what is written about a film until it is saved or cancelled. @param {string} [draft] */
function keepDraft(id, draft) {
  const { drafts, ...state } = host.getState();
  host.setState({ ...state, drafts: { ...drafts, [id]: draft } });
  if (draft === undefined && view.shown?.id === id) showNote();
}

/** Shows the note of the film, or the box in which it is written. Escape leaves the box, and closes it if it is as before. */
function showNote() {
  const place = document.getElementById("note");
  if (!place) return;
  const { id, mark } = view.shown;
  const written = mark?.note ?? "";
  const heading = text("h2", t("Note"));
  const draft = host.getState().drafts?.[id];
  if (draft === undefined) return place.replaceChildren(...(written ? [heading, text("p", written)] : []));
  const box = element("textarea", { id: "draft", value: draft, rows: 6, ariaLabel: t("Note"), oninput: () => keepDraft(id, box.value) });
  const save = () => post({ type: "saveNote", argument: filmOf(view.shown), note: box.value.trim() });
  const cancel = () => keepDraft(id);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
    if (event.key === "Escape") box.value === written ? cancel() : box.blur();
    event.stopPropagation();
  });
  const buttons = [button("button.action", t("Save (Ctrl+Enter)"), save), button("button.action", t("Cancel"), cancel)];
  place.replaceChildren(heading, box, ...buttons);
}

function writeNote() {
  const { id, title, mark } = view.shown ?? {};
  if (!title) return;
  keepDraft(id, host.getState().drafts?.[id] ?? mark?.note ?? "");
  showNote();
  const box = document.getElementById("draft");
  box?.scrollIntoView({ block: "nearest" });
  box?.focus();
}

function page(object) {
  const { title, name, year, originalTitle, tagline, overview, biography, stale, attribution, mark = {} } = object;
  const { runtimeMinutes, certification, certificationCountry, rating, votes, ratings = [] } = object;
  const age = certification && certification + (certificationCountry ? ` (${certificationCountry})` : "");
  const score = rating && `★ ${rating.toFixed(1)}${votes ? ` (${t("{count} votes", { count: votes.toLocaleString() })})` : ""}`;
  const length = runtimeMinutes && t("{count} min", { count: runtimeMinutes });
  const summary = [object.releaseDate, length, object.genres?.join(", "), age, score];
  const heading = title ? [title, " ", text("span.year", year && `(${year}) `, star(object))] : [name];
  const myRating = mark.rating ?? object.myRating;
  const column = text(
    "div",
    text("h1", ...heading),
    originalTitle && text("p.note", originalTitle),
    tagline && text("p", text("em", tagline)),
    text("p.facts", summary.filter(Boolean).join(" · ")),
    stale && text("p.note", t("Offline: an earlier result")),
    text("p", overview ?? biography),
    text("p", title && actions(object), object.link && keyed("Open in the browser", "o")),
  );
  const mine = [["My rating", myRating && `${myRating}/10`], ["Tags", mark.tags?.join(", ")]];
  return [
    text("header", column),
    table([...mine, ...ratings.map(({ source, value }) => [source, value]), ...rowsOf(facts, object)]),
    ...(title ? kept(object) : []),
    ...sections.map(([member, label]) => section(member, label, object)),
    attribution && text("footer", attribution),
  ];
}
