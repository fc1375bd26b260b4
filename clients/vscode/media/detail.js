// Builds the page of a film, a person or a collection. All text becomes text nodes: nothing that a service sends is HTML.
"use strict";
(() => {
  // @ts-ignore The editor defines this function in its panels.
  const host = acquireVsCodeApi();
  /** @type {any} */
  const main = document.querySelector("main");
  let stars = new Set();
  /** @type {any} */
  let shown;

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

  /** Runs a command of the extension. @param {string} [argument] */
  const command = (command, argument) => host.postMessage({ type: "command", command, argument });

  /** A button that sends a message to the extension. */
  const action = (label, message, name = "button") =>
    element(name, { type: "button", onclick: () => host.postMessage(message) }, label);
  const link = (label, url) => (url ? action(label, { type: "link", url }) : label);
  const star = (id) =>
    element("button.star", { type: "button", value: id, onclick: () => command(stars.has(id) ? "unstar" : "star", id) });

  /** Each list has the members of an object that are shown, in this order, and what the user reads for them. */
  const facts = Object.entries({
    awards: "Awards", status: "Status", languages: "Languages", countries: "Countries", companies: "Companies",
    keywords: "Keywords", birthday: "Born", placeOfBirth: "Place of birth", deathday: "Died", alsoKnownAs: "Also known as",
    homepage: "Site",
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

  /** Rows of a name and a value; those without a value are left out. */
  function table(rows) {
    const filled = rows.filter(([, value]) => value);
    return filled.length > 0 && text("dl", ...filled.flatMap(([name, value]) => [text("dt", name), text("dd", value)]));
  }

  const rowsOf = (names, object) => names.map(([member, name]) => [name, describe(object[member])]);

  function review({ author, rating, preview, content, truncated, createdAt, url }) {
    const remark = [rating && `${rating}/10`, createdAt?.slice(0, 10)].filter(Boolean).join(" · ");
    const expand = truncated && !content && action("Read more", { type: "reviews", id: shown.id, page: 1 });
    const open = url && [" ", link("Open", url)];
    return text("blockquote", text("strong", author), note(remark), open, text("p", content ?? preview), expand);
  }

  /** A film, a review, a trailer, a person or a collection. */
  function item(object) {
    const { id, name, title, year, preview, personId, character, job, directors, url } = object;
    const remark = note(character ?? job ?? directors?.join(", "));
    if (preview) return review(object);
    if (title) return text("li", star(id), action(year ? `${title} (${year})` : title, { type: "open", method: "detail", id }), remark);
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
    const shops = [table(rowsOf(offers, value)), url && link("Open", url), attribution && text("p.note", attribution)];
    const items = found.map(item);
    const list = found[0]?.preview ? items : items.length > 0 && [text(/Members$/.test(member) ? "ul.people" : "ul", ...items)];
    const content = list || shops.filter(Boolean);
    const more = total > found.length && action("More reviews", { type: "reviews", id: object.id, page: page + 1 }, "button.action");
    const heading = text("h2", country ? `${title} (${country})` : title);
    return content.length > 0 && element("section", { id: member }, heading, ...content, more);
  }

  /** The page of a film, a person or a collection. */
  function page(object) {
    const { title, name, year, originalTitle, tagline, overview, biography, stale, link: url, attribution } = object;
    const { runtimeMinutes, certification, certificationCountry: country, rating, votes, ratings = [], myRating } = object;
    const age = certification && certification + (country ? ` (${country})` : "");
    const score = rating && `★ ${rating.toFixed(1)}${votes ? ` (${votes.toLocaleString()} votes)` : ""}`;
    const summary = [object.releaseDate, runtimeMinutes && `${runtimeMinutes} min`, object.genres?.join(", "), age, score];
    const heading = title ? [star(object.id), " ", title, year && text("span.year", ` (${year})`)] : [name];
    const column = text(
      "div",
      text("h1", ...heading),
      originalTitle && text("p.note", originalTitle),
      tagline && text("p", text("em", tagline)),
      text("p.facts", summary.filter(Boolean).join(" · ")),
      stale && text("p.note", "Offline: an earlier result"),
      text("p", overview ?? biography),
      url && action("Open in the browser", { type: "link", url }, "button.action"),
    );
    const others = [...ratings.map(({ source, value }) => [source, value]), ["My rating", myRating && `${myRating}/10`]];
    return [
      text("header", column),
      table([...others, ...rowsOf(facts, object)]),
      ...sections.map(([member, name]) => section(member, name, object)),
      attribution && text("footer", attribution),
    ];
  }

  function show(canGoBack, children) {
    const back = canGoBack && action("← Back", { type: "back" }, "button.action");
    main.replaceChildren(...[back, ...children].filter(Boolean));
    scrollTo(0, 0);
  }

  function showStars() {
    for (const button of main.querySelectorAll(".star")) {
      const isStarred = stars.has(button.value);
      Object.assign(button, { textContent: isStarred ? "★" : "☆", title: isStarred ? "Unstar" : "Star" });
      button.setAttribute("aria-pressed", isStarred);
    }
  }

  /** What each message of the extension does. @type {Record<string, (message: any) => void>} */
  const receive = {
    loading: () => shown ?? main.replaceChildren(text("p.note", "Loading…")),
    show({ state, result, canGoBack }) {
      shown = result;
      host.setState(state);
      show(canGoBack, page(result));
    },
    error({ state, sentence, button, canGoBack }) {
      host.setState(state);
      show(canGoBack, [text("p", sentence), button && action(button, { type: "remedy" }, "button.action")]);
    },
    poster: ({ source }) => main.querySelector("header")?.prepend(element("img.poster", { src: source, alt: "" })),
    reviews({ id, reviews }) {
      if (shown?.id !== id) return;
      const known = reviews.page > 1 ? shown.reviews.items : []; // the first whole reviews replace the previews
      shown.reviews = { ...reviews, items: [...known, ...reviews.items] };
      main.querySelector("#reviews")?.replaceWith(section("reviews", "Reviews", shown));
    },
  };

  addEventListener("message", ({ data }) => {
    if (data.stars) stars = new Set(data.stars);
    receive[data.type]?.(data);
    showStars();
  });

  /** Brings a section into view and focuses its first button. */
  function jump(id) {
    const target = document.getElementById(id);
    target?.scrollIntoView();
    target?.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Stars the film of the focused row, or else the page's. */
  function toggleStar() {
    const row = document.activeElement?.closest("li")?.querySelector(".star");
    (row ?? main.querySelector(".star"))?.click();
  }

  const help =
    "Enter opens · s star · / search · f favorites · t trailers · w where to watch · R recommendations · " +
    "o browser · r reload · Backspace back · q close";
  /** The keys that all clients share. @type {Record<string, () => void>} */
  const keys = {
    s: toggleStar,
    "/": () => command("search"),
    f: () => command("favorites"),
    t: () => jump("trailers"),
    w: () => jump("whereToWatch"),
    R: () => jump("recommendations"),
    o: () => host.postMessage({ type: "link", url: shown?.link ?? shown?.homepage ?? "" }),
    r: () => host.postMessage({ type: "ready" }),
    q: () => host.postMessage({ type: "close" }),
    "?": () => main.prepend(text("p.note", help)),
    Backspace: () => host.postMessage({ type: "back" }),
  };
  addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (!ctrlKey && !metaKey && !altKey) keys[key]?.();
  });

  host.postMessage({ type: "ready" });
})();
