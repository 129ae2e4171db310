import { testConfiguration } from "@llmch/languages";
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
  const telling = filesToShow(repo, tellingFiles(repo.listing, SHOWN_FILES));
  const forKept = telling.reduce((sum, { kept }) => sum + kept.bytes, 0);
  const beginnings = heads(telling, Math.min(Math.max(bytes * FOR_BEGINNINGS, forKept), rest));
  const code = await namedDefinitions(repo.product, repo.spec, rest - sizeOf(beginnings), ports);
  const files = heads(filesToShow(repo, repo.named), rest - sizeOf(beginnings) - sizeOf(code));
  // The beginnings of telling files get the room that is left over.
  return [...tree, ...heads(telling, rest - sizeOf(code) - sizeOf(files)), ...code, ...files].join(BETWEEN);
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

interface FileToShow {
  readonly label: string;
  readonly text: string;
  /** The most characters. */
  readonly most: number;
  /** What configures tests, which is never cut, and the bytes that it takes. */
  readonly kept: { readonly text: string; readonly bytes: number };
}

/** Longer configuration is code. */
const MOST_KEPT = 6_000;

const filesToShow = ({ texts }: MappedRepo, paths: readonly string[]): readonly FileToShow[] =>
  paths.flatMap((path) => {
    const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
    if (text === undefined) return [];
    const label = `file ${oneLine(path)}`;
    const told = testConfiguration(path, text) ?? "";
    const kept = utf8Length(told) > MOST_KEPT ? "" : told;
    const bytes = kept === "" ? 0 : utf8Length(kept) - roomInQuote(label, 0) + CUT_BYTES;
    return [{ label, text, most: isReadme(path) ? SHOWN_CHARACTERS : SHOWN_OF_MANIFEST, kept: { text: kept, bytes } }];
  });

/** Files, whole if they fit; else what configures their tests is. Room that a small one leaves over goes to the larger ones. */
const heads = (files: readonly FileToShow[], room: Room): readonly string[] => {
  let rest = room;
  let forKept = files.reduce((sum, { kept }) => sum + kept.bytes, 0);
  const shown = new Map<string, string>();
  const bySize = [...files].sort((a, b) => utf8Length(a.text) - utf8Length(b.text));
  for (const [index, { label, text, most, kept }] of bySize.entries()) {
    const share = kept.bytes + Math.max(0, (rest - forKept) / (files.length - index));
    const part = roomInQuote(label, Math.min(rest, share)) - CUT_BYTES;
    forKept -= kept.bytes;
    if (part <= 0) continue;
    const quoted = quoteAsData(label, head(text, most, part, kept.text));
    shown.set(label, quoted);
    rest -= utf8Length(quoted) + BETWEEN.length;
  }
  return files.flatMap(({ label }) => shown.get(label) ?? []);
};

/** Room for the longest line about what was cut. */
const CUT_BYTES = 70;

const head = (text: string, most: number, room: Room, kept: string): string => {
  if (text.length <= most && utf8Length(text) <= room) return text;
  const left = room - utf8Length(kept);
  const shown = firstCharacters(text, Math.min(most, charactersWithin(text, kept === "" ? room : left)));
  if (kept === "" || shown.includes(kept)) return `${shown}\n(cut here: ${text.length - shown.length} more characters)`;
  const end = firstCharacters(kept, charactersWithin(kept, room));
  return `${shown}\n(cut here; of the rest, what configures tests)\n${end}`;
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
