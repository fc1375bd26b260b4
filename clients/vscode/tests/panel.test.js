"use strict";
const { spawn } = require("node:child_process");
const { once } = require("node:events");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { openPanel, program: chromium, withBrowser } = require("./browser");
const { activate, assert, client, fillLibrary, folders, program, root, until } = require("./support");

const skip = chromium ? false : "Chromium is not installed";
const SECONDS = 120;

/** Resolves when an expression in the page is true. */
async function eventually(page, expression) {
  const deadline = performance.now() + SECONDS * 1000;
  for (;;) {
    if (await page.evaluate(expression)) return;
    if (performance.now() > deadline) throw new Error(`in vain: ${expression}\n${await text(page)}`);
  }
}
const text = (page) => page.evaluate("document.querySelector('main').innerText");
const click = (page, label) =>
  page.evaluate(`[...document.querySelectorAll("button")].find((each) => each.textContent === ${JSON.stringify(label)}).click()`);
const press = (page, key) => page.evaluate(`dispatchEvent(new KeyboardEvent("keydown", { key: ${JSON.stringify(key)} }))`);

test("the panel shows a film, its reviews, person and collection, in a browser that enforces the policy", { skip }, () =>
  withBrowser(async (browser) => {
    const server = `${process.env.MOVIE_SERVER} replay ${path.join(__dirname, "detail.rpc")}`;
    const page = await openPanel(browser, { id: "x:1", server });
    await eventually(page, "document.querySelectorAll('h2').length === 7");
    const film = await text(page);
    const headings = await page.evaluate("[...document.querySelectorAll('h2')].map((each) => each.textContent)");
    assert.deepEqual(headings, ["Cast", "Crew", "Where to watch (US)", "Trailers", "Reviews", "Collection", "Recommendations"]);
    const parts = ["<img src=https://evil.test/a onerror=alert(1)> (2003)", "R (US)", "★ 8.3 (1,000 votes)", "IMDb\n8.1/10"];
    parts.push("Song Kang-ho Ki-taek", "Lender, Renter", "Data by JustWatch.", "Long, lo", "★Two (2004) C D", "By X.");
    for (const part of parts) assert.ok(film.includes(part), `${part}\n${film}`);
    assert.equal(await page.evaluate("document.images.length"), 0);

    await click(page, "Read more");
    await eventually(page, "document.querySelectorAll('blockquote').length === 2");
    assert.match(await text(page), /<b>The<\/b> end\./);
    await click(page, "More reviews");
    await eventually(page, "document.querySelectorAll('blockquote').length === 3");

    await click(page, "Teaser");
    await until(page.window, () => page.window.state.opened.includes("https://video.test/1"));

    await click(page, "Song Kang-ho");
    await eventually(page, "document.querySelector('h1').textContent === 'Song Kang-ho'");
    assert.match(await text(page), /Born\n1967-01-17\nPlace of birth\nGimhae[^]*Parasite \(2019\) Ki-taek/);
    await press(page, "Backspace");
    await eventually(page, "document.querySelector('h1').textContent.includes('One')");
    await click(page, "The Trilogy");
    await eventually(page, "document.querySelector('h1').textContent === 'The Trilogy'");
    assert.deepEqual(await page.evaluate("[...document.querySelectorAll('.star')].map((each) => each.textContent)"), ["☆", "★"]);
    await press(page, "s");
    await eventually(page, "document.querySelector('.star').textContent === '★'");
    await press(page, "q");
    await until(page.window, () => page.panel.isDisposed);

    assert.deepEqual(await page.evaluate("violations"), []);
    await page.evaluate("document.querySelector('main').innerHTML = '<img src=https://evil.test/a onerror=alert(1)>'");
    await eventually(page, "violations.length > 0"); // the policy is in force
  }),
);

