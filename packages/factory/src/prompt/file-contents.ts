import { acceptanceOf, type PromptLimits, type WorkOrder } from "@llmch/contract";
import { accepted, firstBytes, quoteAsData, type Result, rejected, saysGenerated, utf8Length } from "@llmch/text";
import type { Continued } from "../job/author.ts";
import type { Outlines } from "../job/ports.ts";
import { type OrderFile, tooMuchToShow } from "./order-files.ts";
import { foundAgain } from "./parts/found-again.ts";
import { partsCaption, showParts } from "./parts/show-parts.ts";
import { type Terms, termsOf } from "./parts/terms.ts";

type Settings = Pick<PromptLimits, "fileBytes" | "partCharacters">;

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

/** The terms to look for in a large file: the order's own words, but for its hidden checks. */
export const orderTerms = (order: WorkOrder): Terms => {
  const visible = acceptanceOf(order).filter(({ hidden }) => !hidden);
  const commands = visible.flatMap(({ command, checks = [] }) => [command, ...checks.map(({ content }) => content)]);
  return termsOf([order.title, order.intent, order.notes ?? "", ...commands]);
};

/**
 * Selects the contents that a prompt shows, within the budget. Small files are whole; larger ones are shown by what the order names
 * in them, whole, and the names of the rest. Allowed files come first. Context files share what they leave, small ones first, so
 * that a large one does not starve them; a cut file says so. Rejected with a sentence if the small allowed files alone are too large.
 * @param options.seen the lines that were shown before, from 0
 * @param options.leavesOut names the largest allowed files instead of showing them: the model can read them itself
 */
export const showFiles = async (
  order: WorkOrder,
  files: readonly OrderFile[],
  settings: Settings,
  outlines: Outlines,
  { leavesOut = false, seen = new Map() }: { readonly leavesOut?: boolean; readonly seen?: Continued["shown"] } = {},
): Promise<Result<readonly ShownFile[], string>> => {
  const texts = files.flatMap((file): readonly TextFile[] => {
    const { state } = file;
    const text = state.kind === "file" ? (state.text ?? state.marked) : null;
    if (state.kind !== "file" || text === null) return [];
    const isLarge = state.bytes > settings.partCharacters;
    return [{ file, text, isLarge, isMarked: state.text === null, bytes: state.bytes }];
  });
  const large = texts.filter(({ isLarge }) => isLarge).length;
  const scene = { order, terms: orderTerms(order), besides: BESIDES / Math.max(LEAST_SHARES, large), outlines, seen };
  const allowed = await showAllowed(
    texts.filter(({ file }) => file.allowed),
    settings.fileBytes,
    scene,
  );
  const tooMuch = tooMuchToShow([...allowed.values()], settings.fileBytes);
  if (tooMuch !== null && !leavesOut) return rejected(tooMuch);
  if (tooMuch !== null) leaveOutLargest(allowed, settings.fileBytes);
  const left = settings.fileBytes - bytesOf([...allowed.values()]);
  const shown = new Map(allowed);
  for (const each of texts.filter(({ file }) => !file.allowed))
    shown.set(each, await shownFile(each, Math.min(left, settings.partCharacters), scene));
  const context = [...shown].filter(([each]) => !allowed.has(each));
  for (const [each, share] of shareOut(new Map(context.map(([each, { bytes }]) => [each, bytes])), left))
    if (share < (shown.get(each)?.bytes ?? 0)) shown.set(each, await within(each, share, scene));
  return accepted(texts.flatMap((each) => shown.get(each) ?? []));
};

/** The contents, quoted. */
export const quotedFiles = (shown: readonly ShownFile[]): string =>
  shown.length === 0 ? "(no text to show)" : shown.map(({ label, text }) => quoteAsData(label, text)).join("\n\n");

interface Scene {
  readonly terms: Terms;
  readonly order: WorkOrder;
  /** What a large file may show of what the order does not name, in bytes. */
  readonly besides: number;
  readonly outlines: Outlines;
  readonly seen: Continued["shown"];
}

/** What large files show together of what the order does not name, and the least number of files that share it. */
const BESIDES = 9_000;
const LEAST_SHARES = 3;
/** With less than this, nobody could edit a file. */
const LEAST_PART = 1_000;

/** Shows as much as the order needs; if that is too much together, large files share what small ones leave. */
const showAllowed = async (
  texts: readonly TextFile[],
  room: number,
  scene: Scene,
): Promise<Map<TextFile, ShownFile>> => {
  const shown = new Map<TextFile, ShownFile>();
  for (const each of texts) shown.set(each, await shownFile(each, room, scene));
  const large = new Map([...shown].flatMap(([each, { bytes }]) => (each.isLarge ? [[each, bytes]] : [])));
  const left = room - bytesOf(texts.filter(({ isLarge }) => !isLarge));
  for (const [each, share] of shareOut(large, left))
    if (share < (large.get(each) ?? 0)) shown.set(each, await shownFile(each, Math.max(LEAST_PART, share), scene));
  return shown;
};

/** Names the largest files instead of showing them, until the rest fits. */
const leaveOutLargest = (shown: Map<TextFile, ShownFile>, budget: number): void => {
  let total = bytesOf([...shown.values()]);
  for (const [text, file] of [...shown].sort(([, a], [, b]) => b.bytes - a.bytes)) {
    if (total <= budget) return;
    total -= file.bytes;
    const label = `${file.path} (${text.bytes} bytes, too many to be shown here: \`read\` shows them)`;
    shown.set(text, { ...file, label, text: "", bytes: 0, isCut: true, lines: new Set() });
  }
};

const bytesOf = (texts: readonly { readonly bytes: number }[]): number =>
  texts.reduce((sum, { bytes }) => sum + bytes, 0);

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

const SHOWN_ABOVE = "what was shown above is left out";

/** @param most the most bytes that a large file's parts may have */
const shownFile = async (
  { file: { path, allowed }, text: whole, isLarge, isMarked }: TextFile,
  most: number,
  { order, terms, besides, outlines, seen }: Scene,
): Promise<ShownFile> => {
  const shown = seen.get(path) ?? new Set();
  if (shown.size > 0 && shown.size >= whole.replace(/\n$/, "").split("\n").length)
    return { path, allowed, label: `${path} (shown above)`, text: "", bytes: 0, isCut: false, lines: null };
  const marks = isMarked ? ["not UTF-8 throughout, \ufffd stands for other bytes and cannot be found"] : [];
  const isLog = isLarge && isWrittenOn(path, whole);
  const found = !isLarge
    ? null
    : isLog
      ? showParts(whole, { terms: NO_TERMS, named: [], most: Math.min(BEGINNING, most), outline: null })
      : showParts(whole, {
          ...{ terms, named: [], most, besides, shown },
          read: foundAgain(whole, order.provenance?.read?.filter((part) => part.path === path) ?? []),
          outline: await outlines.outlineOf(path, whole),
        });
  const isWhole = found?.lines.size === found?.count && whole.length <= (found?.text.length ?? 0);
  const parts = isWhole ? null : found;
  const text = parts?.text ?? whole;
  const notes = [
    ...(parts === null ? [] : [partsCaption(parts)]),
    ...(shown.size === 0 ? [] : [SHOWN_ABOVE]),
    ...marks,
  ];
  const label = notes.length === 0 ? path : `${path} (${notes.join("; ")})`;
  return { path, allowed, label, text, bytes: utf8Length(text), isCut: parts !== null, lines: parts?.lines ?? null };
};

const within = async (each: TextFile, share: number, scene: Scene): Promise<ShownFile> => {
  const shown = await shownFile(each, share, scene);
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
