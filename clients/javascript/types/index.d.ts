import { Movies } from "./lib/movies";
import { MovieError } from "./lib/errors";
import { Stars } from "./lib/stars";
import { explain } from "./lib/errors";
import { findCommand } from "./lib/command";
export { Movies, MovieError, Stars, explain, findCommand };
