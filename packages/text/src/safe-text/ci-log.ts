/**
 * Marks that CI systems take as commands in the output of a step. GitHub's runner obeys `##[` anywhere in a line, and `::` at its start,
 * ignoring white space (`ActionCommand.cs` of actions/runner). Azure obeys `##vso[`, TeamCity `##teamcity[`. A space breaks these marks up,
 * even after colour codes.
 */
const MARKS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are terminal escapes
  /(##\w{0,20})(?=\[)|(^(?:[^\S\n\r\u2028\u2029]|\u0085|\u001b\[[\d;]*m)*:)(?=:)/gm;

/** A text in which no CI system finds a command. */
export const ciLogText = (text: string): string => text.replace(MARKS, "$1$2 ");

/** Longer than any mark. */
const NEAR = 80;

/** The same for a text that comes in pieces: also breaks up a mark that spans pieces. */
export const createCiLogStream = (): ((piece: string) => string) => {
  /** The part of the unfinished line that affects what follows. */
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
