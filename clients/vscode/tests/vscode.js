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
  answers: [],
  settings: {},
  /** Whether a browser runs the script of panels, which then receives messages by `panel.page`. */
  hasBrowser: false,
  /** Sets a setting as a user does. */
  set(name, value) {
    state.settings[name] = value;
    state.happened.fire(name);
    configurationChanged.fire({ affectsConfiguration: (section) => name.startsWith(`${section}.`) });
  },
  /** Fires when something may be different: tests wait for it. */
  happened: new EventEmitter(),
};
const configurationChanged = new EventEmitter();
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
    const ids = rows.flatMap((row) => [row, ...row.children]).map(({ item }) => item.id).filter(Boolean);
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
    return texts.map(({ contents }) => contents.split("\n")[0]).join("\n");
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
  pressButton(index) {
    const item = this.#items[index];
    this.#events.TriggerItemButton.fire({ item, button: item.buttons[0] });
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
  constructor(title, options) {
    this.title = title;
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
  createOutputChannel: (_name) => new OutputChannel(),
  createStatusBarItem(id, alignment) {
    const item = { id, alignment, text: "", tooltip: "", command: "", name: "", isVisible: false, show: () => ((item.isVisible = true), note("status")), hide: () => (item.isVisible = false), dispose: () => (item.isVisible = false) };
    state.statusItems.push(item);
    return item;
  },
  createTreeView(id, { treeDataProvider }) {
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
    return wanted === undefined ? undefined : items.find((each) => (each.label ?? each) === wanted);
  },
  async showInputBox(options) {
    const text = state.answers.shift();
    return text === undefined || options.validateInput?.(text) ? undefined : text;
  },
  async showErrorMessage(message, ...buttons) {
    state.errors.push({ message, buttons });
    note("error");
    return buttons.find((button) => button === state.answers[0]) && state.answers.shift();
  },
  async withProgress({ title }, run) {
    const shown = { title, isOver: false };
    state.progress.push(shown);
    note("progress");
    await run();
    shown.isOver = true;
    note("progress");
  },
};

module.exports = {
  Disposable,
  EventEmitter,
  ThemeIcon,
  TreeItem,
  Uri,
  commands: { executeCommand, registerCommand },
  env: {
    language: "en",
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
    }),
  },
  window,
  ProgressLocation: { Window: 10 },
  StatusBarAlignment: { Right: 2 },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1 },
  ViewColumn: { Active: -1 },
  SecretStorage,
  state,
};
