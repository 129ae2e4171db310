import {
  type Condition,
  commitMessage,
  conditionInWords,
  ORDER_SHA256_TRAILER,
  ORDER_TRAILER,
  RUN_TRAILER,
  repoPath,
  TESTS_TRAILER,
  type WorkOrder,
} from "@llmch/contract";
import { type CommitFacts, MODES, type TrailedCommit } from "@llmch/workspace";
import { type Finding, type FindingCode, fault, warning } from "./finding.ts";
import type { ProposedTree } from "./proposed-tree.ts";

/** What a commit must be, according to the record of the run that made it. */
export interface ExpectedCommit {
  readonly runId: string;
  readonly order: WorkOrder;
  readonly orderSha256: string;
  readonly baseline: string | null;
  readonly tree: string | null;
  /** The orders that it was divided into; empty if one author did the work. */
  readonly children: readonly string[];
  /** Null if the proposal cannot be read; then its files are not judged. */
  readonly proposed: ProposedTree | null;
}

/** What the commit's tree contains. */
export interface CommittedTree {
  /** True if there is a file at the path. */
  has(path: string): boolean;
  /**
   * True if the file contains what the proposal wrote there, apart from line endings that git converts; null if the original content is
   * not available any more.
   */
  holds(path: string): boolean | null;
  /** True if the file contains the text. */
  contains(path: string, text: string): boolean;
}

/**
 * Judges a commit against the contract (§6) and its run's record: message and trailers, parent, tree, changed files and their contents,
 * and postconditions.
 */
export const judgeCommit = (facts: CommitFacts, tree: CommittedTree, expected: ExpectedCommit): readonly Finding[] => {
  const where = `${expected.order.id} ${facts.commit.slice(0, 10)}`;
  const found = (code: FindingCode, what: string): Finding => fault(code, where, what);
  const trailers = trailerFaults(facts.trailers, expected).map((what) => found("commit-trailers", what));
  const message =
    trailers.length === 0 && withoutTests(facts.message) !== messageOf(expected)
      ? [found("commit-message", "its message is not the one that llmch wrote")]
      : [];
  return [
    ...trailers,
    ...message,
    ...(facts.parents.join() === expected.baseline
      ? []
      : [found("commit-parent", `its parent is ${facts.parents.join(", ") || "none"}, not ${expected.baseline}`)]),
    ...(facts.tree === expected.tree
      ? []
      : [found("commit-tree", `its tree is ${facts.tree}, the recorded one is ${expected.tree}`)]),
    ...changeFaults(facts, expected).map(([code, what]) => found(code, what)),
    ...contentFaults(tree, expected.proposed).map((what) => found("commit-content", what)),
    ...unknownContents(tree, expected.proposed).map((what) => warning("not-checked", where, what)),
    ...unmetPostconditions(facts, tree, expected.order).map((what) => found("postcondition", what)),
  ];
};

/** Commits by older versions do not name the tests that they change. */
const withoutTests = (message: string): string => message.replace(new RegExp(`^${TESTS_TRAILER}: [^\\n]*\\n`, "m"), "");

const messageOf = ({ order, orderSha256, runId, children }: ExpectedCommit): string =>
  commitMessage({
    order: order.id,
    title: order.title,
    orderSha256,
    runId,
    planRunId: order.provenance?.planner_run_id ?? null,
    children,
  });

const trailerFaults = ({ orders, sha256s, runs }: TrailedCommit, expected: ExpectedCommit): readonly string[] =>
  [
    [ORDER_TRAILER, orders, expected.order.id] as const,
    [ORDER_SHA256_TRAILER, sha256s, expected.orderSha256] as const,
    [RUN_TRAILER, runs, expected.runId] as const,
  ].flatMap(([name, values, value]) =>
    values.length === 1 && values[0] === value
      ? []
      : [`its ${name} is ${values.length === 0 ? "missing" : values.join(", ")}, not ${value}`],
  );

const ABSENT = "000000";
const NEW = MODES.regular;
const REGULAR: ReadonlySet<string> = new Set([NEW, MODES.executable]);

const changeFaults = (
  { changes }: CommitFacts,
  { order, proposed }: ExpectedCommit,
): readonly (readonly [FindingCode, string])[] => {
  const allowed = pathSet(order.allowed_files);
  const modes = new Map(changes.map(({ path, modeBefore }) => [path, modeBefore]));
  return changes.flatMap(({ path, modeBefore, mode }): readonly (readonly [FindingCode, string])[] => {
    const isDerived = proposed?.derived.has(path) === true;
    if (!allowed.has(path) && !isDerived)
      return [["commit-scope", `it changes ${path}, which is not in allowed_files`]];
    if (proposed !== null && !proposed.written.has(path) && !proposed.removed.has(path)) {
      return [["commit-scope", `it changes ${path}, which the accepted proposal does not write`]];
    }
    const isToGo = proposed === null || proposed.removed.has(path);
    if (mode === ABSENT) return isToGo ? [] : [["commit-mode", `it takes ${path} away`]];
    // A command may make an executable file.
    if (isDerived) return REGULAR.has(mode) ? [] : [["commit-mode", `it gives ${path} the mode ${mode}`]];
    const source = proposed?.written.get(path) ?? path;
    // A renamed file keeps its mode.
    const before = source === path ? modeBefore : (modes.get(source) ?? modeBefore);
    const isKept = before === ABSENT ? mode === NEW : REGULAR.has(mode) && mode === before;
    return isKept ? [] : [["commit-mode", `it gives ${path} the mode ${mode}`]];
  });
};

const pathSet = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => repoPath(path) ?? []));

const contentFaults = (tree: CommittedTree, proposed: ProposedTree | null): readonly string[] => {
  if (proposed === null) return [];
  const { written, removed, misnamed } = proposed;
  return [
    ...misnamed.map((raw) => `the proposal writes ${JSON.stringify(raw)}, which is no path`),
    ...[...written.keys()].flatMap((path) => {
      if (!tree.has(path)) return [`it lacks ${path}, which the accepted proposal writes`];
      return tree.holds(path) === false ? [`${path} does not hold what the accepted proposal writes`] : [];
    }),
    ...[...removed]
      .filter((path) => tree.has(path))
      .map((path) => `it still has ${path}, which the accepted proposal takes away`),
  ];
};

const unknownContents = (tree: CommittedTree, proposed: ProposedTree | null): readonly string[] =>
  [...(proposed?.written.keys() ?? [])]
    .filter((path) => tree.holds(path) === null)
    .map(
      (path) =>
        `${path}: what the proposal writes cannot be put together again: the file that it edits is not in the repo as the worktree had it, or a secret of the file is not known here`,
    );

const unmetPostconditions = (
  { changes }: CommitFacts,
  tree: CommittedTree,
  { postconditions }: WorkOrder,
): readonly string[] => {
  const changed = new Set(changes.map(({ path }) => path));
  const isMet = ({ kind, path: raw, text }: Condition): boolean => {
    const path = repoPath(raw);
    if (path === null || tree.has(path) === (kind === "file_absent")) return false;
    if (kind === "file_contains") return tree.contains(path, text ?? "");
    return kind !== "file_unchanged" || !changed.has(path);
  };
  return postconditions
    .filter((condition) => !isMet(condition))
    .map((condition) => `the postcondition ${conditionInWords(condition)} does not hold in it`);
};
