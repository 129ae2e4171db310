import { firstCharacters, LEAST_BYTES_PER_TOKEN, quoteAsData, utf8Length } from "@llmch/contract";
import { codeParts } from "./code-parts.ts";
import { shownListing } from "./listing.ts";
import type { MappedRepo } from "./mapped-repo.ts";
import { BETWEEN, oneLine, quotedLines, type Room, roomInQuote, sizeOf } from "./quoted-lines.ts";
import { tellingFiles } from "./telling-files.ts";

/** How much a prompt shows of a repo. */
export interface MapLimits {
  /** 0 leaves out the code; then only the other limits apply. */
  readonly mapTokens: number;
  /** The most paths in the listing. */
  readonly paths: number;
}

/** The most telling files that are shown, and how much of each. */
export const SHOWN_FILES = 12;
const SHOWN_CHARACTERS = 4_000;

/** The share of the room for the listing and for the beginnings of files, if there are also symbols and tests to show. */
const SHARE = 0.25;

/**
 * What the planner's prompt says about the target repo, all quoted as data: its listing, the beginnings of its telling files, where its
 * tests are, and, within the token limit, public symbols, code and tests: first what the spec names, then the most depended-on files. The
 * same repo gives the same bytes, in whatever order its files come.
 */
export const drawMap = async (repo: MappedRepo, limits: MapLimits): Promise<string> => {
  const all = limits.mapTokens === 0 ? Number.POSITIVE_INFINITY : limits.mapTokens * LEAST_BYTES_PER_TOKEN;
  const share = all * (repo.code === null || repo.code.ranked.length === 0 ? 2 * SHARE : SHARE);
  const tree = treeParts(repo.listing, limits, share);
  const rest = all - sizeOf(tree);
  const beginnings = sizeOf(heads(repo, Math.min(share, rest)));
  const code = await codeParts(repo, rest - beginnings, all);
  // The beginnings of files get the room that the code leaves over.
  return [...tree, ...heads(repo, rest - sizeOf(code)), ...code].join(BETWEEN);
};

const LISTING = "listing";
/** Room for the longest heading. */
const HEADING_BYTES = 120;

const heading = (count: number, left: number): string => {
  if (count === 0) return "The repository has no files.";
  const rest = left === 0 ? "" : `; ${left} of them, the deepest, are left out here`;
  return `The repository has ${count} ${count === 1 ? "file" : "files"}${rest}.`;
};

const treeParts = (listing: readonly string[], { paths }: MapLimits, room: Room): readonly string[] => {
  const { lines, left } = shownListing(listing, paths, roomInQuote(LISTING, room) - HEADING_BYTES);
  return HEADING_BYTES > room ? [] : [heading(listing.length, left), ...quotedLines(LISTING, lines)];
};

/** The beginnings of the telling files. Room that one file leaves over goes to the following ones. */
const heads = ({ listing, texts }: MappedRepo, room: Room): readonly string[] => {
  const files = tellingFiles(listing, SHOWN_FILES).flatMap((path) => {
    const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
    return text === undefined ? [] : [{ label: `file ${oneLine(path)}`, text }];
  });
  let rest = room;
  return files.flatMap(({ label, text }, index) => {
    const part = roomInQuote(label, rest / (files.length - index)) - CUT_BYTES;
    const shown = part > 0 ? quoteAsData(label, head(text, SHOWN_CHARACTERS, part)) : null;
    if (shown === null) return [];
    rest -= utf8Length(shown) + BETWEEN.length;
    return [shown];
  });
};

/** Room for the longest line about what was cut. */
const CUT_BYTES = 50;

const head = (text: string, most: number, room: Room): string => {
  const kept = Math.min(most, utf8Length(text) <= room ? text.length : charactersWithin(text, room));
  const shown = firstCharacters(text, kept);
  return shown.length === text.length ? text : `${shown}\n(cut here: ${text.length - shown.length} more characters)`;
};

const charactersWithin = (text: string, room: Room): number => {
  let [kept, bytes] = [0, 0];
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > room) break;
    kept += character.length;
  }
  return kept;
};
