import { messageOf } from "./fault-message.ts";
import type { JsonValue } from "./json-value.ts";
import { accepted, type Result, rejected } from "./result.ts";
import { utf8Length } from "./sha256.ts";
import { atOnce, type Steps } from "./steps.ts";

/** Largest text that is read (contract §4), in bytes of UTF-8. */
export const MAX_JSON_BYTES = 10 * 1024 * 1024;
/** Deepest nesting that is read: deeper than any document of llmch, shallow enough for every later step. */
export const MAX_JSON_DEPTH = 64;

export interface JsonFault {
  readonly kind: "too-large" | "too-deep" | "duplicate-key" | "syntax";
  /** One sentence, with the position if there is one. */
  readonly message: string;
  /** The place of the fault, in UTF-16 units after a byte order mark; undefined if it is unknown. */
  readonly offset?: number;
}

/**
 * Reads a JSON text strictly: JSON's own grammar (no NaN, no trailing comma, nothing cut off), at most 10 MB (or `maxBytes`)
 * and 64 levels, no key twice in an object. Skips a byte order mark. Returns a fault as a value, and never throws.
 */
export const readJson = (text: string, maxBytes: number = MAX_JSON_BYTES): Result<JsonValue, JsonFault> =>
  atOnce(jsonInSteps(text, maxBytes));

/** The same, which may be interrupted, but for the platform's own reader: it takes some 10 ms for each MB. */
export function* jsonInSteps(text: string, maxBytes: number = MAX_JSON_BYTES): Steps<Result<JsonValue, JsonFault>> {
  if (text.length > maxBytes || (text.length * 3 > maxBytes && utf8Length(text) > maxBytes)) {
    return rejected({ kind: "too-large", message: `more than ${maxBytes} bytes of JSON` });
  }
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  const fault = yield* structureFault(body);
  if (fault !== null) return rejected(fault);
  try {
    return accepted(JSON.parse(body));
  } catch (error) {
    return rejected(syntaxFault(messageOf(error), body));
  }
}

/** As many units are looked through in a step. */
const STEP = 64 * 1024;

/**
 * Checks depth and duplicate keys, which JSON.parse lets pass. One linear walk over the brackets and strings. JSON.parse itself
 * refuses a text that is not JSON.
 */
function* structureFault(text: string): Steps<JsonFault | null> {
  const walk = structureWalk(text);
  for (let at = 0; at < text.length; yield) {
    const came = walk(at, at + STEP);
    if (typeof came !== "number") return came;
    at = came;
  }
  return null;
}

/** The walk itself, a piece at a time: from where the last one came to. No generator: what loops in one is not compiled while it does. */
const structureWalk = (text: string): ((from: number, until: number) => number | JsonFault) => {
  const stack: (Set<string> | null)[] = [];
  let keyExpected = false;
  return (from, until) => {
    let index = from;
    for (; index < until && index < text.length; index++) {
      switch (text.charCodeAt(index)) {
        case 0x7b: // {
        case 0x5b: // [
          keyExpected = text.charCodeAt(index) === 0x7b;
          stack.push(keyExpected ? new Set() : null);
          if (stack.length > MAX_JSON_DEPTH) {
            return faultAt(index, "too-deep", `more than ${MAX_JSON_DEPTH} levels`, text);
          }
          break;
        case 0x7d: // }
        case 0x5d: // ]
          stack.pop();
          keyExpected = false;
          break;
        case 0x2c: // ,
          keyExpected = stack.at(-1) instanceof Set;
          break;
        case 0x65: // e
        case 0x45: // E
          if (!Number.isFinite(numberAround(text, index))) {
            return faultAt(index, "syntax", "a number too large to hold", text);
          }
          break;
        case 0x22: {
          const end = endOfString(text, index);
          const keys = stack.at(-1);
          if (keyExpected && keys instanceof Set) {
            const key = decodeKey(text.slice(index, end + 1));
            if (keys.has(key)) return faultAt(index, "duplicate-key", `the key ${JSON.stringify(key)} twice`, text);
            keys.add(key);
          }
          keyExpected = false;
          index = end;
          break;
        }
      }
    }
    return index;
  };
};

/** The number whose exponent sign stands at `index`; 0 if that letter belongs to a word such as `true`. */
const numberAround = (text: string, index: number): number => {
  const exponent = /^[eE][+-]?[0-9]+/.exec(text.slice(index, index + 32))?.[0];
  const mantissa = /[0-9][0-9.]*$/.exec(text.slice(Math.max(0, index - 400), index))?.[0];
  return exponent === undefined || mantissa === undefined ? 0 : Number(mantissa + exponent);
};

/** The position of the quote that closes the string at `start`: the first with an even number of backslashes before it. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === 0x5c) escapes--;
    if ((end - escapes) % 2 === 0) return end;
  }
  return text.length;
};

/** Two spellings of one key (`a` and its `\u0061`) are one key. */
const decodeKey = (literal: string): string => {
  if (!literal.includes("\\")) return literal.slice(1, -1);
  try {
    return JSON.parse(literal);
  } catch {
    return literal;
  }
};

/**
 * The platform's message, with the place as the other faults give it. The platform's own form differs from version to version.
 */
const syntaxFault = (message: string, text: string): JsonFault => {
  const [said, offset] = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message) ?? [];
  if (said === undefined) return { kind: "syntax", message };
  return faultAt(Number(offset), "syntax", message.slice(0, -said.length), text);
};

const faultAt = (offset: number, kind: JsonFault["kind"], what: string, text: string): JsonFault => ({
  kind,
  message: `${what} at ${position(text, offset)}`,
  offset,
});

const position = (text: string, index: number): string => {
  const before = text.slice(0, index).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
};
