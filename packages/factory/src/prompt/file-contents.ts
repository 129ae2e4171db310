import { acceptanceOf, type PromptLimits, type WorkOrder } from "@llmch/contract";
import { accepted, firstBytes, quoteAsData, type Result, rejected, saysGenerated, utf8Length } from "@llmch/text";
import type { Outlines } from "../job/ports.ts";
import { type OrderFile, tooMuchToShow } from "./order-files.ts";
import { partsCaption, showParts } from "./parts/show-parts.ts";
import { type Terms, termsOf } from "./parts/terms.ts";

type Settings = Pick<PromptLimits, "fileBytes" | "wholeFileBytes" | "partCharacters">;

/** A file's text as a prompt shows it. */
export interface ShownFile {
  readonly path: string;
  readonly allowed: boolean;
  readonly label: string;
  readonly text: string;
  readonly bytes: number;
  readonly isCut: boolean;
  /** The lines that are shown, from 0; null if the file is not shown by lines. */
  readonly lines: ReadonlySet<number> | null;
}

/** The terms to look for in a large file: the order's own words. */
export const orderTerms = (order: WorkOrder): Terms =>
  termsOf([order.title, order.intent, order.notes ?? "", ...acceptanceOf(order).map(({ command }) => command)]);

/**
 * Selects the contents that a prompt shows, within the budget. Allowed files come first: in full if all of them fit, otherwise the
 * large ones in the parts that the order mentions. Other context files share the rest, small ones first, so that a large one does
 * not starve them; a cut file says so. Rejected with a sentence if the allowed files alone are too large: a file to rewrite is
 * never shown cut (contract §5).
 * @param options.leavesOut names the largest allowed files instead of showing them: the model can read them itself
 */
