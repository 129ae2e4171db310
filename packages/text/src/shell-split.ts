import { accepted, type Result, rejected } from "./result.ts";

/** One word of a command. `bare` if no character of it was quoted or escaped. */
export interface ShellWord {
  readonly text: string;
  readonly bare: boolean;
}

/**
 * Splits a command as Python's `shlex.split` does (POSIX mode, comments off; contract §3). Does not interpret operators. Rejects an
 * unbalanced quote and a dangling escape with shlex's own messages.
 */
export const splitCommand = (command: string): Result<readonly ShellWord[], string> => {
  if (!QUOTING.test(command)) return accepted(command.match(BARE_WORDS)?.map((text) => ({ text, bare: true })) ?? []);
  const words: ShellWord[] = [];
  let text = "";
  let bare = true;
  let open = false;
  const close = () => {
    if (open) words.push({ text, bare });
    text = "";
    bare = true;
    open = false;
  };
  for (let index = 0; index < command.length; index++) {
    const char = command.charAt(index);
    if (" \t\r\n".includes(char)) close();
    else if (char === "\\") {
      index++;
      if (index >= command.length) return rejected("No escaped character");
      text += command.charAt(index);
      bare = false;
      open = true;
    } else if (char === "'" || char === '"') {
      const quoted = readQuoted(command, index);
      if (!quoted.ok) return quoted;
      text += quoted.value.text;
      index = quoted.value.end;
      bare = false;
      open = true;
    } else {
      text += char;
      open = true;
    }
  }
  close();
  return accepted(words);
};

/** Most commands contain none of these, and are simply split at white space. */
const QUOTING = /["'\\]/;
const BARE_WORDS = /[^ \t\r\n]+/g;

/** Only the words' texts: the argv of the process. */
export const commandWords = (command: string): Result<readonly string[], string> => {
  const split = splitCommand(command);
  return split.ok ? accepted(split.value.map((word) => word.text)) : split;
};

/** Reads from the quote at `start` to the closing one. In double quotes, `\` escapes only `"` and `\`. */
const readQuoted = (command: string, start: number): Result<{ text: string; end: number }, string> => {
  const quote = command.charAt(start);
  let text = "";
  for (let index = start + 1; index < command.length; index++) {
    const char = command.charAt(index);
    if (char === quote) return accepted({ text, end: index });
    const next = command.charAt(index + 1);
    if (quote === '"' && char === "\\") {
      if (index + 1 >= command.length) return rejected("No escaped character");
      text += next === '"' || next === "\\" ? next : char + next;
      index++;
    } else text += char;
  }
  return rejected("No closing quotation");
};
