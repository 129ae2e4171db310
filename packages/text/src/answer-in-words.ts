import { firstCharacters } from "./excerpt.ts";
import { fencedObjects } from "./prompt-text.ts";

const QUOTED = 120;

/**
 * What an answer is instead of JSON, as in `it is empty`. Null if it holds something like JSON, whose own fault says more.
 * @param document the answer without fences and thoughts
 */
export const answerInWords = (document: string): string | null => {
  const text = document.replace(/\s+/g, " ").trim();
  if (text === "") return "it is empty";
  const answers = fencedObjects(document.trim()).length;
  if (answers > 1) return `it holds ${answers} fenced answers that differ: give one`;
  if (/^\[|\{/.test(text)) return null;
  const quoted = JSON.stringify(firstCharacters(text, QUOTED));
  return `it is prose, perhaps a refusal: ${text.length > QUOTED ? `${quoted}…` : quoted}`;
};
