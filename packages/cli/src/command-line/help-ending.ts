import { CATALOGUE } from "@llmch/app/catalogue";
import type { Command } from "commander";

const DOCS = "https://github.com/llmch/llmch#readme";
const ANY = ["0 done", "1 it could not be done"];

/** How much help tells: the commands that one begins with, what matters first, or everything. */
export type Extent = "beginning" | "first" | "all";

/** Ends the help of every command with examples, exit codes, and a link to the docs. */
export const endHelp = (program: Command, extent: Extent): Command => {
  for (const command of program.commands) {
    endOne(command, command.name());
    for (const part of command.commands) endOne(part, `${command.name()} ${part.name()}`);
  }
  const all =
    extent === "beginning" ? ["All commands: llmch --help", "All flags of one: llmch COMMAND --help-all"] : [];
  return program.addHelpText("after", ["", ...all, `More: ${DOCS}`].join("\n"));
};

const endOne = (command: Command, name: string): void => {
  const entry = CATALOGUE.find((each) => each.name === name);
  if (entry === undefined) return;
  const lines = entry.examples.map((line) => `  llmch ${line}`);
  const isShort = command.options.some(({ hidden }) => hidden);
  const rarer = isShort ? [`More flags: llmch ${name} --help-all`, ""] : [];
  const exits = (entry.exits ?? ANY).join(", ");
  command.addHelpText(
    "after",
    ["", ...rarer, "Examples:", ...lines, "", `Exit codes: ${exits}`, `More: ${DOCS}`].join("\n"),
  );
};
