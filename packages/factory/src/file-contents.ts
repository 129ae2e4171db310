import { accepted, firstBytes, quoteAsData, type Result, rejected, utf8Length, type WorkOrder } from "@llmch/contract";
import { type OrderFile, tooMuchToShow } from "./order-files.ts";
import { partsCaption, showParts } from "./parts/show-parts.ts";
import { type Terms, termsOf } from "./parts/terms.ts";
import type { PromptSettings } from "./prompt-settings.ts";

type Settings = Pick<PromptSettings, "shown_bytes" | "whole_file_bytes" | "part_characters">;

/** A file's text as a prompt shows it. */
export interface ShownFile {
  readonly path: string;
  readonly allowed: boolean;
  readonly label: string;
  readonly text: string;
  readonly bytes: number;
  readonly isCut: boolean;
  /** The lines that are shown, from 0; null if it is not shown by lines. */
  readonly lines: ReadonlySet<number> | null;
}

/** The terms to look for in a large file: the order's own words. */
export const orderTerms = ({ title, intent, notes, acceptance_commands }: WorkOrder): Terms =>
  termsOf([title, intent, notes ?? "", ...acceptance_commands]);

/**
 * The contents that a prompt shows, within the budget. Allowed files come first: whole if all of them fit, else the large ones by
 * the parts that the order speaks of. Other context files share the rest, small ones first, so that a large one starves none; a
 * cut file says so. Rejected with a sentence if the allowed files alone are too large, because a file that must be rewritten is never shown
 * cut (contract §5).
 */
export const showFiles = (
  order: WorkOrder,
  files: readonly OrderFile[],
  settings: Settings,
): Result<readonly ShownFile[], string> => {
  const texts = files.flatMap((file): readonly TextFile[] => {
    const { state } = file;
    const text = state.kind === "file" ? (state.text ?? state.marked) : null;
    if (state.kind !== "file" || text === null) return [];
    const isLarge = state.bytes > settings.whole_file_bytes;
    return [{ file, text, isLarge, isMarked: state.text === null, bytes: state.bytes }];
  });
  const terms = orderTerms(order);
  const allowed = showAllowed(
    texts.filter(({ file }) => file.allowed),
    terms,
    settings,
  );
  const tooMuch = tooMuchToShow([...allowed.values()], settings.shown_bytes);
  if (tooMuch !== null) return rejected(tooMuch);
  const left = settings.shown_bytes - [...allowed.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const context = texts.filter(({ file }) => !file.allowed);
  const size = ({ isLarge, bytes }: TextFile) => (isLarge ? Math.min(bytes, settings.part_characters) : bytes);
  const shares = shareOut(new Map(context.map((each) => [each, size(each)])), left);
  return accepted(texts.map((each) => allowed.get(each) ?? within(each, shares.get(each) ?? 0, terms, settings)));
};

/** The contents, quoted. */
export const quotedFiles = (shown: readonly ShownFile[]): string =>
  shown.length === 0 ? "(no text to show)" : shown.map(({ label, text }) => quoteAsData(label, text)).join("\n\n");

/** Whole if all of them fit. If not, the small ones are, and the large ones share what these leave. */
const showAllowed = (
  texts: readonly TextFile[],
  terms: Terms,
  { shown_bytes, part_characters }: Settings,
): ReadonlyMap<TextFile, ShownFile> => {
  const fits = bytesOf(texts) <= shown_bytes;
  const large = texts.filter(({ isLarge }) => isLarge);
  const left = shown_bytes - bytesOf(texts.filter(({ isLarge }) => !isLarge));
  // A line has its number besides, and may take more bytes than characters.
  const share = Math.floor(left / (2 * Math.max(1, large.length)));
  const characters = { part_characters: Math.max(part_characters, share) };
  return new Map(texts.map((each) => [each, whole(fits ? { ...each, isLarge: false } : each, terms, characters)]));
};

const bytesOf = (texts: readonly TextFile[]): number => texts.reduce((sum, { bytes }) => sum + bytes, 0);

interface TextFile {
  readonly file: OrderFile;
  readonly text: string;
  readonly isLarge: boolean;
  readonly isMarked: boolean;
  readonly bytes: number;
}

const whole = (each: TextFile, terms: Terms, { part_characters }: Pick<Settings, "part_characters">): ShownFile => {
  const { path, allowed } = each.file;
  const marks = each.isMarked ? ["not UTF-8 throughout, \ufffd stands for other bytes and cannot be found"] : [];
  const parts = each.isLarge ? showParts(each.text, { terms, named: [], characters: part_characters }) : null;
  const text = parts?.text ?? each.text;
  const notes = [...(parts === null ? [] : [partsCaption(parts)]), ...marks];
  const label = notes.length === 0 ? path : `${path} (${notes.join("; ")})`;
  return { path, allowed, label, text, bytes: utf8Length(text), isCut: parts !== null, lines: parts?.lines ?? null };
};

const within = (each: TextFile, share: number, terms: Terms, settings: Settings): ShownFile => {
  const part_characters = Math.min(share, settings.part_characters);
  const shown = whole(each, terms, { part_characters });
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

/** How many bytes of each file are shown: all that it has, or an equal part of what the smaller ones leave. */
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
