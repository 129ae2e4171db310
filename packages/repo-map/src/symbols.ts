import type { Language } from "./languages/language.ts";
import type { ParseText } from "./syntax.ts";

/** Only the beginning of a longer file is parsed: others seldom call what comes after it. */
const PARSED_CHARACTERS = 500_000;
/** Most symbols that are kept of a file. */
const MOST_SYMBOLS = 400;

/**
 * The public symbols of a text, one a line; none if it cannot be parsed. A symbol that is declared once for each platform is
 * shown once.
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
  return all.slice(0, MOST_SYMBOLS);
};

/** True for a symbol inside the last one that is no such. */
export const isMember = (line: string): boolean => line.startsWith(" ");
