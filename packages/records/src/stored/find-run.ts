import type { RunKind } from "@llmch/contract";
import { runWhat } from "@llmch/story";
import { accepted, printable, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { StoredRunName, StoredSummaries } from "./stored-summaries.ts";

/** Per kind; older runs have to be named. */
const LOOKED_AT = 50;
const KINDS = ["build", "planner", "factory", "run-all", "ask"] as const;
const NAMED = 5;

/** The run that is named; else the one of these kinds that was worked on last. */
export const findRun = (
  summaries: StoredSummaries,
  named: string | undefined,
  kinds: readonly RunKind[] = KINDS,
): Result<StoredRunName, Refusal> => (named === undefined ? newestRun(summaries, kinds) : namedRun(summaries, named));

/**
 * The run whose id has this prefix, in any case; or the newest on a branch of this name; or `last`, `last~1` and so on. No match and
 * several matches are refusals; the latter names some.
 */
export const namedRun = (summaries: StoredSummaries, named: string): Result<StoredRunName, Refusal> => {
  const { root, runs } = summaries;
  const [, back = named === "last" ? "0" : undefined] = /^last~(\d{1,4})$/.exec(named) ?? [];
  const workedOn = back === undefined ? undefined : runsByWork(summaries)[Number(back)];
  if (workedOn !== undefined) return accepted(workedOn);
  const begin = runs.filter(({ runId }) => runId.startsWith(named.toUpperCase()));
  const found =
    begin.length > 0 || named === ""
      ? begin
      : runsByWork(summaries)
          .filter((run) => summaries.of(run).branch === named)
          .slice(0, 1);
  const [first, second] = found;
  if (first === undefined) {
    const hint = "`llmch runs` lists those that are kept there; others need --artifacts-dir";
    return rejected(refusal("no-such-run", `there is no run ${printable(named)} in ${root}`, hint));
  }
  if (second === undefined) return accepted(first);
  const some = found.slice(0, NAMED).map((run) => `${run.runId} (${runWhat(summaries.of(run))})`);
  const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : "";
  const message = `${found.length} runs begin with ${printable(named)}: ${some.join(", ")}${more}`;
  return rejected(refusal("ambiguous-run", message, "give more of the id"));
};

/** Runs, those that were worked on last first; parts of a run-all or a build do not count separately, and neither do runs that never began. */
const runsByWork = (summaries: StoredSummaries): readonly StoredRunName[] => {
  // Search each kind separately: the order runs of one long run-all could fill any limit.
  const newestOf = (wanted: (typeof KINDS)[number]) =>
    summaries.runs.filter(({ kind }) => kind === wanted).slice(0, LOOKED_AT);
  const byId = KINDS.flatMap(newestOf)
    .filter((run) => !summaries.isPart(run) && summaries.of(run).is_begun)
    .sort((a, b) => (a.runId < b.runId ? -1 : 1));
  // What has not come is the time of a clock that was ahead: such a run counts as worked on when the one before it was.
  const now = new Date().toISOString();
  let before = "";
  const timed = byId.map((run) => {
    const last = summaries.of(run).last_at ?? "";
    if (last <= now) before = last;
    return { run, last: before };
  });
  return timed
    .reverse()
    .sort((a, b) => Number(b.last > a.last) - Number(b.last < a.last))
    .map(({ run }) => run);
};

const newestRun = (summaries: StoredSummaries, kinds: readonly RunKind[]): Result<StoredRunName, Refusal> => {
  const newest = runsByWork(summaries).find(({ kind }) => kinds.includes(kind));
  if (newest !== undefined) return accepted(newest);
  const isOfOrders = !kinds.includes("planner");
  const [what, makers] = isOfOrders ? ["run of orders", "`llmch run-all`"] : ["run", "`llmch plan` or `llmch run-all`"];
  const hint = `make one with ${makers}, or name another --artifacts-dir`;
  return rejected(refusal("no-such-run", `there is no ${what} in ${summaries.root}`, hint));
};
