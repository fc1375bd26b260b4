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
  if (title) return text("li", star(object), openFilm(object), element("span.mark", { id: `mark ${id}` }), remark);
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

/** The buttons that change what is kept about the film, with their keys. */
function actions(movie) {
  const run = (label, name, key) => button("button.action", t(label), () => command(name, filmOf(movie)), key);
  const watchlist = button("button.action", "", () => toggleWatchlist(movie), "b");
  return text(
    "p",
    Object.assign(watchlist, { id: "watchlist" }),
    run("Log a viewing…", "watched", "l"),
    run("Rate…", "rate", "m"),
    run("Tags…", "tag", "m"),
    button("button.action", t("Note…"), writeNote, "m"),
    movie.link && action(t("Open in the browser"), { type: "link", url: movie.link }, "button.action"),
    movie.link && run("Copy the link", "copyLink", "y"),
  );
}

const noteOf = (written) => (written ? [text("h2", t("Note")), text("p", written)] : []);

/** The viewings of the film, and its note. */
function kept(movie) {
  const { diary = [], note: written } = movie.mark ?? {};
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
  return [list, element("section", { id: "note" }, noteOf(written))];
}

/**
 * Shows the box for the note. It is saved with a button or Ctrl+Enter, and left with Escape. What is written is kept until
 * then, because the editor drops a page that is hidden.
 */
function writeNote() {
  const place = document.getElementById("note");
  if (!place) return;
  const { draft = view.shown.mark?.note ?? "", ...state } = host.getState();
  const keep = (draft) => host.setState({ ...state, draft });
  const box = element("textarea", { value: draft, rows: 6, ariaLabel: t("Note"), oninput: () => keep(box.value) });
  const close = (written) => {
    keep(undefined);
    place.replaceChildren(...noteOf(written));
  };
  const save = () => {
    post({ type: "saveNote", argument: filmOf(view.shown), note: box.value.trim() || null });
    close(box.value.trim());
  };
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
    if (event.key === "Escape") close(view.shown.mark?.note);
    event.stopPropagation();
  });
  place.replaceChildren(text("h2", t("Note")), box, button("button.action", t("Save"), save));
  keep(draft);
  place.scrollIntoView({ block: "nearest" });
  box.focus();
}

function page(object) {
  const { title, name, year, originalTitle, tagline, overview, biography, stale, attribution, mark = {} } = object;
  const { runtimeMinutes, certification, certificationCountry, rating, votes, ratings = [] } = object;
  const age = certification && certification + (certificationCountry ? ` (${certificationCountry})` : "");
  const score = rating && `★ ${rating.toFixed(1)}${votes ? ` (${t("{count} votes", { count: votes.toLocaleString() })})` : ""}`;
  const length = runtimeMinutes && t("{count} min", { count: runtimeMinutes });
  const summary = [object.releaseDate, length, object.genres?.join(", "), age, score];
  const heading = title ? [star(object), " ", title, year && text("span.year", ` (${year})`)] : [name];
  const myRating = mark.rating ?? object.myRating;
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
  const mine = [["My rating", myRating && `${myRating}/10`], ["Tags", mark.tags?.join(", ")]];
  const others = ratings.map(({ source, value }) => [source, value]);
  return [
    text("header", column),
    table([...mine, ...others, ...rowsOf(facts, object)]),
    ...(title ? kept(object) : []),
    ...sections.map(([member, label]) => section(member, label, object)),
    attribution && text("footer", attribution),
  ];
}
