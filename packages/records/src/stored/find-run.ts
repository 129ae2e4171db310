import { accepted, printable, type Refusal, type Result, refusal, rejected, shellWord } from "@llmch/contract";
import { rootAbove } from "@llmch/store";
import { runWhat } from "@llmch/story";
import type { StoredRunName, StoredSummaries } from "./stored-summaries.ts";

/** Per kind; older runs have to be named. */
const LOOKED_AT = 50;
const KINDS = ["planner", "factory", "run-all", "ask"] as const;
const NAMED = 5;

/** The run named by its id or a prefix of it, in any case; else the one that was worked on last. */
export const findRun = (summaries: StoredSummaries, named: string | undefined): Result<StoredRunName, Refusal> =>
  named === undefined ? newestRun(summaries) : namedRun(summaries, named);

/** The run whose id has this prefix. No match and several matches are refusals; the latter names some. */
export const namedRun = (summaries: StoredSummaries, named: string): Result<StoredRunName, Refusal> => {
  const { root, runs } = summaries;
  const found = runs.filter(({ runId }) => runId.startsWith(named.toUpperCase()));
  const [first, second] = found;
  if (first === undefined) {
    const hint = runsAbove(root, named) ?? "`llmch runs` lists those that are kept there; others need --artifacts-dir";
    return rejected(refusal("no-such-run", `there is no run ${printable(named)} in ${root}`, hint));
  }
  if (second === undefined) return accepted(first);
  const some = found.slice(0, NAMED).map((run) => `${run.runId} (${runWhat(summaries.of(run))})`);
  const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : "";
  const message = `${found.length} runs begin with ${printable(named)}: ${some.join(", ")}${more}`;
  return rejected(refusal("ambiguous-run", message, "give more of the id"));
};

/** The run that was worked on last; parts of a run-all do not count separately, and neither do runs that never began. */
const newestRun = (summaries: StoredSummaries): Result<StoredRunName, Refusal> => {
  let newest: { readonly run: StoredRunName; readonly workedOn: string } | null = null;
  // Search each kind separately: the order runs of one long run-all could fill any limit.
  const newestOf = (wanted: (typeof KINDS)[number]) =>
    summaries.runs.filter(({ kind }) => kind === wanted).slice(0, LOOKED_AT);
  for (const run of KINDS.flatMap(newestOf)) {
    if (run.kind === "factory" && summaries.parts().has(run.runId)) continue;
    const { state, last_at } = summaries.of(run);
    const workedOn = last_at ?? "";
    if (state === "empty") continue;
    if (newest === null || workedOn > newest.workedOn) newest = { run, workedOn };
  }
  if (newest !== null) return accepted(newest.run);
  const hint =
    runsAbove(summaries.root) ?? "make one with `llmch plan` or `llmch run-all`, or name another --artifacts-dir";
  return rejected(refusal("no-such-run", `there is no run in ${summaries.root}`, hint));
};

/**
 * The hint for a run that is not in an artifacts root but may be in that of a folder above it, in the same checkout. Null if there is none.
 * @param named the id of the run, or a prefix of it, in any case; undefined for any run
 */
export const runsAbove = (root: string, named?: string): string | null => {
  const above = rootAbove(root, named?.toUpperCase());
  if (above === null) return null;
  const what = named === undefined ? "there are runs" : "there is one";
  return `${what} in ${printable(above)}: give --artifacts-dir ${printable(shellWord(above))}`;
};
