// The part of VS Code's API that the extension uses, with its behavior: events, lazily asked trees, quick picks that
// hide, panels that load their page, secrets, and a configuration that tells of its changes.
"use strict";
const { readFileSync } = require("node:fs");
const path = require("node:path");

class Disposable {
  constructor(run) {
    this.run = run;
  }
  dispose() {
    this.run?.();
    this.run = undefined;
  }
}

class EventEmitter {
  listeners = new Set();
  event = (listener) => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };
  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose() {
    this.listeners.clear();
  }
}

class Uri {
  constructor(scheme, path) {
    Object.assign(this, { scheme, path, fsPath: path });
    this.scheme = scheme;
    this.path = path;
  }
  static file(path) {
    return new Uri("file", path);
  }
  static parse(text, _strict) {
    const [, scheme, rest] = (text.match(/^([a-z]+):(.*)$/i));
    if (scheme === "file") return Uri.file(rest.replace("//", ""));
    return new Uri(scheme, rest);
  }
  static joinPath(base, ...names) {
    return new Uri(base.scheme, path.posix.join(base.path, ...names));
  }
  toString() {
    return this.scheme === "file" ? `file://${this.path}` : `${this.scheme}:${this.path}`;
  }
}

class ThemeIcon {
  constructor(id) {
    this.id = id;
  }
}

