import { expect, test } from "vitest";
import { answerInWords } from "./answer-in-words.ts";

test.each([
  ["", "it is empty"],
  [" \n\ufeff", "it is empty"],
  ["I'm sorry,\nI can't \"help\".", 'it is prose, perhaps a refusal: "I\'m sorry, I can\'t \\"help\\"."'],
  ["no ".repeat(50), `it is prose, perhaps a refusal: "${"no ".repeat(40)}"…`],
  ['{ "writes": ', null],
  ["[1, ", null],
  ['Here it is: { "writes": [] }', null],
  ['```json\n{"a": 1}\n```\n\n```json\n{"a": 2}\n```', "it holds 2 fenced answers that differ: give one"],
  ['First:\n~~~\n{"a": 1}\n~~~\nor\n```\n{"a": 2}\n```\nor so.', "it holds 2 fenced answers that differ: give one"],
  ['```json\n{"a": 1}\n```\n\n```sh\nls {}\n```', null],
])("%j", (document, words) => {
  expect(answerInWords(document)).toBe(words);
});
