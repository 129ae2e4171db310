import { accepted, type Result, rejected } from "./result.ts";
import { type ShellWord, splitCommand } from "./shell-split.ts";

const OPERATORS: ReadonlySet<string> = new Set(["|", "||", "&&", ";", ">", ">>", "<", "<<"]);

/** The operators of a shell among a command's words, each once. No shell runs it: they would reach the program as arguments. */
export const shellOperators = (words: readonly ShellWord[]): readonly string[] => [
  ...new Set(words.flatMap(({ text, bare }) => (bare && OPERATORS.has(text) ? [text] : []))),
];

/** The argv of a command in the form that an order's commands have (E003, E007). The issue says why it has another one. */
export const commandArgv = (command: string): Result<readonly string[], string> => {
  const words = splitCommand(command);
  if (!words.ok) return words;
  if (words.value.length === 0) return rejected("it has no words");
  const operators = shellOperators(words.value);
  if (operators.length > 0) return rejected(`it has the shell operator ${operators.join(", ")}, and no shell runs it`);
  return accepted(words.value.map(({ text }) => text));
};
