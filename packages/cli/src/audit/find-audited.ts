import { join } from "node:path";
import { accepted, type Refusal, refusal, rejected, type Tool, type Verdict } from "@llmch/contract";
import { storedRuns } from "@llmch/host";
import { objectMember, readDocument, textMember } from "./documents.ts";
import { readJournal } from "./run-files.ts";

/** A run to be audited, as far as it can be told before it is looked into. */
export interface AuditedRun {
  readonly tool: Tool;
  readonly runId: string;
  /** The repo that it is on record with. */
  readonly repo: string | null;
}

/** Runs that were begun long before the newest ones are named by whoever wants them. */
const LOOKED_AT = 50;

/** The run that is named, else the one that was worked on last, and is no part of a run-all. */
export const findAudited = async (root: string, named: string | undefined): Promise<Verdict<AuditedRun, Refusal>> => {
  const runs = storedRuns(root);
  if (named !== undefined) {
    const found = runs.find(({ runId }) => runId === named.toUpperCase());
    if (found !== undefined) return accepted({ ...found, repo: (await beginningOf(root, found)).repo });
    return rejected(refusal("no-such-run", `there is no run ${named} in ${root}`, "name another --artifacts-dir"));
  }
  const known = new Set(runs.map(({ runId }) => runId));
  let last: (AuditedRun & { readonly workedOn: string }) | null = null;
  for (const run of runs.slice(0, LOOKED_AT)) {
    const { schedule, repo, workedOn } = await beginningOf(root, run);
    if (workedOn === null || (schedule !== null && known.has(schedule))) continue;
    if (last === null || workedOn > last.workedOn) last = { ...run, repo, workedOn };
  }
  return last === null
    ? rejected(refusal("no-such-run", `there is no run in ${root}`, "name another --artifacts-dir"))
    : accepted(last);
};

/** By the journal's first event; where that cannot be read, by `run.json`. */
const beginningOf = async (root: string, { tool, runId }: Pick<AuditedRun, "tool" | "runId">) => {
  const stored = readJournal(root, tool, runId);
  const events = stored.ok ? stored.value.journal.events : [];
  const [first] = events;
  // What ended before anything was begun is nothing to be audited; what cannot be read is.
  const isEmpty = !stored.ok && stored.issues[0].kind === "empty";
  const workedOn = isEmpty ? null : (events.at(-1)?.ts ?? "");
  if (first?.type === "order_started") return { schedule: first.schedule, repo: first.config.repo, workedOn };
  if (first?.type === "schedule_started") return { schedule: null, repo: first.config.repo, workedOn };
  const run = await readDocument(join(root, tool, runId), `${tool}/${runId}`, "run.json");
  if (!run.ok || tool === "planner") return { schedule: null, repo: null, workedOn };
  return {
    schedule: textMember(run.value, "schedule"),
    repo: textMember(objectMember(run.value, "config"), "repo"),
    workedOn,
  };
};
