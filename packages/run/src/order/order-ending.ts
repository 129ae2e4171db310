import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  attemptFolder,
  type Evidence,
  type FailureBrief,
  isCounted,
  type Need,
  type Round,
  type RunVerdict,
  refusalFiles,
  reviewFolder,
  roundFolder,
  type Step,
  type Warning,
} from "@llmch/contract";
import type { AttemptRecord, OrderOutcome } from "@llmch/factory";
import type { LoadedOrder } from "@llmch/records";
import type { Spending } from "@llmch/story";
import { EXIT, formatRefusal, messageOf, type Refusal } from "@llmch/text";
import type { Concluded } from "../landing/conclude-commit.ts";

/** How an order's run ended. */
export interface OrderRun {
  readonly runId: string;
  readonly orderId: string;
  readonly directory: string;
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  readonly commit: string | null;
  /** What the commit rests on; null if there is none, or the record does not say. */
  readonly evidence: Evidence | null;
  readonly attempts: readonly AttemptRecord[];
  readonly brief: FailureBrief | null;
  /** What went wrong unexpectedly: a fault, a failed commit, or trouble after the commit. */
  readonly fault: string | null;
  readonly stack: string | null;
  /** The head of the seal on its files; null if they could not be sealed. */
  readonly seal: string | null;
  readonly warnings: readonly Warning[];
  /** What it spent on models, across all of its sessions. */
  readonly spent: Spending;
  /** How long it took, across all of its sessions, without the time for which it only waited for its turn. */
  readonly durationMs: number;
  /** What it waits for a person to decide or answer. */
  readonly need?: Need;
  /** Why there was no other attempt, although one was allowed. */
  readonly endedBy?: "repeat";
}

export type OrderEnding = (
  | Concluded
  | Exclude<Outcome, { readonly kind: "candidate" | "paused" | "revise" }>
  | { readonly kind: "not-set-up"; readonly why: Refusal }
  | { readonly kind: "fault"; readonly fault: unknown }
) & { readonly attempts: readonly AttemptRecord[] };
type Outcome = OrderOutcome extends infer Each
  ? Each extends { readonly attempts: unknown }
    ? Omit<Each, "attempts">
    : never
  : never;

/** Turns an ending into the verdict, exit code and messages that people and scripts see (contract §1). */
export const describeEnding = (
  { order }: LoadedOrder,
  place: Pick<OrderRun, "runId" | "directory" | "warnings" | "spent" | "durationMs">,
  ending: OrderEnding,
  /** The usage limit that it met, if its end is waited for. */
  limit: Need | null = null,
): OrderRun => {
  const base = {
    ...place,
    orderId: order.id,
    attempts: ending.attempts,
    commit: null,
    evidence: null,
    brief: null,
    fault: null,
    stack: null,
    seal: null,
  };
  switch (ending.kind) {
    case "passed": {
      const { commit, evidence = null, aftermath, need } = ending;
      const landed = { ...base, commit: commit.commit, evidence };
      return need === undefined
        ? { ...landed, verdict: "PASS", exitCode: EXIT.ok, fault: aftermath }
        : { ...landed, verdict: "ERROR", exitCode: EXIT.waiting, fault: need.what, need };
    }
    case "failed": {
      const { brief, endedBy } = ending;
      const failed = { ...base, brief, ...(endedBy === undefined ? {} : { endedBy }) };
      if (isCounted(brief.stage)) return { ...failed, verdict: "FAIL", exitCode: EXIT.failed };
      return limit === null
        ? { ...failed, verdict: "ERROR", exitCode: EXIT.model }
        : { ...failed, verdict: "ERROR", exitCode: EXIT.waiting, fault: limit.what, need: limit };
    }
    case "not-set-up":
      return { ...base, verdict: "FAIL", exitCode: EXIT.failed, fault: formatRefusal(ending.why) };
    case "interrupted":
      return { ...base, verdict: "ERROR", exitCode: EXIT.interrupted, fault: "interrupted" };
    case "waiting": {
      const brief = ending.attempts.at(-1)?.failure_brief ?? null;
      const { need } = ending;
      return { ...base, verdict: "ERROR", exitCode: EXIT.waiting, brief, fault: need.what, need };
    }
    case "limited":
      return { ...base, verdict: "ERROR", exitCode: EXIT.limit, fault: formatRefusal(ending) };
    case "not-committed":
      return { ...base, verdict: "ERROR", exitCode: EXIT.unexpected, fault: `not committed: ${ending.reason}` };
    case "fault": {
      const stack = ending.fault instanceof Error ? (ending.fault.stack ?? null) : null;
      return { ...base, verdict: "ERROR", exitCode: EXIT.unexpected, fault: messageOf(ending.fault), stack };
    }
  }
};

/** What runs wait for a person to decide or answer. */
export const needsOf = (runs: readonly Pick<OrderRun, "need">[]): readonly Need[] =>
  runs.flatMap(({ need }) => need ?? []);

/** The parts of a run that tell where to look. */
type FailedRun = Pick<OrderRun, "directory" | "brief"> & {
  readonly attempts: readonly Pick<AttemptRecord, "attempt">[];
};

/** The files that explain a failure best, for the next person to read; none if the disk had no room for the run's folder. */
export const filesToRead = (run: FailedRun): readonly string[] => {
  if (!existsSync(run.directory)) return [];
  const made = run.attempts.at(-1);
  if (made === undefined || run.brief === null) return [join(run.directory, "run_summary.json")];
  const folder = join(run.directory, attemptFolder(made.attempt));
  const at = roundIn(run.directory, made.attempt);
  const last = join(run.directory, roundFolder(at));
  const folders: Readonly<Partial<Record<Step, string>>> = {
    propose: folder,
    review: join(run.directory, reviewFolder(at)),
  };
  const files = refusalFiles(run.brief.stage).map(({ step, name }) => join(folders[step] ?? last, name));
  // The last gate that got to write its file is the one that refused.
  const shown = files.findLast((file) => existsSync(file)) ?? files[0];
  return [
    join(folder, "failure_brief.json"),
    ...(shown === undefined ? [] : [shown]),
    ...(run.brief.stage === "preflight" ? [] : [join(folder, "se_prompt.txt")]),
  ];
};

/** The last round of an attempt that left files. */
const roundIn = (directory: string, attempt: number): Round => {
  let round = 1;
  while (existsSync(join(directory, roundFolder({ attempt, round: round + 1 })))) round++;
  return { attempt, round };
};
