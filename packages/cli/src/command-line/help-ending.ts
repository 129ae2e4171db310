import { CATALOGUE, type Entry } from "@llmch/app/catalogue";
import type { Command } from "commander";

const DOCS = "https://github.com/llmch/llmch#readme";
const ANY = ["0 done", "1 it could not be done"];

/** What `llmch` alone prints: which way in is for what. */
export const BEGINNING = `Usage: llmch COMMAND [options]

Compiles a product spec into verified commits: a model drafts, deterministic code decides.

Inside a git repo (llmch init writes its settings):
  llmch build spec.txt              does it all, on a branch of its own
  llmch plan spec.txt --outdir wo   makes orders to read and to edit; then \`llmch run-all\` carries them out
  llmch serve                       for a browser, with a queue of jobs
  llmch mcp                         for a coding agent

If something is missing: llmch doctor
If a run stopped: llmch resume
All commands: llmch --help
All flags of one: llmch COMMAND --help-all
More: ${DOCS}
`;

/** How much help tells: what matters first, or everything. */
export type Extent = "first" | "all";

/** Ends the help of every command with examples, exit codes, and a link to the docs. */
export const endHelp = (program: Command): Command => {
  for (const command of program.commands) {
    endOne(command, command.name());
    for (const part of command.commands) endOne(part, `${command.name()} ${part.name()}`);
  }
  return program.addHelpText(
    "after",
    `
More: ${DOCS}`,
  );
};

/** What no operation says. */
const OWN: Readonly<Record<string, Pick<Entry, "examples" | "exits">>> = {
  serve: {
    examples: ["serve --repo app --repo site", "serve --link"],
    exits: ["0 it was ended by Ctrl-C or SIGTERM; its jobs go on", "1 it cannot serve"],
  },
  submit: {
    examples: ["submit build spec.txt --budget 5", "submit --dedup-key nightly run-all wo"],
    exits: ["0 it is in the queue", "1 it is not"],
  },
};

const endOne = (command: Command, name: string): void => {
  const entry = CATALOGUE.find((each) => each.name === name) ?? OWN[name];
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
