"""The Python client's _schema.py: types for type checkers, names for tests."""

import json
import keyword
import re

from schema import alternatives, members, referred


def python(schema):
    parts = [PYTHON_HEAD]
    for name, each in schema.objects.items():
        if each.get("properties"):
            parts.append(typed_dict(name, each["description"], members(each)))
    for method in schema.methods + schema.notifications:
        if method["params"]:
            params = [(each["name"], each["schema"], each.get("required", False)) for each in method["params"]]
            parts.append(typed_dict(python_name(method["name"]) + "Params", method["summary"], params))
    parts.append(
        assignment("METHODS", "dict[str, Params]", {each["name"]: params_call(each) for each in schema.methods})
        + assignment(
            "NOTIFICATIONS",
            "dict[str, Params]",
            {
                each["name"]: params_call(each)
                for each in schema.notifications
                if each["x-direction"] == "server-to-client"
            },
        )
        + assignment(
            "RESULTS",
            "dict[str, tuple[str, ...]]",
            {each["name"]: tuple_text(alternatives(each["result"]["schema"])) for each in schema.methods},
        )
        + assignment(
            "MEMBERS",
            "dict[str, Params]",
            {name: members_call(members(each)) for name, each in schema.objects.items()},
        )
        + assignment(
            "REASONS",
            "dict[str, tuple[int, bool]]",
            {each["reason"]: f"({each['code']}, {each['retryable']})" for each in schema.reasons},
        )
    )
    return "\n\n".join(parts)


PYTHON_HEAD = '''"""The protocol as the server describes it: the objects for type checkers, the names for tests.

Written by Tests/generate from `movie-server schema`; do not edit.
"""

# fmt: off

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class Params(NamedTuple):
    """The names of an object's members."""

    required: tuple[str, ...]
    optional: tuple[str, ...]
'''


def python_name(name):
    words = re.split(r"[^A-Za-z]+", name)
    return "".join(word[:1].upper() + word[1:] for word in words)


def python_type(schema):
    if "anyOf" in schema:
        return " | ".join(python_type(each) for each in schema["anyOf"])
    if name := referred(schema):
        return name
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    names = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
    if kinds == ["array"]:
        return f"list[{python_type(schema['items'])}]"
    return " | ".join(names.get(kind, "dict[str, Any]") for kind in kinds)


def typed_dict(name, description, all_members):
    if any(not member.isidentifier() or keyword.iskeyword(member) for member, _, _ in all_members):
        # A member that is not a Python identifier requires the functional syntax.
        pairs = ", ".join(f'"{member}": {quoted(member_type(each, required))}' for member, each, required in all_members)
        return f'{name} = TypedDict("{name}", {{{pairs}}})\n"""{description}"""\n'
    lines = [f"class {name}(TypedDict):", f'    """{description}"""', ""]
    lines += [f"    {member}: {member_type(each, required)}" for member, each, required in all_members]
    return "\n".join(lines) + "\n"


def quoted(text):
    return f"'{text}'" if '"' in text else f'"{text}"'


def member_type(schema, required):
    return python_type(schema) if required else f"NotRequired[{python_type(schema)}]"


def params_call(method):
    return members_call([(each["name"], each["schema"], each.get("required", False)) for each in method["params"]])


def members_call(all_members):
    required = [name for name, _, required in all_members if required]
    optional = [name for name, _, required in all_members if not required]
    return f"Params({tuple_text(required)}, {tuple_text(optional)})"


def tuple_text(names):
    return "(" + ", ".join(f'"{name}"' for name in names) + ("," if len(names) == 1 else "") + ")"


def assignment(name, annotation, entries):
    lines = (f'    "{key}": {value},\n' for key, value in entries.items())
    return f"{name}: {annotation} = {{\n{''.join(lines)}}}\n"
