"use strict";
const vscode = require("vscode");
const { findCommand } = require("../client");
const { Connection } = require("../client/lib/connection");
const { locale } = require("./country");
const keys = require("./keys");
const { t } = require("./words");

const languages = ["markdown", "org"];
/** What only a note about films has: an id or a page of IMDb, or a title with a year in double brackets. */
const film = /\btt\d{7,}\b|imdb\.com\/title\/|\[\[[^\]\n]+\(\d{4}\)\]\]/;
const capabilities = {
  workspace: { applyEdit: true, inlayHint: { refreshSupport: true } },
  window: { showDocument: { support: true } },
  textDocument: {
    hover: { contentFormat: ["markdown"] },
    completion: { completionItem: { documentationFormat: ["markdown"] } },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
};

const position = ({ line, character }) => new vscode.Position(line, character);
const range = ({ start, end }) => new vscode.Range(position(start), position(end));
const plain = ({ line, character }) => ({ line, character });
const plainRange = ({ start, end }) => ({ start: plain(start), end: plain(end) });
const identifier = (document) => ({ uri: String(document.uri) });
const isNote = ({ languageId }) => languages.includes(languageId);

/** The changes of an edit of the protocol. */
function workspaceEdit({ changes }) {
  const edit = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(changes)) {
    for (const each of edits) edit.replace(vscode.Uri.parse(uri), range(each.range), each.newText);
  }
  return edit;
}

/**
 * Films in notes: a small client of `movie-server lsp`, which runs as long as the setting is on and there is a note. It is
 * offered once, when the user opens a note about films.
 */
class Notes {
  /** @type {Promise<Connection> | undefined} */
  #started;
  /** The server that knows the open notes. @type {Connection | undefined} */
  #running;
  #hints = new vscode.EventEmitter();
  #context;
  #server;

  /** @param {vscode.ExtensionContext} context @param {import("./server").Server} server */
  constructor(context, server) {
    this.#context = context;
    this.#server = server;
    const note = (method, params) => (document) => isNote(document) && this.#running?.notify(`textDocument/${method}`, params(document));
    const changed = note("didChange", ({ document, contentChanges }) => ({
      textDocument: { ...identifier(document), version: document.version },
      contentChanges: contentChanges.map((each) => ({ range: plainRange(each.range), text: each.text })),
    }));
    server.own(
      this.#hints,
      vscode.workspace.onDidOpenTextDocument((document) => void this.#opened(document)),
      vscode.workspace.onDidChangeTextDocument((event) => changed({ ...event, languageId: event.document.languageId })),
      vscode.workspace.onDidCloseTextDocument(note("didClose", (document) => ({ textDocument: identifier(document) }))),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("movies") && void this.stop().then(() => this.#openAll())),
      ...this.#features(),
    );
    this.#openAll();
  }

  #openAll() {
    for (const document of vscode.workspace.textDocuments) void this.#opened(document);
  }

  get #isEnabled() {
    return Boolean(vscode.workspace.getConfiguration("movies").get("notes.enabled"));
  }

