// Node's part of the test: see run.
"use strict";
const { Movies } = require(`${process.env.CLIENTS}/javascript`);
const { participate } = require("./participant");

const movies = new Movies();
void movies.request("favorites").then(() =>
  participate({
    shows: (id) => movies.stars.has(id),
    star: (id) => movies.request("star", { id }),
    onChange: (check) => movies.stars.on("favorites", check),
    end: () => movies.close(),
  }),
);
