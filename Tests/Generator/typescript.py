"""The JavaScript client's types/protocol.d.ts: the objects, and the params and results of methods and notifications. And its
lib/schema.js: the names that the client checks while it runs."""

import json
import re


def typescript(schema):
    parts = ["// Written by Tests/generate from `movie-server schema`; do not edit.\n"]
    for name, each in schema.objects.items():
        keyword = f"interface {name}" if each.get("type") == "object" else f"type {name} ="
        parts.append(f"{comment(each.get('description'))}export {keyword} {type_of(each)}\n")
    reasons = "".join(f'\n  | "{each["reason"]}"' for each in schema.reasons)
    parts.append(f"/** The reasons of errors. */\nexport type Reason ={reasons};\n")
    for method in schema.methods:
        if method["params"]:
            name = params_name(method)
            parts.append(f"/** The params of `{method['name']}`. */\nexport interface {name} {params_of(method)}\n")
    methods = [
        (each, f"{{ params: {params_name(each) if each['params'] else '{}'}; result: {type_of(each['result']['schema'])} }}")
        for each in schema.methods
    ]
    notifications = [
        (each, params_of(each, "  ")) for each in schema.notifications if each["x-direction"] == "server-to-client"
    ]
    parts.append(f"/** The params and the result of each method. */\nexport interface Methods {block(methods)}\n")
    parts.append(
        f"/** The params of each notification to the client. */\nexport interface Notifications {block(notifications)}\n"
    )
    return "\n".join(parts)


def names(schema):
    """What a program without types may misspell."""
    capabilities = schema.objects["Catalog"]["properties"]["capabilities"]["items"]["enum"]
    params = {each["name"]: [param["name"] for param in each["params"]] for each in schema.methods}
    lines = "".join(f"  {json.dumps(name)}: {json.dumps(each)},\n" for name, each in params.items())
    return (
        "// Written by Tests/generate from `movie-server schema`; do not edit.\n"
        f'"use strict";\nconst capabilities = {json.dumps(capabilities)};\n\nconst params = {{\n{lines}}};\n\n'
        "module.exports = { capabilities, params };\n"
    )


def block(methods):
    lines = (f"{comment(each['summary'], '  ')}  {member_name(each['name'])}: {text};\n" for each, text in methods)
    return "{\n" + "".join(lines) + "}"


def params_name(method):
    return "".join(part[0].upper() + part[1:] for part in method["name"].split(".")) + "Params"


def params_of(method, indent=""):
    members = [(each["name"], with_date(each["schema"]), each.get("required", False)) for each in method["params"]]
    return object_of(members, indent)


def with_date(schema):
    """A day of a request may be a Date, which the client writes as a day."""
    if some := schema.get("anyOf"):
        return {**schema, "anyOf": [with_date(each) for each in some]}
    return {**schema, "type": ["string", "Date"]} if schema.get("format") == "date" else schema


def type_of(schema, indent=""):
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[-1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "properties" in schema:
        required = schema.get("required", [])
        return object_of([(name, each, name in required) for name, each in schema["properties"].items()], indent)
    if some := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(type_of(each, indent) for each in some)
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return " | ".join(type_of({**schema, "type": each}, indent) for each in kind)
    if kind == "array":
        items = type_of(schema.get("items", {}), indent)
        return f"({items})[]" if " | " in items else f"{items}[]"
    return {"integer": "number", "object": "{ [member: string]: any }"}.get(kind, kind)


def object_of(members, indent):
    if not members:
        return "{}"
    lines = (
        f"{comment(each.get('description'), indent + '  ')}"
        f"{indent}  {member_name(name)}{'' if is_required else '?'}: {type_of(each, indent + '  ')};\n"
        for name, each, is_required in members
    )
    return "{\n" + "".join(lines) + indent + "}"


def member_name(name):
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def comment(text, indent=""):
    return f"{indent}/** {text} */\n" if text else ""
