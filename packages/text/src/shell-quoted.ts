import { firstCharacters, lastCharacters } from "./excerpt.ts";
import { CONTROLS, UNSEEN } from "./safe-text/characters.ts";
import { printable } from "./safe-text/index.ts";
import { commandWords } from "./shell-split.ts";

/** A text as one word of a POSIX shell, in single quotes. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The same, in quotes only if necessary. */
export const shellWord = (text: string): string => (/^[\w./:@%+=,-]+$/.test(text) ? text : shellQuoted(text));

/** A command as one line that a shell reads as the same command: white space is kept, and a line break is written as `$'\n'`. */
export const commandLine = (command: string): string => {
  const line = command.trim();
  if (!UNPRINTABLE.test(line)) return line;
  const words = commandWords(line);
  return words.ok
    ? words.value.map((word) => (UNPRINTABLE.test(word) ? `$'${escaped(word)}'` : shellWord(word))).join(" ")
    : printable(line);
};

/** A command for its readers: a program in it keeps its lines, each but the first behind `indent`, so that none looks like a line around it. */
export const commandBlock = (command: string, indent: string): string => {
  const text = command.trim();
  return UNPRINTABLE.test(text.replaceAll(/[\n\t]/g, " ")) ? commandLine(text) : text.replaceAll("\n", `\n${indent}`);
};

/** A command by name, on one line: of a long one its first and its last words. */
export const shortCommand = (command: string, most = 100): string => {
  const whole = commandLine(command);
  if (whole.length <= most) return whole;
  const line = commandLine(command.replaceAll(/\s+/g, " "));
  const [first, last] = [firstCharacters(line, most * 0.6), lastCharacters(line, most * 0.35)];
  return line.length <= most ? line : `${first.replace(/\s\S*$/, "")} … ${last.replace(/^\S*\s/, "")}`;
};

const UNPRINTABLE = new RegExp(`[\\n\\t${CONTROLS}${UNSEEN}]`, "u");
const TO_ESCAPE = new RegExp(`[\\\\'\\n\\t${CONTROLS}${UNSEEN}]`, "gu");
const NAMED: Readonly<Record<string, string>> = { "\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\r": "\\r" };

const escaped = (word: string): string => word.replace(TO_ESCAPE, (each) => NAMED[each] ?? numbered(each));

const numbered = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code < 128 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
};
