"""The statistics of what was viewed, as bars of block characters."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from rich.text import Text

from ..words import count, name_of, t
from .row import JSON, Row

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKDAYS = {day.lower(): t(day) for day in DAYS}
LABEL = 18
MONTHS = 36  # more than these are shown as years


def statistics_rows(
    statistics: JSON,
    show_days: Callable[[str], object],
    search: Callable[[str], object],
    fit: Callable[[str], Iterable[Text]],
) -> list[Row]:
    """Return the rows of all groups. Enter on a month or a year shows its diary, on a person their films."""
    hours, rewatches = round(statistics["minutes"] / 60), statistics["rewatches"]
    summary = t(
        "{viewings} of {films}, {hours}, {rewatches}",
        viewings=count({"total": statistics["viewings"]}, of_viewings=True),
        films=count({"total": statistics["films"]}),
        hours=t("1 hour") if hours == 1 else t("{count} hours", count=f"{hours:,}"),
        rewatches=t("1 rewatch") if rewatches == 1 else t("{count} rewatches", count=f"{rewatches:,}"),
    )
    if not statistics["viewings"]:
        return []
    rows = [Row(line.plain) for line in fit(summary)]
    is_long = len(statistics["byMonth"]) > MONTHS
    days: dict[str, int] = {}
    for each in statistics["byMonth"]:
        name = each["name"][:4] if is_long else each["name"]
        days[name] = days.get(name, 0) + each["viewings"]
    members: list[Any] = [(name, number, partial(show_days, name), "") for name, number in days.items()]
    unknown = statistics["viewings"] - sum(days.values())
    of_no_day = [(t("undated"), unknown, None, "")] if unknown else []
    rows += _group(t("By year") if is_long else t("By month"), members + of_no_day)
    for member, heading in (
        ("byWeekday", t("By weekday")),
        ("byDecade", t("By decade of release")),
        ("byGenre", t("By genre")),
        ("byCountry", t("By country")),
        ("byLanguage", t("By language")),
    ):
        names = [(_name(each["name"]), each["viewings"], None, "") for each in statistics[member]]
        rows += _group(heading, names + of_no_day if member == "byWeekday" else names)
    for member, heading in (("directors", t("Directors")), ("actors", t("Actors"))):
        people = [
            (each["name"], each["films"], partial(search, each["name"]), _mean(each)) for each in statistics[member]
        ]
        rows += _group(heading, people)
    ratings = [(f"{each['rating']:g}", each["films"], None, "") for each in statistics["ratings"]]
    return rows + _group(t("My ratings"), ratings)


def _group(heading: str, members: list[Any]) -> list[Row]:
    """Return a heading and a bar for each member: its name, its number, what Enter does, and a note."""
    if not members:
        return []
    most = max(number for _, number, _, _ in members)
    rows = [Row(heading, is_heading=True)]
    for name, number, opened, note in members:
        text = Text(name)
        text.truncate(LABEL, overflow="ellipsis", pad=True)
        text.append(f" {number:>6,}")
        rows.append(Row(text.plain, note, opened or (lambda: None), bar=number / most if most else 0))
    return rows


def _name(name: str) -> str:
    """Return the name of a weekday, a decade, a country or a language in the user's language."""
    return t("{year}s", year=name[:4]) if re.fullmatch(r"\d{4}s", name) else WEEKDAYS.get(name) or name_of(name)


def _mean(person: JSON) -> str:
    return f"{person['meanRating']:.1f}" if "meanRating" in person else ""
