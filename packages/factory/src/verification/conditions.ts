import { type Condition, conditionInWords, type FileState, repoPath, standsIn, type WorkOrder } from "@llmch/contract";
import type { Files } from "../job/ports.ts";

/** File hashes from when the order started, by path as the order spells it; null for a missing file. */
export type StartHashes = ReadonlyMap<string, string | null>;

/** Hashes the files that the order promises to leave unchanged. */
export const startHashes = async (
  { postconditions }: WorkOrder,
  workspace: Pick<Files, "inspect">,
): Promise<StartHashes> => {
  const hashes = new Map<string, string | null>();
  for (const { kind, path: raw } of postconditions) {
    const path = kind === "file_unchanged" ? repoPath(raw) : null;
    if (path !== null) hashes.set(raw, hashOf(await workspace.inspect(path)));
  }
  return hashes;
};

/** The conditions that do not hold in the worktree, a sentence each (contract §2). With no start hashes, files count as unchanged. */
export const unmetConditions = async (
  conditions: readonly Condition[],
  workspace: Pick<Files, "inspect" | "isFile">,
  start: StartHashes = new Map(),
): Promise<readonly string[]> => {
  const unmet: string[] = [];
  for (const condition of conditions) {
    const why = await whyUnmet(condition, workspace, start);
    if (why !== null) unmet.push(`${conditionInWords(condition)}: ${why}`);
  }
  return unmet;
};

const MISSING = "there is no such file";

const whyUnmet = async (
  condition: Condition,
  workspace: Pick<Files, "inspect" | "isFile">,
  start: StartHashes,
): Promise<string | null> => {
  const path = repoPath(condition.path);
  const there = path !== null && (await workspace.isFile(path));
  if (condition.kind === "file_absent") return there ? "the file is there" : null;
  if (path === null || !there) return MISSING;
  switch (condition.kind) {
    case "file_exists":
      return null;
    case "file_contains":
      return whyNotIn(condition.text ?? "", await workspace.inspect(path));
    case "file_unchanged":
      return whyChanged(condition, hashOf(await workspace.inspect(path)), start);
  }
};

const whyNotIn = (text: string, state: FileState): string | null => {
  if (state.kind !== "file") return "the path is no file of the repo's own";
  if (state.text === null) return "the file is not UTF-8";
  return standsIn(state.text, text) ? null : "the text does not stand in the file";
};

const whyChanged = (condition: Condition, hash: string | null, start: StartHashes): string | null => {
  const expected = condition.sha256 ?? start.get(condition.path);
  return expected === undefined || expected === hash
    ? null
    : `its SHA-256 is ${hash ?? "none"}, not ${expected ?? "none"}`;
};

const hashOf = (state: FileState): string | null => (state.kind === "file" ? state.sha256 : null);
