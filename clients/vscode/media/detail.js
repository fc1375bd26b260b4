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
   * @param {any} properties of the element; `data` has its data attributes
   * @param {...any} children
   */
  function element(name, { data = {}, ...properties }, ...children) {
    const [tag, className = ""] = name.split(".");
    const made = Object.assign(document.createElement(tag), { className, ...properties });
    Object.assign(made.dataset, data);
    made.append(...children.flat().filter((child) => child || child === 0));
    return made;
  }
  const text = (name, ...children) => element(name, {}, ...children);
  const note = (content) => content && text("span.note", ` ${content}`);

  /** A button that sends a message to the extension. */
  const action = (label, message, name = "button") =>
    element(name, { type: "button", onclick: () => host.postMessage(message) }, label);
  const link = (label, url) => (url ? action(label, { type: "link", url }) : label);
  const star = (id) =>
    element("button.star", { type: "button", data: { star: id }, onclick: () => host.postMessage({ type: "star", id }) });

  /** A section, unless it would be empty. */
  function section(title, id, ...children) {
    const filled = children.flat().filter(Boolean);
    return filled.length > 0 && element("section", { id }, text("h2", title), ...filled);
  }

  /** Rows of a name and a value; those without a value are left out. */
  function table(rows) {
    const filled = rows.filter(([, value]) => value);
    return filled.length > 0 && text("dl", ...filled.flatMap(([name, value]) => [text("dt", name), text("dd", value)]));
  }

  function films(movies = [], remark = (movie) => (movie.directors ?? []).join(", ")) {
    const row = ({ id, title, year, ...movie }) => {
      const label = year ? `${title} (${year})` : title;
      return text("li", star(id), action(label, { type: "open", method: "detail", id }), note(remark(movie)));
    };
    return movies.length > 0 && text("ul", ...movies.map(row));
  }

  /** Names that open a person's films: the person's page if the catalog has one, else a search for the name. */
  function people(members = [], canOpen) {
    const row = ({ name, personId, character, job }) => {
      const page = { type: "open", method: "person", id: personId };
      return text("li", action(name, personId && canOpen ? page : { type: "search", query: name }), note(character ?? job));
    };
    return members.length > 0 && text("ul.people", ...members.map(row));
  }

  function facts({ releaseDate, runtimeMinutes, genres, certification, certificationCountry, rating, votes }) {
    const country = certificationCountry ? ` (${certificationCountry})` : "";
    const voters = votes ? ` (${votes.toLocaleString()} votes)` : "";
    return [
      releaseDate,
      runtimeMinutes && `${runtimeMinutes} min`,
      genres?.join(", "),
      certification && `${certification}${country}`,
      rating && `★ ${rating.toFixed(1)}${voters}`,
    ];
  }

  function whereToWatch({ whereToWatch: offers }) {
    if (!offers) return;
    const kinds = { stream: "Stream", free: "Free", ads: "With ads", rent: "Rent", buy: "Buy" };
    const names = (kind) => (offers[kind] ?? []).map(({ name }) => name).join(", ");
    const title = offers.country ? `Where to watch (${offers.country})` : "Where to watch";
    const rows = Object.entries(kinds).map(([kind, name]) => [name, names(kind)]);
    const source = offers.attribution && text("p.note", offers.attribution);
    return section(title, "whereToWatch", table(rows), offers.link && link("Open", offers.link), source);
  }

  function review({ author, rating, preview, content, truncated, createdAt, url }) {
    const remark = [rating && `${rating}/10`, createdAt?.slice(0, 10)].filter(Boolean).join(" · ");
    const expand = truncated && !content && action("Read more", { type: "reviews", id: shown.id, page: 1 });
    const open = url && [" ", link("Open", url)];
    return text("blockquote", text("strong", author), note(remark), open, text("p", content ?? preview), expand);
  }

  function reviews({ id, reviews: { items, total } = { items: [], total: 0 } }, canPage) {
    const hasMore = canPage && total > items.length && items.length > 0;
    const more = hasMore && action(`All ${total} reviews`, { type: "reviews", id, page: 1 }, "button.action");
    return section("Reviews", "reviews", ...items.map(review), more);
  }

  const collection = ({ id, name }) => action(name, { type: "open", method: "collection", id });
  const header = (title, ...children) => text("header", text("div", text("h1", ...title), ...children));
  const names = (list) => list?.map(({ name }) => name).join(", ");
  const site = (url) => url && link(url, url);

  const pages = {
    detail: (movie, can) => [
      header(
        [star(movie.id), " ", movie.title, movie.year && text("span.year", ` (${movie.year})`)],
        movie.originalTitle && text("p.note", movie.originalTitle),
        movie.tagline && text("p", text("em", movie.tagline)),
        text("p.facts", facts(movie).filter(Boolean).join(" · ")),
        movie.stale && text("p.note", "Offline: an earlier result"),
        text("p", movie.overview),
        movie.link && action("Open in the browser", { type: "link", url: movie.link }, "button.action"),
      ),
      table([
        ...(movie.ratings ?? []).map(({ source, value }) => [source, value]),
        ["My rating", movie.myRating && `${movie.myRating}/10`],
        ["Awards", movie.awards],
        ["Status", movie.status],
        ["Languages", movie.languages?.join(", ")],
        ["Countries", movie.countries?.join(", ")],
        ["Companies", names(movie.companies)],
        ["Keywords", movie.keywords?.join(", ")],
        ["Site", site(movie.homepage)],
      ]),
      section("Cast", "cast", people(movie.castMembers, can.people)),
      section("Crew", "crew", people(movie.crewMembers, can.people)),
      whereToWatch(movie),
      section("Trailers", "trailers", ...(movie.trailers ?? []).map(({ name, url }) => text("li", link(name, url)))),
      reviews(movie, can.reviews),
      section("Collection", "collection", movie.collection && collection(movie.collection)),
      section("Recommendations", "recommendations", films(movie.recommendations?.items)),
      movie.attribution && text("footer", movie.attribution),
    ],
    person: (person) => [
      header([person.name], text("p", person.biography)),
      table([
        ["Born", [person.birthday, person.placeOfBirth].filter(Boolean).join(", ")],
        ["Died", person.deathday],
        ["Site", site(person.homepage)],
      ]),
      section("Cast", "cast", films(person.cast, ({ character }) => character)),
      section("Crew", "crew", films(person.crew, ({ job }) => job)),
    ],
    collection: ({ name, overview, items }) => [header([name], text("p", overview)), section("Films", "films", films(items))],
  };

  function show(canGoBack, children) {
    const back = canGoBack && action("← Back", { type: "back" }, "button.action");
    main.replaceChildren(...[back, ...children].filter(Boolean));
    scrollTo(0, 0);
  }

  function showStars() {
    for (const button of main.querySelectorAll("[data-star]")) {
      const isStarred = stars.has(button.dataset.star);
      Object.assign(button, { textContent: isStarred ? "★" : "☆", title: isStarred ? "Unstar" : "Star" });
      button.setAttribute("aria-pressed", isStarred);
    }
  }

  /** What each message of the extension does. @type {Record<string, (message: any) => void>} */
  const receive = {
    loading: () => shown ?? main.replaceChildren(text("p.note", "Loading…")),
    show({ page, result, can, canGoBack }) {
      shown = result;
      host.setState(page);
      show(canGoBack, pages[page.method](result, can));
    },
    error({ page, sentence, button, canGoBack }) {
      host.setState(page);
      show(canGoBack, [text("p", sentence), button && action(button, { type: "remedy" }, "button.action")]);
    },
    poster: ({ source }) => main.querySelector("header")?.prepend(element("img.poster", { src: source, alt: "" })),
    reviews({ id, page }) {
      if (shown?.id !== id) return;
      const before = main.querySelector("#reviews");
      const kept = page.page > 1 ? before.querySelectorAll("blockquote") : [];
      const next = { type: "reviews", id, page: page.page + 1 };
      const more = page.hasMore && action("More reviews", next, "button.action");
      before?.replaceWith(section("Reviews", "reviews", ...kept, ...page.items.map(review), more));
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
    const row = document.activeElement?.closest("li")?.querySelector("[data-star]");
    (row ?? main.querySelector("[data-star]"))?.click();
  }

  const help =
    "Enter opens · s star · / search · f favorites · t trailers · w where to watch · R recommendations · " +
    "o browser · r reload · Backspace back · q close";
  /** The keys that all clients share. @type {Record<string, () => void>} */
  const keys = {
    s: toggleStar,
    "/": () => host.postMessage({ type: "search", query: "" }),
    f: () => host.postMessage({ type: "favorites" }),
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
