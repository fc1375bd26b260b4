// Builds the page of a film, a person or a collection. All text becomes text nodes: nothing that a service sends is HTML.
"use strict";
(() => {
  // @ts-ignore The editor defines this function in its panels.
  const host = acquireVsCodeApi();
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  /** @type {Set<string>} */
  let stars = new Set();
  /** @type {any} */
  let shown;

  /**
   * Returns an element. A child that is empty or missing adds nothing.
   * @param {string} name a tag, and a class after a dot
   * @param {any} attributes properties of the element, and `data` for its data attributes
   * @param {...any} children
   */
  function element(name, attributes, ...children) {
    const [tag, className] = name.split(".");
    const made = document.createElement(tag);
    if (className) made.className = className;
    const { data, ...properties } = attributes ?? {};
    Object.assign(made, properties);
    Object.assign(made.dataset, data);
    made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ""));
    return made;
  }

  const isEmpty = (list) => !list || list.length === 0;
  const titleOf = ({ title, year }) => (year ? `${title} (${year})` : title);
  const section = (title, id, ...children) =>
    children.flat().filter(Boolean).length ? element("section", { id }, element("h2", null, title), ...children) : undefined;
  const action = (text, message, className = "button") =>
    element(className, { type: "button", onclick: () => host.postMessage(message) }, text);
  const link = (text, url) => (url ? action(text, { type: "link", url }) : text);
  const star = (id) => element("button.star", { type: "button", data: { star: id }, onclick: () => host.postMessage({ type: "star", id }) });
  const film = (movie, note = "") =>
    element("li", null, star(movie.id), action(titleOf(movie), { type: "open", method: "detail", id: movie.id }), note && element("span.note", null, ` ${note}`));
  const films = (movies, note = (movie) => (movie.directors ?? []).join(", ")) =>
    isEmpty(movies) ? undefined : element("ul", null, ...movies.map((movie) => film(movie, note(movie))));

  /** A name that opens the person's films: the person's page if the catalog has one, else a search for the name. */
  function person({ name, personId }, note, can) {
    const message = personId && can.people ? { type: "open", method: "person", id: personId } : { type: "search", query: name };
    return element("li", null, action(name, message), note && element("span.note", null, ` ${note}`));
  }

  function facts(movie) {
    const { runtimeMinutes, genres, certification, certificationCountry, releaseDate, rating, votes } = movie;
    const age = certification && (certificationCountry ? `${certification} (${certificationCountry})` : certification);
    const score = rating && `★ ${rating.toFixed(1)}${votes ? ` (${votes.toLocaleString()} votes)` : ""}`;
    return [releaseDate, runtimeMinutes && `${runtimeMinutes} min`, (genres ?? []).join(", "), age, score].filter(Boolean).join(" · ");
  }

  function definitions(/** @type {[string, any][]} */ rows) {
    const filled = rows.filter(([, value]) => value && !isEmpty(value));
    return filled.length ? element("dl", null, ...filled.flatMap(([name, value]) => [element("dt", null, name), element("dd", null, value)])) : undefined;
  }

  function review({ author, rating, preview, content, truncated, createdAt, url, id }) {
    const text = content ?? preview;
    const note = [rating && `${rating}/10`, createdAt && createdAt.slice(0, 10)].filter(Boolean).join(" · ");
    const canExpand = truncated && !content;
    return element("blockquote", { data: { review: id } }, element("strong", null, author), element("span.note", null, ` ${note} `), url && link("Open", url),
      element("p", null, text), canExpand && action("Read more", { type: "reviews", id: shown.id, page: 1 })); // prettier-ignore
  }

  function reviews(movie, can) {
    const { items = [], total = 0 } = movie.reviews ?? {};
    if (isEmpty(items)) return undefined;
    const more = can.reviews && total > items.length && action(`All ${total} reviews`, { type: "reviews", id: movie.id, page: 1 }, "button.action");
    return section("Reviews", "reviews", ...items.map(review), more || undefined);
  }

  function whereToWatch({ whereToWatch }) {
    if (!whereToWatch) return undefined;
    const { country, link: url, attribution, ...kinds } = whereToWatch;
    const names = { stream: "Stream", free: "Free", ads: "With ads", rent: "Rent", buy: "Buy" };
    const rows = Object.entries(names).map(([kind, name]) => /** @type {[string, any]} */ ([name, (kinds[kind] ?? []).map((each) => each.name).join(", ")]));
    return section(`Where to watch${country ? ` (${country})` : ""}`, "whereToWatch", definitions(rows), url && link("Open", url), attribution && element("p.note", null, attribution));
  }

  const pages = {
    detail: (movie, can) => [
      element("header", null, element("div", null,
        element("h1", null, star(movie.id), " ", movie.title, movie.year && element("span.year", null, ` (${movie.year})`)),
        movie.originalTitle && element("p.note", null, movie.originalTitle),
        movie.tagline && element("p", null, element("em", null, movie.tagline)),
        element("p.facts", null, facts(movie)),
        movie.stale && element("p.note", null, "Offline: an earlier result"),
        element("p", null, movie.overview),
        action("Open in the browser", { type: "link", url: movie.link }, "button.action"))),
      definitions([
        ...(movie.ratings ?? []).map(({ source, value }) => [source, value]),
        ["My rating", movie.myRating && `${movie.myRating}/10`],
        ["Awards", movie.awards],
        ["Status", movie.status],
        ["Languages", movie.languages?.join(", ")],
        ["Countries", movie.countries?.join(", ")],
        ["Companies", movie.companies?.map(({ name }) => name).join(", ")],
        ["Keywords", movie.keywords?.join(", ")],
        ["Site", movie.homepage && link(movie.homepage, movie.homepage)],
      ]),
      section("Cast", "cast", !isEmpty(movie.castMembers) && element("ul.people", null, ...movie.castMembers.map((each) => person(each, each.character ?? "", can)))),
      section("Crew", "crew", !isEmpty(movie.crewMembers) && element("ul.people", null, ...movie.crewMembers.map((each) => person(each, each.job ?? "", can)))),
      whereToWatch(movie),
      section("Trailers", "trailers", !isEmpty(movie.trailers) && element("ul", null, ...movie.trailers.map((each) => element("li", null, link(each.name, each.url))))),
      reviews(movie, can),
      movie.collection && section("Collection", "collection", action(movie.collection.name, { type: "open", method: "collection", id: movie.collection.id })),
      section("Recommendations", "recommendations", films(movie.recommendations?.items)),
      movie.attribution && element("footer", null, movie.attribution),
    ], // prettier-ignore
    person: ({ name, birthday, deathday, placeOfBirth, biography, cast, crew, homepage }) => [
      element("header", null, element("div", null, element("h1", null, name), element("p", null, biography))),
      definitions([["Born", [birthday, placeOfBirth].filter(Boolean).join(", ")], ["Died", deathday], ["Site", homepage && link(homepage, homepage)]]),
      section("Cast", "cast", films(cast, (movie) => movie.character ?? "")),
      section("Crew", "crew", films(crew, (movie) => movie.job ?? "")),
    ],
    collection: ({ name, overview, items }) => [
      element("header", null, element("div", null, element("h1", null, name), element("p", null, overview))),
      section("Films", "films", films(items)),
    ],
  };

  function showStars() {
    for (const button of main.querySelectorAll("[data-star]")) {
      const isStarred = stars.has(/** @type {HTMLElement} */ (button).dataset.star ?? "");
      button.textContent = isStarred ? "★" : "☆";
      /** @type {HTMLElement} */ (button).title = isStarred ? "Unstar" : "Star";
      button.setAttribute("aria-pressed", String(isStarred));
    }
  }

  /** Replaces the page. @param {boolean} canGoBack @param {any[]} children */
  function show(canGoBack, children) {
    main.replaceChildren(...[canGoBack && action("← Back", { type: "back" }, "button.action"), ...children].filter(Boolean));
    scrollTo(0, 0);
  }

  /** @type {Record<string, (message: any) => void>} */
  const receive = {
    loading: () => !shown && main.replaceChildren(element("p.note", null, "Loading…")),
    show({ page, result, can, canGoBack }) {
      shown = result;
      host.setState(page);
      show(canGoBack, pages[/** @type {keyof typeof pages} */ (page.method)](result, can));
    },
    error({ page, sentence, button, canGoBack }) {
      host.setState(page);
      show(canGoBack, [element("p", null, sentence), button && action(button, { type: "remedy" }, "button.action")]);
    },
    poster: ({ source }) => main.querySelector("header")?.prepend(element("img.poster", { src: source, alt: "" })),
    reviews({ id, page }) {
      if (shown?.id !== id) return;
      const before = main.querySelector("#reviews");
      const kept = page.page > 1 ? [...(before?.querySelectorAll("blockquote") ?? [])] : [];
      const more = page.hasMore && action("More reviews", { type: "reviews", id, page: page.page + 1 }, "button.action");
      before?.replaceWith(/** @type {Node} */ (section("Reviews", "reviews", ...kept, ...page.items.map(review), more)));
    },
  };

  addEventListener("message", ({ data }) => {
    if (data.stars) stars = new Set(data.stars);
    receive[data.type]?.(data);
    showStars();
  });

  /** Brings a section into view and focuses its first button. @param {string} id */
  function jump(id) {
    const target = document.getElementById(id);
    target?.scrollIntoView();
    /** @type {HTMLElement | null | undefined} */ (target?.querySelector("button"))?.focus({ preventScroll: true });
  }

  /** The keys that all clients share. @type {Record<string, () => void>} */
  const keys = {
    s: () => /** @type {HTMLElement | null} */ (document.activeElement?.closest("li")?.querySelector("[data-star]") ?? main.querySelector("[data-star]"))?.click(),
    "/": () => host.postMessage({ type: "search", query: "" }),
    f: () => host.postMessage({ type: "favorites" }),
    t: () => jump("trailers"),
    w: () => jump("whereToWatch"),
    R: () => jump("recommendations"),
    o: () => host.postMessage({ type: "link", url: shown?.link ?? shown?.homepage ?? "" }),
    r: () => host.postMessage({ type: "ready" }),
    q: () => host.postMessage({ type: "close" }),
    "?": () => main.prepend(element("p.note", null, "Enter opens · s star · / search · f favorites · t trailers · w where to watch · R recommendations · o browser · r reload · q close")),
    Backspace: () => host.postMessage({ type: "back" }),
  };
  addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (!ctrlKey && !metaKey && !altKey) keys[key]?.();
  });

  host.postMessage({ type: "ready" });
})();
