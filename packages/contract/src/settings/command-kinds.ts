import { accepted, type Result, rejected, splitCommand } from "@llmch/text";
import { type Kind, listOf } from "./kind.ts";
import { fromJson } from "./object-kinds.ts";

const COMMAND = "a command of one process, which no shell reads, such as npm test";
const SHELL = /^(?:[|;<>&]+|\|\||&&)$/;
const SETS_VARIABLE = /^[A-Za-z_]\w*=/;

/** Where the variables of a command that verifies belong. */
export const IN_VERIFY_ENV = 'put its variables in verify.env: {"NAME": "value"}';

/**
 * A command of an order: it can be split, names a program, and has no unquoted shell operator as a word.
 * @param cure what to do with `NAME=value` before the program, which only a shell would read
 */
export const command = (cure = "write `env` before its variables"): Kind<string> => {
  const read = (value: unknown): Result<string, string> => {
    const words = typeof value === "string" ? splitCommand(value) : null;
    if (typeof value !== "string" || words === null || !words.ok) return rejected(COMMAND);
    if (SETS_VARIABLE.test(words.value[0]?.text ?? ""))
      return rejected(`a command that begins with its program (${cure})`);
    const isPlain =
      (words.value[0]?.text ?? "") !== "" && !words.value.some(({ text, bare }) => bare && SHELL.test(text));
    return isPlain ? accepted(value.trim()) : rejected(COMMAND);
  };
  return { words: COMMAND, read, fromText: read, schema: { type: "string", minLength: 1 } };
};

/** Reads a list that contains commas: one part per line, or JSON. */
export const textOfList = <Value>(text: string, words: string, read: Kind<Value>["read"]): Result<Value, string> =>
  text.trim().startsWith("[")
    ? fromJson(words, read)(text)
    : read(text.split(/\r?\n/).filter((line) => line.trim() !== ""));

/** Commands may contain commas, so a text has one per line, or is a list in JSON. */
export const commands = (cure?: string): Kind<readonly string[]> => {
  const words = "a list of commands of one process each, such as npm test";
  const kind = listOf(command(cure), words);
  return {
    ...kind,
    fromText: (text) => textOfList(text, words, kind.read),
  };
};
