import { withoutAnswers } from "./answered-spec.ts";
import { shownParts } from "./spec-blocks.ts";
import { specSentences } from "./spec-sentences.ts";

/** A sentence of a spec that demands something, and its number, counted from 1. */
export interface NumberedDemand {
  readonly number: number;
  /** On one line. */
  readonly text: string;
}

/** The demanding sentences of a spec, in order. The user's answers after it change no number. */
export const numberedDemands = (spec: string): readonly NumberedDemand[] =>
  specSentences(spec)
    .filter(({ isDemand }) => isDemand)
    .map(({ text }, index) => ({ number: index + 1, text }));

/** How a spec's numbers are written: `[7]`, or with as many `§` before the number as the spec itself does not use. */
export const demandMark = (spec: string): ((number: number) => string) => {
  const used = new Set(Array.from(spec.matchAll(/\[(§*)\d+\]/g), ([, signs = ""]) => signs.length));
  let count = 0;
  while (used.has(count)) count++;
  return (number) => `[${"§".repeat(count)}${number}]`;
};

/** A spec as prompts show it: its own text, and before each demanding sentence its number. */
export const numberedSpec = (spec: string): string => {
  const mark = demandMark(spec);
  const { letters, offsets } = lettersOf(spec);
  const parts: string[] = [];
  let [from, at, number] = [0, 0, 0];
  for (const { text, isDemand } of specSentences(spec)) {
    const sought = lettersIn(text);
    const found = letters.indexOf(sought, at);
    const place = found === -1 ? at : found;
    if (isDemand) {
      const offset = offsets[place] ?? spec.length;
      parts.push(spec.slice(from, offset), `${mark(++number)} `);
      from = offset;
    }
    if (found !== -1) at = found + sought.length;
  }
  return [...parts, spec.slice(from)].join("");
};

/** What a sentence keeps of the spec's text, whatever the lines, quote marks and table cells that it stands in. */
const lettersIn = (text: string): string => text.replace(/[\s>|]+/g, "");

/** The letters of a spec, without its answers and what sentences leave out, and where each stands. */
const lettersOf = (spec: string) => {
  const offsets: number[] = [];
  const letters: string[] = [];
  for (const { text, start } of shownParts(withoutAnswers(spec)[0])) {
    for (const { 0: word, index } of text.matchAll(/[^\s>|]+/g)) {
      letters.push(word);
      for (let offset = 0; offset < word.length; offset++) offsets.push(start + index + offset);
    }
  }
  return { letters: letters.join(""), offsets };
};
