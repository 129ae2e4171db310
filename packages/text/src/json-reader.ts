import { messageOf } from "./fault-message.ts";
import { faultAt, type JsonFault, syntaxFault } from "./json-fault.ts";
import type { JsonValue } from "./json-value.ts";
import { accepted, type Result, rejected } from "./result.ts";
import { utf8Length } from "./sha256.ts";

/** Largest text that is accepted (contract §4), in UTF-8 bytes. */
export const MAX_JSON_BYTES = 10 * 1024 * 1024;
/** Deepest nesting that is accepted: deeper than any document of llmch, shallow enough for every later step. */
const MAX_JSON_DEPTH = 64;
/** Most members of an object. Parsing one object takes longer the more it has. */
const MAX_JSON_MEMBERS = 100_000;

/**
 * Reads a JSON text strictly: JSON's own grammar (no NaN, no trailing comma, nothing cut off), at most 10 MB (or `maxBytes`), 64 levels,
 * 100,000 members in an object, and no duplicate keys. Skips a byte order mark. Returns a fault as a value, and never throws.
 */
export const readJson = (text: string, maxBytes: number = MAX_JSON_BYTES): Result<JsonValue, JsonFault> => {
  if (text.length > maxBytes || (text.length * 3 > maxBytes && utf8Length(text) > maxBytes)) {
    return rejected({ kind: "too-large", message: `more than ${maxBytes} bytes of JSON` });
  }
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  const fault = structureFault(body);
  if (fault !== null) return rejected(fault);
  try {
    return accepted(JSON.parse(body));
  } catch (error) {
    return rejected(syntaxFault(messageOf(error), body));
  }
};

/**
 * Checks depth and duplicate keys, which JSON.parse accepts, in one linear walk over the brackets and strings. JSON.parse itself rejects a
 * text that is not JSON.
 */
const structureFault = (text: string): JsonFault | null => {
  const stack: (Set<string> | null)[] = [];
  let keyExpected = false;
  for (let index = 0; index < text.length; index++) {
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
        const start = index;
        const end = endOfString(text, start);
        const names = stack.at(-1);
        if (end !== -1 && keyExpected && names instanceof Set) {
          const key = decodeKey(text.slice(start, end + 1));
          if (names.has(key)) return faultAt(start, "duplicate-key", `the key ${JSON.stringify(key)} twice`, text);
          names.add(key);
          if (names.size > MAX_JSON_MEMBERS) {
            return faultAt(start, "too-large", `more than ${MAX_JSON_MEMBERS} members`, text);
          }
        }
        keyExpected = false;
        index = end === -1 ? text.length : end;
        break;
      }
    }
  }
  return null;
};

/** Where the string that begins at a quote ends; -1 if it does not. */
const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
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

/** Two spellings of one key (`a` and its `\u0061`) are one key. */
const decodeKey = (literal: string): string => {
  if (!literal.includes("\\")) return literal.slice(1, -1);
  try {
    return JSON.parse(literal);
  } catch {
    return literal;
  }
};
