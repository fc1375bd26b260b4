// Chromium, controlled over a pipe with its DevTools protocol, as the frame in which VS Code shows a panel.
"use strict";
const { spawn, spawnSync } = require("node:child_process");
const { EventEmitter, once } = require("node:events");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { activate, root, until } = require("./support");

const programs = ["chromium-headless-shell", "chromium", "google-chrome", "chrome"];
const program = programs.find((name) => !spawnSync(name, ["--version"]).error);

// Colors of the editor's default dark theme, which it gives to panels as variables.
const theme = {
  "font-family": "'Noto Sans', 'Noto Sans CJK KR', 'DejaVu Sans', sans-serif",
  "font-size": "14px",
  foreground: "#cccccc",
  descriptionForeground: "#9d9d9d",
  "textLink-foreground": "#4daafc",
  "textLink-activeForeground": "#4daafc",
  "charts-yellow": "#cca700",
  "widget-border": "#313131",
  "button-secondaryBackground": "#313131",
  "button-secondaryForeground": "#cccccc",
  "textBlockQuote-background": "#2b2b2b",
  "textBlockQuote-border": "#616161",
  focusBorder: "#0078d4",
};
const inFrame = (theme) => {
  addEventListener("DOMContentLoaded", () => {
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(theme)) style.setProperty(`--vscode-${name}`, value);
    style.background = "#1f1f1f";
  });
  const global = /** @type {any} */ (globalThis);
  global.violations = [];
  addEventListener("securitypolicyviolation", (event) => global.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
  global.acquireVsCodeApi = () => ({
    postMessage: (message) => global.toExtension(JSON.stringify(message)),
    setState: (value) => (sessionStorage.state = JSON.stringify(value)),
    getState: () => JSON.parse(sessionStorage.state ?? null),
  });
};

class Browser extends EventEmitter {
  #lastId = 0;
  #pending = new Map();
  #buffer = "";

  constructor(folder) {
    super();
    const options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"];
    const connection = ["--remote-debugging-pipe", `--user-data-dir=${folder}`];
    this.child = spawn(program, [...options, ...connection], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.ended = once(this.child, "close").then(([status, signal]) => {
      for (const { reject } of this.#pending.values()) reject(new Error(`Chromium has ended: ${signal ?? status}`));
    });
    this.child.stdio[3].on("error", () => {}); // `close` reports it
    this.child.stdio[4].setEncoding("utf8").on("data", (text) => {
      const messages = (this.#buffer + text).split("\0");
      this.#buffer = messages.pop();
      for (const message of messages) this.#receive(JSON.parse(message));
    });
  }

  #receive({ id, method, params, sessionId, result, error }) {
    if (method) return this.emit(`${method} ${sessionId ?? ""}`, params);
    const { resolve, reject } = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#lastId;
    this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  async page(width, height) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank", width, height });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = {
      send: (method, params) => this.send(method, params, sessionId),
      on: (method, listener) => this.on(`${method} ${sessionId}`, listener),
      async evaluate(expression) {
        const { result, exceptionDetails } = await page.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
      },
      screenshot: async () => Buffer.from((await page.send("Page.captureScreenshot", { format: "png" })).data, "base64"),
    };
    await page.send("Page.enable");
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    return page;
  }

  /** Returns a screenshot of some HTML. */
  async picture(html, width, height) {
    const page = await this.page(width, height);
    const { frameTree } = await page.send("Page.getFrameTree");
    await page.send("Page.setDocumentContent", { frameId: frameTree.frame.id, html });
    return page.screenshot();
  }
}

async function withBrowser(body) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "browser-"));
  const browser = new Browser(folder);
  const cleanups = [];
  browser.after = (cleanup) => cleanups.push(cleanup);
  try {
    await body(browser);
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
    await browser.send("Browser.close").catch(() => {});
    await browser.ended;
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Opens a film's panel of the extension in the browser: everything but the frame is the real thing. */
async function openPanel(browser, { id, stars = [], width = 900, height = 900, ...options }) {
  const { window = activate(browser, options), open = () => window.run("detail", id) } = options;
  window.state.hasBrowser = true;
  for (const star of stars) await window.run("star", star);
  const page = await browser.page(width, height);
  await page.send("Runtime.enable");
  await page.send("Runtime.addBinding", { name: "toExtension" });
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: `(${inFrame})(${JSON.stringify(theme)})` });
  await page.send("Fetch.enable");
  await open();
  const panel = await until(window, () => window.state.panels[0]);
  page.on("Fetch.requestPaused", ({ requestId, request }) => {
    const { origin, pathname } = new URL(request.url);
    const isMedia = origin === "https://webview.test" && pathname.startsWith(`${root}/media/`);
    const body = pathname === "/" ? panel.webview.html : isMedia ? fs.readFileSync(pathname) : undefined;
    const types = { ".css": "text/css", ".js": "text/javascript" };
    const headers = [{ name: "Content-Type", value: types[path.extname(pathname)] ?? "text/html; charset=utf-8" }];
    if (body === undefined) void page.send("Fetch.failRequest", { requestId, errorReason: "AccessDenied" });
    else void page.send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders: headers, body: Buffer.from(body).toString("base64") });
  });
  page.on("Runtime.bindingCalled", ({ payload }) => panel.send(JSON.parse(payload)));
  panel.page = (message) => void page.evaluate(`dispatchEvent(new MessageEvent("message", { data: ${JSON.stringify(message)} }))`);
  await page.send("Page.navigate", { url: "https://webview.test/" });
  await until(window, () => panel.messages.some(({ type }) => type === "show" || type === "error"));
  return { ...page, panel, window };
}

module.exports = { openPanel, program, withBrowser };
