// What the clients in JavaScript do in the test: see run.
"use strict";
const ids = process.env.IDS.split("|");
const index = Number(process.env.INDEX);

/** Says which films are shown, and stars its own when it shows those of the clients before it. */
function participate({ shows, star, onChange, end }) {
  const seen = new Set();
  let hasStarred = false;
  const check = () => {
    for (const [number, id] of ids.entries()) {
      if (seen.has(number) || !shows(id)) continue;
      seen.add(number);
      console.log(`shows ${number}`);
    }
    if (seen.size === index && !hasStarred) {
      hasStarred = true;
      console.log("stars");
      void star(ids[index]);
    }
    if (seen.size === ids.length) void end();
  };
  onChange(check);
  console.log("ready");
  check();
}

module.exports = { participate };
