import type { Language } from "./languages/language.ts";
import type { ParseText } from "./syntax.ts";

/** Only the beginning of a longer file is parsed: other files seldom use what comes after it. */
const PARSED_CHARACTERS = 500_000;
/** The most symbols to keep from a file. */
const MOST_SYMBOLS = 400;

/** The public symbols of a text, one per line; none if it cannot be parsed. A symbol that is declared once per platform is shown once. */
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

/** True for a member of the preceding symbol. */
export const isMember = (line: string): boolean => line.startsWith(" ");
