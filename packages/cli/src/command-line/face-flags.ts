import type { OperationName as Operation } from "@llmch/app/catalogue";
import { Option } from "commander";
import { present } from "./values.ts";

type OperationName = Operation | "mcp" | "acp" | "serve" | "submit" | "worker";

/** The headings of help, and what its flag says. */
export const WHAT = "What to do:";
export const OUTPUT = "Output and help:";
export const HELP = "print this help";

/** Commands whose progress may be drawn live. */
const DRAWN: ReadonlySet<OperationName> = new Set([
  "plan",
  "plan revise",
  "run",
  "run-all",
  "build",
  "land",
  "resume",
  "decide",
  "watch",
]);

/** What each command that asks does with --yes. */
const YES: Partial<Record<OperationName, string>> = {
  run: "start without asking, even on a terminal",
  "run-all": "start without asking, even on a terminal",
  build: "agree beforehand to its scope and to what its orders may do, and start without asking",
  "plan revise": "replace the orders in that folder without asking",
  revise: "accept the revision without asking; `llmch resume` continues with it",
  discard: "do not ask",
  init: "set what was found, and add what .git/info/exclude lacks, without asking",
};

const DIAGNOSTICS = {
  about: "how diagnostics are printed (default: text)",
  words: ["text", "json", "sarif", "github"],
};
const FORMATS: Partial<Record<OperationName, { readonly about: string; readonly words: readonly string[] }>> = {
  plan: DIAGNOSTICS,
  check: DIAGNOSTICS,
  graph: { about: "how to print it (default: text)", words: ["text", "mermaid", "dot", "json", "svg"] },
};

/** The flags that only the command line has: how an operation is shown, and whether it asks. */
export const faceFlags = (name: OperationName, isShort: boolean): readonly Option[] => {
  const { [name]: yes } = YES;
  const { [name]: format } = FORMATS;
  return [
    ...(name === "submit"
      ? [dataFlag(), databaseFlag(), new Option("--dedup-key <key>", KEY).argParser(present).helpGroup(WHAT)]
      : []),
    ...(yes === undefined ? [] : [new Option("--yes", yes).default(false)]),
    ...(format === undefined ? [] : [new Option("--format <format>", format.about).choices(format.words)]),
    ...(DRAWN.has(name)
      ? [
          new Option("--renderer <renderer>", "how progress is shown; `auto` is live on a terminal, else a log")
            .choices(["auto", "live", "log", "json"])
            .default("auto")
            .hideHelp(isShort),
        ]
      : []),
    new Option("--json", "one JSON document on stdout, everything else on stderr").default(false),
    new Option("--quiet", "print the verdict and errors alone").default(false).hideHelp(isShort),
    new Option("--verbose", "say more, and show stack traces of our own faults").default(false).hideHelp(isShort),
    new Option("--no-color", "no colours (also NO_COLOR)").hideHelp(isShort),
    new Option("--help-all", "every flag, also those that are seldom needed").default(false),
  ];
};

/** Which server. */
export const dataFlag = (): Option =>
  new Option("--data <dir>", "the server's folder, with its queue (default: $XDG_STATE_HOME/llmch/serve)")
    .argParser(present)
    .helpGroup(WHAT);

/** The queue of many machines. */
export const databaseFlag = (): Option =>
  new Option("--database <url>", "a queue on PostgreSQL, without its password (default: $LLMCH_DATABASE_URL, if set)")
    .argParser(present)
    .helpGroup(WHAT);

const KEY = "while a job with this key has not ended, name that one, and make no other";