test("the panel of the real server has no violations, and its errors are sentences", { skip }, () =>
  withBrowser(async (browser) => {
    const page = await openPanel(browser, { id: "builtin:tt0364569" });
    await eventually(page, "document.querySelector('h1')?.textContent.includes('Oldboy')");
    await click(page, "Park Chan-wook");
    await eventually(page, "document.querySelector('h1')?.textContent.includes('Park Chan-wook')");
    await eventually(page, "document.querySelector('main').innerText.includes('Oldboy')");
    await page.window.run("detail", "builtin:tt0000000");
    await eventually(page, "document.querySelector('main').innerText.includes('builtin does not have this film.')");
    const buttons = await page.evaluate("[...document.querySelectorAll('button')].map((each) => each.textContent)");
    assert.deepEqual(buttons, ["← Back", "? Keys"]); // another try would not find it either
    await click(page, "← Back");
    await eventually(page, "document.querySelector('h1')?.textContent.includes('Park Chan-wook')");
    await click(page, "Oldboy (2003)");
    await eventually(page, "document.querySelector('h1')?.textContent.includes('Oldboy')");
    await page.window.run("detail", "builtin:tt0000000");
    await eventually(page, "document.querySelector('main').innerText.includes('builtin does not have this film.')");
    // Neither a key nor a command is about the film before, which the user does not see.
    assert.deepEqual([await page.evaluate("view.shown"), page.panel.title], [undefined, "Movies"]);
    await page.window.run("watch");
    assert.deepEqual([page.window.state.picks.length, page.window.state.said], [1, []]);
    assert.deepEqual(await page.evaluate("violations"), []);
  }),
);

test("the page changes what is kept about a film, and shows what others change", { skip }, () =>
  withBrowser(async (browser) => {
    const env = folders(browser);
    const page = await openPanel(browser, { id: "builtin:tt0364569", env });
    const { state } = page.window;
    await eventually(page, "document.querySelector('h1')?.textContent.includes('Oldboy')");
    const tooltips = `[...document.querySelectorAll("header button.action")].map(({ title }) => title)`;
    const keys = ["Log a viewing (l)", "Rating, note or tags (m)", "Copy the link (y)", "Open the link in the browser (o)"];
    assert.deepEqual([...new Set(await page.evaluate(tooltips))], ["Put on the Watchlist (b)", ...keys]);
    // A theme of high contrast has it in place of a background.
    await page.evaluate("document.documentElement.style.setProperty('--vscode-contrastBorder', 'rgb(1, 2, 3)')");
    const border = "getComputedStyle(document.querySelector('header button.action')).border";
    assert.equal(await page.evaluate(border), "1px solid rgb(1, 2, 3)");
    await press(page, "b");
    await eventually(page, "document.getElementById('watchlist').textContent === '− Watchlist'");
    assert.equal(await page.evaluate("document.getElementById('watchlist').title"), "Take off the Watchlist (b)");
    assert.equal(state.said.at(-1), "Put Oldboy (2003) on the watchlist.");
    state.answers.push("2024-02-29", "8.5", "With Ann");
    await press(page, "l");
    await eventually(page, "document.querySelector('#diary li')?.innerText === '2024-02-29 8.5 · With Ann ×'");
    await eventually(page, "document.getElementById('watchlist').textContent === '+ Watchlist'"); // a viewing takes it off
    assert.equal(state.said.at(-1), "Logged a viewing of Oldboy (2003), now off the watchlist.");
    await press(page, "u");
    await eventually(page, "!document.querySelector('#diary')");

    await click(page, "Note…");
    await page.send("Input.insertText", { text: "One\nTwo <b>" });
    const other = client(browser, { env });
    await other.library.mark({ id: "builtin:tt0364569", rating: 7, tags: ["Rainy day"] });
    await eventually(page, "document.querySelector('dl').innerText.includes('7/10')");
    assert.match(await text(page), /Tags\nRainy day/);
    assert.equal(await page.evaluate("document.querySelector('textarea').value"), "One\nTwo <b>"); // it was not saved yet
    await page.send("Page.reload"); // as the editor does with a page that was hidden
    await eventually(page, "document.querySelector('textarea')?.value === 'One\\nTwo <b>'");
    await click(page, "Save (Ctrl+Enter)");
    await eventually(page, "document.querySelector('#note p')?.textContent === 'One\\nTwo <b>' && !document.querySelector('textarea')");
    await until(page.window, () => state.said.at(-1) === "Saved the note on Oldboy (2003).");

    for (const day of ["01", "02", "03", "04"]) await other.library.change("logViewing", { id: "builtin:tt0364569", date: `2024-03-${day}` });
    await eventually(page, "document.querySelector('#diary ul')?.innerText.endsWith('2024-03-02 ×\\nand 1 more. Diary: d')");

    const first = "builtin:" + (await page.evaluate("document.querySelector('#recommendations .star').value")).split(":")[1];
    await other.library.mark({ id: first, watchlist: true });
    await eventually(page, "document.querySelector('#recommendations .mark').textContent === ' +'");
    for (const _ of [1, 2, 3]) await press(page, "?");
    assert.equal(await page.evaluate("document.querySelectorAll('.status').length"), 1);
    const help = "[...document.querySelectorAll('.status dl > *')].map((each) => each.textContent)";
    assert.deepEqual((await page.evaluate(help)).slice(0, 4), ["s", "star or unstar", "b", "put on the watchlist or take off"]);
    const left = "[...document.querySelectorAll('.status dt')].map((each) => each.getBoundingClientRect().left)";
    assert.equal(new Set(await page.evaluate(left)).size, 2); // two columns
    await press(page, "Escape");
    assert.equal(await page.evaluate("document.getElementById('status')"), null);
    await press(page, "Escape"); // nothing is open
    await press(page, "?");
    await press(page, "b");
    assert.equal(await page.evaluate("document.querySelectorAll('.status dt').length"), 21); // whoever tries the keys reads on
    await press(page, "?");
    await press(page, "?");
    await press(page, "?");
    assert.equal(await page.evaluate("document.querySelectorAll('.status').length"), 0);
    assert.match(await text(page), /\n\? Keys$/); // who does not know that there are keys finds them
    await click(page, "? Keys");
    assert.equal(await page.evaluate("document.querySelectorAll('.status dt').length"), 21);
    await click(page, "? Keys");
    assert.equal(await page.evaluate("document.querySelectorAll('.status').length"), 0);
    await press(page, "y");
    await until(page.window, () => state.clipboard === "https://www.imdb.com/title/tt0364569/");
    await press(page, "t");
    assert.match(await page.evaluate("document.querySelector('.status').innerText"), /^Trailers: nothing is known/);
    await press(page, "w"); // which no country would change for a built-in film
    assert.match(await page.evaluate("document.querySelector('.status').innerText"), /^Where to watch: nothing is known/);
    await press(page, "y"); // a notice goes with the next action
    assert.equal(await page.evaluate("document.getElementById('status')"), null);
    await press(page, "w");
    await click(page, "Note…");
    assert.equal(await page.evaluate("document.getElementById('status')"), null);
    assert.deepEqual(state.errors, []);
    assert.deepEqual(await page.evaluate("violations"), []);
  }),
);

