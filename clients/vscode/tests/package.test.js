"use strict";
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { assert, folders, root } = require("./support");

const manifest = require("../package.json");
const repository = manifest.repository.url.replace(/\.git$/, "");

test("the package is a zip file that has all that the extension needs, and XML that names what is there", (t) => {
  const folder = folders(t).HOME;
  const file = path.join(folder, "movies.vsix");
  execFileSync(path.join(root, "package"), [file]);
  // Python's zip and XML readers judge what Node has written.
  const judge = `
import re, sys, zipfile, xml.dom.minidom as xml
vsix = zipfile.ZipFile(sys.argv[1])
assert vsix.testzip() is None
names = vsix.namelist()
about = xml.parseString(vsix.read("extension.vsixmanifest"))
for asset in about.getElementsByTagName("Asset"):
    assert asset.getAttribute("Path") in names, asset.getAttribute("Path")
identity = about.getElementsByTagName("Identity")[0]
assert about.getElementsByTagName("GalleryFlags")[0].firstChild.data == "Public"
properties = {each.getAttribute("Id").partition("Services.")[2]: each.getAttribute("Value") for each in about.getElementsByTagName("Property")}
assert properties["GitHubFlavoredMarkdown"] == "true" and properties["Content.Pricing"] == "Free", properties
print(*(identity.getAttribute(name) for name in ("Publisher", "Id", "Version")))
types = xml.parseString(vsix.read("[Content_Types].xml"))
known = {each.getAttribute("Extension") for each in types.getElementsByTagName("Default")}
parts = {each.getAttribute("PartName") for each in types.getElementsByTagName("Override")}
for name in names[2:]:
    assert "." + name.rpartition(".")[2] in known or "/" + name in parts, name
for picture in ["picture.png", "package.nls.ko.json", "l10n/bundle.l10n.ko.json", "CHANGELOG.md"]:
    assert "extension/" + picture in names, picture
readme = vsix.read("extension/README.md").decode()
links = re.findall(r"\]\\(([^)]*)\\)", readme)
assert len(links) > 2 and all(link.startswith("https://") for link in links), links
install = readme[readme.index("## Install"):readme.index("## Use")]
assert sys.argv[3] + "/blob/HEAD/README.md#install" in install and sys.argv[3] + "/blob/HEAD/clients/vscode/install)" in install, install
assert "extension/CONTRIBUTING.md" not in names
vsix.extractall(sys.argv[2])
`;
  const out = execFileSync("python3", ["-c", judge, file, path.join(folder, "installed"), repository], { encoding: "utf8" });
  assert.equal(out.trim(), `${manifest.publisher} ${manifest.name} ${manifest.version}`);
  // The extension loads from the package alone.
  const code = `
    const Module = require("node:module"), resolve = Module._resolveFilename;
    Module._resolveFilename = (name, ...rest) => name === "vscode" ? ${JSON.stringify(path.join(__dirname, "vscode.js"))} : resolve.call(Module, name, ...rest);
    const { activate, deactivate } = require(process.argv[1]);
    console.log(typeof activate, typeof deactivate);`;
  const main = path.join(folder, "installed/extension", manifest.main);
  assert.equal(execFileSync(process.execPath, ["-e", code, main], { encoding: "utf8" }), "function function\n");
  const again = path.join(folder, "again.vsix");
  execFileSync(path.join(root, "package"), [again]);
  assert.deepEqual(fs.readFileSync(file), fs.readFileSync(again));
});

test("one command packs and installs the extension, or says what is missing", (t) => {
  const folder = folders(t).HOME;
  const options = { recursive: true, verbatimSymlinks: true, filter: (name) => !name.endsWith(".vsix") };
  for (const name of ["vscode", "javascript"]) fs.cpSync(path.join(root, "..", name), path.join(folder, "clone/clients", name), options);
  const clone = fs.realpathSync(path.join(folder, "clone"));
  const bin = path.join(folder, "bin");
  fs.mkdirSync(bin);
  for (const name of ["dirname", "env"]) fs.symlinkSync(execFileSync("which", [name], { encoding: "utf8" }).trim(), path.join(bin, name));
  const install = (more) => {
    const env = { HOME: folders(t).HOME, PATH: bin, ...more };
    const { status, stdout, stderr } = spawnSync(path.join(clone, "clients/vscode/install"), { env, encoding: "utf8" });
    return { status, out: stdout, error: stderr };
  };
  const { MOVIE_SERVER } = process.env;
  const noNode = install({ MOVIE_SERVER });
  assert.deepEqual(noNode, { status: 1, out: "", error: "Node, which packs the extension, was not found. Get it at https://nodejs.org.\n" });
  fs.symlinkSync(process.execPath, path.join(bin, "node"));
  const noServer = install({});
  const missing = "movie-server was not found. Install it, or set MOVIE_SERVER to its path.";
  assert.deepEqual([noServer.status, noServer.out], [1, ""]);
  const advice = "In a clone, Sources/install ~/.local builds it. Its folder, such as ~/.local/bin, must be on PATH.";
  assert.equal(noServer.error, `${missing}\n${advice}\n`);
  const file = path.join(clone, "clients/vscode/movies.vsix");
  assert.equal(fs.existsSync(file), false);

  const noEditor = install({ MOVIE_SERVER });
  assert.deepEqual([noEditor.status, noEditor.error], [0, ""]);
  assert.ok(noEditor.out.includes(file) && noEditor.out.includes("Install from VSIX…"), noEditor.out);
  assert.equal(fs.readFileSync(file).toString("latin1", 0, 2), "PK");
  fs.rmSync(file);

  const code = (status) => fs.writeFileSync(path.join(bin, "code"), `#!/bin/sh\nprintf '%s\\n' "$@" >"$0.arguments"\nexit ${status}\n`, { mode: 0o755 });
  code(3);
  assert.equal(install({ MOVIE_SERVER }).status, 3);
  code(0);
  const done = install({ MOVIE_SERVER });
  assert.deepEqual([done.status, done.error], [0, ""]);
  const given = fs.readFileSync(path.join(bin, "code.arguments"), "utf8").trim().split("\n");
  assert.deepEqual(given, ["--install-extension", file, "--force"]);
  assert.equal(fs.readFileSync(given[1]).toString("latin1", 0, 2), "PK");
});

