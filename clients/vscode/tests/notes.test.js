"use strict";
const test = require("node:test");
const { activate, assert, client, ended, isRunning, until } = require("./support");

const OLDBOY = "builtin:tt0364569";
const position = (line, character) => ({ line, character });
const span = (line, from, to) => ({ start: position(line, from), end: position(line, to) });

/** An editor that shows films in notes, with an open note. */
function open(t, text, languageId = "markdown") {
  const window = activate(t, { settings: { "movies.notes.enabled": true } });
  const note = new window.vscode.TextDocument("/notes/films.md", languageId, text);
  return { ...window, note, providers: window.state.providers };
}

test("films in a note have hovers, links and completions, also after the text has changed", async (t) => {
  const { note, providers } = open(t, "- tt0364569\n- Parasite (2019)\n[[");
  const hover = await providers.Hover.provideHover(note, position(0, 4));
  const { value, ...powers } = hover.contents;
  assert.match(value, /Oldboy.*2003[^]*Park Chan-wook/);
  assert.deepEqual(powers, { supportThemeIcons: false }); // no HTML, and no links to commands
  assert.deepEqual({ ...hover.range }, span(0, 2, 11));
  const [first, second] = await providers.DocumentLink.provideDocumentLinks(note);
  assert.equal(String(first.target), "https://www.imdb.com/title/tt0364569/");
  assert.equal(second.target, undefined);
  assert.equal(String((await providers.DocumentLink.resolveDocumentLink(second)).target), "https://www.imdb.com/title/tt6751668/");
  note.replace(span(2, 2, 2), "기생충");
  const { items, isIncomplete } = await providers.CompletionItem.provideCompletionItems(note, position(2, 5), undefined, { triggerKind: 0 });
  assert.equal(isIncomplete, true);
  assert.equal(items[0].label, "Parasite (2019)");
  assert.equal(items[0].insertText, "[Parasite (2019)](https://www.imdb.com/title/tt6751668/)");
  assert.deepEqual({ ...items[0].range }, span(2, 0, 5));
  assert.match((await providers.CompletionItem.resolveCompletionItem(items[0])).documentation.value, /Bong Joon Ho/);
  assert.equal(await providers.Hover.provideHover(note, position(2, 9)), null);
  note.replace(span(0, 0, 2), "next: ");
  assert.deepEqual({ ...(await providers.Hover.provideHover(note, position(0, 8))).range }, span(0, 6, 15));
});

test("code actions edit the note, and change the library", async (t) => {
  const window = open(t, "- 2024-05-01 Oldboy (2003) 8/10", "org");
  const { note, providers, vscode, state } = window;
  const { library } = client(t, { env: window.env });
  const actions = await providers.CodeActions.provideCodeActions(note, span(0, 15, 15));
  const named = (start) => actions.find(({ title }) => title.startsWith(start));
  const run = ({ command }) => vscode.commands.executeCommand(command.command, ...command.arguments);
  await vscode.workspace.applyEdit(named("Link").edit);
  assert.match(note.text, /^- 2024-05-01 \[\[https:\/\/www\.imdb\.com\/title\/tt0364569\/\]\[Oldboy \(2003\)\]\]/);
  await run(named("Log that"));
  const { mark } = await library.mark({ id: OLDBOY });
  assert.deepEqual([mark.lastViewed, mark.rating], ["2024-05-01", 8]);
  await state.views["movies.favorites"].show();
  await run(named("Star"));
  await until(window, () => state.views["movies.favorites"].labels[0] === "Oldboy (2003)"); // another process has starred it
  await run(named("Open the page"));
  assert.ok(state.opened.includes("https://www.imdb.com/title/tt0364569/"));
  assert.deepEqual(state.errors, []);
});

test("it is offered once, for a note about films only, and nothing runs before", async (t) => {
  const window = activate(t);
  const { vscode, state } = window;
  new vscode.TextDocument("/notes/a.md", "markdown", "# Nothing about films in 2019");
  new vscode.TextDocument("/notes/b.txt", "plaintext", "tt0364569");
  assert.deepEqual(state.said, []);
  const first = new vscode.TextDocument("/notes/c.md", "markdown", "[[Oldboy (2003)]]");
  await until(window, () => state.said.length === 1);
  new vscode.TextDocument("/notes/d.md", "markdown", "tt0364569");
  assert.equal(await state.providers.Hover.provideHover(first, position(0, 4)), undefined); // no server is asked
  assert.equal(state.said.length, 1);
  state.set("movies.notes.enabled", true);
  assert.match((await state.providers.Hover.provideHover(first, position(0, 4))).contents.value, /Oldboy/);
});

test("the language server is started again when it ends, and ends with the setting and the window", async (t) => {
  const window = open(t, "tt0364569");
  const { note, providers, state } = window;
  const pids = () => require("node:child_process").execFileSync("pgrep", ["-f", "-P", String(process.pid), " lsp$"], { encoding: "utf8" }).trim().split("\n").map(Number);
  await providers.Hover.provideHover(note, position(0, 4));
  const [pid] = pids();
  process.kill(pid, "SIGKILL");
  await ended(pid);
  // The editor may ask before it knows of the end; the next time it gets an answer.
  const asked = [await providers.Hover.provideHover(note, position(0, 4)), await providers.Hover.provideHover(note, position(0, 4))];
  assert.ok(asked[1]);
  const [again] = pids();
  assert.notEqual(again, pid);
  state.set("movies.notes.enabled", false);
  await ended(again);
  state.set("movies.notes.enabled", true);
  await providers.Hover.provideHover(note, position(0, 4));
  const [last] = pids();
  assert.equal(isRunning(last), true);
  await window.deactivate();
  await ended(last);
});
