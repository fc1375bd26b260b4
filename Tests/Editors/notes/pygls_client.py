"""Films in notes with pygls, whose types check every message in both directions. MOVIE_SERVER is the server."""

import asyncio
import os
import unittest
from typing import Union

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.protocol import default_converter

SERVER = os.environ["MOVIE_SERVER"]
DEADLINE = 120
URI = "file:///notes/films.md"
DOCUMENT = types.TextDocumentIdentifier(URI)


def place(line, start, end=None):
    return types.Range(types.Position(line, start), types.Position(line, start if end is None else end))


def converter():
    """The types' converter, which would take every action that has a command for one."""
    made = default_converter()
    made.register_structure_hook(
        Union[types.Command, types.CodeAction],
        lambda value, _: made.structure(
            value, types.Command if isinstance(value.get("command"), str) else types.CodeAction
        ),
    )
    return made


class Editor:
    """A client that declares everything that the server may use."""

    def __init__(self):
        self.client = LanguageClient("notes", "1", converter_factory=converter)
        self.refreshed = asyncio.Event()
        self.shown = []
        self.progress = []

        @self.client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)
        def _(params):
            self.refreshed.set()

        @self.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
        def _(params: types.ShowMessageRequestParams):
            self.shown.append(params.message)
            return params.actions[0]

        @self.client.feature(types.WINDOW_SHOW_DOCUMENT)
        def _(params: types.ShowDocumentParams):
            self.shown.append(params.uri)
            return types.ShowDocumentResult(success=True)

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _(params: types.PublishDiagnosticsParams):
            self.shown.append(params.diagnostics)

    async def start(self, encoding=types.PositionEncodingKind.Utf16, settings=None):
        await self.client.start_io(SERVER, "lsp")
        capabilities = types.ClientCapabilities(
            general=types.GeneralClientCapabilities(position_encodings=[encoding]),
            text_document=types.TextDocumentClientCapabilities(
                hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
                code_action=types.CodeActionClientCapabilities(
                    code_action_literal_support=types.ClientCodeActionLiteralOptions(
                        types.ClientCodeActionKindOptions([types.CodeActionKind.Empty])
                    )
                ),
                document_symbol=types.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True),
                publish_diagnostics=types.PublishDiagnosticsClientCapabilities(),
            ),
            workspace=types.WorkspaceClientCapabilities(
                inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
                workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
            ),
            window=types.WindowClientCapabilities(
                show_document=types.ShowDocumentClientCapabilities(support=True), work_done_progress=True
            ),
        )
        hello = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=capabilities, process_id=os.getpid(), initialization_options={"notes": settings or {}}
            )
        )
        self.client.initialized(types.InitializedParams())
        return hello

    def open(self, text, uri=URI):
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, types.LanguageKind.Markdown, 1, text))
        )

    async def hints(self):
        found = await self.client.text_document_inlay_hint_async(types.InlayHintParams(DOCUMENT, types.Range(types.Position(0, 0), types.Position(99, 0))))
        return [hint.label for hint in found]

    async def actions(self, line, character):
        return await self.client.text_document_code_action_async(
            types.CodeActionParams(DOCUMENT, place(line, character), types.CodeActionContext([]))
        )

    async def execute(self, line, character, title):
        action = next(action for action in await self.actions(line, character) if action.title.startswith(title))
        return await self.client.workspace_execute_command_async(
            types.ExecuteCommandParams(action.command.command, action.command.arguments)
        )

    async def stop(self):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()


class NotesTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.editors = []

    async def editor(self, *arguments, **options):
        editor = Editor()
        self.hello = await editor.start(*arguments, **options)
        self.editors.append(editor)
        return editor

    async def test_the_journey(self):
        await asyncio.wait_for(self.journey(), DEADLINE)

    async def journey(self):
        one, other = await self.editor(), await self.editor()
        text = "# Films\n\n- 😀 [[paras\n- Oldboy (2003) ★★★½ 2024-05-01\n"
        for editor in (one, other):
            editor.open(text)
        completion = await one.client.text_document_completion_async(
            types.CompletionParams(DOCUMENT, types.Position(2, 12), work_done_token="token")
        )
        item = completion.items[0]
        self.assertEqual("Parasite (2019)", item.label)
        resolved = await one.client.completion_item_resolve_async(item)
        self.assertIn("Parasite", resolved.documentation.value)
        for editor in (one, other):
            editor.client.text_document_did_change(
                types.DidChangeTextDocumentParams(
                    types.VersionedTextDocumentIdentifier(version=2, uri=URI),
                    [types.TextDocumentContentChangePartial(range=item.text_edit.range, text=item.text_edit.new_text)],
                )
            )
        hover = await one.client.text_document_hover_async(types.HoverParams(DOCUMENT, types.Position(2, 8)))
        self.assertIn("Parasite (2019)", hover.contents.value)
        self.assertEqual(5, hover.range.start.character)
        self.assertEqual(["2019 · 132 min", "2003 · 120 min"], await other.hints())
        await one.execute(2, 8, "Star Parasite")
        await other.refreshed.wait()
        self.assertEqual(["★ 2019 · 132 min", "2003 · 120 min"], await other.hints())
        await one.execute(3, 4, "Open the page")
        self.assertEqual(["https://www.imdb.com/title/tt0364569/"], one.shown)

        links = await one.client.text_document_document_link_async(types.DocumentLinkParams(DOCUMENT))
        self.assertTrue((await one.client.document_link_resolve_async(links[0])).target)
        symbols = await one.client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
        self.assertEqual(["Parasite (2019)", "Oldboy (2003)"], [symbol.name for symbol in symbols])
        row = next(a for a in await one.actions(3, 4) if "row of a table" in a.title)
        self.assertEqual(
            "| [Oldboy (2003)](https://www.imdb.com/title/tt0364569/) | 2003 | Park Chan-wook | 120 min | 7/10 |",
            row.edit.document_changes[0].edits[0].new_text,
        )
        found = await one.client.workspace_symbol_async(types.WorkspaceSymbolParams("기생충"))
        self.assertEqual("Parasite", found[0].name)
        with open(found[0].location.uri.removeprefix("file://"), encoding="utf-8") as page:
            self.assertEqual("### Parasite (2019)\n", page.readline())

        if "movies.logDocument" in self.hello.capabilities.execute_command_provider.commands:
            with open(os.environ["DIARY"], encoding="utf-8") as diary:
                one.open(diary.read(), "file:///notes/diary.md")
            arguments = [{"uri": "file:///notes/diary.md"}]
            await one.client.workspace_execute_command_async(
                types.ExecuteCommandParams("movies.logDocument", arguments)
            )
            self.assertIn("lines name no film that is known: 9, 17", one.shown[-1])
            self.assertIn("● ", " ".join(await one.hints()))
        for editor in self.editors:
            await editor.stop()

    async def test_encodings(self):
        for encoding, start in (("utf-8", 9), ("utf-16", 6), ("utf-32", 5)):
            editor = await self.editor(types.PositionEncodingKind(encoding))
            self.assertEqual(encoding, self.hello.capabilities.position_encoding)
            editor.open("😀e\u0301 \r\n- 😀é [[Oldboy (2003)]]\r\n")
            hover = await editor.client.text_document_hover_async(
                types.HoverParams(DOCUMENT, types.Position(1, start + 3))
            )
            self.assertEqual(place(1, start, start + 17), hover.range)
            await editor.stop()

    async def test_diagnostics(self):
        editor = await self.editor(settings={"diagnostics": True})
        editor.open("tt9999999\n")
        while not editor.shown:
            await asyncio.sleep(0.01)
        self.assertEqual([types.DiagnosticSeverity.Hint], [each.severity for each in editor.shown[0]])
        await editor.stop()


if __name__ == "__main__":
    unittest.main()
