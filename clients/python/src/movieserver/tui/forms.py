"""The forms of the library, its files and the account."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from ..errors import NotApproved
from ..words import count, film, t
from .actions import Actions, open_page
from .changes import names
from .form import Field, Form, Refused, Values
from .row import JSON, one_line

POLL_SECONDS = 3.0


def _rating(text: str) -> float | None:
    """Return the rating that a text says, or None if it is empty."""
    if not text.strip():
        return None
    try:
        return (range(1, 21).index(float(text.replace(",", ".")) * 2) + 1) / 2  # type: ignore[arg-type]
    except ValueError:
        raise Refused(t("A rating is 0.5 to 10, in steps of 0.5.")) from None


def _day(text: str) -> str | None:
    """Return the day that a text says, or None if it is empty: -1 is yesterday."""
    text = text.strip()
    try:
        if re.fullmatch(r"-\d{1,5}", text):
            return (datetime.date.today() + datetime.timedelta(int(text))).isoformat()
        return datetime.date.fromisoformat(text).isoformat() if text else None
    except ValueError:
        is_written_well = re.fullmatch(r"\d{4}-\d\d-\d\d", text)
        hint = t("There is no such day.") if is_written_well else t("YYYY-MM-DD; -1: yesterday; empty: unknown")
        raise Refused(hint) from None


# What the user keeps about films


def log_form(owner: Actions, movies: list[JSON]) -> Form:
    today = {"date": datetime.date.today().isoformat()}
    return _viewing(owner, names(movies), today, owner.movies.changes.log, movies)


def viewing_form(owner: Actions, movie: JSON, viewing: JSON) -> Form:
    async def change(movies: list[JSON], **values: Any) -> str:
        return await owner.movies.changes.change_viewing(movie, viewing, **values)

    return _viewing(owner, film(movie), viewing, change, [movie])


def _viewing(
    owner: Actions, heading: str, viewing: JSON, change: Callable[..., Awaitable[str]], movies: list[JSON]
) -> Form:
    async def submit(form: Form, values: Values) -> str:
        day, rating, note = _day(values["date"]), _rating(values["rating"]), values["note"].strip() or None
        return await change(movies, date=day, rating=rating, note=note, rewatch=values["rewatch"])

    fields = [
        Field("date", t("Day"), viewing.get("date", ""), t("YYYY-MM-DD; -1: yesterday; empty: unknown")),
        Field("rating", t("Rating"), _number(viewing.get("rating")), t("0.5 to 10")),
        Field("note", t("Note"), viewing.get("note", "")),
        Field("rewatch", t("I had seen it before"), bool(viewing.get("rewatch"))),
    ]
    return Form(heading, fields, submit, owner)


def mark_form(owner: Actions, movies: list[JSON], mark: JSON) -> Form:
    """Return the form for rating, note and tags. For several films it changes only what is entered."""
    several = len(movies) > 1
    before = {} if several else mark
    rating, tags = _number(before.get("rating")), ", ".join(before.get("tags", ()))
    old = {"rating": rating, "tags": tags, "note": before.get("note", "")}

    async def submit(form: Form, values: Values) -> str:
        changed = {name: values[name].strip() for name in old if values[name].strip() != old[name]}
        params: Values = {}
        if "rating" in changed:
            params["rating"] = _rating(changed["rating"])
            await _rate_at_service(owner, movies, params["rating"])
        if "tags" in changed:
            words = [tag.strip() for tag in changed["tags"].split(",")]
            params["addTags" if several else "tags"] = [*filter(None, words)]
        if "note" in changed:
            params["note"] = changed["note"] or None
        return await owner.movies.changes.mark(movies, **params) if params else t("Nothing was changed.")

    fields = [
        Field("rating", t("Rating"), old["rating"], t("0.5 to 10")),
        Field("tags", t("Tags"), old["tags"], t("separated by commas")),
        Field("note", t("Note"), old["note"], many_lines=True),
    ]
    return Form(names(movies), fields, submit, owner)


async def _rate_at_service(owner: Actions, movies: list[JSON], rating: float | None) -> None:
    """Rate films at the service too, if the user is logged in there."""
    for movie in movies:
        if owner.movies.is_logged_in and owner.movies.can("rate", movie["id"].partition(":")[0]):
            method, value = ("unrate", {}) if rating is None else ("rate", {"value": rating})
            await owner.movies.send(method, {"id": movie["id"], **value})


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


# The library as files


def start_import(owner: Actions) -> None:
    """Ask for a file, show what its import would change, and import it if the user says so again."""
    tried: list[Values] = []

    async def submit(form: Form, values: Values) -> str:
        is_trial = tried[-1:] != [values]
        params = {"path": _path(values["path"]), "overwrite": values["overwrite"], "dryRun": is_trial}
        result = await owner.movies.send("importLibrary", params)
        text = t(
            "{format}: {read} rows; added: {added}, changed: {changed}, as before: {unchanged}, not found: {missing}",
            format=result["format"],
            missing=f"{result.get('unmatchedTotal', len(result['unmatched'])):,}",
            **{name: f"{result[name]:,}" for name in ("read", "added", "changed", "unchanged")},
        )
        if path := result.get("unmatchedPath"):
            text += "\n" + t("Rows without a film: {path}", path=path)
        if not is_trial:
            if result["added"] or result["changed"]:
                owner.movies.changes.forget()
            return text.replace("\n", " · ")
        tried.append(values)
        if result["added"] or result["changed"]:
            text += "\n" + t("An import cannot be undone, and no change before it.")
        form.tell(f"{text}\n{t('Nothing is imported yet. Enter: import')}")
        return ""

    fields = [
        Field("path", t("File or folder"), hint="~/Downloads/letterboxd.zip"),
        Field("overwrite", t("Overwrite what I have changed since"), False),
    ]

    def keys(values: Values) -> str:
        return t("Enter or ctrl+s: import") if tried[-1:] == [values] else t("Enter or ctrl+s: preview")

    owner.app.push_screen(Form(t("Import a library"), fields, submit, owner, keys=keys))


def start_export(owner: Actions) -> None:
    known: list[str] = []  # files of which the user has read that they exist

    async def submit(form: Form, values: Values) -> str:
        path = _path(values["path"])
        if os.path.exists(path) and path not in known:
            known.append(path)
            raise Refused(t("{path} exists. Enter again replaces it.", path=path))
        result = await owner.movies.send("exportLibrary", {"path": path})
        kept = (count({"total": result["entries"]}), count({"total": result["viewings"]}, of_viewings=True))
        return t("Exported {what} to {path}.", what=", ".join(filter(None, kept)), path=result["path"])

    fields = [Field("path", t("File: .json or .csv"), "~/movie-library.json")]
    owner.app.push_screen(Form(t("Export the library"), fields, submit, owner))


def _path(text: str) -> str:
    if not text.strip():
        raise Refused(t("Enter a path."))
    return os.path.abspath(os.path.expanduser(text.strip()))


# The account at a service


def start_login(owner: Actions) -> None:
    owner.ask(_login, owner)


async def _login(owner: Actions) -> None:
    login = await owner.movies.request("login")

    async def complete(form: Form, values: Values) -> str:
        try:
            session = await owner.movies.request("completeLogin", requestToken=login["requestToken"])
        except NotApproved:
            return ""
        return t("Logged in as {user}.", user=session.get("user", {}).get("name", ""))

    text = t("Open this page and approve the login there. It is noticed here.")
    form = LoginForm(t("Log in"), [], complete, owner, f"{text}\n\n{login['url']}")
    form.link = login["url"]
    owner.app.push_screen(form)


class LoginForm(Form):
    """A page to open. Whether the user has approved the login there is asked again and again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "open", t("Open the link in the browser"), id="browser"),
        Binding("y", "copy", t("Copy the link"), id="copy"),
    ]
    link = ""

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(POLL_SECONDS, self.action_submit)

    def action_open(self) -> None:
        say = partial(self.tell, is_error=True)
        self.run_worker(open_page(self.link, say, self.owner.key("copy")), group="browser")

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(one_line(self.link))
