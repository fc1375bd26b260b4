"use strict";
const { Replica } = require("./replica");

/**
 * Which movies are favorites, according to all results and notifications. Emits `change` with the ids of the movies whose
 * star has changed, whoever has changed it, and `favorites` when the list of favorites has changed in any way.
 * @extends {Replica<boolean, "favorites">}
 */
class Stars extends Replica {
  /** @param {import("./movies").Movies} movies */
  constructor(movies) {
    const valueOf = (/** @type {import("./replica").Film} */ { isFavorite }) => isFavorite;
    super(movies, { topic: "favorites", notification: "favoritesChanged", nothing: false, valueOf });
  }

  /** @param {string} id */
  has(id) {
    return this.valueFor(id);
  }
}

module.exports = { Stars };
