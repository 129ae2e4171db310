import { CATALOGUE, insteadOf, type OperationName } from "@llmch/app/catalogue";
import { type Refusal, refusal } from "@llmch/text";
import { type Command, CommanderError } from "commander";
import type { Invocation, Serving } from "../options.ts";
import { BEGINNING } from "./help-ending.ts";
import { buildProgram } from "./program.ts";

export type ParsedCommandLine =
  | { readonly kind: "invocation"; readonly invocation: Invocation }
  | { readonly kind: "serving"; readonly serving: Serving }
  /** Requested text: help, or the version. */
  | Text
  | { readonly kind: "usage"; readonly command: OperationName | null; readonly refusal: Refusal };

interface Text {
  readonly kind: "text" | "version";
  readonly text: string;
}

/** Parses a command line (contract §1). Prints nothing and never ends the process. */
export const parseCommandLine = async (argv: readonly string[], version: string): Promise<ParsedCommandLine> => {
  let asked: Invocation | Serving | null = null;
  let text = "";
  const take = (understood: Invocation | Serving) => {
    asked = understood;
  };
  const given = commonFlagsLast(argv.filter((argument) => argument !== "--"));
  if (given.length === 0) return { kind: "text", text: BEGINNING };
  const takesSettings =
    given[0] === "submit" ||
    CATALOGUE.some(({ name, settings }) => settings.length > 0 && name.split(" ")[0] === given[0]);
  const settings = takesSettings ? (await import("./setting-flags.ts")).SETTING_FLAGS : null;
  const extent = asksForShortHelp(given) ? "first" : "all";
  const program = buildProgram(
    version,
    take,
    settings,
    extent,
    given.find((word) => word !== "help"),
  );
  const words = withoutIdleHelp(
    program,
    given.map((word) => (word === "--help-all" ? "--help" : word)),
  );
  for (const command of withSubcommands(program)) {
    command.exitOverride().configureOutput({
      writeOut: (part) => {
        text += part;
      },
      writeErr: () => {},
      outputError: () => {},
    });
  }
  const name = calledCommand(program, words);
  try {
    program.parse(words, { from: "user" });
  } catch (error) {
    // Ignore the error's exit code: for `help`, commander takes it from process.exitCode.
    if (error instanceof CommanderError && text !== "")
      return { kind: error.code === "commander.version" ? "version" : "text", text };
    if (error instanceof CommanderError && error.code === "commander.help") return usage(name, NO_COMMAND);
    if (error instanceof CommanderError) return usage(name, error.message);
    throw error;
  }
  return asked === null ? usage(name, NO_COMMAND) : understoodAs(asked);
};

const understoodAs = (asked: Invocation | Serving): ParsedCommandLine =>
  "operation" in asked ? { kind: "invocation", invocation: asked } : { kind: "serving", serving: asked };

/** Commander suggests no flag that its help hides, so only the short help hides any. */
const asksForShortHelp = (words: readonly string[]): boolean =>
  words[0] === "help" || words.includes("--help") || words.includes("-h");

/** Whether a command line that could not be parsed asks for a JSON document. */
export const asksForDocument = (argv: readonly string[]): boolean =>
  argv.includes("--json") || gives(argv, "--format", "json");

/** Whether a command line, valid or not, gives an option this value. */
export const gives = (argv: readonly string[], option: string, value: string): boolean =>
  argv.some(
    (argument, index) => argument === `${option}=${value}` || (argument === value && argv[index - 1] === option),
  );

const NO_COMMAND = "no command is given";

/** `help nope` is refused as `nope` is: commander would print the help of all commands as if nothing were named. */
const withoutIdleHelp = (program: Command, words: readonly string[]): readonly string[] => {
  const [first, named = "help"] = words;
  const isKnown = named === "help" || named.startsWith("-") || program.commands.some((each) => each.name() === named);
  return first === "help" && !isKnown ? words.slice(1) : words;
};

/** Moves leading common flags behind the command's name, as in `llmch --json run …` and `llmch plan --json show`. */
const commonFlagsLast = (argv: readonly string[]): string[] => {
  const [command, ...rest] = leadingFlagsLast(argv);
  return command === undefined ? [] : [command, ...leadingFlagsLast(rest)];
};

const leadingFlagsLast = (argv: readonly string[]): readonly string[] => {
  const flags = ["--verbose", "--quiet", "--no-color", "--json"];
  const first = argv.findIndex((argument) => !flags.includes(argument));
  return first < 1 ? argv : [...argv.slice(first), ...argv.slice(0, first)];
};

const withSubcommands = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

/** The name of the command that is called, such as `plan show`; null if there is none. */
const calledCommand = (program: Command, words: readonly string[]): string | null => {
  const [command] = words.flatMap((word) => program.commands.find((each) => each.name() === word) ?? []);
  const next = words[words.indexOf(command?.name() ?? "") + 1];
  const part = command?.commands.find((each) => each.name() === next);
  return command === undefined
    ? null
    : [command, ...(part === undefined ? [] : [part])].map((each) => each.name()).join(" ");
};

const usage = (name: string | null, message: string): ParsedCommandLine => {
  const command = CATALOGUE.find((known) => known.name === name)?.name ?? null;
  const sentence = message
    .replace(/^error: /, "")
    .replace(/\s+/g, " ")
    .replace(/\.? ?$/, "");
  const flag = /^unknown option '([^'=]+)/.exec(sentence)?.[1] ?? "";
  const unknown = /^unknown command '([^']+)/.exec(sentence)?.[1] ?? "";
  const instead = insteadOf(flag || unknown, name);
  if (instead !== null)
    return { kind: "usage", command, refusal: refusal("usage", `there is no ${flag || unknown} any more`, instead) };
  if (Object.hasOwn(MEANT, unknown))
    return {
      kind: "usage",
      command,
      refusal: refusal("usage", `there is no command ${unknown}`, MEANT[unknown] ?? ""),
    };
  const help = name === null ? "llmch --help" : `llmch ${name} --help`;
  return {
    kind: "usage",
    command,
    refusal: refusal("usage", `${sentence}${hintTo(command, flag)}`, `see \`${help}\``),
  };
};

/** What other tools' commands are called here. */
const MEANT: Readonly<Record<string, string>> = {
  apply: "`llmch run-all` carries a plan out, `llmch run` one order",
  status: "`llmch runs` lists runs, `llmch show` tells of one",
  list: "`llmch runs` lists runs",
  undo: "`llmch discard` removes a run's branch; nothing else was changed",
  merge: "git does that: `git merge BRANCH`, with the branch that `llmch show` names",
};

const FACTORY_NAMES = { "--temperature": "--llm-temperature" };
/** Flags as another role's command names them; commander suggests none that is so different. */
const OTHER_NAMES: Partial<Record<OperationName, Readonly<Record<string, string>>>> = {
  plan: { "--llm-model": "--model" },
  "plan revise": { "--llm-model": "--model" },
  ask: FACTORY_NAMES,
  run: FACTORY_NAMES,
  "run-all": FACTORY_NAMES,
  build: FACTORY_NAMES,
};

const hintTo = (command: OperationName | null, unknown: string): string => {
  const names = command === null ? undefined : OTHER_NAMES[command];
  return names !== undefined && Object.hasOwn(names, unknown) ? ` (Did you mean ${names[unknown]}?)` : "";
};
