"""Imported without the extra `tui`: says at the end of the tests that those of the terminal interface were skipped.

unittest counts a skipped module as one skipped test, whose reason it does not show.
"""

import atexit
import sys
from pathlib import Path

FILES = Path(__file__).parent.glob("test_tui*.py")
COUNT = sum(path.read_text(encoding="utf-8").count(" def test_") for path in FILES)
REASON = f"{COUNT} tests of the terminal interface were skipped. They need: pip install './clients/python[tui]'"
atexit.register(print, REASON, file=sys.stderr)
