import { resolve } from "node:path";
import { accepted, createRedactor, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { directoryEntries, resolveArtifactsRoot } from "@llmch/store";
import { openRepository, type Repository } from "@llmch/workspace";
import type { Context } from "../context.ts";
import type { AuditContext } from "./audit-context.ts";
import { auditBranch } from "./branch-audit.ts";
import { branchReader } from "./commit-place.ts";
import { type AuditedRun, findAudited } from "./find-audited.ts";
import { type Audit, findings, joined, warning } from "./finding.ts";
import { scheduledEnds } from "./landed.ts";
import { auditOrderRuns } from "./order-audit.ts";
import { auditOwnFiles, auditSchedule } from "./schedule-audit.ts";
import { storedOrders } from "./stored-orders.ts";

/** What to audit. */
export interface AuditRequest {
  /** The run's id or a prefix of it; by default the newest run. */
  readonly run?: string;
  /** All orders of a branch, instead of a run. */
  readonly branch?: string;
  /** By default the recorded one of the run. */
  readonly repo?: string;
  readonly artifactsDir?: string;
  /** Also carries out the run's orders again from its record, one after the other, in a scratch repo. */
  readonly sequential?: boolean;
}

/** What was audited, and what was found. */
export interface AuditEnding {
  /** `factory 01J…`, or `branch work`. */
  readonly what: string;
  readonly runId: string | null;
  /** The artifacts root. */
  readonly root: string;
  readonly audit: Audit;
}

/**
 * Checks finished orders again, using their records and the repo: that files match their seals, and commits the contract. Changes none of
 * them and asks no model.
 */
export const audit = async (request: AuditRequest, given: Context): Promise<Result<AuditEnding, Refusal>> => {
  const { env, cwd, signal, secrets } = given;
  const { branch } = request;
  const root = resolveArtifactsRoot(request.artifactsDir, env, cwd);
  const kept = request.artifactsDir === undefined ? accepted(null) : await directoryEntries(root);
  if (!kept.ok) return kept;
  const asked = branch === undefined ? await findAudited(root, request.run, signal) : accepted(null);
  if (!asked.ok) return asked;
  const repo = await openRepo(asked.value, request, { env, cwd });
  if (!repo.ok) return repo;
  const context: AuditContext = {
    root,
    repo: repo.value,
    branch: branchOf(repo.value),
    ends: scheduledEnds(root, signal),
    orders: storedOrders(root),
    signal,
    redactor: createRedactor(secrets),
  };
  if (branch !== undefined && (await context.branch(branch)).tip === null) {
    return rejected(refusal("branch-missing", `there is no branch ${branch}`, "name a branch of the repo, or --repo"));
  }
  const run = asked.value;
  if (run === null) {
    return accepted({ what: `branch ${branch}`, runId: null, root, audit: await auditBranch(branch ?? "", context) });
  }
  const ending = { what: `${run.kind} ${run.runId}`, runId: run.runId, root };
  if (request.sequential !== true) return accepted({ ...ending, audit: await auditRun(run, context) });
  const done = await auditTwice(run, context, given);
  return done.ok ? accepted({ ...ending, audit: done.value }) : done;
};

/** Audits the record, then carries the orders out again. If that is refused, faults already found are still reported. */
const auditTwice = async (run: AuditedRun, context: AuditContext, given: Context): Promise<Result<Audit, Refusal>> => {
  const { auditSequentially, repeatable } = await import("./sequential/index.ts");
  const { root, repo, signal } = context;
  if (repo === null) return rejected(refusal("not-repeatable", "no repo is on record", "name it with --repo"));
  const again = await repeatable(root, run, given.env);
  if (!again.ok) return again;
  const audit = await auditRun(run, context);
  if (signal.aborted) return accepted(audit);
  const found = await auditSequentially(again.value, repo, given);
  if (found.ok) {
    const { differing, repeated } = found.value;
    return accepted({ ...joined(audit, findings(...differing)), repeated });
  }
  if (audit.findings.every(({ level }) => level === "warning")) return found;
  const [{ message, hint }] = found.issues;
  return accepted(
    joined(audit, findings(warning("not-checked", named(run), `not carried out again: ${message}: ${hint}`))),
  );
};

const named = ({ kind, runId }: AuditedRun): string => `${kind}/${runId}`;

/** The named repo, or the one in the run's record; null if there is neither. */
const openRepo = async (
  run: AuditedRun | null,
  request: AuditRequest,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<Result<Repository | null, Refusal>> => {
  const directory = request.repo ?? (run === null ? "." : run.repo);
  if (directory === null) return accepted(null);
  const opened = await openRepository(resolve(cwd, directory), env);
  if (opened.ok || request.repo !== undefined || run === null) return opened;
  const [{ code, message }] = opened.issues;
  return rejected(refusal(code, message, "name the run's repo with --repo"));
};

const branchOf = (repo: Repository | null): AuditContext["branch"] =>
  repo === null ? async () => ({ tip: null, commits: [] }) : branchReader(repo);

const auditRun = async ({ kind, runId }: AuditedRun, context: AuditContext): Promise<Audit> => {
  switch (kind) {
    case "factory":
      return joined(...[...(await auditOrderRuns([{ runId }], context)).values()].map(({ audit }) => audit));
    case "run-all":
      return auditSchedule(runId, context);
    case "planner":
    case "ask":
      return (await auditOwnFiles(kind, runId, context)).audit;
  }
};
