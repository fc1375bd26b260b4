"""The clients' sentences in other languages, from the tables in clients/translations.

A table is named after its language and maps each English sentence to its translation; placeholders are names in braces.
A client gets the sentences that stand in its sources, in a file of its own language; the program also those of its help.
"""

import json
import re
import subprocess


def translations(root, server):
    """Maps the path of each generated file to its text."""
    tables = {path.stem: _table(path) for path in sorted((root / "clients/translations").glob("*.json"))}
    texts = {}
    used = set()
    for client, suffixes, output, write in CLIENTS:
        path = root / output
        sources = _sources(root / client, suffixes, path)
        sources += JOBS if client in WITH_JOBS else ""
        described = _descriptions(root, server) if path.suffix == ".json" else set()
        if described:
            # The names and forms of keys.
            catalogs = root.glob("Sources/OnlineCatalogs/*/*Catalog.swift")
            sources += "".join(path.read_text(encoding="utf-8") for path in catalogs)
        chosen = {
            language: {text: table[text] for text in sorted(table) if text in described or _is_literal(text, sources)}
            for language, table in tables.items()
        }
        used.update(*chosen.values())
        if client in WITH_NAMES:
            chosen = _with_names(chosen, root)
        if client in WITH_REASONS:
            chosen = _with_reasons(chosen, tables, root)
        texts[path] = write(chosen)
    vscode = root / "clients/vscode"
    sources = JOBS + "\n".join(_sources(folder, (".js",), None) for folder in (vscode, root / "clients/javascript/lib"))
    package = json.loads((vscode / "package.nls.json").read_text(encoding="utf-8"))
    for language, table in tables.items():
        # A word may be a key, as in `Object.entries({ Viewings: viewings })`.
        chosen = [text for text in sorted(table) if _is_literal(text, sources) or f" {text}: " in sources]
        bundle = {text: table[text] for text in chosen}
        used.update(bundle)
        texts[vscode / f"l10n/bundle.l10n.{language}.json"] = _json(bundle)
        texts[vscode / f"package.nls.{language}.json"] = _json({key: table.get(text, text) for key, text in package.items()})
        used.update(package.values())
        if unused := set(table) - used:
            raise SystemExit(f"clients/translations/{language}.json: no client has {sorted(unused)}")
    return texts


def _descriptions(root, server):
    """The texts of `movie-server help`: paragraphs, and the descriptions of subcommands and options."""

    def completed(*words):
        lines = subprocess.check_output([server, "complete", "--", *words], text=True).splitlines()
        return dict(line.split("\t") for line in lines)

    commands = completed("")
    options = [description for command in commands for description in completed(command, "--").values()]
    help_text = (root / "Sources/movie-server/help.txt").read_text(encoding="utf-8")
    paragraphs = [section.split("\n", 1)[1] for section in help_text.split("\n\n= ")[1:]]
    return {*commands.values(), *options, *"\n\n".join(paragraphs).strip("\n").split("\n\n")}


def _with_names(tables, root):
    """Adds the names of countries and languages, which results of the server have as codes, from the server's table."""
    source = (root / "Sources/Text/NameTable.swift").read_text(encoding="utf-8")
    tables = {"en": {}} | tables
    for list_name in ("countries", "languages"):
        table = source.split(f"let {list_name} = NameTable(")[1].split('"""')[1]
        for code, *names in (row.strip().split("|") for row in table.split(";")):
            for language, name in zip(("en", "ko"), names):
                if code in tables[language]:
                    raise SystemExit(f"clients/translations/{language}.json: “{code}” is a code of a country or a language")
                tables[language] = tables[language] | {code: name}
    return tables


def _with_reasons(chosen, tables, root):
    """Adds the sentences for the reasons of errors, from the table in clients/README.md."""
    table = (root / "clients/README.md").read_text(encoding="utf-8").split("| reason |")[1]
    for reasons, sentence in re.findall(r"^\| (`.*) \| `(.*)` \|$", table, re.MULTILINE):
        for reason in re.findall(r"`(\w+)`", reasons):
            for language in chosen:
                chosen[language] = chosen[language] | {reason: tables.get(language, {}).get(sentence, sentence)}
    return chosen


def _table(path):
    table = json.loads(path.read_text(encoding="utf-8"))
    for text, translation in table.items():
        if sorted(re.findall(r"{\w*}", text)) != sorted(re.findall(r"{\w*}", translation)):
            raise SystemExit(f"{path}: the placeholders of “{text}” differ")
    return table


