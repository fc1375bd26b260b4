"use strict";
const assert = require("node:assert/strict");
const test = require("node:test");
const { replay, until } = require("./support");

test("stars follow a replaced file, a lost notification and a gap, for all ids of a film", async (t) => {
  const movies = replay(t, "favorites.rpc");
  const { stars } = movies;
  const history = [];
  stars.on("change", (ids) => history.push([...ids].map((id) => `${stars.has(id) ? "+" : "-"}${id}`).sort().join(" ")));
  await movies.request("detail", { id: "x:1" });
  assert.equal(stars.has("x:1"), true);
  await until(() => history.length === 5, [stars, "change"]);
  assert.deepEqual(history, ["+x:2 +y:2", "+x:3 +x:4 -x:1", "-x:2 -y:2", "+x:1", "-x:1"]);
  assert.deepEqual(["x:3", "x:4", "x:1", "x:2"].filter((id) => stars.has(id)), ["x:3", "x:4"]);
});