test("a note that is being written is kept for its film until it is saved or cancelled", { skip }, () =>
  withBrowser(async (browser) => {
    const env = folders(browser);
    const broken = path.join(env.HOME, "broken");
    const server = program(browser, `[ ! -e ${broken} ] || exit 1; exec ${process.env.MOVIE_SERVER}`);
    const page = await openPanel(browser, { id: "builtin:tt0364569", env, server });
    const { window } = page;
    const written = "document.querySelector('textarea')?.value";
    const escape = () => page.send("Input.dispatchKeyEvent", { type: "keyDown", key: "Escape" });
    await eventually(page, "document.querySelector('h1')?.textContent.includes('Oldboy')");
    await click(page, "Note…");
    await escape();
    assert.equal(await page.evaluate(written), undefined); // nothing was written
    await click(page, "Note…");
    await page.send("Input.insertText", { text: "One" });
    await escape();
    assert.deepEqual(await page.evaluate(`[${written}, document.activeElement.localName]`), ["One", "body"]);
    await window.run("detail", "builtin:tt6751668");
    await eventually(page, "document.querySelector('h1').textContent.includes('Parasite')");
    assert.equal(await page.evaluate(written), undefined);
    await click(page, "Note…");
    await page.send("Input.insertText", { text: "Two" });
    await press(page, "Backspace");
    await eventually(page, "document.querySelector('h1').textContent.includes('Oldboy')");
    assert.deepEqual(await page.evaluate(`[${written}, document.activeElement.localName]`), ["One", "body"]);
    await click(page, "Note…");
    await page.send("Input.insertText", { text: "!" }); // at the end of what is there
    fs.writeFileSync(broken, "");
    await window.run("restart");
    await click(page, "Save (Ctrl+Enter)");
    await until(window, () => window.state.errors.length);
    assert.equal(await page.evaluate(written), "One!"); // what is not saved is not lost
    fs.rmSync(broken);
    await click(page, "Save (Ctrl+Enter)");
    await eventually(page, "document.querySelector('#note p')?.textContent === 'One!' && !document.querySelector('textarea')");
    await window.run("detail", "builtin:tt6751668");
    await eventually(page, `${written} === "Two"`);
    await click(page, "Cancel");
    assert.equal(await page.evaluate(written), undefined);
    await click(page, "Note…");
    assert.equal(await page.evaluate(written), "");
    assert.deepEqual(await page.evaluate("violations"), []);
  }),
);

