import { harmlessJson } from "./json.ts";

/** As many characters are put together before they are given. */
const PIECE = 64 * 1024;
/** What lies deeper is written at once. */
const LEVELS = 4;

/**
 * `harmlessJson(JSON.stringify(value, null, 2))` in pieces, for a document that may be large: somebody else can have a turn between two
 * of them. A piece never ends within a string.
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

/** @param newline what begins a line at this level */
function* partsOf(value: unknown, newline: string, levels: number): Generator<string, void, undefined> {
  const members = levels === 0 ? [] : membersOf(value);
  if (members.length === 0) {
    // Within a string a line break is escaped: these are those of the layout.
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

/** The members that are written, and what stands before each; none of what has no members. */
const membersOf = (value: unknown): readonly Member[] => {
  if (Array.isArray(value)) return value.map((member): Member => ["", member]);
  if (typeof value !== "object" || value === null || "toJSON" in value) return [];
  return Object.entries(value).flatMap(([name, member]): readonly Member[] =>
    isWritten(member) ? [[`${JSON.stringify(name)}: `, member]] : [],
  );
};

const isWritten = (member: unknown): boolean =>
  member !== undefined && typeof member !== "function" && typeof member !== "symbol";
