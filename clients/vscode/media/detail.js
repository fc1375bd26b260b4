// Shows what the extension sends, and sends it what the user does.
"use strict";

function show(canGoBack, children) {
  const back = canGoBack && action(t("← Back"), { type: "back" }, "button.action");
  main.replaceChildren(...[back, ...children, text("footer", button("button", `? ${t("Keys")}`, toggleHelp))].filter(Boolean));
  showPoster();
}

function showPoster() {
  main.querySelector(".poster")?.remove();
  if (view.poster) main.querySelector("header")?.prepend(element("img.poster", { src: view.poster, alt: "" }));
}

function showMarks() {
  for (const each of main.querySelectorAll(".star")) {
    const isStarred = Boolean(view.marks[each.value]?.isStarred);
    Object.assign(each, { textContent: isStarred ? "★" : "☆", title: isStarred ? t("Unstar") : t("Star"), ariaPressed: isStarred });
  }
  for (const place of main.querySelectorAll(".mark")) {
    place.textContent = ` ${view.marks[place.id.slice(5)]?.signs ?? ""}`.trimEnd();
  }
  const watchlist = document.getElementById("watchlist");
  const isOn = Boolean(view.marks[view.shown?.id]?.watchlistedAt);
  const [label, title] = isOn ? ["− Watchlist", "Take off the Watchlist"] : ["+ Watchlist", "Put on the Watchlist"];
  if (watchlist) Object.assign(watchlist, { textContent: t(label), title: `${t(title)} (b)`, ariaPressed: isOn });
}

/** Has the editor keep what is shown, and drafts of notes. Returns what it has kept, if that is the same page. */
function enter(state) {
  const before = host.getState();
  if (before?.id === state.id && before?.method === state.method) return before;
  host.setState({ ...state, drafts: before?.drafts });
}

/** Builds the page. If it is there already, the place, the focus, whole reviews and help stay. */
function build({ state, result, country, isService, canGoBack }) {
  const before = enter(state);
  const [place, focused] = before ? [scrollY, document.activeElement?.id] : [0];
  const status = before && country === view.country && document.getElementById("status");
  if (before && view.shown?.reviews?.page) result.reviews = view.shown.reviews;
  Object.assign(view, { shown: result, country, isService, poster: before && view.poster });
  show(canGoBack, state.method === "statistics" ? statistics(result) : page(result));
  if (status) main.prepend(status);
  showNote();
  scrollTo(0, place);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** What each message of the extension does. @type {Record<string, (message: any) => void>} */
const receive = {
  loading: () => view.shown ?? main.replaceChildren(text("p.note", t("Loading…"))),
  show: build,
  error({ state, sentence, button: label, canGoBack }) {
    enter(state);
    view.poster = view.shown = undefined;
    show(canGoBack, [text("p", sentence), label && action(label, { type: "remedy" }, "button.action")]);
  },
  note: writeNote,
  saved({ id, note }) {
    if (view.shown?.id === id) view.shown.mark = { ...view.shown.mark, note };
    keepDraft(id);
  },
  poster({ source }) {
    view.poster = source;
    showPoster();
  },
  reviews({ id, reviews }) {
    const { shown } = view;
    if (shown?.id !== id) return;
    const known = reviews.page > 1 ? shown.reviews.items : []; // the first whole reviews replace the previews
    shown.reviews = { ...reviews, items: [...known, ...reviews.items] };
    main.querySelector("#reviews")?.replaceWith(section("reviews", "Reviews", shown));
  },
};

addEventListener("message", ({ data }) => {
  if (data.marks) view.marks = data.marks;
  receive[data.type]?.(data);
  showMarks();
});

const unsay = () => document.getElementById("status")?.remove();
/** Shows a line at the top of the window, in place of the one before. */
function say(...content) {
  unsay();
  main.prepend(element("div.status", { id: "status", role: "status" }, ...content, button("button", " ×", unsay)));
}

/** An action takes the notice of the one before away. The help stays, for whoever tries the keys. */
const begin = () => document.getElementById("help") ?? unsay();
addEventListener("click", ({ target }) => target instanceof HTMLButtonElement && begin(), true);

/** Brings a section into view and focuses its first button. */
function jump(id) {
  const target = document.getElementById(id);
  const [, title = ""] = sections.find(([member]) => member === id) ?? [];
  if (!target && id === "whereToWatch" && view.isService && !view.country) return say(...askCountry());
  if (!target) return say(t("{section}: nothing is known", { section: t(title) }));
  target.scrollIntoView();
  target.querySelector("button")?.focus({ preventScroll: true });
}

/** Stars the film of the focused row, or else the page's. */
function toggleStar() {
  (document.activeElement?.closest("li.film") ?? main).querySelector(".star")?.click();
}

function toggleHelp() {
  if (document.getElementById("help")) return unsay();
  say(element("div", { id: "help" }, table(Object.entries(keys).map(([key, [name]]) => [key, t(name)]))));
}

const onFilm = (run) => () => view.shown?.title && run(view.shown);
const runOnFilm = (name) => onFilm((movie) => command(name, filmOf(movie)));
/** The keys that all clients share, and what each does. @type {Record<string, [help: string, run: () => void]>} */
const keys = {
  s: ["star or unstar", toggleStar],
  b: ["put on the watchlist or take off", onFilm(toggleWatchlist)],
  l: ["log a viewing", runOnFilm("watched")],
  m: ["rating, note or tags", runOnFilm("mark")],
  u: ["undo the last change", () => command("undo")],
  "/": ["search", () => command("search")],
  f: ["favorites", () => command("favorites")],
  B: ["watchlist", () => command("watchlist")],
  d: ["diary", () => command("diary")],
  T: ["statistics of your viewings", () => command("statistics")],
  H: ["home of the catalog", () => command("home")],
  D: ["discover films", () => command("discover")],
  t: ["trailers", () => jump("trailers")],
  w: ["where to watch", () => jump("whereToWatch")],
  R: ["recommendations", () => jump("recommendations")],
  o: ["open the link in the browser", () => post({ type: "link", url: view.shown?.link ?? view.shown?.homepage ?? "" })],
  y: ["copy the link", runOnFilm("copyLink")],
  r: ["reload", () => post({ type: "ready" })],
  Backspace: ["back", () => post({ type: "back" })],
  q: ["close", () => post({ type: "close" })],
  "?": ["help", toggleHelp],
};
addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey) return;
  if (key === "Escape") return unsay(); // it closes the help too, as everywhere in the editor
  if (!keys[key]) return;
  begin();
  keys[key][1]();
});

post({ type: "ready" });
