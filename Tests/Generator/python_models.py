"""The Python client's models.py: a frozen dataclass for each object of a result, and for each notification."""

import json
import re
import textwrap

from page import base_of, described
from schema import members, referred

WITHOUT_MODEL = {"Done", "Error", "ErrorData", "Genres", "Home", "MovieData", "OpenRPC", "People", "Tags"}
"""Objects that the client unpacks, or returns as they are."""

MERGED = {"Favorite": "Movie", "FailedSection": "SectionPage"}
"""Objects that have no class of their own: their members are optional in another one."""

NAMES = {"FavoritesDifference": "FavoritesDelta", "LibraryDifference": "LibraryDelta", "SourceRating": "RatingSource"}
"""Classes that Python names differently."""

NESTED = {
    ("MovieDetail", "reviews"): "Reviews",
    ("MovieDetail", "recommendations"): "Related",
    ("RefreshedFavorites", "failed"): "FailedRefresh",
    ("Server", "serverInfo"): "ServerInfo",
}
"""The classes of objects that have no name in the schema."""

DEFAULTS = {
    # Users create movies for `star`.
    "Movie": {"isFavorite": "False"},
    # A section that has failed is a page without members.
    "Page": {"list": '""', "page": "1", "offset": "0", "total": "0", "hasMore": "False"},
    "Review": {"preview": '""', "truncated": "False"},
    # Those of a detail have only `total` and `items`.
    "Reviews": {"id": "None", "page": "1", "total": "0", "hasMore": "False"},
    "FavoritesDifference": {"fresh": "False"},
    # Servers of earlier versions have none.
    "MovieDetail": {"externalIds": "ExternalIds()"},
    # Of no use, since it is always empty.
    "Server": {"capabilities": "None"},
}
"""Defaults of members that the schema requires."""

BASES = {"SessionChanged": "Session", "SyncChanged": "SyncStatus"}
"""Notifications that have the members of an object."""

ADDED = {"FavoritesPage": ["offset: int = 0"]}
"""Fields that the client adds itself."""

HEAD = '''"""The results and notifications as frozen dataclasses. Members that a catalog does not know are None or empty.

Written by Tests/generate from `movie-server schema`; do not edit.
"""

# fmt: off

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from ._model import Model, only, optional_list
'''


def models(schema):
    names = [name for name in schema.objects if name not in WITHOUT_MODEL and name not in MERGED]
    bases = {name: base for name in names if (base := base_of(schema, name)) in names}
    texts = {}
    for (owner, member), name in NESTED.items():
        outer = schema.objects[owner]["properties"][member]
        if name not in names:
            texts[name] = dataclass(schema, "Model", name, outer["description"], members(outer.get("items", outer)))
    for name in names:
        inherited = members(schema.objects[bases[name]]) if name in bases else []
        own = [each for each in members(schema.objects[name]) if each not in inherited]
        for other, target in MERGED.items():
            if target == name:
                known = {member for member, _, _ in members(schema.objects[name])}
                others = members(schema.objects[other])
                own += [(member, each, False) for member, each, _ in others if member not in known]
        base = class_name(bases[name]) if name in bases else "Model"
        texts[class_name(name)] = dataclass(schema, base, name, schema.objects[name]["description"], own)
    for each in schema.notifications:
        if each["x-direction"] == "server-to-client":
            name = each["name"][0].upper() + each["name"][1:]
            base = BASES.get(name)
            inherited = [member for member, _, _ in members(schema.objects[base])] if base else []
            params = [(one["name"], one["schema"], one.get("required", False)) for one in each["params"]]
            own = [param for param in params if param[0] not in inherited]
            topic = each["name"].removesuffix("Changed")
            constants = [f'method: ClassVar[str] = "{each["name"]}"', f'topic: ClassVar[str] = "{topic}"']
            texts[name] = dataclass(schema, base or "Model", name, each["summary"], own, constants)
    before = {class_name(name): {class_name(base)} for name, base in (bases | BASES).items()}
    # A default value is an instance of the class.
    before["MovieDetail"] |= {"Reviews", "Related", "ExternalIds"}
    params = {each["name"]: [param["name"] for param in each["params"]] for each in schema.methods}
    lines = "".join(f"    {json.dumps(name)}: {json.dumps(each)},\n" for name, each in params.items())
    table = f"PARAMS: dict[str, list[str]] = {{\n{lines}}}\n\"\"\"The parameters of each method.\"\"\"\n"
    return "\n\n".join([HEAD, *(texts[name] for name in ordered(texts, before)), table])


def ordered(names, before):
    """The names, each after those that it needs."""
    done = []

    def add(name):
        for other in sorted(before.get(name, ())):
            add(other)
        if name not in done:
            done.append(name)

    for name in names:
        add(name)
    return done


def dataclass(schema, base, name, description, own, constants=()):
    lines = ["@dataclass(frozen=True, slots=True, kw_only=True)", f"class {class_name(name)}({base}):"]
    rows = [textwrap.fill(f"{snake(member)}: {described(schema, each)}", 110) for member, each, _ in own]
    text = "\n".join([description, "", *rows, ""] if rows else [description])
    lines += [textwrap.indent(f'"""{text}"""', "    "), ""]
    lines += ["    " + each for each in constants]
    lines += ["    " + field(name, member, each, required) for member, each, required in own]
    lines += ["    " + each for each in ADDED.get(name, ())]
    return "\n".join(lines) + "\n"


def field(owner, member, each, required):
    kind = NESTED.get((owner, member))
    if each.get("type") == "array":
        item = kind or python_type(each["items"])
        return f"{snake(member)}: tuple[{item}, ...] = " + ("()" if required else "optional_list()")
    if kind in ("Reviews", "Related"):
        return f"{snake(member)}: {kind} = {kind}()"
    if "const" in each:
        return f"{snake(member)}: bool = only({each['const']})"
    kind = kind or python_type(each)
    default = DEFAULTS.get(owner, {}).get(member)
    if default == "None" or default is None and not required:
        return f"{snake(member)}: {kind} | None = None"
    return f"{snake(member)}: {kind}" + (f" = {default}" if default else "")


def python_type(each):
    if name := referred(each):
        return class_name(name) if name not in WITHOUT_MODEL else "dict[str, Any]"
    if each.get("format") == "date-time":
        return "datetime"
    if isinstance(each["type"], list):  # the id of a request
        return "int | str"
    types = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "object": "dict[str, Any]"}
    return types[each["type"]]


def class_name(name):
    name = MERGED.get(name, name)
    return NAMES.get(name, name)


def snake(name):
    return re.sub("[A-Z]", lambda capital: "_" + capital[0].lower(), name)
