"use strict";
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { assert, folders, root } = require("./support");

const manifest = require("../package.json");

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
vsix.extractall(sys.argv[2])
`;
  const out = execFileSync("python3", ["-c", judge, file, path.join(folder, "installed")], { encoding: "utf8" });
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

test("the manifest agrees with the code", () => {
  const { commands, menus, views } = manifest.contributes;
  const nls = require("../package.nls.json");
  const ids = commands.map(({ command }) => command);
  const source = ["extension.js", ...fs.readdirSync(path.join(root, "src")).map((name) => `src/${name}`)]
    .map((name) => fs.readFileSync(path.join(root, name), "utf8")).join("\n"); // prettier-ignore
  for (const { command } of Object.values(menus).flat()) assert.ok(ids.includes(command), command);
  for (const { id } of views.movies) assert.ok(source.includes(`"${id}"`), id);
  for (const [, command] of Object.values(nls).join().matchAll(/command:([\w.]+)/g)) assert.ok(ids.includes(command), command);
  for (const [, key] of JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)) assert.ok(nls[key], key);
  for (const key of Object.keys(nls)) assert.ok(JSON.stringify(manifest).includes(`"%${key}%"`), key);
  for (const [, name] of source.matchAll(/(?:settings|"movies"\))\.get\("([\w.]+)"\)/g)) {
    assert.ok(manifest.contributes.configuration.properties[`movies.${name}`], name);
  }
  assert.equal(manifest.contributes.configuration.properties["movies.server.path"].scope, "machine");
  for (const icon of [manifest.icon, "media/icon.svg"]) assert.ok(fs.existsSync(path.join(root, icon)), icon);
});

test("every command is registered, and the comments' types are right", (t) => {
  const { activate } = require("./support");
  const { state } = activate(t);
  assert.deepEqual([...state.commands.keys()].sort(), manifest.contributes.commands.map(({ command }) => command).sort());
  const { error, status, stdout } = spawnSync("tsc", ["-p", path.join(root, "jsconfig.json")], { encoding: "utf8" });
  if (error) t.diagnostic("tsc is not installed");
  else assert.equal(status, 0, stdout);
});
