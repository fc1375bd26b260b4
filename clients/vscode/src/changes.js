"use strict";
const vscode = require("vscode");
const { Library } = require("../client");
const { showProgress } = require("./server");
const { t, withoutLinks } = require("./words");

/** @typedef {[method: any, params: any, before?: any]} Change the arguments of `Library.change` */
/** @typedef {(() => Promise<void>)[]} Step what undoes a change of the user, in this order */

/** The changes that the user has made in this window, the last of which can be undone. */
class Changes {
  /** @type {Step[]} */
  #steps = [];
  #library;
  /** @type {Promise<unknown>} */
  #previous = Promise.resolve();

  /** @param {import("./server").Server} server */
  constructor(server) {
    // A change is undone by the server that runs then, which may be another than the one that has made it.
    this.#library = new Library(/** @type {any} */ ({ request: (method, params) => server.request(method, params) }));
  }

  /**
   * Changes what is kept about films, one after the other, as one step. Says so, and offers to undo it.
   * @param {Change[]} changes
   * @param {string} sentence what has happened
   */
  run(changes, sentence) {
    sentence = withoutLinks(sentence);
    return this.#inOrder(async () => {
      /** @type {Step} */
      const step = [];
      try {
        for (const change of changes) {
          const { undo } = await this.#library.change(...change);
          if (undo) step.unshift(undo);
        }
      } finally {
        if (step.length) this.#steps.push(step);
      }
      if (!step.length) return void vscode.window.showInformationMessage(t("Nothing has changed."));
      step.push(async () => void vscode.window.showInformationMessage(t("Undone: {change}", { change: sentence })));
      const undo = () => vscode.commands.executeCommand("movies.undo", step); // which shows an error
      void vscode.window.showInformationMessage(sentence, t("Undo")).then((pressed) => pressed && undo());
    });
  }

  /** Undoes a step, or else the last one. @param {Step} [chosen] */
  undo(chosen) {
    return this.#inOrder(async () => {
      const step = chosen ?? this.#steps.at(-1);
      if (!step || !this.#steps.includes(step)) return void vscode.window.showInformationMessage(t("There is nothing to undo."));
      for (const undo of step) await undo();
      this.#steps = this.#steps.filter((each) => each !== step);
    });
  }

  /** After an import, which cannot be undone, earlier changes are not undone either. */
  forget() {
    this.#steps = [];
  }

  /** Does one thing after the other: what is undone depends on what was done before. @param {() => Promise<void>} work */
  #inOrder(work) {
    const done = this.#previous.then(work);
    this.#previous = done.catch(() => {});
    showProgress(this.#previous);
    return done;
  }
}

module.exports = { Changes };
