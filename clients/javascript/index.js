"use strict";
const { Movies } = require("./lib/movies");
const { MovieError, explain } = require("./lib/errors");
const { Stars } = require("./lib/stars");
const { findCommand } = require("./lib/command");
const { count, nothingFound, titleWithYear } = require("./lib/words");

module.exports = { Movies, MovieError, Stars, explain, findCommand, count, nothingFound, titleWithYear };
