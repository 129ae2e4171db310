import type { RunKind } from "@llmch/contract";
import type { JournalFault } from "@llmch/contract/journals";
import type { StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { namedRun } from "./find-run.ts";
import { storedSummaries } from "./stored-summaries.ts";
import { buildOf, isBegun, stateOf, unfinishedRuns } from "./unfinished-runs.ts";

/**
 * The run to resume: the one named by its id or a prefix of it, else the newest unfinished one that no other run has finished.
 * @param search.owes whether a run that passed still has something to do
 */
export const findUnfinished = (
  root: string,
  named: string | undefined,
  search: Search = {},
): Promise<Result<StoredRun, Refusal>> =>
  named === undefined ? newestUnfinished(root, search) : namedUnfinished(root, named, search);

interface Search {
  readonly owes?: (stored: StoredRun) => Promise<boolean>;
  readonly signal?: AbortSignal | undefined;
  /** Whether a step of a build is meant by itself, and not the build. */
  readonly alone?: boolean;
}

const newestUnfinished = async (root: string, { signal }: Search): Promise<Result<StoredRun, Refusal>> => {
  let unreadable: Refusal | null = null;
  let superseded: StoredRun | null = null;
  for await (const run of unfinishedRuns(root, signal)) {
    if (run === null) continue;
    if ("stored" in run) {
      if (!run.isSuperseded) return accepted(run.stored);
      superseded ??= run.stored;
      continue;
    }
    unreadable ??= cannotBeUsed(run.kind, run.runId, run.fault);
  }
  // The branch may have been moved back since, which only git knows.
  if (superseded !== null && unreadable === null) return accepted(superseded);
  const none = refusal(
    "no-such-run",
    `there is no unfinished run in ${root}`,
    "nothing is left to do there; runs that are kept elsewhere need --artifacts-dir",
  );
  return rejected(unreadable ?? none);
};

const namedUnfinished = async (root: string, named: string, search: Search): Promise<Result<StoredRun, Refusal>> => {
  const { owes, signal, alone = false } = search;
  const summaries = storedSummaries(root);
  const found = namedRun(summaries, named);
  if (!found.ok) {
    const [{ code, message, hint }] = found.issues;
    return rejected(
      refusal(code, message, code === "no-such-run" ? "`llmch runs` lists them, and what to type" : hint),
    );
  }
  const { kind, runId } = found.value;
  if (kind === "ask") return rejected(refusal("not-resumable", `the run ${runId} is a question`, "ask it again"));
  const stored = await readStoredRun(root, kind, runId, signal);
  if (!stored.ok) return rejected(cannotBeUsed(kind, runId, stored.issues[0]));
  const { events } = stored.value.journal;
  if (!isBegun(events)) return rejected(cannotBeUsed(kind, runId, { kind: "empty", message: "", line: 1 }));
  const [first] = events;
  const build = alone ? null : buildOf(first);
  if (build !== null && summaries.runs.some((run) => run.runId === build)) return namedUnfinished(root, build, search);
  if (first?.type === "order_started" && first.schedule !== null) {
    const message = `the run ${runId} is a part of the run-all ${first.schedule}`;
    return rejected(refusal("not-resumable", message, `resume that one: \`llmch resume ${first.schedule}\``));
  }
  if (stateOf(events) === "passed" && (await owes?.(stored.value)) !== true) {
    return rejected(refusal("not-resumable", `the run ${runId} has passed`, "there is nothing left to do for it"));
  }
  return stored;
};

/** Why a run cannot be resumed from its journal, and what to do instead. */
const cannotBeUsed = (kind: RunKind, runId: string, { kind: fault, message, line }: JournalFault): Refusal => {
  const run = `the run ${runId}`;
  const again =
    kind === "build"
      ? "its branch is as it was: a new `llmch build` with its --branch goes on from there"
      : "start it again: `llmch run-all` with its --branch skips what is done";
  switch (fault) {
    case "empty":
      return refusal("not-resumable", `${run} ended before anything was begun`, "start it again");
    case "other-format":
      return refusal("not-resumable", `${run} was made by another version of llmch: ${message}`, again);
    case "damaged": {
      const where = `${kind}/${runId}/events.jsonl, line ${line}`;
      return refusal("not-resumable", `the journal of ${run} is damaged (${where}: ${message})`, again);
    }
  }
};
