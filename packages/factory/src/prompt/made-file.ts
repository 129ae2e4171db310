import type { FileWrite, Placeholders, RepoPath, StandingFile } from "@llmch/contract";
import { byCodePoint, filePatch, firstCharacters, quoteAsData } from "@llmch/text";
import type { OrderFile } from "./order-files.ts";

/** A file as an answer left it before it was undone. A later answer may build on it (contract §5). */
export interface MadeFile {
  readonly state: StandingFile & { readonly text: string };
  readonly attempt: number;
}

export type MadeFiles = ReadonlyMap<RepoPath, MadeFile>;

export const NOTHING_MADE: MadeFiles = new Map();

/** The content of an earlier answer that a write builds on, if any. */
export const madeBase = (write: FileWrite, path: RepoPath, made: MadeFiles): MadeFile["state"] | undefined => {
  const state = made.get(path)?.state;
  const isWritten = write.kind === "edits" || write.kind === "content";
  return isWritten && state?.sha256 === write.base_sha256.toLowerCase() ? state : undefined;
};

/** What the last answer that could be applied made of the order's files. */
export interface EarlierWork {
  readonly made: MadeFiles;
  /** The files that it took away. */
  readonly removed: readonly RepoPath[];
}

export const NO_WORK: EarlierWork = { made: NOTHING_MADE, removed: [] };

/**
 * An earlier answer's work, as its difference to the files that stand, and how the next answer may build on it. Empty if there is none.
 * @param hide takes secrets out of a text: in a difference, they may not be recognized any more
 * @param most how many characters the differences may have
 */
export const workInWords = (
  { made, removed }: EarlierWork,
  files: readonly OrderFile[],
  { hide }: Pick<Placeholders, "hide">,
  most: number,
): string => {
  if (made.size === 0) return "";
  const standing = new Map<string, OrderFile["state"]>(files.map(({ path, state }) => [path, state]));
  const before = (path: string): string | null => {
    const state = standing.get(path);
    return state?.kind === "file" ? hide(state.text ?? state.marked ?? "") : null;
  };
  const changed = [...made].map(([path, { state }]) => [path, hide(state.text)] as const);
  const patches = [...changed, ...removed.map((path) => [path, null] as const)]
    .sort(([one], [other]) => byCodePoint(one, other))
    .map(([path, text]) => filePatch(path, before(path), text));
  const whole = patches.join("");
  const shown = firstCharacters(whole, most);
  const label = shown === whole ? "changes" : `changes (cut: the first ${shown.length} of ${whole.length} characters)`;
  const rows = [...made].map(([path, { state, attempt }]) => `| ${path} | ${attempt} | ${state.sha256} |`);
  return [
    quoteAsData(label, shown),
    "You need not repeat what was right. `edits` may also be of a file as an answer made it: with the `base_sha256` of this table, " +
      "each `find` is looked for in that content, and `[]` takes it as it is. A file that your answer leaves out stays as it stands in the repository.",
    ["| path | made by attempt | base_sha256 |", "| --- | --- | --- |", ...rows].join("\n"),
  ].join("\n\n");
};
