import { parseText } from "../parser.fixture.ts";
import { symbolsOf } from "../symbols.ts";
import { languageOf } from "./languages.ts";

/** The public symbols of a text, as if in a file with that name. */
export const symbolsIn = (path: string, text: string): Promise<readonly string[]> => {
  const language = languageOf(path);
  if (language === null) throw new Error(`${path} is of no known language`);
  return symbolsOf(text, language, parseText);
};
