import { accepted, type Result, rejected } from "./result.ts";
import { type ShellWord, splitCommand } from "./shell-split.ts";

/** The words that only a shell acts on (E003). */
export const SHELL_OPERATORS: ReadonlySet<string> = new Set(["|", "||", "&&", ";", ">", ">>", "<", "<<"]);

/** The shell operators among a command's words, each once. There is no shell: the program would receive them as arguments. */
export const shellOperators = (words: readonly ShellWord[]): readonly string[] => [
  ...new Set(words.flatMap(({ text, bare }) => (bare && SHELL_OPERATORS.has(text) ? [text] : []))),
];

/** The argv of a command that is valid in an order (E003, E007). The issue says why it is not valid. */
export const commandArgv = (command: string): Result<readonly string[], string> => {
  const words = splitCommand(command);
  if (!words.ok) return words;
  if (words.value.length === 0) return rejected("it has no words");
  const operators = shellOperators(words.value);
  if (operators.length > 0) return rejected(`it has the shell operator ${operators.join(", ")}, and no shell runs it`);
  return accepted(words.value.map(({ text }) => text));
};
