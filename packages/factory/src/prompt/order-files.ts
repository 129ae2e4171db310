import { type FileState, type PromptLimits, type RepoPath, repoPath, type WorkOrder } from "@llmch/contract";
import { SHA256_OF_NOTHING } from "@llmch/text";
import type { Files } from "../job/ports.ts";

/** A file that the order names, as it is at the baseline. */
export interface OrderFile {
  readonly path: RepoPath;
  readonly allowed: boolean;
  readonly state: FileState;
  /** True if its author sees only parts of it. */
  readonly isPart?: boolean;
}

/** The allowed files, then the other context files, each once, in the order's own sequence. */
export const readOrderFiles = async (order: WorkOrder, workspace: Files): Promise<readonly OrderFile[]> => {
  const files: OrderFile[] = [];
  const seen = new Set<string>();
  for (const [paths, allowed] of [
    [order.allowed_files, true],
    [order.context_files, false],
  ] as const) {
    for (const raw of paths) {
      const path = repoPath(raw);
      if (path === null || seen.has(path)) continue;
      seen.add(path);
      files.push({ path, allowed, state: await workspace.inspect(path) });
    }
  }
  return files;
};

/** The hash that a proposal must give for the current file. A missing file has the hash of empty content. */
export const baseSha256 = (state: FileState): string => (state.kind === "file" ? state.sha256 : SHA256_OF_NOTHING);

/** The same hash as the prompt spells it: null for a missing file. */
export const shownBase = (state: FileState): string | null => (state.kind === "file" ? state.sha256 : null);

/** Why a proposal may not rewrite the file, in words that follow "the file", or null: the prompt did not show it as it is. */
export const mustBeEdited = (
  { state, isPart = false }: Pick<OrderFile, "state" | "isPart">,
  { wholeFileBytes }: Pick<PromptLimits, "wholeFileBytes">,
): string | null => {
  if (state.kind !== "file") return null;
  if (state.marked !== null) return "is not UTF-8 throughout, and its other bytes must stay";
  if (isPart) return "was shown in part";
  return state.text !== null && state.bytes > wholeFileBytes ? `is larger than ${wholeFileBytes} bytes` : null;
};

/** Why the allowed files are too large to show to a model, or null. */
export const tooMuchToShow = (
  shown: readonly { readonly path: string; readonly bytes: number }[],
  shownBytes: number,
): string | null => {
  const total = shown.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= shownBytes) return null;
  const largest = [...shown].sort((a, b) => b.bytes - a.bytes).slice(0, 3);
  const names = largest.map(({ path, bytes }) => `${path} (${bytes} bytes)`).join(", ");
  return `the allowed files hold ${total} bytes, and a model is shown ${shownBytes} at most: split the order; largest: ${names}`;
};