  async #opened(document) {
    if (!isNote(document)) return;
    if (this.#running) return this.#tellOpened(this.#running, document);
    if (this.#isEnabled) return void this.#start().catch((error) => this.#server.show(error));
    if (this.#context.globalState.get("notesOffered") || !film.test(document.getText())) return;
    await this.#context.globalState.update("notesOffered", true);
    const button = t("Show Films in Notes");
    const sentence = t("This note names films. Movies can show, complete and link them, and log a diary.");
    if ((await vscode.window.showInformationMessage(sentence, button)) !== button) return;
    await vscode.workspace.getConfiguration("movies").update("notes.enabled", true, true);
  }

  #tellOpened(connection, document) {
    const { languageId, version } = document;
    connection.notify("textDocument/didOpen", { textDocument: { ...identifier(document), languageId, version, text: document.getText() } });
  }

  async stop() {
    const started = this.#started;
    this.#started = this.#running = undefined;
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
    const command = [...findCommand(settings.get("server.path")), "lsp", ...(catalog ? ["--catalog", catalog] : [])];
    const env = { ...process.env, ...(await keys.environment(this.#context.secrets)) };
    const connection = new Connection(command, env, {
      notification: () => {},
      result: () => {},
      request: (method, params) => this.#answer(method, params),
      end: () => void (this.#started = this.#running = undefined), // what the user asks next starts it again
      stderr: (text) => this.#server.log.append(text),
    });
    await call(connection, "initialize", { processId: process.pid, rootUri: null, locale: locale().locale, capabilities });
    connection.notify("initialized");
    for (const document of vscode.workspace.textDocuments) if (isNote(document)) this.#tellOpened(connection, document);
    this.#hints.fire(undefined);
    return (this.#running = connection);
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
    if (method === "workspace/inlayHint/refresh") return this.#hints.fire(undefined);
    if (method === "window/showDocument") return { success: await vscode.env.openExternal(vscode.Uri.parse(params.uri)) };
    if (method !== "window/showMessageRequest") return undefined;
    const actions = params.actions ?? [];
    const chosen = await vscode.window.showInformationMessage(params.message, ...actions.map(({ title }) => title));
    return actions.find(({ title }) => title === chosen);
  }

  #features() {
    const at = (document, place) => ({ textDocument: identifier(document), position: plain(place) });
    const markdown = (contents) => contents && new vscode.MarkdownString(contents.value);
    return [
      vscode.languages.registerHoverProvider(languages, {
        provideHover: async (document, place) => {
          const found = await this.#ask("textDocument/hover", at(document, place));
          return found && new vscode.Hover(markdown(found.contents), found.range && range(found.range));
        },
      }),
      vscode.languages.registerCompletionItemProvider(languages, {
        provideCompletionItems: async (document, place, _token, { triggerKind, triggerCharacter }) => {
          const context = { triggerKind: triggerKind + 1, triggerCharacter }; // the protocol counts from one
          const found = await this.#ask("textDocument/completion", { ...at(document, place), context });
          const items = (found?.items ?? []).map((item) => {
            const { label, detail, sortText, filterText, textEdit } = item;
            const made = new vscode.CompletionItem(label, vscode.CompletionItemKind.Reference);
            const edit = textEdit && { range: range(textEdit.range), insertText: textEdit.newText };
            return Object.assign(made, { detail, sortText, filterText, item }, edit);
          });
          return new vscode.CompletionList(items, found?.isIncomplete);
        },
        resolveCompletionItem: async (item) => {
          const found = await this.#ask("completionItem/resolve", /** @type {any} */ (item).item);
          return Object.assign(item, { documentation: markdown(found?.documentation) });
        },
      }, "[", ":"),
      vscode.languages.registerDocumentLinkProvider(languages, {
        provideDocumentLinks: async (document) => {
          const links = (await this.#ask("textDocument/documentLink", { textDocument: identifier(document) })) ?? [];
          return links.map((link) => Object.assign(new vscode.DocumentLink(range(link.range), link.target && vscode.Uri.parse(link.target)), { link }));
        },
        resolveDocumentLink: async (made) => {
          const found = await this.#ask("documentLink/resolve", /** @type {any} */ (made).link);
          return Object.assign(made, { target: found?.target && vscode.Uri.parse(found.target) });
        },
      }),
      vscode.languages.registerCodeActionsProvider(languages, {
        provideCodeActions: async (document, place) => {
          const params = { textDocument: identifier(document), range: plainRange(place), context: { diagnostics: [] } };
          return ((await this.#ask("textDocument/codeAction", params)) ?? []).map(({ title, edit, command }) =>
            Object.assign(new vscode.CodeAction(title, vscode.CodeActionKind[edit ? "RefactorRewrite" : "Refactor"]), {
              edit: edit && workspaceEdit(edit),
              command: command && { title, command: "movies.notesCommand", arguments: [command] },
            }),
          );
        },
      }),
      vscode.languages.registerInlayHintsProvider(languages, {
        onDidChangeInlayHints: this.#hints.event,
        provideInlayHints: async (document, place) => {
          const hints = (await this.#ask("textDocument/inlayHint", { textDocument: identifier(document), range: plainRange(place) })) ?? [];
          return hints.map(({ position: at, label, paddingLeft }) => Object.assign(new vscode.InlayHint(position(at), label), { paddingLeft }));
        },
      }),
    ];
  }
}

/** Calls a method of the language server. @param {Connection} connection @param {string} method @param {object} params @returns {Promise<any>} */
const call = (connection, method, params) => new Promise((resolve, reject) => connection.send({ method, params, resolve, reject }));

module.exports = { Notes };