export const showFiles = async (
  order: WorkOrder,
  files: readonly OrderFile[],
  settings: Settings,
  outlines: Outlines,
  { leavesOut = false }: { readonly leavesOut?: boolean } = {},
): Promise<Result<readonly ShownFile[], string>> => {
  const texts = files.flatMap((file): readonly TextFile[] => {
    const { state } = file;
    const text = state.kind === "file" ? (state.text ?? state.marked) : null;
    if (state.kind !== "file" || text === null) return [];
    const isLarge = state.bytes > settings.wholeFileBytes;
    return [{ file, text, isLarge, isMarked: state.text === null, bytes: state.bytes }];
  });
  const scene = { terms: orderTerms(order), settings, outlines };
  const context = texts.filter(({ file }) => !file.allowed);
  const size = ({ isLarge, bytes }: TextFile) => (isLarge ? Math.min(bytes, settings.partCharacters) : bytes);
  const sizes = new Map(context.map((each) => [each, size(each)]));
  const allowed = await showAllowed(
    texts.filter(({ file }) => file.allowed),
    [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
    scene,
  );
  const tooMuch = tooMuchToShow([...allowed.values()], settings.fileBytes);
  if (tooMuch !== null && !leavesOut) return rejected(tooMuch);
  if (tooMuch !== null) leaveOutLargest(allowed, settings.fileBytes);
  const left = settings.fileBytes - [...allowed.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const shares = shareOut(sizes, left);
  const shown: ShownFile[] = [];
  for (const each of texts) shown.push(allowed.get(each) ?? (await within(each, shares.get(each) ?? 0, scene)));
  return accepted(shown);
};

/** The contents, quoted. */
export const quotedFiles = (shown: readonly ShownFile[]): string =>
  shown.length === 0 ? "(no text to show)" : shown.map(({ label, text }) => quoteAsData(label, text)).join("\n\n");

interface Scene {
  readonly terms: Terms;
  readonly settings: Settings;
  readonly outlines: Outlines;
}

/** The shares of the budget that large files leave: for other context (at most), and for what a failed attempt turns out to need. */
const LEFT_TO_CONTEXT = 0.25;
const LEFT_TO_RETRIES = 0.1;
/** With less than this, nobody could edit a file. */
const LEAST_PART = 1_000;
/** Roughly how much line numbers enlarge a file. */
const NUMBERED = 1.2;

/** Shows allowed files in full if all of them fit. Otherwise only the small ones are, and the large ones share the rest. */
const showAllowed = async (
  texts: readonly TextFile[],
  contextBytes: number,
  scene: Scene,
): Promise<Map<TextFile, ShownFile>> => {
  const { fileBytes } = scene.settings;
  const fits = bytesOf(texts) <= fileBytes;
  const large = new Map(texts.flatMap((each) => (each.isLarge ? [[each, each.bytes * NUMBERED]] : [])));
  const left = fileBytes - bytesOf(texts.filter(({ isLarge }) => !isLarge));
  const kept = Math.min(contextBytes, left * LEFT_TO_CONTEXT) + left * LEFT_TO_RETRIES;
  const shares = shareOut(large, left - kept);
  const shown = new Map<TextFile, ShownFile>();
  for (const each of texts) {
    const most = fits || !each.isLarge ? null : Math.max(LEAST_PART, shares.get(each) ?? 0);
    shown.set(each, await shownFile(each, most, scene));
  }
  return shown;
};

/** Names the largest files instead of showing them, until the rest fits. */
const leaveOutLargest = (shown: Map<TextFile, ShownFile>, budget: number): void => {
  let total = [...shown.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  for (const [text, file] of [...shown].sort(([, a], [, b]) => b.bytes - a.bytes)) {
    if (total <= budget) return;
    total -= file.bytes;
    const label = `${file.path} (${text.bytes} bytes, too many to be shown here: \`read\` shows them)`;
    shown.set(text, { ...file, label, text: "", bytes: 0, isCut: true, lines: new Set() });
  }
};

const bytesOf = (texts: readonly TextFile[]): number => texts.reduce((sum, { bytes }) => sum + bytes, 0);

interface TextFile {
  readonly file: OrderFile;
  readonly text: string;
  readonly isLarge: boolean;
  readonly isMarked: boolean;
  readonly bytes: number;
}

/** How much is shown of a file that is only written on, or made by a program. */
const BEGINNING = 3_000;
const NO_TERMS = termsOf([]);
const LOG =
  /(?:^|\/)(?:changes|changelog|history|news|releases?|release[-_]notes)(?:\.(?:md|markdown|rst|txt|adoc))?$/i;
const LOCK = /(?:^|\/)(?:[\w.-]*[-.]lock(?:\.\w+)?|package-lock\.json|go\.sum|\w+\.lockb?)$/;

/** True for a changelog, a lock file, or a text that says that it is generated: an order concerns its beginning, if anything. */
const isWrittenOn = (path: string, text: string): boolean => LOG.test(path) || LOCK.test(path) || saysGenerated(text);

/** @param most the most bytes that its parts may have; null shows all of it */
const shownFile = async (
  { file: { path, allowed }, text: whole, isLarge, isMarked }: TextFile,
  most: number | null,
  { terms, outlines }: Scene,
): Promise<ShownFile> => {
  const marks = isMarked ? ["not UTF-8 throughout, \ufffd stands for other bytes and cannot be found"] : [];
  const wanted = { terms, named: [], isFilled: allowed };
  const isLog = isLarge && isWrittenOn(path, whole);
  const parts = isLog
    ? showParts(whole, { ...wanted, terms: NO_TERMS, most: Math.min(BEGINNING, most ?? BEGINNING), outline: null })
    : most === null
      ? null
      : showParts(whole, { ...wanted, most, outline: await outlines.outlineOf(path, whole) });
  const text = parts?.text ?? whole;
  const notes = [...(parts === null ? [] : [partsCaption(parts)]), ...marks];
  const label = notes.length === 0 ? path : `${path} (${notes.join("; ")})`;
  return { path, allowed, label, text, bytes: utf8Length(text), isCut: parts !== null, lines: parts?.lines ?? null };
};

const within = async (each: TextFile, share: number, scene: Scene): Promise<ShownFile> => {
  const most = each.isLarge ? Math.min(share, scene.settings.partCharacters) : null;
  const shown = await shownFile(each, most, scene);
  if (shown.bytes <= share) return shown;
  const text = firstBytes(shown.text, share);
  return {
    ...shown,
    label: `${each.file.path} (cut: the first ${text.length} characters of ${each.bytes} bytes)`,
    text,
    bytes: utf8Length(text),
    isCut: true,
  };
};

/** How many bytes of each file to show: all of it, or an equal share of what the smaller ones leave. */
const shareOut = <File>(sizes: ReadonlyMap<File, number>, budget: number): ReadonlyMap<File, number> => {
  const shares = new Map<File, number>();
  let left = budget;
  for (const [index, [file, bytes]] of [...sizes].sort(([, a], [, b]) => a - b).entries()) {
    const share = Math.min(bytes, Math.floor(left / (sizes.size - index)));
    shares.set(file, share);
    left -= share;
  }
  return shares;
};
