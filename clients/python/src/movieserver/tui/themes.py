"""The user's own themes."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from dataclasses import fields
from typing import Any

from textual.color import Color, ColorParseError
from textual.theme import Theme

from ..words import t
from .settings import unknown

MEMBERS = [field.name for field in fields(Theme)]
COLORS = [field.name for field in fields(Theme) if field.name != "name" and "str" in str(field.type).split()]


def own_themes(themes: list[Any]) -> tuple[list[Theme], list[str]]:
    """Return the themes without the wrong ones, and what is wrong."""
    right: list[Theme] = []
    problems: list[str] = []
    for theme in themes:
        if problem := _problem(theme):
            problems.append(problem)
        else:
            right.append(Theme(**theme))
    return right, problems


def _problem(theme: Any) -> str:
    if not (isinstance(theme, dict) and {"name", "primary"} <= theme.keys()):
        return t("A theme needs a name and a primary color.")
    for name in theme:
        if name not in MEMBERS:
            return unknown(name, MEMBERS)
    for name in COLORS:
        try:
            Color.parse(str(theme.get(name) or "red"))
        except ColorParseError:
            return t("“{color}” is no color. Colors are written like red or #b22222.", color=theme[name])
    return ""
