// The types of the part of VS Code's API that the extension uses. They are stricter than the API in places, not looser.
export interface Disposable {
  dispose(): unknown;
}
export type Event<T> = (listener: (value: T) => unknown) => Disposable;
export class EventEmitter<T> implements Disposable {
  event: Event<T>;
  fire(value: T): void;
  dispose(): void;
}
export class Uri {
  static parse(text: string, strict?: boolean): Uri;
  static joinPath(base: Uri, ...names: string[]): Uri;
}
export class ThemeIcon {
  constructor(id: string);
}
export interface Command {
  command: string;
  title: string;
  arguments?: any[];
}
export class TreeItem {
  constructor(label: string, collapsibleState: TreeItemCollapsibleState);
  id?: string;
  description?: string;
  tooltip?: string;
  contextValue?: string;
  iconPath?: ThemeIcon;
  command?: Command;
  accessibilityInformation?: { label: string };
}
export enum TreeItemCollapsibleState {
  None,
  Collapsed,
}
export interface TreeDataProvider<T> {
  onDidChangeTreeData?: Event<T | undefined>;
  getTreeItem(node: T): TreeItem;
  getChildren(node?: T): Promise<T[]>;
}
export interface TreeView<T> extends Disposable {
  message?: string;
  description?: string;
}
export interface StatusBarItem extends Disposable {
  name: string | undefined;
  text: string;
  tooltip: string | undefined;
  command: string | undefined;
  show(): void;
}
export interface OutputChannel extends Disposable {
  append(text: string): void;
  appendLine(text: string): void;
  show(preserveFocus?: boolean): void;
}
export interface Webview {
  html: string;
  options: { enableScripts?: boolean; localResourceRoots?: Uri[] };
  readonly cspSource: string;
  readonly onDidReceiveMessage: Event<any>;
  asWebviewUri(uri: Uri): Uri;
  postMessage(message: any): Promise<boolean>;
}
export interface WebviewPanel extends Disposable {
  title: string;
  iconPath?: Uri;
  readonly webview: Webview;
  readonly onDidDispose: Event<void>;
  reveal(column?: ViewColumn, preserveFocus?: boolean): void;
}
export interface SecretStorage {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  onDidChange: Event<{ key: string }>;
}
export interface ExtensionContext {
  subscriptions: Disposable[];
  secrets: SecretStorage;
  extensionUri: Uri;
  extension: { packageJSON: any };
}
export enum ViewColumn {
  Active = -1,
}
export enum StatusBarAlignment {
  Right = 2,
}
export enum ProgressLocation {
  Window = 10,
}
export const commands: {
  executeCommand(command: string, ...args: any[]): Promise<any>;
  registerCommand(command: string, run: (...args: any[]) => any): Disposable;
};
export const env: { readonly language: string; openExternal(uri: Uri): Promise<boolean> };
export const workspace: {
  onDidChangeConfiguration: Event<{ affectsConfiguration(section: string): boolean }>;
  getConfiguration(section: string): { get<T = string>(name: string): T | undefined };
};
export const window: {
  createOutputChannel(name: string): OutputChannel;
  createStatusBarItem(id: string, alignment: StatusBarAlignment): StatusBarItem;
  createTreeView<T>(id: string, options: { treeDataProvider: TreeDataProvider<T> }): TreeView<T>;
  createQuickPick(): any; // the extension sets `sortByLabel`, which is not part of the published types
  createWebviewPanel(type: string, title: string, column: ViewColumn, options?: Webview["options"]): WebviewPanel;
  registerWebviewPanelSerializer(
    type: string,
    serializer: { deserializeWebviewPanel(panel: WebviewPanel, state: any): Promise<void> },
  ): Disposable;
  showQuickPick<T extends string | { label: string }>(items: T[], options?: object): Promise<T | undefined>;
  showInputBox(options: {
    title?: string;
    value?: string;
    prompt?: string;
    password?: boolean;
    ignoreFocusOut?: boolean;
    validateInput?: (text: string) => string | undefined;
  }): Promise<string | undefined>;
  showErrorMessage(message: string, ...buttons: string[]): Promise<string | undefined>;
  withProgress<T>(options: { location: ProgressLocation; title: string }, run: () => Promise<T>): Promise<T>;
};
