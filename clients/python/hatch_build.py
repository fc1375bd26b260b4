"""Puts an installed movie-server into the wheel, if MOVIE_SERVER_PREFIX names where `Sources/install` has put it.

Otherwise the wheel is one for any platform, and the user installs the server.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ServerHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if prefix := os.environ.get("MOVIE_SERVER_PREFIX"):
            program = Path(prefix, "bin/movie-server")
            build_data["tag"] = f"py3-none-{platform_tag(program)}"
            build_data["pure_python"] = False
            # The program itself, and no script in Python that runs it: its start would take ten times as long.
            build_data["shared_scripts"] = {str(program): program.name}
            build_data["shared_data"] = {str(Path(prefix, "share")): "share"}


def platform_tag(program: Path) -> str:
    """Return the oldest platform that has what the program asks for."""
    machine = platform.machine()
    if sys.platform == "darwin":
        [version] = re.findall(r"minos (\d+)\.\d+", _output("otool", "-l", program))
        return f"macosx_{version}_0_{machine}"
    versions = re.findall(r"\bGLIBC_(\d+)\.(\d+)", _output("objdump", "-T", program))
    major, minor = max((int(major), int(minor)) for major, minor in versions)
    return f"manylinux_{major}_{minor}_{machine}"


def _output(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
