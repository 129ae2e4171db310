import { listRunFiles } from "@llmch/store";
import { createCommitReader } from "@llmch/workspace";
import { readAcceptedAttempt } from "./accepted-attempt.ts";
import type { AuditContext } from "./audit-context.ts";
import { auditCommit, heldBytes, type RecordedCommit, wantedOf } from "./commit-audit.ts";
import { missingArtifacts } from "./demanded-artifacts.ts";
import { type Audit, type Finding, fault, findings, joined } from "./finding.ts";
import { landedBy, landedSeal } from "./landed.ts";
import { readOrderDocuments } from "./order-documents.ts";
import type { OrderRecord } from "./order-record.ts";
import { auditRunFiles, type RunFiles } from "./run-files.ts";

/** An order run to audit. */
export interface AskedRun {
  readonly runId: string;
  /** Its commit if a branch is being audited; otherwise it is searched for. */
  readonly onBranch?: string;
}

/** The audit of an order run. */
export interface OrderAudit {
  readonly audit: Audit;
  /** The run's directory below the artifacts root. */
  readonly where: string;
  /** Null if the run does not say how it ended. */
  readonly record: OrderRecord | null;
}

/** How many commits are read at once, as long as the data to compare them with is not large. */
const TOGETHER = 50;
const MOST_HELD_BYTES = 16_000_000;

/**
 * Checks order runs again: their files, what they say, and their commits, or that they made none. Returns those checked before the signal
 * fired, each keyed by its request.
 */
export const auditOrderRuns = async <Asked extends AskedRun>(
  asked: readonly Asked[],
  context: AuditContext,
): Promise<ReadonlyMap<Asked, OrderAudit>> => {
  const { repo, signal } = context;
  const commits = repo === null ? null : createCommitReader(repo);
  const audits = new Map<Asked, OrderAudit>();
  let read: { readonly run: Asked; readonly own: ReadRun; readonly recorded: RecordedCommit }[] = [];
  let held = 0;
  const judge = async (): Promise<void> => {
    const wanted = read.map(({ recorded }) => wantedOf(recorded));
    await commits?.prepare({
      commits: wanted.flatMap((each) => each.commits),
      files: wanted.flatMap((each) => each.files),
    });
    for (const { run, own, recorded } of read) {
      if (signal.aborted) return;
      const found = await auditCommit(recorded, context, commits);
      audits.set(run, { ...own.told, audit: joined(own.told.audit, findings(...found)) });
    }
    read = [];
    held = 0;
  };
  for (const run of asked) {
    if (signal.aborted) break;
    const own = await readOrderRun(run, context);
    if (own.recorded === null) {
      audits.set(run, own.told);
      continue;
    }
    read.push({ run, own, recorded: own.recorded });
    held += heldBytes(own.recorded);
    if (read.length === TOGETHER || held > MOST_HELD_BYTES) await judge();
  }
  await judge();
  return audits;
};

/** An order run according to its own files. */
interface ReadRun {
  readonly told: OrderAudit;
  /** Null if there is no commit to look for. */
  readonly recorded: RecordedCommit | null;
}

const readOrderRun = async ({ runId, onBranch }: AskedRun, context: AuditContext): Promise<ReadRun> => {
  const run = await auditRunFiles(context.root, "factory", runId);
  const { where } = run;
  if (run.state === "damaged") return { told: { audit: run.audit, where, record: null }, recorded: null };
  if (run.state === "unfinished") {
    const landed = await landedBy(runId, run, context);
    const audit = landed === null ? run.audit : endsEarly(run, landed);
    return { told: { audit, where, record: null }, recorded: null };
  }
  const present = new Set(listRunFiles(run.directory));
  const { findings: said, record, order, orderSha256 } = await readOrderDocuments(runId, run);
  const found: Finding[] = [
    ...missingArtifacts("factory", run, present),
    ...(await landedSeal(runId, run, record?.commit ?? null, context)),
    ...said,
  ];
  const told = (more: readonly Finding[]): OrderAudit => ({
    audit: joined(run.audit, { ...findings(...found, ...more), orders: 1 }),
    where,
    record,
  });
  if (record === null || order === null || orderSha256 === null) return { told: told([]), recorded: null };
  const passed = record.attempt === null ? null : await readAcceptedAttempt(record.attempt, order, run, present);
  const children = childrenOf(run, record);
  return {
    told: told(passed?.findings ?? []),
    recorded: { runId, record, order, orderSha256, children, passed, onBranch: onBranch ?? null },
  };
};

/** The orders that it was divided into at the attempt that passed. */
const childrenOf = ({ events }: RunFiles, { attempt }: OrderRecord): readonly string[] =>
  events
    .flatMap((event) => (event.type === "divided" && event.attempt === attempt ? [event] : []))
    .at(-1)
    ?.children.map(({ order }) => order) ?? [];

/** An order that has landed must have a complete record; one that was killed in between gets it when it is resumed. */
const endsEarly = ({ audit, where }: RunFiles, landed: string): Audit => {
  const what = audit.unfinished.map((run) => run.what).join();
  return {
    ...audit,
    findings: [...audit.findings, fault("record", where, `it ends early, and ${landed} (${what})`)],
    unfinished: [],
  };
};
