#!/usr/bin/env node
import { parseArgs } from "node:util";
import { add } from "./commands/add.js";
import { finish } from "./commands/finish.js";
import { goal } from "./commands/goal.js";
import { list } from "./commands/list.js";
import { page } from "./commands/page.js";
import { start } from "./commands/start.js";
import { year } from "./commands/year.js";
import { ShelfError } from "./shelf.js";

const COMMANDS = new Map(Object.entries({ add, list, start, finish, goal, year, page }));

const main = ([name, ...args]) => {
  const command = COMMANDS.get(name);
  if (command === undefined) return refuse(`usage: shelf ${[...COMMANDS.keys()].join("|")} ...`, 2);
  const request = requestOf(command, args);
  if (request === null) return refuse(`usage: shelf ${command.usage}`, 2);
  try {
    process.stdout.write(command.run(request));
  } catch (error) {
    if (!(error instanceof ShelfError)) throw error;
    refuse(`shelf: ${error.message}`, 1);
  }
};

/** What a command is asked to do; null if it is called wrongly. */
const requestOf = ({ words, options, required }, args) => {
  const known = Object.fromEntries(["file", ...options].map((name) => [name, { type: "string" }]));
  try {
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
    if (positionals.length !== words || required.some((name) => values[name] === undefined)) return null;
    return { file: "shelf.txt", ...values, words: positionals };
  } catch {
    return null;
  }
};

const refuse = (line, exitCode) => {
  process.stderr.write(`${line}\n`);
  process.exitCode = exitCode;
};

main(process.argv.slice(2));
