import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { dependencyFolderNames } from "@llmch/languages";
import { openScratchRepository, type Repository, type ScratchRepository } from "@llmch/workspace";
import type { Context } from "../../context.ts";
import { foreignWarning } from "../../resume/own-run.ts";
import { carryOutSchedule } from "../../schedule/carry-out.ts";
import { whileScheduled } from "../../schedule/schedule.ts";
import { type Comparison, compared, type RepeatedEnd } from "./comparison.ts";
import { asRefusal } from "./repeatable.ts";
import { type Repeatable, repeatedWork } from "./repeated-work.ts";

/**
 * Carries out a run's orders again from its own record, one after the other, and reports how they end differently. Works in a scratch
 * repo, which is removed at the end, however it ends.
 */
export const auditSequentially = async (
  run: Repeatable,
  repo: Repository,
  context: Context,
): Promise<Result<Comparison, Refusal>> => {
  const { stored, beginning, from, isOwn } = run;
  if ((await repo.resolveCommit(from)) === null) {
    const message = `${repo.root} does not hold ${from.slice(0, 10)}, which the run started from`;
    return rejected(refusal("unknown-commit", message, "name the run's repo with --repo"));
  }
  if (!isOwn) context.warn(foreignWarning(stored.runId, beginning.config.repo));
  const scratch = await openScratchRepository(repo, { commit: from, dependencies: dependencyFolderNames() });
  if (!scratch.ok) return scratch;
  try {
    const repeated = await repeat(run, scratch.value, context);
    return repeated.ok ? accepted(compared(run.ends, repeated.value)) : repeated;
  } finally {
    await scratch.value.remove();
  }
};

const repeat = async (
  run: Repeatable,
  scratch: ScratchRepository,
  context: Context,
): Promise<Result<ReadonlyMap<string, RepeatedEnd>, Refusal>> => {
  const done = await whileScheduled(repeatedWork(run, scratch, context), async (schedule, prepared, own) => {
    const { runs } = await carryOutSchedule(schedule, prepared, own, {
      event: () => {},
      output: null,
      ended: () => {},
    });
    const ends = new Map<string, RepeatedEnd>();
    for (const { orderId, verdict, brief, fault, attempts, commit } of runs) {
      const tree = commit === null ? null : await prepared.repo.trees.hashOf(commit);
      ends.set(orderId, { verdict, brief, fault, attempts, tree });
    }
    return ends;
  });
  return done.ok ? done : rejected(asRefusal(done.issues[0]));
};