test("the manifest agrees with the code", () => {
  const { commands, menus, views } = manifest.contributes;
  const nls = require("../package.nls.json");
  const ko = require("../package.nls.ko.json");
  const ids = commands.map(({ command }) => command);
  const source = ["extension.js", ...fs.readdirSync(path.join(root, "src")).map((name) => `src/${name}`)]
    .map((name) => fs.readFileSync(path.join(root, name), "utf8")).join("\n"); // prettier-ignore
  for (const { command } of Object.values(menus).flat()) assert.ok(ids.includes(command), command);
  for (const { id } of views.movies) assert.ok(source.includes(`"${id}"`), id);
  assert.equal(views.movies.find(({ id }) => id === "movies.home").when, "!movies.noHome"); // for a catalog without it
  const linked = [...Object.values(nls).join().matchAll(/command:([\w.]+)/g)].map(([, command]) => command);
  for (const command of linked) assert.ok(ids.includes(command) || command.startsWith("workbench."), command);
  for (const [, key] of JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)) assert.ok(nls[key] && ko[key], key);
  assert.deepEqual(Object.keys(ko), Object.keys(nls));
  assert.deepEqual(Object.keys(nls).filter((key) => ko[key] === nls[key]), []); // all is translated
  for (const key of Object.keys(nls)) assert.ok(JSON.stringify(manifest).includes(`"%${key}%"`), key);
  for (const [, name] of source.matchAll(/(?:settings|"movies"\))\.get\("([\w.]+)"\)/g)) {
    assert.ok(manifest.contributes.configuration.properties[`movies.${name}`], name);
  }
  assert.equal(manifest.contributes.configuration.properties["movies.server.path"].scope, "machine");
  for (const icon of [manifest.icon, "media/icon.svg"]) assert.ok(fs.existsSync(path.join(root, icon)), icon);
});

test("the walkthrough and the welcome views lead to the installation of the server", () => {
  const [step] = manifest.contributes.walkthroughs[0].steps;
  const missing = manifest.contributes.viewsWelcome.filter(({ when }) => when === "movies.state == missing");
  assert.deepEqual(missing.map(({ view }) => view), manifest.contributes.views.movies.map(({ id }) => id));
  for (const words of [require("../package.nls.json"), require("../package.nls.ko.json")]) {
    for (const text of [step.description, ...missing.map(({ contents }) => contents)]) {
      assert.match(words[text.slice(1, -1)], new RegExp(`Sources/install ~/\\.local[^]*\\n\\[.+\\]\\(${repository}#install\\)\\n`));
    }
  }
  assert.match(fs.readFileSync(path.join(root, "../../README.md"), "utf8"), /^## Install$/m);
});

test("the manifest has what the marketplace asks for", () => {
  const { name, publisher, version, icon, license, engines, categories, keywords, homepage, bugs, activationEvents } = manifest;
  for (const each of [name, publisher]) assert.match(each, /^[a-z0-9][a-z0-9-]*$/);
  assert.match(version, /^\d+\.\d+\.\d+$/);
  const picture = fs.readFileSync(path.join(root, icon)); // a PNG of at least 128 pixels
  assert.equal(picture.toString("latin1", 1, 4), "PNG");
  assert.ok(picture.readUInt32BE(16) >= 128 && picture.readUInt32BE(20) >= 128);
  assert.equal(license, "MIT");
  assert.match(fs.readFileSync(path.join(root, "LICENSE"), "utf8"), /^MIT License/);
  assert.match(engines.vscode, /^\^1\.\d+\.0$/);
  assert.deepEqual(categories, ["Other"]);
  assert.ok(keywords.length > 0 && keywords.length <= 30);
  for (const url of [repository, homepage, bugs.url]) assert.ok(url.startsWith("https://github.com/movie-server/movie-server"), url);
  // The editor knows itself when a command or a view needs the extension.
  assert.deepEqual(activationEvents.filter((event) => /^on(Command|View):/.test(event)), []);
  const bundles = fs.readdirSync(path.join(root, manifest.l10n));
  const names = fs.readdirSync(root).filter((file) => /^package\.nls\..+\.json$/.test(file));
  assert.deepEqual(bundles, names.map((file) => file.replace("package.nls", "bundle.l10n")));
  assert.ok(!manifest.dependencies && !manifest.scripts);
});

test("every command is registered", (t) => {
  const { activate } = require("./support");
  const { state } = activate(t);
  assert.deepEqual([...state.commands.keys()].sort(), manifest.contributes.commands.map(({ command }) => command).sort());
});

test("the comments' types are right", (t) => {
  const { error, status, stdout } = spawnSync("tsc", ["-p", path.join(root, "jsconfig.json")], { encoding: "utf8" });
  if (error) return t.skip("tsc is not installed");
  // A clone in which Tests/setup has not run lacks them: that says nothing about the code.
  if (stdout.includes("TS2688")) return t.skip("the types of Node are missing: run Tests/setup --tests");
  assert.equal(status, 0, stdout);
});
