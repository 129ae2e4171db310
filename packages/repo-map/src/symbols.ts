import type { Language } from "./languages/language.ts";
import type { ParseText } from "./syntax.ts";

/** Of a longer file the beginning is parsed: what comes after it is seldom what others call. */
const PARSED_CHARACTERS = 200_000;
/** Most symbols that are kept of a file. */
const MOST_SYMBOLS = 20;

/**
 * The public symbols of a text, a line each; none where it cannot be parsed. What is declared once for each platform is shown
 * once; what is beyond the most is counted in a last line.
 */
export const symbolsOf = async (text: string, language: Language, parse: ParseText): Promise<readonly string[]> => {
  const part = text.length <= PARSED_CHARACTERS ? text : text.slice(0, text.lastIndexOf("\n", PARSED_CHARACTERS) + 1);
  const found = (await parse(language.grammar, part, (root) => language.symbols(root, part))) ?? [];
  const seen = new Set<string>();
  const all = found.filter((line) => {
    const isNew = isMember(line) || !seen.has(line);
    seen.add(line);
    return isNew;
  });
  return all.length <= MOST_SYMBOLS
    ? all
    : [...all.slice(0, MOST_SYMBOLS - 1), `(${all.length - MOST_SYMBOLS + 1} more symbols)`];
};

const isMember = (line: string): boolean => line.startsWith(" ");
