import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { holds, writeTree } from "./trees.mjs";

/**
 * A command of a plan as it is reported: its order, its place there from 1, and whether it is hidden.
 * @typedef {{ order: string, place: number, hidden: boolean, words: readonly string[] }} Command
 */

/**
 * The files with one fault in them. Throws if the text to replace does not stand in the file exactly once.
 * @param {import("./corpus.mjs").GoodPlan} plan
 * @param {import("./corpus.mjs").CodeFault} fault
 */
export const faultyProduct = ({ name, product }, fault) => {
  const text = product[fault.file] ?? "";
  const parts = text.split(fault.find);
  if (parts.length !== 2)
    throw new Error(`${name}: "${fault.name}" applies ${parts.length - 1} times to ${fault.file}`);
  return { ...product, [fault.file]: parts.join(fault.replace) };
};

/**
 * The acceptance commands of a plan; those of the orders that write the file come first, since they are the likeliest to fail.
 * @param {import("./corpus.mjs").GoodPlan} plan
 * @param {{ acceptanceOf: Function, commandWords: Function }} sources those of the contract
 * @param {string} [file]
 * @returns {readonly Command[]}
 */
export const commandsOf = ({ manifest }, { acceptanceOf, commandWords }, file) => {
  const concerns = (/** @type {any} */ order) => Number(order.allowed_files.includes(file));
  return manifest.work_orders
    .toSorted((/** @type {any} */ one, /** @type {any} */ other) => concerns(other) - concerns(one))
    .flatMap((/** @type {any} */ order) =>
      acceptanceOf(order).map((/** @type {any} */ { command, hidden }, /** @type {number} */ index) => ({
        order: order.id,
        place: index + 1,
        hidden,
        words: commandWords(command).value,
      })),
    );
};

/**
 * The first of the commands that fails on the files, or null.
 * @param {Readonly<Record<string, string>>} files
 * @param {readonly Command[]} commands
 */
export const firstFailing = async (files, commands) => {
  const folder = mkdtempSync(join(tmpdir(), "llmch-plan-faults-"));
  try {
    writeTree(folder, files);
    for (const command of commands) if (!(await holds(command.words, folder))) return command;
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
