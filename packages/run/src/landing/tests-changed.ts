import { counted, formatDiagnostic } from "@llmch/contract";
import type { Candidate } from "@llmch/factory";
import { isTestFile, testCases } from "@llmch/languages";
import { type Repository, textsAtCommits, type Worktree } from "@llmch/workspace";

/** What happened to tests that existed before an order. */
export interface TestsChanged {
  /** Test files that the work edits or removes, sorted. */
  readonly paths: readonly string[];
  /** W225: test cases that were removed or disabled; null if there are none. */
  readonly weakened: string | null;
}

/** Inspects the tests among a candidate's changes. Cases that moved to another file of the candidate do not count as removed. */
export const testsChanged = async (
  order: string,
  { base, changes, derived }: Candidate,
  worktree: Pick<Worktree, "trackedFiles">,
  { git }: Pick<Repository, "git">,
): Promise<TestsChanged> => {
  const tests = changes.filter(({ path }) => isTestFile(path) && !derived.includes(path));
  const tracked = tests.length === 0 ? new Set<string>() : new Set(await worktree.trackedFiles());
  const paths = tests.flatMap(({ path }) => (tracked.has(path) ? [path] : [])).sort();
  if (paths.length === 0) return { paths, weakened: null };
  const before = await textsAtCommits(
    git,
    paths.map((path) => ({ commit: base, path })),
  );
  const counts = tests.flatMap((change) => {
    const { path } = change;
    const was = testCases(path, before.get(`${base}:${path}`) ?? "");
    const is = testCases(path, change.kind === "remove" ? "" : DECODER.decode(change.content));
    if (was === null || is === null) return [];
    return [{ path, isGone: change.kind === "remove", cases: is.cases - was.cases, marks: is.marks - was.marks }];
  });
  const sum = (of: "cases" | "marks") => counts.reduce((all, count) => all + count[of], 0);
  const lost = sum("cases") < 0;
  const said = counts.flatMap(({ path, isGone, cases, marks }) => [
    ...(lost && cases < 0
      ? [`${path} ${isGone ? "is gone, with" : "has"} ${counted(-cases, "case")}${isGone ? "" : " fewer"}`]
      : []),
    ...(sum("marks") > 0 && marks > 0 ? [`${path} skips, expects to fail or runs alone ${marks} more`] : []),
  ]);
  if (said.length === 0) return { paths, weakened: null };
  const message = `tests are weakened: ${said.join("; ")}`;
  return { paths, weakened: formatDiagnostic({ code: "W225", wo_id: order, message, field: null }) };
};

const DECODER = new TextDecoder();
