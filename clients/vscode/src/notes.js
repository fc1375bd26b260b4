"use strict";
const vscode = require("vscode");
const { locate } = require("../client/lib/command");
const { Connection } = require("../client/lib/connection");
const { locale } = require("./country");
const keys = require("./keys");
const { t } = require("./words");

const languages = ["markdown", "org"];
/** What only a note about films has: an id or a page of IMDb, or a title with a year in double brackets. */
const film = /\btt\d{7,}\b|imdb\.com\/title\/|\[\[[^\]\n]+\(\d{4}\)\]\]/;
const capabilities = {
  workspace: { applyEdit: true },
  window: { showDocument: { support: true } },
  textDocument: {
    hover: { contentFormat: ["markdown"] },
    completion: { completionItem: { documentationFormat: ["markdown"] } },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } }, // actions that edit
  },
};

const plain = ({ line, character }) => ({ line, character });
const plainRange = ({ start, end }) => ({ start: plain(start), end: plain(end) });
const range = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);
const uri = (text) => text && vscode.Uri.parse(text);
const markdown = (contents) => contents && new vscode.MarkdownString(contents.value);
const isNote = ({ languageId }) => languages.includes(languageId);
const about = (document) => ({ textDocument: { uri: String(document.uri) } });

/** The edit of a code action. @param {{changes: Record<string, any[]>}} edit */
function workspaceEdit({ changes }) {
  const made = new vscode.WorkspaceEdit();
  for (const [file, edits] of Object.entries(changes)) {
    for (const each of edits) made.replace(uri(file), range(each.range), each.newText);
  }
  return made;
}

/**
 * Films in notes: a small client of `movie-server lsp`, which runs as long as the setting is on and there is a note. It is
 * offered once, when the user opens a note about films. The editor's own client needs a package of npm.
 */
class Notes {
  /** @type {Promise<Connection> | undefined} */
  #started;
  /** The server that knows the open notes. @type {Connection | undefined} */
  #running;
  #context;
  #server;

