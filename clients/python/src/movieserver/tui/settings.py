"""The user's settings, and what the interface remembers: the last searches and the theme.

The settings are a JSON file of the user, `$XDG_CONFIG_HOME/movieserver/tui.json`:

    {"theme": "nord", "keys": {"star": "asterisk"}, "themes": [{"name": "mine", "primary": "#b22222"}]}
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..words import t

CLOSEST = 5
SEARCHES = 10
SETTINGS = {"keys": dict, "theme": str, "themes": list}


def _file(variable: str, default: str) -> Path:
    folder = os.environ.get(variable, "")
    return (Path(folder) if os.path.isabs(folder) else Path.home() / default) / "movieserver" / "tui.json"


class Settings:
    """`problems` say what in the file of the settings was not used, and why."""

    def __init__(self) -> None:
        self.path = _file("XDG_CONFIG_HOME", ".config")
        self._state_path = _file("XDG_STATE_HOME", ".local/state")
        self.problems: list[str] = []
        settings: dict[str, Any] = {}
        try:
            settings = _object(self.path)
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            self.problems.append(str(error))
        for name, value in settings.items():
            if name not in SETTINGS:
                self.problems.append(unknown(name, SETTINGS))
            elif not isinstance(value, SETTINGS[name]):
                self.problems.append(t("The value of “{name}” is of the wrong kind.", name=name))
        state: dict[str, Any] = {}
        with contextlib.suppress(OSError, ValueError):
            state = _object(self._state_path)
        self.keys = {str(name): str(keys) for name, keys in _member(settings, "keys", {}).items()}
        self.themes: list[dict[str, Any]] = _member(settings, "themes", [])
        self.theme: str = _member(settings, "theme", "")
        self.last_theme: str = _member(state, "theme", "")
        """The one that the user has chosen in the interface, which may have been an own theme that is gone."""
        self.searches = [str(each) for each in _member(state, "searches", [])][:SEARCHES]

    @property
    def problem(self) -> str:
        return f"{self.path}: " + "\n".join(self.problems) if self.problems else ""

    def remember_search(self, query: str) -> None:
        if self.searches[:1] != [query]:
            self.searches = [query, *(each for each in self.searches if each != query)][:SEARCHES]
            self._save()

    def remember_theme(self, theme: str) -> None:
        if theme != self.last_theme:
            self.last_theme = theme
            self._save()

    def _save(self) -> None:
        text = json.dumps({"theme": self.last_theme, "searches": self.searches}, ensure_ascii=False)
        with contextlib.suppress(OSError):  # an interface that cannot remember still works
            self._state_path.parent.mkdir(parents=True, exist_ok=True)
            scratch = self._state_path.with_suffix(f".{os.getpid()}")
            scratch.write_text(text, encoding="utf-8")
            scratch.replace(self._state_path)


def unknown(name: object, known: Iterable[str]) -> str:
    """Say that a name is unknown, and which ones there are; of many, those that are written like it."""
    names = [*known]
    if len(names) > CLOSEST:
        names = [*get_close_matches(str(name), names, CLOSEST, 0), "…"]
    return t("“{name}” is unknown. There are: {names}", name=name, names=", ".join(names))


def _object(path: Path) -> dict[str, Any]:
    value = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(value, dict):
        raise ValueError("this is not a JSON object")
    return value


def _member(settings: dict[str, Any], name: str, default: Any) -> Any:
    value = settings.get(name)
    return value if isinstance(value, type(default)) else default
