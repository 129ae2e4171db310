import { messageOf } from "./fault-message.ts";
import { faultAt, type JsonFault, syntaxFault } from "./json-fault.ts";
import { type JsonCut, parseInParts } from "./json-parts.ts";
import type { JsonValue } from "./json-value.ts";
import { accepted, type Result, rejected } from "./result.ts";
import { utf8Length } from "./sha256.ts";
import { atOnce, type Steps } from "./steps.ts";

/** Largest text that is accepted (contract §4), in UTF-8 bytes. */
export const MAX_JSON_BYTES = 10 * 1024 * 1024;
/** Deepest nesting that is accepted: deeper than any document of llmch, shallow enough for every later step. */
export const MAX_JSON_DEPTH = 64;
/** Most members of an object. Parsing one object takes longer the more it has, and cannot be interrupted. */
export const MAX_JSON_MEMBERS = 100_000;

/**
 * Reads a JSON text strictly: JSON's own grammar (no NaN, no trailing comma, nothing cut off), at most 10 MB (or `maxBytes`), 64 levels,
 * 100,000 members in an object, and no duplicate keys. Skips a byte order mark. Returns a fault as a value, and never throws.
 */
export const readJson = (text: string, maxBytes: number = MAX_JSON_BYTES): Result<JsonValue, JsonFault> =>
  atOnce(jsonInSteps(text, maxBytes));

/** The same, but interruptible: its longest step reads one string of the text. */
export function* jsonInSteps(
  text: string,
  maxBytes: number = MAX_JSON_BYTES,
  part: number = PART,
): Steps<Result<JsonValue, JsonFault>> {
  if (text.length > maxBytes || (text.length * 3 > maxBytes && utf8Length(text) > maxBytes)) {
    return rejected({ kind: "too-large", message: `more than ${maxBytes} bytes of JSON` });
  }
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  const walk = structureWalk(body, part);
  for (let at = 0; at < body.length; yield) {
    const came = walk.on(at, at + STEP);
    if (typeof came !== "number") return rejected(came);
    at = came;
  }
  try {
    if (walk.cuts.length === 0) return accepted(JSON.parse(body));
    return accepted(yield* parseInParts(body, walk.cuts, (place) => keyAt(body, place)));
  } catch (error) {
    return rejected(syntaxFault(messageOf(error), body));
  }
}

/** The number of units scanned in one step. */
const STEP = 64 * 1024;
/** The number of units in a part that is parsed at once. */
const PART = 256 * 1024;

interface StructureWalk {
  /** Scans the text from where the last call stopped. Returns where it stops, or what is wrong. */
  on(from: number, until: number): number | JsonFault;
  /** Where the text can be cut into parts. */
  readonly cuts: readonly JsonCut[];
}

/**
 * Checks depth and duplicate keys, which JSON.parse accepts, in one linear walk over the brackets and strings. JSON.parse itself rejects a
 * text that is not JSON. Not a generator: V8 does not optimize a loop inside one while it runs.
 */
const structureWalk = (text: string, part: number): StructureWalk => {
  const stack: (Set<string> | null)[] = [];
  /** Where the last key of each open container begins. */
  const keys: number[] = [];
  const cuts: JsonCut[] = [];
  let keyExpected = false;
  /** Where the unfinished string begins; -1 for none. */
  let string = -1;
  /** How many containers were open at the last cut, and where the last cut at a comma was. */
  let [open, comma] = [0, 0];
  const cut = (at: number): void => {
    cuts.push({ at, open: stack.map((names, depth) => (names === null ? null : (keys[depth] ?? 0))) });
  };
  const on = (from: number, until: number): number | JsonFault => {
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
          if (stack.length === open && open > 0) {
            cut(index);
            open--;
          }
          stack.pop();
          keyExpected = false;
          break;
        case 0x2c: // ,
          keyExpected = stack.at(-1) instanceof Set;
          if (index - comma >= part && stack.length > 0) {
            cut(index);
            [open, comma] = [stack.length, index];
          }
          break;
        case 0x65: // e
        case 0x45: // E
          if (!Number.isFinite(numberAround(text, index))) {
            return faultAt(index, "syntax", "a number too large to hold", text);
          }
          break;
        case 0x22: {
          let end = index;
          if (string === -1) {
            string = index;
            end = text.indexOf('"', index + 1);
          }
          while (end !== -1 && end < until && isEscaped(text, end)) end = text.indexOf('"', end + 1);
          // An unfinished string continues in the next step.
          index = end === -1 ? text.length : end < until ? end : end - 1;
          if (index !== end) break;
          const names = stack.at(-1);
          if (keyExpected && names instanceof Set) {
            const key = decodeKey(text.slice(string, end + 1));
            if (names.has(key)) return faultAt(string, "duplicate-key", `the key ${JSON.stringify(key)} twice`, text);
            names.add(key);
            if (names.size > MAX_JSON_MEMBERS) {
              return faultAt(string, "too-large", `more than ${MAX_JSON_MEMBERS} members`, text);
            }
            keys[stack.length - 1] = string;
          }
          keyExpected = false;
          string = -1;
          break;
        }
      }
    }
    return index;
  };
  return { on, cuts };
};

/** The number whose exponent sign is at `index`; 0 if that letter belongs to a word such as `true`. */
const numberAround = (text: string, index: number): number => {
  const exponent = /^[eE][+-]?[0-9]+/.exec(text.slice(index, index + 32))?.[0];
  if (exponent === undefined) return 0;
  let start = index;
  while (start > index - 400 && isOfNumber(text.charCodeAt(start - 1))) start--;
  while (text.charCodeAt(start) === 0x2e) start++;
  return start === index ? 0 : Number(text.slice(start, index) + exponent);
};

/** A digit or a dot. */
const isOfNumber = (unit: number): boolean => (unit >= 0x30 && unit <= 0x39) || unit === 0x2e;

/** True if an odd number of backslashes precedes a quote. */
const isEscaped = (text: string, quote: number): boolean => {
  let start = quote;
  while (text.charCodeAt(start - 1) === 0x5c) start--;
  return (quote - start) % 2 === 1;
};

/** The key whose opening quote is at a position. */
const keyAt = (text: string, place: number): string => {
  let end = text.indexOf('"', place + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return decodeKey(text.slice(place, end + 1));
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
