import { wordsApart } from "@llmch/text";
import { isPlain, messageWords } from "./message-words.ts";

/** A message with fewer plain words is too short to tell a slip from another message. */
const LEAST_WORDS = 4;

/**
 * The messages that a program's string literals expect, without the part up to the last colon: `the exit is before the entry` of `'parkfee:
 * the exit is before the entry\n'`. A text without a colon may be anything.
 */
export const expectedMessages = (code: string): readonly string[] =>
  textsOf(code)
    .flatMap((text) => text.split("\n"))
    .flatMap((line) => {
      const colon = Math.max(line.lastIndexOf(": "), line.lastIndexOf("："));
      const message = line.slice(colon + 1).trim();
      return colon > 0 && messageWords(message).filter(isPlain).length >= LEAST_WORDS ? [message] : [];
    });

/** The words of the texts that are too short for a message: a test case's values. */
export const caseWords = (code: string): ReadonlySet<string> =>
  new Set(
    textsOf(code).flatMap((text) => (wordsApart(text).split(/\s+/).length < LEAST_WORDS ? messageWords(text) : [])),
  );

const textsOf = (code: string): readonly string[] =>
  [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g)].map(([, double, single]) =>
    (double ?? single ?? "").replace(/\\(.)/g, (_, char: string) => (char === "n" ? "\n" : char)),
  );
