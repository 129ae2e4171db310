import { looksLikeSecretFile, repoPath, type WorkOrder } from "@llmch/contract";
import { isTestFile, nearestManifest } from "@llmch/languages";
import { firstBytes, utf8Length } from "@llmch/text";
import type { Outlines, ShownFrom } from "../job/ports.ts";
import type { ShownFile } from "./file-contents.ts";

interface Scene {
  readonly order: WorkOrder;
  readonly shown: readonly ShownFile[];
  readonly trackedFiles: readonly string[];
  readonly tracked: ReadonlySet<string>;
  /** How many bytes may still be shown. */
  readonly room: number;
}

/** Files that an order does not name, but that its author needs. */
export interface Besides {
  /** The files that are not already shown, if there is room. */
  readonly files: readonly ShownFile[];
  /** The path of the manifest that defines how tests run, whether or not the order names it. */
  readonly manifest: string | null;
  /** The path of an existing test as an example, if the order writes a new test and the prompt shows none. */
  readonly example: string | null;
}

const MOST_BYTES = 8 * 1024;
/** How many existing tests are considered. */
const MOST_TESTS = 5;
/** A cheap filter: matching all files of a large repo against every language's patterns is slow. */
const MAY_BE_TEST = /test|spec/i;

/** Finds other read-only files to show: only tracked ones, and none that look like a secret (reliability, S2). */
export const showBesides = async (
  { order, shown, trackedFiles, tracked, room }: Scene,
  ports: ShownFrom,
): Promise<Besides> => {
  const known = new Set(shown.map(({ path }) => path));
  const isOpen = (path: string) => !known.has(path) && !looksLikeSecretFile(path);
  const manifest = nearestManifest(order.allowed_files, tracked);
  const told = manifest === null || !isOpen(manifest) ? null : await show([manifest], null, room, ports);
  const tests = isWithoutTest(order, shown)
    ? nearestTests(order, trackedFiles).filter(isOpen).slice(0, MOST_TESTS)
    : [];
  const example = await show(tests, "an existing test, as an example", room - (told?.bytes ?? 0), ports);
  return {
    files: [told, example].filter((file) => file !== null),
    manifest: told?.path ?? (known.has(manifest ?? "") ? manifest : null),
    example: example?.path ?? null,
  };
};

/** Shows the first of these files that is short, or else the beginning of the first. */
const show = async (
  paths: readonly string[],
  what: string | null,
  room: number,
  { workspace, outlines }: ShownFrom,
): Promise<ShownFile | null> => {
  const texts: NamedText[] = [];
  for (const path of paths) texts.push(...(await read(path, workspace)));
  const chosen = texts.find(({ bytes }) => bytes <= MOST_BYTES) ?? texts[0];
  return chosen === undefined ? null : fit(chosen, await beginningOf(chosen, outlines), what, room);
};

interface NamedText {
  readonly path: string;
  readonly text: string;
  readonly bytes: number;
}

/** The text at a path, if there is any. */
const read = async (raw: string, workspace: ShownFrom["workspace"]): Promise<readonly NamedText[]> => {
  const path = repoPath(raw);
  const state = path === null ? null : await workspace.inspect(path);
  if (state?.kind !== "file" || state.text === null || state.bytes === 0) return [];
  return [{ path: raw, text: state.text, bytes: state.bytes }];
};

/** Whether the order writes a test, but the prompt shows none. */
const isWithoutTest = ({ allowed_files }: WorkOrder, shown: readonly ShownFile[]): boolean =>
  allowed_files.some((path) => isTestFile(path)) && !shown.some(({ path }) => isTestFile(path));

/** Existing tests, nearest to the new one first: of the same kind, and in the same folder or a nearby one. */
const nearestTests = ({ allowed_files }: WorkOrder, tracked: readonly string[]): readonly string[] => {
  const wanted = allowed_files.find((path) => isTestFile(path)) ?? "";
  const ending = (path: string) => path.slice(path.lastIndexOf("."));
  const near = (path: string) => {
    const [one, other] = [path.split("/").slice(0, -1), wanted.split("/").slice(0, -1)];
    const shared = one.findIndex((part, index) => part !== other[index]);
    const common = shared === -1 ? Math.min(one.length, other.length) : shared;
    return (ending(path) === ending(wanted) ? 1_000 : 0) + 2 * common - one.length;
  };
  return tracked
    .filter((path) => MAY_BE_TEST.test(path) && isTestFile(path))
    .map((path) => ({ path, near: near(path) }))
    .sort((a, b) => b.near - a.near || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
};

/** The whole text or, if it is long, its beginning, cut at the end of a definition. */
const beginningOf = async ({ path, text, bytes }: NamedText, outlines: Outlines): Promise<string> => {
  if (bytes <= MOST_BYTES) return text;
  const cut = firstBytes(text, MOST_BYTES);
  const count = cut.split("\n").length - 1;
  const outline = await outlines.outlineOf(path, text);
  const ends = outline?.definitions.map(({ last }) => last + 1).filter((end) => end <= count) ?? [];
  const lines = Math.max(0, ...(ends.length === 0 ? [count] : ends));
  return lines === 0 ? cut : `${cut.split("\n").slice(0, lines).join("\n")}\n`;
};

const fit = ({ path, bytes: whole }: NamedText, text: string, what: string | null, room: number): ShownFile | null => {
  const bytes = utf8Length(text);
  if (bytes > room) return null;
  const isCut = bytes < whole;
  const notes = [...(what === null ? [] : [what]), ...(isCut ? [`its first ${bytes} of ${whole} bytes`] : [])];
  const label = notes.length === 0 ? path : `${path} (${notes.join("; ")})`;
  return { path, allowed: false, label, text, bytes, isCut, lines: null };
};
