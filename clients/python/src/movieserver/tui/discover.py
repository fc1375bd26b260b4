"""The criteria of discover."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Select

from ..words import t
from .row import JSON, one_line

ORDERS = {
    t("Popularity"): "popularity",
    t("Rating"): "rating",
    t("Release date"): "releaseDate",
    t("Title"): "title",
    t("Random"): "random",
}


class Criteria(Horizontal):
    def compose(self) -> ComposeResult:
        yield Select[str]((), prompt=t("Any genre"), id="genre")
        yield Input(placeholder=t("From year"), type="integer", max_length=4, id="from")
        yield Input(placeholder=t("To year"), type="integer", max_length=4, id="to")
        yield Select(ORDERS.items(), value="popularity", allow_blank=False, id="order")

    def set_genres(self, genres: list[JSON]) -> None:
        # A text would be read as markup.
        self.query_one("#genre", Select).set_options((Content(one_line(each["name"])), each["id"]) for each in genres)

    @property
    def params(self) -> dict[str, Any]:
        genre = self.query_one("#genre", Select).value
        return {
            "genres": [genre] if isinstance(genre, str) else [],
            "yearFrom": self._year("from"),
            "yearTo": self._year("to"),
            "sort": self.query_one("#order", Select).value,
        }

    def _year(self, id: str) -> int | None:
        text = self.query_one(f"#{id}", Input).value
        return int(text) if len(text) == 4 else None
