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
  readonly fsPath: string;
  static file(path: string): Uri;
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
  readonly selection: readonly T[];
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
  readonly visible: boolean;
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
  globalState: { get<T>(key: string): T | undefined; update(key: string, value: unknown): Promise<void> };
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
  Notification = 15,
}
export const commands: {
  executeCommand(command: string, ...args: any[]): Promise<any>;
  registerCommand(command: string, run: (...args: any[]) => any): Disposable;
};
export const l10n: { readonly bundle: Record<string, string> | undefined; t(message: string, args: Record<string, unknown>): string };
export interface Position {
  readonly line: number;
  readonly character: number;
}
export class Range {
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number);
  readonly start: Position;
  readonly end: Position;
}
export class WorkspaceEdit {
  replace(uri: Uri, range: Range, text: string): void;
}
export interface TextDocument {
  readonly uri: Uri;
  readonly languageId: string;
  readonly version: number;
  getText(): string;
}
export interface TextDocumentChangeEvent {
  readonly document: TextDocument;
  readonly contentChanges: readonly { range: Range; text: string }[];
}
export class MarkdownString {
  constructor(value: string);
}
export class Hover {
  constructor(contents: MarkdownString, range?: Range);
}
export class CompletionItem {
  constructor(label: string, kind: CompletionItemKind);
}
export class CompletionList {
  constructor(items: CompletionItem[], isIncomplete?: boolean);
}
export enum CompletionItemKind {
  Reference = 17,
}
export class DocumentLink {
  constructor(range: Range, target?: Uri);
}
export class CodeAction {
  constructor(title: string, kind: unknown);
}
export const CodeActionKind: { Refactor: unknown; RefactorRewrite: unknown };
type Result<T> = Promise<T | undefined>;
export const languages: {
  registerHoverProvider(selector: string[], provider: { provideHover(document: TextDocument, position: Position): Result<Hover> }): Disposable;
  registerCompletionItemProvider(
    selector: string[],
    provider: {
      provideCompletionItems(document: TextDocument, position: Position, token: unknown, context: { triggerKind: number; triggerCharacter?: string }): Result<CompletionList>;
      resolveCompletionItem(item: CompletionItem): Result<CompletionItem>;
    },
    ...triggers: string[]
  ): Disposable;
  registerDocumentLinkProvider(
    selector: string[],
    provider: { provideDocumentLinks(document: TextDocument): Result<DocumentLink[]>; resolveDocumentLink(link: DocumentLink): Result<DocumentLink> },
  ): Disposable;
  registerCodeActionsProvider(selector: string[], provider: { provideCodeActions(document: TextDocument, range: Range): Result<CodeAction[]> }): Disposable;
};
export const env: { readonly clipboard: { writeText(text: string): Promise<void> }; readonly language: string; openExternal(uri: Uri): Promise<boolean> };
export const workspace: {
  onDidChangeConfiguration: Event<{ affectsConfiguration(section: string): boolean }>;
  getConfiguration(section: string): { get<T = string>(name: string): T | undefined; update(name: string, value: unknown, isGlobal: boolean): Promise<void> };
  readonly textDocuments: readonly TextDocument[];
  onDidOpenTextDocument: Event<TextDocument>;
  onDidChangeTextDocument: Event<TextDocumentChangeEvent>;
  onDidCloseTextDocument: Event<TextDocument>;
  applyEdit(edit: WorkspaceEdit): Promise<boolean>;
};
export const window: {
  createOutputChannel(name: string): OutputChannel;
  readonly onDidChangeWindowState: Event<{ readonly focused: boolean }>;
  createStatusBarItem(id: string, alignment: StatusBarAlignment): StatusBarItem;
  createTreeView<T>(id: string, options: { treeDataProvider: TreeDataProvider<T>; canSelectMany?: boolean }): TreeView<T>;
  createQuickPick(): any; // the extension sets `sortByLabel`, which is not part of the published types
  createWebviewPanel(type: string, title: string, column: ViewColumn, options?: Webview["options"] & { enableFindWidget?: boolean }): WebviewPanel;
  registerWebviewPanelSerializer(
    type: string,
    serializer: { deserializeWebviewPanel(panel: WebviewPanel, state: any): Promise<void> },
  ): Disposable;
  showQuickPick<T extends { label: string }>(items: T[], options: { title?: string; placeHolder?: string; ignoreFocusOut?: boolean; canPickMany: true }): Promise<T[] | undefined>;
  showQuickPick<T extends { label: string }>(items: T[], options?: { title?: string; placeHolder?: string; ignoreFocusOut?: boolean; matchOnDescription?: boolean }): Promise<T | undefined>;
  showQuickPick(items: string[], options?: { title?: string; placeHolder?: string }): Promise<string | undefined>;
  showOpenDialog(options: { title: string; openLabel: string }): Promise<Uri[] | undefined>;
  showSaveDialog(options: { title: string; defaultUri: Uri; filters: Record<string, string[]> }): Promise<Uri | undefined>;
  showInformationMessage(message: string, ...buttons: string[]): Promise<string | undefined>;
  showInformationMessage(message: string, options: { modal: boolean; detail?: string }, ...buttons: string[]): Promise<string | undefined>;
  setStatusBarMessage(text: string, milliseconds: number): void;
  showInputBox(options: {
    title?: string;
    value?: string;
    prompt?: string;
    password?: boolean;
    ignoreFocusOut?: boolean;
    validateInput?: (text: string) => string | undefined;
  }): Promise<string | undefined>;
  showErrorMessage(message: string, ...buttons: string[]): Promise<string | undefined>;
  withProgress<T>(options: { location: ProgressLocation; title: string }, run: (progress: { report(step: { message: string }): void }) => Promise<T>): Promise<T>;
};