def _sources(folder, suffixes, generated):
    """The text of all sources, with the quotation marks as they are on the screen."""
    skipped = ("node_modules", "tests", "build", "l10n")
    paths = [p for p in sorted(folder.rglob("*")) if p.suffix in suffixes and p != generated]
    paths = [p for p in paths if not set(skipped) & set(p.relative_to(folder).parts)]
    text = "\n".join(p.read_text(encoding="utf-8") for p in paths)
    # A line that ends with a backslash goes on in the next one.
    text = re.sub(r"\\\n\s*", "", text)
    return text.replace('\\"', '"').replace("''", "'").replace("\\'", "'")


def _is_literal(text, sources):
    """Whether a text stands between quotation marks. A word such as “Free” stands in other places, too."""
    between = any(f"{mark}{text}{mark}" in sources for mark in "\"'`")
    return between or re.search(r'"""\n\s*' + re.escape(text), sources) is not None


def _json(value):
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _quoted(text):
    return json.dumps(text, ensure_ascii=False)


def _vim_quoted(text):
    return "'" + text.replace("'", "''") + "'"


def _lua(tables):
    lines = ["-- Made by Tests/generate from clients/translations.", "return {"]
    for language, table in tables.items():
        lines.append(f"  {language} = {{")
        lines += [f"    [{_quoted(text)}] = {_quoted(translation)}," for text, translation in table.items()]
        lines.append("  },")
    return "\n".join(lines + ["}", ""])


def _vim(tables):
    lines = ['" Made by Tests/generate from clients/translations.', "let g:movies#translations#tables = {"]
    for language, table in tables.items():
        lines.append(f"  \\ {_vim_quoted(language)}: {{")
        lines += [f"  \\   {_vim_quoted(text)}: {_vim_quoted(t)}," for text, t in table.items()]
        lines.append("  \\ },")
    return "\n".join(lines + ["  \\ }", ""])


def _emacs(tables):
    lines = [
        ";;; movies-translations.el --- Sentences in other languages  -*- lexical-binding: t; -*-",
        "",
        ";; SPDX-License-Identifier: MIT",
        "",
        ";;; Commentary:",
        "",
        ";; Made by Tests/generate from clients/translations.",
        "",
        ";;; Code:",
        "",
        "(defconst movies-translations",
        "  '(",
    ]
    for language, table in tables.items():
        lines.append(f'    ("{language}"')
        lines += [f"     ({_quoted(text)} . {_quoted(translation)})" for text, translation in table.items()]
        lines[-1] += ")"
    lines[-1] += ")"
    lines += [
        '  "For each language, an alist of English sentences and their translations.")',
        "",
        "(provide 'movies-translations)",
        ";;; movies-translations.el ends here",
        "",
    ]
    return "\n".join(lines)


def _python(tables):
    lines = ['"""Sentences in other languages. Made by Tests/generate from clients/translations."""', ""]
    lines.append("TABLES: dict[str, dict[str, str]] = {")
    for language, table in tables.items():
        lines.append(f'    "{language}": {{')
        lines += [f"        {_quoted(text)}: {_quoted(translation)}," for text, translation in table.items()]
        lines.append("    },")
    return "\n".join(lines + ["}", ""])


WITH_JOBS = {"Sources/movie-server", "clients/emacs", "clients/neovim", "clients/python/src", "clients/vim"}
"""The clients besides VS Code that translate the jobs and the departments of people, which results have in English."""
JOBS = """
"Acting" "Adaptation" "Art" "Art Direction" "Book" "Camera" "Casting" "Characters" "Cinematography" "Co-Producer" "Co-Writer"
"Comic Book" "Composer" "Costume & Make-Up" "Costume Design" "Directing" "Director" "Director of Photography" "Editing"
"Editor" "Executive Producer" "Lighting" "Music" "Novel" "Original Music Composer" "Original Story" "Producer" "Production"
"Production Design" "Screenplay" "Sound" "Story" "Visual Effects" "Writer" "Writing"
"""
WITH_NAMES = {"clients/emacs", "clients/neovim", "clients/python/src", "clients/vim"}
"""The clients that name countries and languages with no library of their own."""
WITH_REASONS = {"Sources/movie-server", "clients/emacs", "clients/neovim", "clients/vim"}
"""The clients that find the sentences for errors by their reasons."""
CLIENTS = [
    ("clients/neovim", (".lua",), "clients/neovim/lua/movies/translations.lua", _lua),
    ("clients/vim", (".vim",), "clients/vim/autoload/movies/translations.vim", _vim),
    ("clients/emacs", (".el",), "clients/emacs/movies-translations.el", _emacs),
    ("clients/python/src", (".py",), "clients/python/src/movieserver/_translations.py", _python),
    ("Sources/movie-server", (".swift",), "Sources/movie-server/translations.json", _json),
]
"""For each client: its folder, the names of its sources, the file of its sentences and what writes it."""
