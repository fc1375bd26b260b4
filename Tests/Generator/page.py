"""The tables of protocol.md, between `<!-- generated: KIND [NAME] -->` and `<!-- end -->`."""

import json
import re
import sys

from schema import members, referred


def page(schema, text):
    tables = {
        "methods": methods_sections,
        "notifications": notifications_table,
        "errors": errors_table,
        "objects": objects_tables,
    }
    names = re.findall(r"<!-- generated: (.*?) -->", text)

    def fill(match):
        kind, *only = match[1].split(" ")
        if kind not in tables:
            sys.exit(f"protocol.md: there is no generated part named {match[1]}")
        # A table of everything omits objects that have a table of their own.
        others = [name.split(" ")[1] for name in names if name.startswith(kind + " ")]
        return f"<!-- generated: {match[1]} -->\n\n{tables[kind](schema, only or None, others)}\n<!-- end -->"

    return re.sub(r"<!-- generated: ([^\n]*?) -->\n.*?<!-- end -->", fill, text, flags=re.DOTALL)


def table(head, rows):
    cells = [head, ["---"] * len(head), *rows]
    return "".join("|" + "|".join(f" {cell} " if cell else " " for cell in row) + "|\n" for row in cells)


def member_name(name, required):
    return f"`{name}`" if required else f"`{name}?`"


def param_rows(method):
    return [
        [member_name(each["name"], each.get("required")), type_text(each["schema"]), each["description"]]
        for each in method["params"]
    ]


def below(name, rows):
    """Rows with the name in the first of them only."""
    return [[f"`{name}`" if number == 0 else "", *row] for number, row in enumerate(rows)]


def methods_sections(schema, only, others):
    """A table of all methods, and a section for each with all there is to know about one request."""
    of_catalogs = [
        each["reason"] for each in schema.reasons if re.match("catalog|unsupportedByC|upstream", each["reason"])
    ]
    rows = [[f"[`{each['name']}`](#method-{anchor(each['name'])})", each["summary"]] for each in schema.methods]
    parts = [table(["method", ""], rows)]
    parts.append(f"A catalog's reasons are {spoken([f'`{each}`' for each in of_catalogs], 'and')}.\n")
    for method in schema.methods:
        parts.append(f"### Method `{method['name']}`\n\n{method['description']}\n")
        if method["params"]:
            parts.append(table(["member of params", "type", "meaning"], param_rows(method)))
        reasons = [referred(each) for each in method["errors"]]
        if set(of_catalogs) <= set(reasons):
            reasons = ["a catalog's"] + [each for each in reasons if each not in of_catalogs]
        reasons = ", ".join(each if " " in each else f"`{each}`" for each in reasons)
        result = type_text(method["result"]["schema"])
        parts.append(f"Result: {result}." + (f" Reasons of its own: {reasons}." if reasons else "") + "\n")
        parts += [example_text(method, each) for each in method["examples"]]
    return "\n".join(parts)


def anchor(name):
    return name.lower().replace(".", "")


def example_text(method, example):
    """A request and its response, in one line each, with long texts and all but the first of many elements left out."""
    request = {"jsonrpc": "2.0", "id": 1, "method": method["name"]}
    if params := {each["name"]: each["value"] for each in example["params"]}:
        request["params"] = params
    response = {"jsonrpc": "2.0", "id": 1, "result": shortened(example["result"]["value"])}
    needs = f" With {example['x-needs']}." if "x-needs" in example else ""
    lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in (request, response)]
    return f"{example['name']}.{needs}\n\n```text\n--> {lines[0]}\n<-- {lines[1]}\n```\n"


def shortened(value):
    if isinstance(value, str):
        return value if len(value) <= 80 else "…"
    if isinstance(value, dict):
        return {name: shortened(each) for name, each in value.items()}
    if isinstance(value, list):
        return [shortened(each) for each in value[:1]] + ["…"] if len(json.dumps(value)) > 120 and len(value) > 1 else value
    return value


