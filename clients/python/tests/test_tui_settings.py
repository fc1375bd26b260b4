"""The user's own keys and colors of the terminal interface, and what it says about wrong ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .program import ProgramTest


class SettingsTest(ProgramTest):
    def write_settings(self, **settings: Any) -> Path:
        path = self.folder / "config/movieserver/tui.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings))
        return path


class OwnKeysTests(SettingsTest):
    def test_an_own_key_stands_where_the_default_one_stood(self) -> None:
        self.write_settings(keys={"star": "asterisk", "search": "f2"})
        with self.program(columns=80) as program:
            program.until_screen(lambda screen: "1994" in screen)
            program.type("oldboy\r\r")
            keys = "? Keys  f2 Search  * Star  q Close  b To watch"
            program.until_screen(lambda screen: screen.splitlines()[-1].strip().startswith(keys))
            program.type("*")
            program.until_screen(lambda screen: "Starred Oldboy (2003). Undo: u" in screen)
