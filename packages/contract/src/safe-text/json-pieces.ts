import { harmlessJson } from "./json.ts";

/** The smallest size of a piece but the last, in characters. */
const PIECE = 64 * 1024;
/** Anything deeper is written in one step. */
const LEVELS = 4;

/**
 * `harmlessJson(JSON.stringify(value, null, 2))` in pieces, so that writing a large document can be interrupted. A piece never ends within
 * a string.
 */
export function* harmlessJsonPieces(value: unknown): Generator<string, void, undefined> {
  let piece = "";
  for (const part of partsOf(value, "\n", LEVELS)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield harmlessJson(piece);
    piece = "";
  }
  yield harmlessJson(piece);
}

/** @param newline starts a line at this level */
function* partsOf(value: unknown, newline: string, levels: number): Generator<string, void, undefined> {
  const members = levels === 0 ? [] : membersOf(value);
  if (members.length === 0) {
    // Line breaks in strings are escaped, so all of these belong to the layout.
    yield (JSON.stringify(value, null, 2) ?? "null").replaceAll("\n", newline);
    return;
  }
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const below = `${newline}  `;
  let before = open;
  for (const [name, member] of members) {
    yield `${before}${below}${name}`;
    yield* partsOf(member, below, levels - 1);
    before = ",";
  }
  yield `${newline}${close}`;
}

type Member = readonly [name: string, value: unknown];

/** The members to write, and the text before each; empty for a value without members. */
const membersOf = (value: unknown): readonly Member[] => {
  if (Array.isArray(value)) return value.map((member): Member => ["", member]);
  if (typeof value !== "object" || value === null || "toJSON" in value) return [];
  return Object.entries(value).flatMap(([name, member]): readonly Member[] =>
    isWritten(member) ? [[`${JSON.stringify(name)}: `, member]] : [],
  );
};

const isWritten = (member: unknown): boolean =>
  member !== undefined && typeof member !== "function" && typeof member !== "symbol";
