import { randomNumbers } from "../random-numbers.ts";

/** Changes a text in one place, using the given source of randomness. */
type Mutation = (text: string, draw: Draw) => string;

interface Draw {
  /** A whole number from 0 to `below - 1`. */
  number(below: number): number;
  of<Item>(items: readonly [Item, ...Item[]]): Item;
}

/**
 * A model's answer as it may arrive broken: one to three mutations, the same for the same seed. For tests which show that
 * readers survive anything and throw nothing (reliability, M1).
 */
export const mutate = (text: string, seed: number): string => {
  const draw = drawFrom(seed);
  let mutated = text;
  for (let count = 1 + draw.number(3); count > 0; count--) mutated = draw.of(MUTATIONS)(mutated, draw);
  return mutated;
};

const drawFrom = (seed: number): Draw => {
  const next = randomNumbers(seed);
  const number = (below: number): number => next() % Math.max(1, below);
  return { number, of: (items) => items[number(items.length)] ?? items[0] };
};

/** Replaces `length` characters with `piece`. */
const replaced = (text: string, at: number, length: number, piece: string): string =>
  text.slice(0, at) + piece + text.slice(at + length);

const insert =
  (...pieces: readonly [string, ...string[]]): Mutation =>
  (text, draw) =>
    replaced(text, draw.number(text.length + 1), 0, draw.of(pieces));

const WORDS = [
  ...(["summary", "writes", "path", "base_sha256", "content", "edits", "find", "replace"] as const),
  ...(["delete", "rename_to", "work_orders", "id"] as const),
] as const;
const STRANGE_KEYS = ["__proto__", "constructor", "prototype", "toString", "", "writes ", "PATH"] as const;
const STRANGE_VALUES = [
  ...["1e400", "-0", "9007199254740993", "1e-400", "NaN", "Infinity", "0x10", "01", "1.", "null", "true", "[]", "{}"],
  ...['""', "'x'", "undefined", '{"__proto__":{"x":1}}', '"\\ud800"', '"\\u0000"', '"\\x41"', `"${"9".repeat(400)}"`],
] as const;
const [FIRST_VALUE, ...MORE_VALUES] = STRANGE_VALUES;
const VALUE = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null/g;

const anyMatch = (text: string, pattern: RegExp, draw: Draw): RegExpExecArray | null => {
  pattern.lastIndex = draw.number(text.length);
  return pattern.exec(text);
};

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  // Bits and pieces.
  (text, draw) => {
    const at = draw.number(text.length);
    return replaced(text, at, 1, String.fromCharCode(text.charCodeAt(at) ^ (1 << draw.number(16))));
  },
  (text, draw) => text.slice(0, draw.number(text.length + 1)),
  (text, draw) => text.slice(draw.number(text.length + 1)),
  (text, draw) => replaced(text, draw.number(text.length), draw.number(40), ""),
  (text, draw) => {
    const at = draw.number(text.length);
    return replaced(text, at, 0, text.slice(at, at + draw.number(200)));
  },
  (text) => text + text,
  insert("{", "}", "[", "]", '"', ",", ":", "\\", "/*x*/", "//x\n", "\n", "\t", "\r", "\u2028", "\u00a0"),
  insert("\ud800", "\udc00", "\u0000", "\ufeff", "\ufffe", "\u202e", "\u200b", "\u001b[0m", "\\ud800", "\\u00", "\\q"),
  // Keys and values.
  (text, draw) => text.replace(`"${draw.of(WORDS)}"`, `"${draw.of(WORDS)}"`),
  (text, draw) => text.replace(`"${draw.of(WORDS)}"`, `"${draw.of(STRANGE_KEYS)}"`),
  (text, draw) => text.replace("{", `{"${draw.of(STRANGE_KEYS)}":{"x":1},`),
  (text, draw) => text.replace("{", `{"${draw.of(WORDS)}":${draw.of([FIRST_VALUE ?? "0", ...MORE_VALUES])},`),
  (text, draw) => {
    const found = anyMatch(text, VALUE, draw);
    const value = draw.of([FIRST_VALUE ?? "0", ...MORE_VALUES]);
    return found === null ? text : replaced(text, found.index, found[0].length, value);
  },
  // Depth and length.
  (text, draw) => {
    const depth = draw.of([60, 70, 1_000, 20_000]);
    const found = anyMatch(text, VALUE, draw);
    const nested = draw.of([
      "[".repeat(depth) + "]".repeat(depth),
      `${'{"a":'.repeat(depth)}0${"}".repeat(depth)}`,
      "[".repeat(depth),
    ]);
    return found === null ? text : replaced(text, found.index, found[0].length, nested);
  },
  insert("a".repeat(70_000), " ".repeat(70_000), "\n".repeat(5_000), "\\u0041".repeat(5_000)),
  // Text around the answer.
  (text, draw) => draw.of(["Sure!\n", "\ufeff", "```json\n", "~~~\n", "<answer>", ")]}'\n", "\u0000"]) + text,
  (text, draw) => text + draw.of(["\nDone.", "\n```", "\n~~~", "</answer>", "\u0000", "{}", ",", ";", "\n[]"]),
  (text, draw) => `\`\`\`${draw.of(["", "json", "js {x}"])}\n${text}\n${draw.of(["```", "``", "````", "~~~"])}`,
  (text) => JSON.stringify(text),
  (text) => `[${text}]`,
];
