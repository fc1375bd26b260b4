"""Everything about one film."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from .._terminal import for_terminal
from ..errors import MovieServerError
from ..words import NO_COUNTRY, STALE, country, film, t
from .lists import ListScreen
from .row import JSON, Row, one_line, viewing_signs
from .rows import ALL
from .screens import MoviesScreen

REVIEWS = 5
VIEWINGS = 3
OFFERS = {
    "stream": t("subscription"),
    "free": t("free of charge"),
    "ads": t("free of charge, with advertising"),
    "rent": t("to rent"),
    "buy": t("to buy"),
}
KINDS = {
    "behindTheScenes": t("behind the scenes"),
    "bloopers": t("bloopers"),
    "clip": t("clip"),
    "featurette": t("featurette"),
    "openingCredits": t("opening credits"),
    "recap": t("recap"),
    "spot": t("spot"),
    "teaser": t("teaser"),
    "trailer": t("trailer"),
}


class DetailScreen(MoviesScreen):
    """A film: its poster and facts, and below a list of what belongs to it."""

    def __init__(self, movie: JSON, section: str | None = None) -> None:
        super().__init__()
        self._movie = movie
        self._section = section
        self._review_pages = 0

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="about"):
            yield Horizontal(id="poster")
            with VerticalScroll(can_focus=False):
                yield Static(id="facts", markup=False)
        yield from self.compose_list()

    @property
    def movie(self) -> JSON | None:
        return super().movie or self._movie

    @property
    def chosen(self) -> list[JSON]:
        return super().chosen or [self._movie]

    def on_mount(self) -> None:
        self.rows.focus()
        self.rows.text = self.query_one("#about VerticalScroll")
        self._show_facts()
        self.reload()

    def reload(self, in_place: bool = False) -> None:
        self.ask_last("list", self._load, in_place)

    async def _load(self, in_place: bool) -> None:
        self._movie = await self.movies.request("detail", id=self._movie["id"], reviews=REVIEWS)
        self._review_pages = 0
        self._show_facts()
        self.show(self._sections(), t(STALE) if self._movie.get("stale") else "", in_place=in_place)
        if self._section:
            self.action_section(self._section)
            self._section = None
        if "posterUrl" in self._movie and self.movies.can("poster") and not (in_place or self.app.no_color):
            self.ask_last("poster", self._show_poster)

    async def _show_poster(self) -> None:
        from .poster import WIDTH, poster_widget, read_poster

        try:
            poster = await self.movies.request("poster", id=self._movie["id"])
        except MovieServerError:  # a film is also shown without its poster
            return
        picture = await asyncio.to_thread(read_poster, poster["path"])
        if picture is None:
            return
        box = self.query_one("#poster")
        box.styles.width = WIDTH + 2
        await box.remove_children()
        await box.mount(poster_widget(picture))

    def update_movies(self, known: Callable[[JSON], Mapping[str, Any] | None]) -> None:
        super().update_movies(known)
        if (new := known(self._movie)) is not None:
            self._movie["isFavorite"] = new["isFavorite"]
            self._show_facts()
            self.refresh_bindings()  # of a key: star or unstar
            self.reload(in_place=True)  # for the note and the viewings, which only a detail has

    def action_section(self, name: str) -> None:
        if self.rows.current.movie and not self.rows.current.viewing:
            super().action_section(name)
        elif not self.rows.go_to(t(name)):
            self.say(self._nothing_in(name))

    def _nothing_in(self, name: str) -> str:
        if name == "Where to watch" and not country():
            return f"{t(NO_COUNTRY)} {t('Set it in the environment, such as LC_ALL=en_US.UTF-8.')}"
        return t("{section}: nothing is known", section=t(name))

    def _show_facts(self) -> None:
        movie = self._movie
        minutes = movie.get("runtimeMinutes", 0)
        facts: list[str] = [
            movie.get("certification", ""),
            t("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60) if minutes else "",
            ", ".join(movie["genres"]),
            t("{rating} of 10", rating=f"{movie['rating']:.1f}") if "rating" in movie else "",
            t("{count} votes", count=f"{movie['votes']:,}") if "votes" in movie else "",
            *(f"{each['source']} {each['value']}" for each in movie.get("ratings", ())),
        ]
        texts = (
            ("★ " if movie["isFavorite"] else "", "bold yellow"),
            (film(movie), "bold"),
            (f"  {movie.get('originalTitle', '')}\n{' · '.join(filter(None, facts))}\n", ""),
            (", ".join(movie["directors"]) + f"\n{movie.get('tagline', '')}".rstrip() + "\n", "italic"),
            (f"\n{movie.get('overview', '')}\n", ""),
            (self._kept(), "bold"),
            (f"\n{movie.get('link', '')}  {movie.get('attribution', '')}", "dim"),
        )
        facts_text = Text.assemble(*((for_terminal(text), style) for text, style in texts))
        self.query_one("#facts", Static).update(facts_text)

    def _kept(self) -> str:
        """Return what the user keeps about the film, each on a line of its own."""
        mark = self._movie.get("mark", {})
        rating = mark.get("rating", self._movie.get("myRating"))
        facts = [
            t("On the watchlist") if "watchlistedAt" in mark else "",
            t("My rating: {rating}", rating=f"{rating:g}") if rating is not None else "",
            t("Tags: {tags}", tags=", ".join(mark["tags"])) if "tags" in mark else "",
            t("Note: {note}", note=mark["note"]) if "note" in mark else "",
        ]
        return "".join(f"\n{fact}" for fact in facts if fact)

    def _sections(self) -> list[Row]:
        movie = self._movie
        offers = movie.get("whereToWatch", {})
        sections = {
            "Viewings": self._viewings(movie.get("mark", {}).get("diary", [])),
            "Cast": [self._person(each, each.get("character", "")) for each in movie["castMembers"]],
            "Crew": [self._person(each, t(each["job"])) for each in movie["crewMembers"]],
            "Where to watch": [
                self._page(", ".join(each["name"] for each in offers[kind]), text, offers.get("link"))
                for kind, text in OFFERS.items()
                if offers.get(kind)
            ],
            "Trailers": [
                self._page(each["name"], KINDS.get(each.get("kind"), ""), each["url"]) for each in movie["trailers"]
            ],
            "Reviews": self._reviews(movie["reviews"]),
            "Collection": [self._collection(movie["collection"])] if "collection" in movie else [],
            "Recommendations": self.movie_rows(movie["recommendations"]["items"]),
        }
        source = offers.get("attribution", "").removeprefix("Where to watch: ")
        notes = {"Where to watch": source, "Reviews": f"{movie['reviews']['total']:,}"}
        rows: list[Row] = []
        for heading, members in sections.items():
            if members:
                rows += [Row(t(heading), notes.get(heading, ""), is_heading=True), *members]
        return rows

    def _viewings(self, viewings: list[JSON]) -> list[Row]:
        rows = [self._viewing(each) for each in viewings[:VIEWINGS]]
        if more := viewings[VIEWINGS:]:
            text = t("and {count} more. Diary: {key}", count=len(more), key=self.key("diary"))
            rows.append(Row(text, open=lambda: self.movies.action_go("diary")))
        return rows

    def _viewing(self, viewing: JSON) -> Row:
        """Return a row that opens the form of a viewing."""
        day = viewing.get("date", t("on an unknown day")) + viewing_signs(viewing)
        return Row(day, viewing.get("note", ""), self.action_edit_viewing, viewing=viewing)

    def _page(self, text: str, note: str, link: str | None) -> Row:
        """Return a row that opens a web page."""
        return Row(text, note, lambda: self.open_link(link), link=link)

    def _person(self, member: JSON, role: str) -> Row:
        """Return a row that opens the person's films, or searches for them in a catalog without people."""
        if "personId" not in member or not self.movies.can("people"):
            return Row(member["name"], role, open=lambda: self.movies.search(member["name"]))
        return self._opens(member["name"], role, "person", member["personId"])

    def _collection(self, collection: JSON) -> Row:
        return self._opens(collection["name"], "", "collection", collection["id"])

    def _opens(self, name: str, note: str, method: str, id: str) -> Row:
        load = lambda: self.movies.request(method, id=id)
        return Row(name, note, open=lambda: self.app.push_screen(ListScreen(name, load)))

    def _reviews(self, reviews: JSON) -> list[Row]:
        rows = [self._review(each) for each in reviews["items"]]
        if len(rows) < reviews["total"]:
            rows.append(Row(t("More reviews"), open=lambda: self.ask(self._load_reviews)))
        return rows

    def _review(self, review: JSON) -> Row:
        note = " ".join(review["preview"].split())
        return Row(review["author"], note, lambda: self.ask(self._open_review, review), link=review.get("url"))

    async def _load_reviews(self) -> None:
        """Load the next page of reviews, which have their whole text. The first page replaces those of the detail."""
        page = await self.movies.request("reviews", id=self._movie["id"], page=self._review_pages + 1)
        before = self._movie["reviews"]["items"] if self._review_pages else []
        self._review_pages += 1
        items = before + page["items"]
        self._movie["reviews"] = {"items": items, "total": page["total"] if page["hasMore"] else len(items)}
        self.show(self._sections(), in_place=True)

    async def _open_review(self, review: JSON) -> None:
        if review["truncated"] and "content" not in review:
            page = await self.movies.request("reviews", id=self._movie["id"])
            review = next((each for each in page["items"] if each["id"] == review["id"]), review)
        self.app.push_screen(TextScreen(review["author"], str(review.get("content", review["preview"]))))


class LongText(VerticalScroll):
    """A text that scrolls with the keys of lists, at once: Textual forgets some of several quick keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll(1)"),
        Binding("up,k", "scroll(-1)"),
        Binding("home,g", f"scroll(-{ALL})"),
        Binding("end,G", f"scroll({ALL})"),
    ]

    def action_scroll(self, step: int) -> None:
        self.scroll_relative(y=step, animate=False, immediate=True)


class TextScreen(ModalScreen[None]):
    """A long text, such as a review or the help."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "dismiss", t("Close"), id="close"),
        Binding("escape,enter,question_mark,f1", "dismiss", t("Close")),
    ]

    def __init__(self, heading: str, text: str) -> None:
        super().__init__()
        self._heading = heading
        self._text = text

    def compose(self) -> ComposeResult:
        with LongText(id="text") as box:
            box.border_title = Content(one_line(self._heading))  # a text would be read as markup
            yield Static(for_terminal(self._text), markup=False)