test("in a narrow page all stands at one left edge, and the button that closes the help at the top right", { skip }, () =>
  withBrowser(async (browser) => {
    const page = await openPanel(browser, { id: "builtin:tt0364569", width: 280 });
    await eventually(page, "document.querySelector('h1')?.textContent.includes('Oldboy')");
    await page.evaluate(`globalThis.boxes = (node) => {
      const range = document.createRange();
      range.selectNode(node);
      return [...range.getClientRects()].map(({ left, right, top }) => ({ left, right, top }));
    }`);
    const boxes = (node) => page.evaluate(`boxes(${node})`);
    const title = "[...document.querySelector('h1').childNodes].find(({ data }) => data?.trim())";
    await page.evaluate(`${title}.data = "A long title and so on and so on"`);
    const lines = (await boxes(title)).map(({ left }) => left);
    assert.ok(lines.length > 1);
    const [facts] = await boxes("document.querySelector('.facts')");
    assert.deepEqual([...new Set(lines)], [facts.left]);
    const [name] = await boxes("document.querySelectorAll('#recommendations li button')[1]");
    const directors = (await boxes("document.querySelector('#recommendations .note')")).at(-1);
    assert.ok(directors.top > name.top, "they are in the second line");
    assert.equal(directors.left, name.left);
    await press(page, "?");
    const left = "[...document.querySelectorAll('.status dt')].map((each) => each.getBoundingClientRect().left)";
    assert.equal(new Set(await page.evaluate(left)).size, 1); // one column
    const [[status], [close]] = [await boxes("document.getElementById('status')"), await boxes("document.querySelector('#status > button')")];
    assert.ok(close.top - status.top < 20 && status.right - close.right < 40, JSON.stringify([status, close]));
  }),
);

test("statistics are bars, and a Korean editor has a Korean page", { skip }, () =>
  withBrowser(async (browser) => {
    const env = folders(browser);
    const { library } = client(browser, { env, initialize: { locale: "ko" } });
    await library.logViewing({ id: "builtin:tt0364569", date: "2024-02-29", rating: 8 });
    const window = activate(browser, { env, language: "ko" });
    const page = await openPanel(browser, { window, open: () => window.run("statistics") });
    await eventually(page, "document.querySelector('h1')?.textContent === '통계'");
    assert.match(await text(page), /요일별\s+목요일\s+1[^]*언어별\s+한국어\s+1[^]*감독\s+박찬욱\s+1\s+8\.0/);
    assert.ok((await page.evaluate("document.querySelectorAll('progress').length")) > 5);
    await click(page, "2024");
    await eventually(page, "[...document.querySelectorAll('strong')].some((each) => each.textContent.trim() === '2024')");
    await click(page, "올드보이 (2003)");
    await eventually(page, "document.querySelector('h1')?.textContent.includes('올드보이')");
    assert.match(await text(page), /\+ 볼 영화[^]*내 평점\n8\/10[^]*관람 일기[^]*출연[^]*제작진\s+박찬욱 감독/);
    assert.deepEqual(await page.evaluate("violations"), []);
  }),
);

