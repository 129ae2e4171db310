import type { Language } from "./languages/language.ts";
import type { ParseText } from "./syntax.ts";

/**
 * All public symbols of a text, one per line; none if it cannot be parsed. A symbol that is declared once per platform is shown once. What
 * a spec names may come last, so that nothing is cut before it is ranked.
 */
export const symbolsOf = async (text: string, language: Language, parse: ParseText): Promise<readonly string[]> => {
  const found = (await parse(language.grammar, text, (root) => language.symbols(root, text))) ?? [];
  const seen = new Set<string>();
  return found.filter((line) => {
    const isNew = isMember(line) || !seen.has(line);
    seen.add(line);
    return isNew;
  });
};

/** True for a member of the preceding symbol. */
export const isMember = (line: string): boolean => line.startsWith(" ");
