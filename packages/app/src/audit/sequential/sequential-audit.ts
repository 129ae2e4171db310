import type { Context } from "@llmch/config";
import { dependencyFolderNames } from "@llmch/languages";
import { carryOutSchedule, type OrderRun, whileScheduled } from "@llmch/run";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { openScratchRepository, type Repository, type ScratchRepository } from "@llmch/workspace";
import { foreignWarning } from "../../resume/own-run.ts";
import { type Finding, fault, type Repeated, warning } from "../finding.ts";
import type { RecordedEnd } from "./recorded-ends.ts";
import { asRefusal } from "./repeatable.ts";
import { type Repeatable, repeatedWork } from "./repeated-work.ts";

/** How an order ended when it was carried out again. */
type RepeatedEnd = Pick<OrderRun, "verdict" | "brief" | "fault" | "attempts"> & {
  /** The tree of its commit; null if it has none. */
  readonly tree: string | null;
};

/** How a run came out when it was carried out again. */
export interface Comparison {
  readonly differing: readonly Finding[];
  readonly repeated: Repeated;
}

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

/** Compares order by order. What comes after an order that ended otherwise stood on another tree and cannot be compared. */
const compared = (recorded: readonly RecordedEnd[], repeated: ReadonlyMap<string, RepeatedEnd>): Comparison => {
  const differing: Finding[] = [];
  let [orders, trees] = [0, 0];
  for (const end of recorded) {
    const { order, landed } = end;
    const again = repeated.get(order);
    const where = landed === null ? order : `${order} ${landed.commit.slice(0, 10)}`;
    const what = again === undefined ? "it was not carried out again" : difference(end, again);
    const isLater = differing.length > 0 && (again === undefined || (landed !== null && again.tree !== null));
    if (what === null) {
      orders += 1;
      trees += landed === null ? 0 : 1;
    } else if (isLater)
      differing.push(warning("not-checked", where, "an order before it ended otherwise: it is not compared"));
    else differing.push(fault("sequential", where, `carried out again with one job, ${what}`));
  }
  return { differing, repeated: { orders, trees } };
};

const difference = (end: RecordedEnd, again: RepeatedEnd): string | null => {
  const { landed, stage } = end;
  if (landed !== null) {
    if (again.tree === landed.tree) return null;
    return again.tree === null
      ? `it does not pass: ${inWords(end, again)}`
      : `it comes to the tree ${again.tree}, not ${landed.tree}`;
  }
  if (again.verdict === "PASS") return `it passes, and it failed${stage === null ? "" : ` at ${stage}`}`;
  const now = again.brief?.stage ?? null;
  return again.verdict === "FAIL" && now === stage ? null : `it ends otherwise: ${inWords(end, again)}`;
};

/** An attempt beyond those on record can only miss its answer: what ended the last recorded one tells more. */
const inWords = ({ attempts: made }: RecordedEnd, { brief, attempts, fault: unexpected }: RepeatedEnd): string => {
  const told = attempts.find(({ attempt }) => attempt === made)?.failure_brief ?? brief;
  if (told === null) return unexpected ?? "nothing says why";
  const [line = ""] = told.primary_error_excerpt.trim().split("\n");
  const at = told.command === null ? "" : ` at \`${told.command}\``;
  return `${told.stage}${at}${line === "" ? "" : `, ${line}`}`;
};
