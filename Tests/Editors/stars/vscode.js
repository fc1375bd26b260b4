// VS Code's part of the test, on the stub of its API: see run.
"use strict";
const { activate } = require(`${process.env.CLIENTS}/vscode/tests/support`);
const { participate } = require("./participant");

const cleanups = [];
const window = activate({ after: (cleanup) => cleanups.push(cleanup) }, { env: {} });
const view = window.state.views["movies.favorites"];
void view.show().then(() =>
  participate({
    shows: (id) => view.rows.some(({ node }) => node.movie.id === id),
    star: (id) => window.run("star", id),
    onChange: (check) => window.state.happened.event(check),
    end: async () => {
      for (const cleanup of cleanups) await cleanup();
    },
  }),
);
