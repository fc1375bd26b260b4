"use strict";
const vscode = require("vscode");
const { t } = require("./words");

/** How many changes can be undone. */
const LIMIT = 100;

/** @typedef {[method: any, params: any, before?: any]} Change the arguments of `Library.change` */

/** The changes that the user has made in this window, the last of which can be undone. */
class Changes {
  /** @type {(() => Promise<void>)[][]} */
  #steps = [];
  #server;

  /** @param {import("./server").Server} server */
  constructor(server) {
    this.#server = server;
  }

  /**
   * Changes what is kept about films, one after the other, as one step. Says so, and offers to undo it.
   * @param {Change[]} changes
   * @param {string} [sentence] what has happened; nothing for a change that shows at once where it is made
   */
  async run(changes, sentence) {
    const { library } = await this.#server.start();
    /** @type {(() => Promise<void>)[]} */
    const step = [];
    try {
      for (const change of changes) {
        const { undo } = await library.change(...change);
        if (undo) step.unshift(undo);
      }
    } finally {
      if (step.length) this.#steps = [...this.#steps, step].slice(-LIMIT);
    }
    if (!step.length || !sentence) return;
    const button = t("Undo");
    void vscode.window.showInformationMessage(sentence, button).then((pressed) => pressed === button && this.undo(step));
  }

  /** Undoes a step, or else the last one. */
  async undo(step = this.#steps.at(-1)) {
    if (!step || !this.#steps.includes(step)) return void vscode.window.showInformationMessage(t("There is nothing to undo."));
    this.#steps = this.#steps.filter((each) => each !== step);
    try {
      for (const undo of step) await undo();
    } catch (error) {
      await this.#server.show(error);
    }
  }
}

module.exports = { Changes };
