/**
 * What CI systems take for a command to themselves in the lines that a step prints. GitHub's runner obeys `##[` anywhere in a line,
 * and `::` at its beginning, white space aside (`ActionCommand.cs` of actions/runner). Azure's obeys `##vso[`, TeamCity's
 * `##teamcity[`. A space parts these marks, colours before them or not.
 */
const MARKS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are terminal escapes
  /(##\w{0,20})(?=\[)|(^(?:[^\S\n\r\u2028\u2029]|\u0085|\u001b\[[\d;]*m)*:)(?=:)/gm;

/** A text in which a CI system's log finds no command. */
export const ciLogText = (text: string): string => text.replace(MARKS, "$1$2 ");

/** Longer than any mark. */
const NEAR = 80;

/** The same for a text that comes in pieces: a mark that is split between pieces is parted, too. */
export const createCiLogStream = (): ((piece: string) => string) => {
  /** Of the line that is still open, as much as decides what follows. */
  let open = "";
  return (piece) => {
    const all = open + piece;
    const safe = ciLogText(all).slice(ciLogText(open).length);
    const line = all.slice(Math.max(all.lastIndexOf("\n"), all.lastIndexOf("\r")) + 1);
    const isBlank = line.trim() === "";
    open = isBlank ? "" : line.length <= NEAR ? line : `x${line.slice(-NEAR)}`;
    return safe;
  };
};