def notifications_table(schema, only, others):
    rows = []
    for each in schema.notifications:
        to = {"server-to-client": "to the client", "client-to-server": "to the server"}[each["x-direction"]]
        summary = ["", "", f"{to}: {each['summary'][0].lower()}{each['summary'][1:]}"]
        rows += below(each["name"], [summary, *param_rows(each)])
    return table(["notification", "member of params", "type", "meaning"], rows)


def errors_table(schema, only, others):
    rows = [
        [
            str(each["code"]),
            f"`{each['reason']}`",
            "yes" if each["retryable"] else "",
            "any" if each["general"] else "",
            each["description"],
        ]
        for each in schema.reasons
    ]
    return table(["code", "reason", "retryable", "request", "meaning"], rows)


def objects_tables(schema, only, others):
    names = only or [each for each in schema.objects if "properties" in schema.objects[each] and each not in others]
    parts = []
    for name in names:
        head = f'**<a id="{name.lower()}"></a>{name}**: {schema.objects[name]["description"]}'
        own = members(schema.objects[name])
        if whole := part_of(schema, name):
            required = [f"`{member}`" for member, _, is_required in own if is_required]
            parts.append(
                f"{head} Members as in {link(whole)}, of which only {spoken(required, 'and')} are required.\n"
            )
            continue
        base = base_of(schema, name)
        if base:
            head += f" All members of {link(base)}, and"
            inherited = members(schema.objects[base])
            own = [member for member in own if member not in inherited]
        rows = [
            [member_name(member, required), type_text(each), described(schema, each)] for member, each, required in own
        ]
        parts.append(head + "\n\n" + table(["member", "type", "meaning"], rows) if rows else f"{head} It has no members.\n")
    return "\n".join(parts)


def base_of(schema, name):
    """The largest object whose members this object has too."""
    own = members(schema.objects[name])
    bases = [
        (len(members(each)), other)
        for other, each in schema.objects.items()
        if 2 < len(members(each)) < len(own) and all(member in own for member in members(each))
    ]
    return max(bases, default=(0, None))[1]


def part_of(schema, name):
    """The object that has the members of this one, and requires more of them."""
    own = [member for member, _, _ in members(schema.objects[name])]
    required = set(schema.objects[name].get("required", ()))
    for other, each in schema.objects.items():
        is_beginning = own == [member for member, _, _ in members(each)][: len(own)]
        if is_beginning and required < set(own) & set(each.get("required", ())) and base_of(schema, other) is None:
            return other
    return None


def described(schema, each):
    """The description of a member, or else of the object that it refers to."""
    return each["description"] if "description" in each else schema.objects[referred(each)]["description"]


def link(name):
    return f"[{name}](#{name.lower()})"


def spoken(words, conjunction):
    return f" {conjunction} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def type_text(schema):
    """A type in words: `integer 1 to 100, 20 by default`."""
    if "anyOf" in schema:
        return spoken([type_text(each) for each in schema["anyOf"]], "or")
    if name := referred(schema):
        return link(name)
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return spoken([f"`{value}`" for value in schema["enum"]], "or")
    kind = schema["type"]
    if isinstance(kind, list):
        return spoken(kind, "or")
    if kind == "array":
        return f"list of {type_text(schema['items'])}"
    if kind == "object" and "properties" in schema:
        inner = (name if required else f"{name}?" for name, _, required in members(schema))
        return f"`{{{', '.join(inner)}}}`"
    text = {"date-time": "time", "date": "day", "uri": "URL"}.get(schema.get("format", ""), kind)
    low, high = schema.get("minimum"), schema.get("maximum")
    if high is not None:
        text += f" {low} to {high}"
    elif low:
        text += f" from {low}"
    if "multipleOf" in schema:
        text += f" in steps of {schema['multipleOf']}"
    if "default" in schema:
        text += f", {json.dumps(schema['default'])} by default"
    return text