  /** @param {vscode.ExtensionContext} context @param {import("./server").Server} server */
  constructor(context, server) {
    [this.#context, this.#server] = [context, server];
    const { workspace } = vscode;
    const openAll = () => workspace.textDocuments.forEach((document) => void this.#opened(document));
    const restart = (event) => {
      if (!event.affectsConfiguration("movies")) return;
      void this.stop();
      openAll(); // at once: the window may be closed before the old server has ended
    };
    server.own(
      workspace.onDidOpenTextDocument((document) => void this.#opened(document)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const changes = contentChanges.map((each) => ({ range: plainRange(each.range), text: each.text }));
        this.#tell("didChange", document, { version: document.version }, { contentChanges: changes });
      }),
      workspace.onDidCloseTextDocument((document) => this.#tell("didClose", document)),
      workspace.onDidChangeConfiguration(restart),
      ...this.#features(),
    );
    openAll();
  }

  get #isEnabled() {
    return Boolean(vscode.workspace.getConfiguration("movies").get("notes.enabled"));
  }

  async #opened(document) {
    if (!isNote(document)) return;
    if (this.#running) return this.#tellOpened(document);
    if (this.#isEnabled) return void this.#start().catch((error) => this.#server.show(error));
    if (this.#context.globalState.get("notesOffered") || !film.test(document.getText())) return;
    await this.#context.globalState.update("notesOffered", true);
    const button = t("Show Films in Notes");
    const sentence = t("This note names films. Movies can show, complete and link them, and log viewings.");
    if ((await vscode.window.showInformationMessage(sentence, button)) !== button) return;
    await vscode.workspace.getConfiguration("movies").update("notes.enabled", true, true);
  }

  /** Tells the server of a note. @param {string} method @param {vscode.TextDocument} document @param {object} [members] of the document */
  #tell(method, document, members, params = {}) {
    if (isNote(document)) this.#running?.notify(`textDocument/${method}`, { textDocument: { uri: String(document.uri), ...members }, ...params });
  }

  #tellOpened(document) {
    const { languageId, version } = document;
    this.#tell("didOpen", document, { languageId, version, text: document.getText() });
  }

  /** Ends the server. What the user asks next starts it again, or waits for `next`. @param {Promise<Connection>} [next] */
  async stop(next) {
    const started = this.#started;
    this.#started = next;
    this.#running = undefined;
    await started?.then((connection) => connection.close(), () => {});
  }

  #start() {
    const started = (this.#started ??= this.#connect());
    started.catch(() => (this.#started = undefined));
    return started;
  }

  async #connect() {
    const settings = vscode.workspace.getConfiguration("movies");
    const catalog = settings.get("catalog");
    const { command, label } = locate(settings.get("server.path"), process.env, "movies.server.path");
    const lsp = { command: [...command, "lsp", ...(catalog ? ["--catalog", catalog] : [])], label };
    const env = { ...process.env, ...(await keys.environment(this.#context.secrets)) };
    const connection = new Connection(lsp, env, {
      notification: () => {},
      result: () => {},
      request: (method, params) => this.#answer(method, params),
      end: (error, unanswered) => {
        if (this.#running === connection) this.#started = this.#running = undefined; // what the user asks next starts it again
        for (const { reject } of unanswered) reject(error);
      },
      stderr: (text) => this.#server.log.append(text),
    });
    await call(connection, "initialize", { processId: process.pid, rootUri: null, locale: locale().locale, capabilities });
    connection.notify("initialized");
    connection.release();
    this.#running = connection;
    for (const document of vscode.workspace.textDocuments) this.#tellOpened(document);
    return connection;
  }

  /** Calls a method about a note; nothing comes of one that fails, as of one about a text that has changed meanwhile. */
  async #ask(method, params) {
    if (!this.#isEnabled) return undefined;
    return call(await this.#start(), method, params).catch(() => undefined);
  }

  /** Executes a command of a code action. @param {{command: string, arguments?: any[]}} command */
  async execute(command) {
    await call(await this.#start(), "workspace/executeCommand", { command: command.command, arguments: command.arguments });
  }

  /** Answers a request of the language server. @param {string} method @param {any} params */
  async #answer(method, params) {
    if (method === "workspace/applyEdit") return { applied: await vscode.workspace.applyEdit(workspaceEdit(params.edit)) };
    if (method === "window/showDocument") return { success: await vscode.env.openExternal(uri(params.uri)) };
  }

  #features() {
    const at = (document, position) => ({ ...about(document), position: plain(position) });
    const hover = async (document, position) => {
      const found = await this.#ask("textDocument/hover", at(document, position));
      return found && new vscode.Hover(markdown(found.contents), range(found.range));
    };
    const completions = async (document, position, _token, { triggerKind, triggerCharacter }) => {
      const context = { triggerKind: triggerKind + 1, triggerCharacter }; // the protocol counts from one
      const found = await this.#ask("textDocument/completion", { ...at(document, position), context });
      const items = (found?.items ?? []).map((item) => {
        const { label, detail, sortText, filterText, textEdit } = item;
        const made = new vscode.CompletionItem(label, vscode.CompletionItemKind.Reference);
        const edit = { range: range(textEdit.range), insertText: textEdit.newText };
        return Object.assign(made, { detail, sortText, filterText, ...edit, item });
      });
      return new vscode.CompletionList(items, found?.isIncomplete);
    };
    const resolveCompletion = async (made) => {
      const found = await this.#ask("completionItem/resolve", made.item);
      return Object.assign(made, { documentation: markdown(found?.documentation) });
    };
    const links = async (document) => {
      const found = (await this.#ask("textDocument/documentLink", about(document))) ?? [];
      return found.map((link) => Object.assign(new vscode.DocumentLink(range(link.range), uri(link.target)), { link }));
    };
    const resolveLink = async (made) => {
      const found = await this.#ask("documentLink/resolve", made.link);
      return Object.assign(made, { target: uri(found?.target) });
    };
    const actions = async (document, place) => {
      const params = { ...about(document), range: plainRange(place), context: { diagnostics: [] } };
      return ((await this.#ask("textDocument/codeAction", params)) ?? []).map(({ title, edit, command }) => {
        const made = new vscode.CodeAction(title, edit ? vscode.CodeActionKind.RefactorRewrite : vscode.CodeActionKind.Refactor);
        const run = command && { title, command: "movies.notesCommand", arguments: [command] };
        return Object.assign(made, { edit: edit && workspaceEdit(edit), command: run });
      });
    };
    const { languages: editor } = vscode;
    const completion = { provideCompletionItems: completions, resolveCompletionItem: resolveCompletion };
    return [
      editor.registerHoverProvider(languages, { provideHover: hover }),
      editor.registerCompletionItemProvider(languages, completion, "[", ":"),
      editor.registerDocumentLinkProvider(languages, { provideDocumentLinks: links, resolveDocumentLink: resolveLink }),
      editor.registerCodeActionsProvider(languages, { provideCodeActions: actions }),
    ];
  }
}

/** Calls a method of the language server. @param {Connection} connection @returns {Promise<any>} */
const call = (connection, method, params) => new Promise((resolve, reject) => connection.send({ method, params, resolve, reject }));

module.exports = { Notes };
