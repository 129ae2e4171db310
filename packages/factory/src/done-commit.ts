import { type Condition, conditionInWords, repoPath, standsIn, type WorkOrder } from "@llmch/contract";

/** A commit whose trailers say that an order is done, as far as that can be checked by itself. */
export interface DoneCommit {
  /** The paths that it changed. */
  readonly changed: ReadonlySet<string>;
  /** False if its trailers name other orders too, as after a squash. */
  readonly isOfOneOrder: boolean;
  /** What a file holds in it; null for what is not there. */
  text(path: string): string | null;
}

/** The paths whose texts tell whether a commit is what an order asks for. */
export const pathsThatTell = ({ postconditions }: WorkOrder): readonly string[] =>
  postconditions.flatMap(({ path }) => repoPath(path) ?? []);

/**
 * Why a commit cannot be what an order asks for, whatever its trailers say: anybody can copy those. Null if nothing speaks against it.
 * @param mayBeEmpty an answer may have changed nothing
 */
export const whyNotDone = (order: WorkOrder, commit: DoneCommit, mayBeEmpty: boolean): string | null => {
  const { allowed_files, postconditions } = order;
  const unmet = postconditions.find((condition) => !holds(condition, commit));
  if (unmet !== undefined) return `the postcondition ${conditionInWords(unmet)} does not hold in it`;
  const isEmpty = !allowed_files.some((raw) => commit.changed.has(repoPath(raw) ?? ""));
  return isEmpty && !mayBeEmpty && postconditions.length === 0 ? "it changes none of the order's files" : null;
};

const holds = ({ kind, path: raw, text }: Condition, commit: DoneCommit): boolean => {
  const path = repoPath(raw);
  const found = path === null ? null : commit.text(path);
  if (kind === "file_absent") return found === null;
  if (path === null || found === null) return false;
  // A checkout may have other line ends than the commit.
  if (kind === "file_contains")
    return standsIn(found, text ?? "") || standsIn(found, (text ?? "").replaceAll("\r\n", "\n"));
  return kind !== "file_unchanged" || !commit.isOfOneOrder || !commit.changed.has(path);
};
