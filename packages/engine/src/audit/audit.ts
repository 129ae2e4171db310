import { resolve } from "node:path";
import { accepted, createRedactor, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { directoryEntries, resolveArtifactsRoot } from "@llmch/store";
import { openRepository, type Repository } from "@llmch/workspace";
import type { Context } from "../context.ts";
import { auditBranch } from "./branch-audit.ts";
import { branchReader } from "./commit-place.ts";
import { type AuditedRun, findAudited } from "./find-audited.ts";
import type { Audit } from "./finding.ts";
import { scheduledEnds } from "./landed.ts";
import { type AuditContext, auditOrderRun } from "./order-audit.ts";
import { auditOwnFiles, auditSchedule } from "./schedule-audit.ts";
import { storedOrders } from "./stored-orders.ts";

/** What is to be audited. */
export interface AuditRequest {
  /** The run's id, or how it begins; by default the newest one. */
  readonly run?: string;
  /** All orders of a branch, instead of a run. */
  readonly branch?: string;
  /** By default the one that the run is on record with. */
  readonly repo?: string;
  readonly artifactsDir?: string;
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
 * Checks finished orders again, by their records and the repo: files as they were sealed, and commits as the contract asks. It
 * changes nothing and asks no model.
 */
export const audit = async (
  request: AuditRequest,
  { env, cwd, signal, secrets }: Pick<Context, "env" | "cwd" | "signal" | "secrets">,
): Promise<Result<AuditEnding, Refusal>> => {
  const { branch } = request;
  const root = resolveArtifactsRoot(request.artifactsDir, env, cwd);
  const kept = request.artifactsDir === undefined ? accepted(null) : await directoryEntries(root);
  if (!kept.ok) return kept;
  const asked = branch === undefined ? await findAudited(root, request.run) : accepted(null);
  if (!asked.ok) return asked;
  const repo = await openRepo(asked.value, request, { env, cwd });
  if (!repo.ok) return repo;
  const context: AuditContext = {
    root,
    repo: repo.value,
    branch: branchOf(repo.value),
    ends: scheduledEnds(root),
    orders: storedOrders(root),
    signal,
    redactor: createRedactor(secrets),
  };
  if (branch !== undefined && (await context.branch(branch)).tip === null) {
    return rejected(refusal("branch-missing", `there is no branch ${branch}`, "name a branch of the repo, or --repo"));
  }
  const run = asked.value;
  return accepted({
    what: run === null ? `branch ${branch}` : `${run.kind} ${run.runId}`,
    runId: run?.runId ?? null,
    root,
    audit: run === null ? await auditBranch(branch ?? "", context) : await auditRun(run, context),
  });
};

/** The repo that is named, or that the run is on record with; null if there is neither. */
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
  return rejected(refusal(code, message, "say with --repo where the run's repo is"));
};

const branchOf = (repo: Repository | null): AuditContext["branch"] =>
  repo === null ? async () => ({ tip: null, commits: [] }) : branchReader(repo);

const auditRun = async ({ kind, runId }: AuditedRun, context: AuditContext): Promise<Audit> => {
  switch (kind) {
    case "factory":
      return (await auditOrderRun(runId, context)).audit;
    case "run-all":
      return auditSchedule(runId, context);
    case "planner":
      return (await auditOwnFiles(kind, runId, context)).audit;
  }
};
