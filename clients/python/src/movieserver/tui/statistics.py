"""The statistics of what was viewed, as bars of block characters."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rich.cells import set_cell_size

from ..words import count, t
from .row import JSON, Row

WEEKDAYS = {
    "monday": t("Monday"),
    "tuesday": t("Tuesday"),
    "wednesday": t("Wednesday"),
    "thursday": t("Thursday"),
    "friday": t("Friday"),
    "saturday": t("Saturday"),
    "sunday": t("Sunday"),
}
BAR = 24  # cells of the longest bar
LABEL = 18
EIGHTHS = " ▏▎▍▌▋▊▉"


def statistics_rows(
    statistics: JSON, width: int, show_month: Callable[[str], object], search: Callable[[str], object]
) -> list[Row]:
    """Return the rows of all groups, as wide as the list. Enter on a month shows its diary, on a person their films."""
    hours = statistics["minutes"] / 60
    summary = t(
        "{viewings} of {films}, {hours} hours, {rewatches} seen again",
        viewings=count({"total": statistics["viewings"]}, of_viewings=True),
        films=count({"total": statistics["films"]}),
        hours=f"{hours:,.0f}",
        rewatches=f"{statistics['rewatches']:,}",
    )
    if not statistics["viewings"]:
        return []
    rows = [Row(summary)]
    group = partial(_group, max(1, min(BAR, width - LABEL - 10)))
    months = statistics["byMonth"]
    rows += group(
        t("By month"),
        [(each["name"], each["viewings"], lambda name=each["name"]: show_month(name), "") for each in months],
    )
    for member, heading in (
        ("byWeekday", t("By weekday")),
        ("byDecade", t("By decade of release")),
        ("byGenre", t("By genre")),
        ("byCountry", t("By country")),
        ("byLanguage", t("By language")),
    ):
        rows += group(
            heading,
            [(WEEKDAYS.get(each["name"], each["name"]), each["viewings"], None, "") for each in statistics[member]],
        )
    for member, heading in (("directors", t("Directors")), ("actors", t("Actors"))):
        people = [
            (each["name"], each["films"], lambda name=each["name"]: search(name), _mean(each))
            for each in statistics[member]
        ]
        rows += group(heading, people)
    rows += group(t("My ratings"), [(f"{each['rating']:g}", each["films"], None, "") for each in statistics["ratings"]])
    return rows


def _group(cells: int, heading: str, members: list[Any]) -> list[Row]:
    """Return a heading and a bar for each member: its name, its number, what Enter does, and a note."""
    if not members:
        return []
    most = max(number for _, number, _, _ in members)
    rows = [Row(heading, is_heading=True)]
    for name, number, opened, note in members:
        text = f"{set_cell_size(str(name), LABEL)} {number:>6,} {bar(number, most, cells)}"
        rows.append(Row(text, note, opened or (lambda: None)))
    return rows


def bar(number: int, most: int, cells: int) -> str:
    """Return a bar whose length is proportional to the number, to an eighth of a cell."""
    eighths = round(number * cells * 8 / most) if most else 0
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8]).strip().ljust(cells)


def _mean(person: JSON) -> str:
    return f"{person['meanRating']:.1f}" if "meanRating" in person else ""
