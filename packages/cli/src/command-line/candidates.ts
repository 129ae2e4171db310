import type { Argument, Command, Option } from "commander";

/** A word that can come next, and its meaning. */
export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** What can come next on a command line: words, names that the caller looks up, or paths. */
export interface Candidates {
  readonly words: readonly Candidate[];
  readonly names: "runs" | "topics" | "schemas" | "settings" | "kinds" | "executors" | null;
  readonly paths: "files" | "folders" | null;
}

/**
 * What can complete the last word. Pure: `llmch complete` looks up the names.
 * @param program all commands and flags
 * @param words the words typed after `llmch`; the last may be empty or incomplete
 */
export const candidatesFor = (program: Command, words: readonly string[]): Candidates => {
  const typed = words.at(-1) ?? "";
  const { command, values, pending } = readWords(program, words.slice(0, -1));
  if (pending !== null) return placeholder(pending);
  const [flag, value] = splitFlag(typed);
  const given = value === null ? undefined : optionNamed(command, flag);
  if (given !== undefined) return placeholder(given);
  if (typed.startsWith("-")) return only(flagsOf(command, words));
  // `help` is none of the commands that were added.
  const known = command === program ? command.createHelp().visibleCommands(command) : command.commands;
  const subcommands = known.map((each) => ({ value: each.name(), about: each.description() }));
  const argument = command.registeredArguments[values];
  const own = argument === undefined ? NONE : placeholder(argument);
  const isHelped = words[0] === "help" && words.length === 2;
  return values > 0 && !isHelped ? own : { ...own, words: [...subcommands, ...own.words] };
};

/** Rejoins words as they were typed: bash splits `--format=json` into three. */
export const rejoined = (words: readonly string[]): readonly string[] => {
  const joined: string[] = [];
  for (const [index, word] of words.entries()) {
    const last = joined.at(-1);
    const isGlued = (word === "=" || words[index - 1] === "=") && last?.startsWith("--");
    if (isGlued) joined[joined.length - 1] = `${last}${word}`;
    else joined.push(word);
  }
  return joined;
};

/** The value typed for a flag, as a separate word or after a `=`; undefined if there is none. The last one counts. */
export const valueGiven = (words: readonly string[], flag: string): string | undefined => {
  const before = words.slice(0, -1);
  const at = before.findLastIndex((word) => splitFlag(word)[0] === flag);
  return at < 0 ? undefined : (splitFlag(before[at] ?? "")[1] ?? before[at + 1]);
};

const NONE: Candidates = { words: [], names: null, paths: null };
const only = (words: readonly Candidate[]): Candidates => ({ ...NONE, words });

/** The command that the words select, how many of its arguments they give, and the flag whose value comes next. */
const readWords = (program: Command, words: readonly string[]) => {
  let [command, values]: [Command, number] = [program, 0];
  let pending: Option | null = null;
  for (const word of words) {
    if (pending !== null) {
      pending = null;
    } else if (word.startsWith("-")) {
      const option: Option | undefined = optionNamed(command, word);
      pending = option !== undefined && takesValue(option) ? option : null;
    } else {
      const next: Command | undefined = values > 0 ? undefined : command.commands.find((each) => each.name() === word);
      [command, values] = next === undefined ? [command, values + 1] : [next, 0];
    }
  }
  return { command, values, pending };
};

const takesValue = ({ required, optional }: Option): boolean => required || optional;

const splitFlag = (word: string): readonly [string, string | null] => {
  const at = word.startsWith("--") ? word.indexOf("=") : -1;
  return at < 0 ? [word, null] : [word.slice(0, at), word.slice(at + 1)];
};

const optionNamed = (command: Command, flag: string): Option | undefined =>
  command
    .createHelp()
    .visibleOptions(command)
    .find(({ long, short }) => long === flag || short === flag);

/** The flags of a command that are not given yet. */
const flagsOf = (command: Command, words: readonly string[]): readonly Candidate[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) =>
      long && !words.slice(0, -1).some((word) => splitFlag(word)[0] === long)
        ? [{ value: long, about: description }]
        : [],
    );

/** What a value may be, from its choices or from the name in its placeholder. */
const placeholder = (named: Argument | Option): Candidates => {
  const choices = named.argChoices ?? [];
  if (choices.length > 0) return only(choices.map((value) => ({ value, about: "" })));
  const name = "flags" in named ? named.flags.replace(/^[^<[]*/, "") : named.name();
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? NONE;
};

const KINDS: readonly (readonly [RegExp, Candidates])[] = [
  [/\bdir\b/, { ...NONE, paths: "folders" }],
  [/\b(file|spec|target|path)\b/, { ...NONE, paths: "files" }],
  [/\brun\b/, { ...NONE, names: "runs" }],
  [/\bcode\b/, { ...NONE, names: "topics" }],
  [/\bschema\b/, { ...NONE, names: "schemas" }],
  [/\bsetting\b/, { ...NONE, names: "settings" }],
  [/\bkinds\b/, { ...NONE, names: "kinds" }],
  [/\bexecutor\b/, { ...NONE, names: "executors" }],
];
