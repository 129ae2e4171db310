import { firstCharacters, LEAST_BYTES_PER_TOKEN, quoteAsData, utf8Length } from "@llmch/contract";
import { codeParts } from "./code-parts.ts";
import { namedFirst, shownListing } from "./listing.ts";
import type { MappedRepo } from "./mapped-repo.ts";
import { namedDefinitions } from "./named-definitions.ts";
import { BETWEEN, oneLine, quotedLines, type Room, roomInQuote, sizeOf } from "./quoted-lines.ts";
import { isReadme, tellingFiles } from "./telling-files.ts";

/** How much a prompt shows of a repo. */
export interface MapLimits {
  /** 0 leaves out the code; then only the other limits apply. */
  readonly mapTokens: number;
  /** The most paths in the listing. */
  readonly paths: number;
  /** For a planner that looks around: of the code, only the definitions that the spec names. */
  readonly isFirstPage?: boolean;
}

/** The most telling files that are shown, and how much of a README, and of a manifest or a runner's configuration. */
export const SHOWN_FILES = 12;
const SHOWN_CHARACTERS = 4_000;
const SHOWN_OF_MANIFEST = 16_000;

/** The share of the room for the listing and for the beginnings of files, if there are also symbols and tests to show. */
const SHARE = 0.25;
/** Of a first page, manifests take more. */
const SHARE_OF_MANIFESTS = 0.5;

/**
 * What the planner's prompt says about the target repo, all quoted as data: its listing, the beginnings of its telling files, where its
 * tests are, and, within the token limit, public symbols, code and tests: first what the spec names, then the most depended-on files. The
 * same repo gives the same bytes, in whatever order its files come.
 */
export const drawMap = async (repo: MappedRepo, limits: MapLimits): Promise<string> => {
  const all = limits.mapTokens === 0 ? Number.POSITIVE_INFINITY : limits.mapTokens * LEAST_BYTES_PER_TOKEN;
  const share = all * (repo.code === null || repo.code.ranked.length === 0 ? 2 * SHARE : SHARE);
  const tree = treeParts(repo, limits, share);
  const rest = all - sizeOf(tree);
  const forHeads = limits.isFirstPage === true ? all * SHARE_OF_MANIFESTS : share;
  const beginnings = sizeOf(heads(repo, Math.min(forHeads, rest)));
  const code =
    limits.isFirstPage === true
      ? await namedDefinitions(repo, rest - beginnings)
      : await codeParts(repo, rest - beginnings, all);
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

const treeParts = ({ listing, spec }: MappedRepo, { paths }: MapLimits, room: Room): readonly string[] => {
  const { lines, left } = shownListing(namedFirst(listing, spec), paths, roomInQuote(LISTING, room) - HEADING_BYTES);
  return HEADING_BYTES > room ? [] : [heading(listing.length, left), ...quotedLines(LISTING, lines)];
};

/** The telling files, whole if they fit. Room that a small one leaves over goes to the larger ones. */
const heads = ({ listing, texts }: MappedRepo, room: Room): readonly string[] => {
  const files = tellingFiles(listing, SHOWN_FILES).flatMap((path) => {
    const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
    const most = isReadme(path) ? SHOWN_CHARACTERS : SHOWN_OF_MANIFEST;
    return text === undefined ? [] : [{ label: `file ${oneLine(path)}`, text, most }];
  });
  let rest = room;
  const shown = new Map<string, string>();
  const bySize = [...files].sort((a, b) => utf8Length(a.text) - utf8Length(b.text));
  for (const [index, { label, text, most }] of bySize.entries()) {
    const part = roomInQuote(label, rest / (files.length - index)) - CUT_BYTES;
    if (part <= 0) continue;
    const quoted = quoteAsData(label, head(text, most, part));
    shown.set(label, quoted);
    rest -= utf8Length(quoted) + BETWEEN.length;
  }
  return files.flatMap(({ label }) => shown.get(label) ?? []);
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
