import { counted, firstCharacters, quoteAsData, utf8Length } from "@llmch/text";
import { shownListing } from "./listing.ts";
import { type CodePorts, namedDefinitions } from "./named-definitions.ts";
import { BETWEEN, oneLine, quotedLines, type Room, roomInQuote, sizeOf } from "./quoted-lines.ts";
import { isReadme, tellingFiles } from "./telling-files.ts";

/** What a map is made from. */
export interface MappedRepo {
  readonly listing: readonly string[];
  /** The readable texts among the files of `tellingFiles`, and of other files that are to be shown. */
  readonly texts: Readonly<Record<string, string>>;
  /** Files to be shown besides the telling ones, as far as there is room. */
  readonly named: readonly string[];
  /** The product's own files, in which definitions are looked for. */
  readonly product: readonly string[];
  /** The plan's purpose: what it names comes first. */
  readonly spec: string;
}

/** How much a prompt shows of a repo. */
export interface MapLimits {
  readonly bytes: number;
  /** The most lines of the listing. */
  readonly paths: number;
}

/** The most telling files that are shown, and how much of a README, and of a manifest or a runner's configuration. */
export const SHOWN_FILES = 12;
const SHOWN_CHARACTERS = 4_000;
const SHOWN_OF_MANIFEST = 16_000;

/** The shares of the room for the listing and for the beginnings of files. */
const FOR_LISTING = 0.25;
const FOR_BEGINNINGS = 0.5;

/**
 * What the planner's prompt says about the target repo, all quoted as data: its listing, the beginnings of its telling files, and what the
 * spec names: definitions and files. The same repo gives the same bytes, in whatever order its files come.
 */
export const drawMap = async (repo: MappedRepo, { bytes, paths }: MapLimits, ports: CodePorts): Promise<string> => {
  const tree = treeParts(repo, paths, bytes * FOR_LISTING);
  const rest = bytes - sizeOf(tree);
  const telling = tellingFiles(repo.listing, SHOWN_FILES);
  const beginnings = heads(repo, telling, Math.min(bytes * FOR_BEGINNINGS, rest));
  const code = await namedDefinitions(repo.product, repo.spec, rest - sizeOf(beginnings), ports);
  const files = heads(repo, repo.named, rest - sizeOf(beginnings) - sizeOf(code));
  // The beginnings of telling files get the room that is left over.
  return [...tree, ...heads(repo, telling, rest - sizeOf(code) - sizeOf(files)), ...code, ...files].join(BETWEEN);
};

const LISTING = "listing";
/** Room for the longest heading. */
const HEADING_BYTES = 60;

const treeParts = ({ listing, spec }: MappedRepo, most: number, room: Room): readonly string[] => {
  if (HEADING_BYTES > room) return [];
  if (listing.length === 0) return ["The repository has no files."];
  const lines = shownListing(listing, spec, most, roomInQuote(LISTING, room) - HEADING_BYTES);
  return [`The repository has ${counted(listing.length, "file")}.`, ...quotedLines(LISTING, lines)];
};

/** Files, whole if they fit. Room that a small one leaves over goes to the larger ones. */
const heads = ({ texts }: MappedRepo, paths: readonly string[], room: Room): readonly string[] => {
  const files = paths.flatMap((path) => {
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
