"""Tables in Markdown, and the format of their numbers."""

import statistics


def table(title, head, rows):
    """Prints a table of text cells."""
    print(f"\n**{title}**\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)


def note(text):
    print(f"\n{text}", flush=True)


def number(value, unit=""):
    """Formats a number with about three significant digits: `1.17 ms`, `19.9 µs`, `312,000`."""
    if value is None:
        return "–"
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f}" + (f" {unit}" if unit else "")


def ratio(value, floor, digits=1):
    return "–" if value is None or not floor else f"{value / floor:.{digits}f}"


def against(value, floor, unit=""):
    """Formats a figure and its multiple of the floor."""
    return f"{number(value, unit)} ({ratio(value, floor)} ×)"


median = statistics.median


def percentiles(values):
    """The median and the 99th percentile."""
    values = sorted(values)
    return values[len(values) // 2], values[len(values) * 99 // 100]