test("statistics of many months have years, months without viewings, and numbers of the language", { skip }, () =>
  withBrowser(async (browser) => {
    const window = activate(browser);
    await fillLibrary(browser, window.env);
    const page = await openPanel(browser, { window, open: () => window.run("statistics") });
    await eventually(page, "document.querySelector('h1')?.textContent === 'Statistics'");
    const rows = `[...document.querySelector("dl.bars").children].map((each) => each.textContent.trim()).join()`;
    assert.match(await text(page), /Viewings\n1,065\n[^]*Rewatches\n994\n[^]*By year\n/);
    assert.equal(await page.evaluate(rows), "2018,180,2019,165,2020,0,2021,180,2022,180,2023,180,2024,180");
    await click(page, "2019");
    await eventually(page, "document.querySelector('h2').textContent === 'By month'");
    assert.match(await page.evaluate(rows), /^January 2019,15,February 2019,15,March 2019,0,April 2019,15,.*,December 2019,15$/);
    assert.deepEqual(await page.evaluate("violations"), []);
  }),
);

test("two viewings far apart have no months without viewings between them", { skip }, () =>
  withBrowser(async (browser) => {
    const window = activate(browser);
    const { library } = client(browser, { env: window.env });
    for (const date of ["2020-01-31", "2022-11-30"]) await library.logViewing({ id: "builtin:tt0364569", date });
    const page = await openPanel(browser, { window, open: () => window.run("statistics") });
    await eventually(page, "document.querySelector('dl.bars')?.innerText.split(/\\s+/).join() === 'January,2020,1,November,2022,1'");
  }),
);

test("discover asks for genre, years and order; posters come from the cache, and a failed page says why", { skip }, (t) =>
  withBrowser(async (browser) => {
    const file = path.join(folders(t).HOME, "discover.rpc");
    const transcript = fs.readFileSync(path.join(__dirname, "discover.rpc"), "utf8");
    fs.writeFileSync(file, transcript.replaceAll("PICTURE", path.join(root, "media/icon.png")));
    const window = activate(browser, { server: `${process.env.MOVIE_SERVER} replay ${file}` });
    window.state.answers.push(["Drama"], "1990-1999", "Rating");
    await window.run("discover");
    assert.equal(window.state.context["movies.discover"], true);
    const [pick] = window.state.picks;
    await until(window, () => pick.labels.at(-1) === "$(error) x cannot be reached. Check the network.");
    assert.equal(pick.labels[0], "$(star-full) One (1999)");
    assert.equal(pick.title, "Discover: 2+ films");
    const page = await openPanel(browser, { window, open: () => pick.accept() });
    await eventually(page, "document.querySelector('img.poster')?.naturalWidth === 128");
    assert.match(await text(page), /Offline: an earlier result/);
    assert.deepEqual(await page.evaluate("violations"), []);
  }),
);

test("a film of TMDB shows its poster, reviews and people", { skip }, (t) =>
  withBrowser(async (browser) => {
    const upstream = path.join(root, "../../Tests/Upstreams/upstream.py");
    const service = spawn("python3", [upstream, "tmdb"], { stdio: ["pipe", "pipe", "inherit"] });
    browser.after(async () => {
      service.stdin.end();
      await once(service, "close");
    });
    const [line] = await once(service.stdout.setEncoding("utf8"), "data");
    const env = { ...folders(t), TMDB_BASE_URL: line.trim() };
    const secrets = { "movies.key.TMDB_API_KEY": "0123456789abcdef0123456789abcdef" };
    const page = await openPanel(browser, { id: "tmdb:496243", env, secrets });
    await eventually(page, "document.querySelector('img.poster')?.naturalWidth > 0");
    const { state } = page.window;
    state.answers.push("KR");
    await click(page, "Set the Country…");
    await until(page.window, () => state.settings["movies.country"] === "KR");
    await eventually(page, "document.body.innerText.includes('Song Kang-ho')");
    assert.match(await text(page), /Song Kang-ho Character 1[^]*Reviews[^]*TMDB/);
    await click(page, "Song Kang-ho");
    await eventually(page, "document.querySelector('h1').textContent === 'Song Kang-ho'");
    assert.match(await text(page), /Parasite \(2019\)/);
    assert.deepEqual(await page.evaluate("violations"), []);
  }),
);
