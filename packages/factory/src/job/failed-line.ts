import { inlineProgram } from "@llmch/languages";
import { commandWords, firstCharacters } from "@llmch/text";

const MOST_CHARACTERS = 200;
/** A long line of code above a mark. */
const MARKED = new RegExp(`^( *)(.{${MOST_CHARACTERS},})\\n( *)[~^]+ *$`, "gm");

/** What a command printed with each long line of code cut down to the statement that is marked below it. */
export const withShortLines = (printed: string): string =>
  printed.replace(
    MARKED,
    (_, indent: string, line: string, spaces: string) => indent + statementAt(line, spaces.length - indent.length),
  );

const statementAt = (line: string, column: number): string => {
  const start = line.length < MOST_CHARACTERS ? 0 : line.lastIndexOf(";", column) + 1;
  return firstCharacters(line.slice(start).trim(), MOST_CHARACTERS);
};

/** Where a `node -e` failed, and the statement there, which Node leaves out of a failed assertion; empty for another command. */
export const failedLine = (command: string, printed: string): string => {
  const words = commandWords(command);
  const code = words.ok ? inlineProgram(words.value)?.code : null;
  const [, line = "", column = ""] = /\[eval\d*\]:(\d+):(\d+)/.exec(printed) ?? [];
  const text = code?.split("\n")[Number(line) - 1];
  return text === undefined ? "" : `line ${line} of the program: ${statementAt(text, Number(column) - 1)}\n`;
};