class TreeItem {
  id;
  description;
  tooltip;
  contextValue;
  iconPath;
  command;
  accessibilityInformation;
  constructor(label, collapsibleState) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

/** What tests see and do: everything that the extension has created, and the user's answers. */
const state = {
  commands: new Map(),
  context: {},
  views: {},
  picks: [],
  panels: [],
  serializer: undefined,
  statusItems: [],
  log: [],
  opened: [],
  progress: [],
  errors: [],
  /** The sentences of messages that are no errors. */
  said: [],
  clipboard: "",
  documents: [],
  providers: {},
  answers: [],
  asked: [],
  /** What was said about answers that a box did not take. */
  refused: [],
  /** The questions that are gone when the user looks at something else. */
  fleeting: [],
  settings: {},
  /** Whether a browser runs the script of panels, which then receives messages by `panel.page`. */
  hasBrowser: false,
  /** Sets a setting as a user does. */
  set(name, value) {
    state.settings[name] = value;
    state.happened.fire(name);
    configurationChanged.fire({ affectsConfiguration: (section) => name.startsWith(`${section}.`) });
  },
  /** Comes back to the window from another. */
  focus: () => windowStateChanged.fire({ focused: true }),
  /** Fires when something may be different: tests wait for it. */
  happened: new EventEmitter(),
};
const [configurationChanged, windowStateChanged] = [new EventEmitter(), new EventEmitter()];
const note = (what) => state.happened.fire(what);

class OutputChannel {
  append(text) {
    state.log.push(text);
    note("log");
  }
  appendLine(text) {
    this.append(`${text}\n`);
  }
  show(_preserveFocus) {
    state.opened.push("log");
  }
  dispose() {}
}

/** Asks its provider for rows when it is visible and something has changed, as a tree in the editor does. */
class TreeView {
  #message;
  description;
  rows = [];
  selection = [];
  constructor(id, provider) {
    this.id = id;
    this.provider = provider;
    this.subscription = provider.onDidChangeTreeData(() => void this.load());
  }
  get message() {
    return this.#message;
  }
  set message(text) {
    this.#message = text;
    note("message");
  }
  /** Makes it visible. */
  show() {
    this.isVisible = true;
    return this.load();
  }
  async load() {
    if (!this.isVisible) return;
    const mine = (this.latest = {});
    const rows = await this.children(undefined);
    if (this.latest !== mine) return;
    const all = (nodes) => nodes.flatMap((row) => [row, ...all(row.children)]);
    const ids = all(rows).map(({ item }) => item.id).filter(Boolean);
    if (new Set(ids).size !== ids.length) throw new Error("Element with this id is already registered");
    this.rows = rows;
    note("tree");
  }
  async children(parent) {
    const nodes = await this.provider.getChildren(parent);
    return Promise.all(
      nodes.map(async (node) => {
        const item = await this.provider.getTreeItem(node);
        return { node, item, children: !item.collapsibleState ? [] : await this.children(node) };
      }),
    );
  }
  get labels() {
    return this.rows.map(({ item }) => item.label);
  }
  /** The text that the editor shows in a view without rows and without a message. */
  get welcome() {
    if (this.rows.length || this.message !== undefined) return undefined;
    const texts = manifest.contributes.viewsWelcome.filter(({ view, when }) => {
      const [name, value] = when.split(" == ");
      return view === this.id && state.context[name] === value;
    });
    return texts.map(({ contents }) => nls[contents.slice(1, -1)].split("\n")[0]).join("\n");
  }
  dispose() {
    this.isVisible = false;
    this.subscription.dispose();
  }
}

/** Hides itself when the user leaves it. A new list of items makes the first one active, unless one is set. */
class QuickPick {
  busy = false;
  value = "";
  title = "";
  isVisible = false;
  selectedItems = [];
  #items = [];
  #active = [];
  #events = Object.fromEntries(
    ["ChangeValue", "ChangeActive", "TriggerItemButton", "Accept", "Hide"].map((name) => [name, new EventEmitter()]),
  );
  onDidChangeValue = this.#events.ChangeValue.event;
  onDidChangeActive = this.#events.ChangeActive.event;
  onDidTriggerItemButton = this.#events.TriggerItemButton.event;
  onDidAccept = this.#events.Accept.event;
  onDidHide = this.#events.Hide.event;
  get items() {
    return this.#items;
  }
  set items(items) {
    if (this.isDisposed) throw new Error("the quick pick is disposed");
    this.#items = items;
    this.activeItems = items.slice(0, 1);
    note("items");
  }
  get activeItems() {
    return this.#active;
  }
  set activeItems(items) {
    this.#active = items;
    this.#events.ChangeActive.fire(items);
  }
  get labels() {
    return this.#items.map(({ label }) => label);
  }
  show() {
    this.isVisible = true;
    note("pick");
  }
  hide() {
    if (!this.isVisible) return;
    this.isVisible = false;
    this.#events.Hide.fire(undefined);
  }
  dispose() {
    this.hide();
    this.isDisposed = true;
  }
  type(text) {
    for (const key of text) {
      this.value += key;
      this.#events.ChangeValue.fire(this.value);
    }
  }
  setValue(value) {
    this.value = value;
    this.#events.ChangeValue.fire(value);
  }
  move(index) {
    this.activeItems = [this.#items[index]];
  }
  accept() {
    this.selectedItems = this.#active;
    this.#events.Accept.fire(undefined);
  }
  pressButton(index, tooltip) {
    const item = this.#items[index];
    this.#events.TriggerItemButton.fire({ item, button: item.buttons.find((each) => each.tooltip === tooltip) });
  }
}

/** Loads its page when `html` is set. `receive` is what the page's script does: by default it says that it is ready. */
class WebviewPanel {
  messages = [];
  iconPath;
  #received = new EventEmitter();
  #disposed = new EventEmitter();
  #html = "";
  onDidDispose = this.#disposed.event;
  visible = true;
  constructor(title, options) {
    this.title = title;
    this.options = options;
    const panel = this;
    this.webview = {
      options,
      cspSource: "https://webview.test",
      onDidReceiveMessage: this.#received.event,
      asWebviewUri: (uri) => Uri.parse(`https://webview.test${uri.path}`),
      async postMessage(message) {
        if (panel.isDisposed) throw new Error("Webview is disposed");
        const copy = JSON.parse(JSON.stringify(message));
        panel.messages.push(copy);
        panel.page?.(copy);
        note("message");
        return true;
      },
      get html() {
        return panel.#html;
      },
      set html(text) {
        panel.#html = text;
        note("html");
        if (!state.hasBrowser) panel.send({ type: "ready" });
      },
    };
  }
  send(message) {
    this.#received.fire(message);
  }
  reveal(_column, _preserveFocus) {
    this.isRevealed = true;
  }
  dispose() {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.#disposed.fire(undefined);
  }
}

const manifest = JSON.parse(readFileSync(path.join(__dirname, "../package.json"), "utf8"));
const defaults = manifest.contributes.configuration.properties;
const nls = JSON.parse(readFileSync(path.join(__dirname, "../package.nls.json"), "utf8"));

class SecretStorage {
  values = new Map();
  #changed = new EventEmitter();
  onDidChange = this.#changed.event;
  async get(key) {
    return this.values.get(key);
  }
  async store(key, value) {
    this.values.set(key, value);
    this.#changed.fire({ key });
    note("secret");
  }
  async delete(key) {
    this.values.delete(key);
    this.#changed.fire({ key });
    note("secret");
  }
}

class Range {
  constructor(line, character, endLine, endCharacter) {
    Object.assign(this, { start: { line, character }, end: { line: endLine, character: endCharacter } });
  }
}

class WorkspaceEdit {
  edits = [];
  replace(uri, range, text) {
    this.edits.push([uri, range, text]);
  }
}

const documentEvents = { opened: new EventEmitter(), changed: new EventEmitter(), closed: new EventEmitter() };

/** A note that is open in the editor. */
class TextDocument {
  version = 1;
  constructor(path, languageId, text) {
    Object.assign(this, { uri: Uri.file(path), languageId, text });
    this.text = text;
    state.documents.push(this);
    documentEvents.opened.fire(this);
  }
  getText() {
    return this.text;
  }
  offset({ line, character }) {
    return this.text.split("\n").slice(0, line).join("\n").length + (line ? 1 : 0) + character;
  }
  replace(range, text) {
    this.text = this.text.slice(0, this.offset(range.start)) + text + this.text.slice(this.offset(range.end));
    this.version++;
    documentEvents.changed.fire({ document: this, contentChanges: [{ range, text }] });
    return true;
  }
  close() {
    state.documents = state.documents.filter((each) => each !== this);
    documentEvents.closed.fire(this);
  }
}

class Memento {
  values = new Map();
  get(key) {
    return this.values.get(key);
  }
  async update(key, value) {
    this.values.set(key, value);
  }
}

const executeCommand = async (_id, ...args) => {
  if (_id === "setContext") {
    state.context[args[0]] = args[1];
    return note("context");
  }
  const run = state.commands.get(_id);
  if (run) return run(...args);
  state.opened.push([_id, ...args].join(" "));
  note("opened");
};
const registerCommand = (id, run) => {
  if (state.commands.has(id)) throw new Error(`command '${id}' already exists`);
  state.commands.set(id, run);
  return new Disposable(() => state.commands.delete(id));
};

const window = {
  onDidChangeWindowState: windowStateChanged.event,
  createOutputChannel: (_name) => new OutputChannel(),
  createStatusBarItem(id, alignment) {
    const item = { id, alignment, text: "", tooltip: "", command: "", name: "", isVisible: false, show: () => ((item.isVisible = true), note("status")), hide: () => (item.isVisible = false), dispose: () => (item.isVisible = false) };
    state.statusItems.push(item);
    return item;
  },
  createTreeView(id, { treeDataProvider, canSelectMany }) {
    if (!canSelectMany) throw new Error("the rows of a tree are selected one by one");
    return (state.views[id] = new TreeView(id, treeDataProvider));
  },
  createQuickPick() {
    state.picks.at(-1)?.hide(); // the editor shows one at a time
    const pick = new QuickPick();
    state.picks.push(pick);
    return pick;
  },
  createWebviewPanel(_type, title, _column, options) {
    const panel = new WebviewPanel(title, options);
    state.panels.push(panel);
    return panel;
  },
  registerWebviewPanelSerializer(_type, serializer) {
    state.serializer = serializer;
    return new Disposable(() => (state.serializer = undefined));
  },
  async showQuickPick(items, options) {
    const wanted = state.answers.shift();
    state.asked.push(options.title ?? options.placeHolder);
    if (options.canPickMany) return wanted && items.filter(({ label }) => wanted.includes(label));
    if (wanted === undefined) return undefined;
    const exact = items.find((each) => (each.label ?? each) === wanted || each.description === wanted);
    return exact ?? items.find((each) => options.matchOnDescription && each.description?.includes(wanted));
  },
  async showInputBox(options) {
    state.asked.push(options.title ?? options.prompt);
    if (!options.ignoreFocusOut) state.fleeting.push(options.prompt);
    for (;;) {
      const answer = state.answers.shift();
      const text = answer === "…" ? (options.value ?? "") : answer; // the user accepts what is proposed
      const problem = text !== undefined && options.validateInput?.(text);
      if (!problem) return text;
      state.refused.push(problem); // the box stays
    }
  },
  async showOpenDialog(_options) {
    return state.answers.length ? [Uri.file(state.answers.shift())] : undefined;
  },
  async showSaveDialog({ defaultUri }) {
    state.asked.push(defaultUri?.fsPath);
    return state.answers.length ? Uri.file(state.answers.shift()) : undefined;
  },
  /** A message whose button is the next answer of the user is answered with it. */
  async showInformationMessage(message, ...rest) {
    const buttons = rest.filter((each) => typeof each === "string");
    state.said.push(message, ...rest.flatMap(({ detail }) => detail ?? []));
    if (typeof state.answers[0] === "function") return state.answers.shift()(); // what the user does elsewhere first
    note("said");
    return buttons.includes(state.answers[0]) ? state.answers.shift() : undefined;
  },
  setStatusBarMessage: (message, _milliseconds) => void state.said.push(message),
  async showErrorMessage(message, ...buttons) {
    state.errors.push({ message, buttons });
    note("error");
    return buttons.find((button) => button === state.answers[0]) && state.answers.shift();
  },
  async withProgress({ title }, run) {
    const shown = { title, isOver: false };
    state.progress.push(shown);
    note("progress");
    try {
      return await run({ report: ({ message }) => (shown.message = message) });
    } finally {
      shown.isOver = true;
      note("progress");
    }
  },
};

module.exports = {
  Disposable,
  EventEmitter,
  ThemeIcon,
  TreeItem,
  Uri,
  commands: { executeCommand, registerCommand },
  l10n: {
    /** The sentences of the language that a test chooses. */
    bundle: undefined,
    t: (text, values) => (module.exports.l10n.bundle?.[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole),
  },
  languages: Object.fromEntries(
    ["Hover", "CompletionItem", "DocumentLink", "CodeActions"].map((name) => [
      `register${name}Provider`,
      (selector, provider, ..._triggers) => ((state.providers[name] = { ...provider, selector }), new Disposable(() => delete state.providers[name])),
    ]),
  ),
  env: {
    language: "en",
    clipboard: { writeText: async (text) => ((state.clipboard = text), note("clipboard")) },
    async openExternal(uri) {
      state.opened.push(String(uri));
      note("opened");
      return true;
    },
  },
  workspace: {
    onDidChangeConfiguration: configurationChanged.event,
    getConfiguration: (section) => ({
      get: (name) => state.settings[`${section}.${name}`] ?? defaults[`${section}.${name}`].default,
      update: async (name, value, _isGlobal) => state.set(`${section}.${name}`, value),
    }),
    get textDocuments() {
      return state.documents;
    },
    onDidOpenTextDocument: documentEvents.opened.event,
    onDidChangeTextDocument: documentEvents.changed.event,
    onDidCloseTextDocument: documentEvents.closed.event,
    applyEdit: async (edit) => edit.edits.every(([uri, range, text]) => state.documents.find((each) => String(each.uri) === String(uri)).replace(range, text)),
  },
  window,
  Range,
  WorkspaceEdit,
  MarkdownString: class {
    constructor(value, supportThemeIcons = false) {
      Object.assign(this, { value, supportThemeIcons });
    }
  },
  Hover: class {
    constructor(contents, range) {
      Object.assign(this, { contents, range });
    }
  },
  CompletionItem: class {
    constructor(label, kind) {
      Object.assign(this, { label, kind });
    }
  },
  CompletionList: class {
    constructor(items, isIncomplete) {
      Object.assign(this, { items, isIncomplete });
    }
  },
  DocumentLink: class {
    constructor(range, target) {
      Object.assign(this, { range, target });
    }
  },
  CodeAction: class {
    constructor(title, kind) {
      Object.assign(this, { title, kind });
    }
  },
  CompletionItemKind: { Reference: 17 },
  CodeActionKind: { Refactor: "refactor", RefactorRewrite: "refactor.rewrite" },
  ProgressLocation: { Window: 10, Notification: 15 },
  StatusBarAlignment: { Right: 2 },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1 },
  ViewColumn: { Active: -1 },
  Memento,
  SecretStorage,
  TextDocument,
  state,
};
