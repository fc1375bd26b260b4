"""The requests that take a change of the library back, for the clients and the terminal interface."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

JSON = dict[str, Any]
Request = tuple[str, JSON]


def inverse(
    method: str, params: JSON, answer: JSON, film: JSON, kept: JSON | None = None, before: JSON | None = None
) -> list[Request]:
    """Return the requests that undo a change: none if it has changed nothing.

    film: the members that name the film in a request
    kept: with `logViewing`, the mark of the film before
    before: with `logViewing`, the viewing that was changed, as it was
    """
    if not answer["changed"]:
        return []
    match method:
        case "star":
            return [("unstar", {"id": answer["id"]})]
        case "unstar":
            return [("mark", {**film, "starredAt": answer["starredAt"]})]
        case "mark":
            return [("mark", {**film, **_former(params, answer["previous"])})]
        case "deleteViewing":
            again = {**film, "keepOnWatchlist": True, **_whole(answer["previous"])}
            return [("logViewing", again), ("mark", {**film, **_former(("rating",), answer["mark"])})]
        case _:
            viewing = answer["viewing"]["viewing"]
            undo = ("logViewing", _whole(before)) if before else ("deleteViewing", {"viewing": viewing})
            changed = ("rating",) if before else ("rating", "watchlist")
            return [undo, ("mark", {**film, **_former(changed, kept or {})})]


def _former(names: Iterable[str], mark: JSON) -> JSON:
    """Return the params of `mark` that set what a mark has. What it lacks is null or empty."""
    kept = {name: name for name in ("starredAt", "watchlistedAt", "rating", "note", "tags")}
    kept |= {"starred": "starredAt", "watchlist": "watchlistedAt", "addTags": "tags", "removeTags": "tags"}
    wanted = {kept[name] for name in names if name in kept}
    return {name: mark.get(name, [] if name == "tags" else None) for name in sorted(wanted)}


def _whole(viewing: JSON) -> JSON:
    """Return the params of `logViewing` that set all of a viewing. A member that is absent would stay as it is."""
    known = {"date": None, "rating": None, "note": None, "rewatch": False, **viewing}
    return {name: known[name] for name in ("viewing", "date", "rating", "note", "rewatch")}
