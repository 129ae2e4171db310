import { CATALOGUE } from "@llmch/app/catalogue";
import type { Command } from "commander";

const DOCS = "https://github.com/llmch/llmch#readme";
const ANY = ["0 done", "1 it could not be done"];

/** Ends the help of every command with examples, exit codes, and a link to the docs. */
export const endHelp = (program: Command): Command => {
  for (const command of program.commands) {
    endOne(command, command.name());
    for (const part of command.commands) endOne(part, `${command.name()} ${part.name()}`);
  }
  return program.addHelpText("after", `\nMore: ${DOCS}`);
};

const endOne = (command: Command, name: string): void => {
  const entry = CATALOGUE.find((each) => each.name === name);
  if (entry === undefined) return;
  const lines = entry.examples.map((line) => `  llmch ${line}`);
  const exits = (entry.exits ?? ANY).join(", ");
  command.addHelpText("after", ["", "Examples:", ...lines, "", `Exit codes: ${exits}`, `More: ${DOCS}`].join("\n"));
};
