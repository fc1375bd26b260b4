import { Movies } from "./lib/movies";
import { MovieError } from "./lib/errors";
import { Stars } from "./lib/stars";
import { explain } from "./lib/errors";
import { findCommand } from "./lib/command";
import { count } from "./lib/words";
import { nothingFound } from "./lib/words";
import { titleWithYear } from "./lib/words";
export { Movies, MovieError, Stars, explain, findCommand, count, nothingFound, titleWithYear };
