import { type Condition, conditionInWords, normalizePath, repoPath, standsIn, type WorkOrder } from "@llmch/contract";

/** A commit whose trailers claim that an order is done, with what can be checked about it. */
export interface DoneCommit {
  /** The changed paths. */
  readonly changed: ReadonlySet<string>;
  /** False if its trailers also name other orders, for example after a squash. */
  readonly isOfOneOrder: boolean;
  /** The text of a file in the commit; null if it does not exist. */
  text(path: string): string | null;
}

/** The paths whose text must be read to judge the commit. */
export const pathsThatTell = ({ postconditions }: WorkOrder): readonly string[] =>
  postconditions.flatMap(({ path }) => repoPath(path) ?? []);

/**
 * Why a commit cannot be what the order asks for; trailers prove nothing, because anybody can copy them. Null if nothing speaks
 * against it.
 * @param repoDerives the files that the repo's own commands make for any order
 * @param mayBeEmpty whether the record of the order's run lets it change nothing
 */
export const whyNotDone = (
  { allowed_files, derive = [], ticks = [], postconditions }: WorkOrder,
  commit: DoneCommit,
  { repoDerives, mayBeEmpty }: { readonly repoDerives: readonly string[]; readonly mayBeEmpty: boolean },
): string | null => {
  const unmet = postconditions.find((condition) => !holds(condition, commit));
  if (unmet !== undefined) return `the postcondition ${conditionInWords(unmet)} does not hold in it`;
  const own = new Set([...allowed_files, ...derive.flatMap(({ files }) => files), ...repoDerives].map(normalizePath));
  const ticked = new Set(ticks.map(({ path }) => normalizePath(path)));
  const changed = [...commit.changed];
  if (!changed.some((path) => own.has(path)) && !mayBeEmpty) return "it changes none of the order's files";
  const strange = commit.isOfOneOrder ? changed.find((path) => !own.has(path) && !ticked.has(path)) : undefined;
  return strange === undefined ? null : `it changes ${strange}, which is no file of the order`;
};

const holds = ({ kind, path: raw, text }: Condition, commit: DoneCommit): boolean => {
  const path = repoPath(raw);
  const found = path === null ? null : commit.text(path);
  if (kind === "file_absent") return found === null;
  if (path === null || found === null) return false;
  // The checkout's line endings may differ from the commit's.
  if (kind === "file_contains")
    return standsIn(found, text ?? "") || standsIn(found, (text ?? "").replaceAll("\r\n", "\n"));
  return kind !== "file_unchanged" || !commit.isOfOneOrder || !commit.changed.has(path);
};
