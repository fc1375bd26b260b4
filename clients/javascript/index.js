"use strict";
const { Movies } = require("./lib/movies");
const { MovieError, explain } = require("./lib/errors");
const { Stars } = require("./lib/stars");
const { findCommand } = require("./lib/command");
const { Library } = require("./lib/library");
const { count, markOf, nothingFound, titleWithYear } = require("./lib/words");

module.exports = { Movies, MovieError, Stars, Library, explain, findCommand, count, markOf, nothingFound, titleWithYear };
