import { resolve } from "node:path";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { directoryEntries, openRepository, type Repository, resolveArtifactsRoot } from "@llmch/host";
import { auditBranch } from "../audit/branch-audit.ts";
import { branchReader } from "../audit/commit-place.ts";
import { type AuditedRun, findAudited } from "../audit/find-audited.ts";
import type { Audit } from "../audit/finding.ts";
import { type AuditContext, auditOrderRun } from "../audit/order-audit.ts";
import { reportAudit, warningLine } from "../audit/report.ts";
import { auditOwnFiles, auditSchedule } from "../audit/schedule-audit.ts";
import type { Context } from "../main.ts";
import type { AuditOptions } from "../options.ts";
import { INTERRUPTED, type Outcome, refused } from "../outcome.ts";

/**
 * `llmch audit`: checks finished orders again, by their records and the repo: files as they were sealed, and commits as the
 * contract asks. It changes nothing and asks no model.
 */
export const audit = async (options: AuditOptions, context: Context): Promise<Outcome> => {
  const { env, cwd, signal, console } = context;
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const kept = options.artifactsDir === undefined ? accepted(null) : await directoryEntries(root);
  if (!kept.ok) return refused(kept.issues);
  const asked = options.branch === undefined ? await findAudited(root, options.run) : accepted(null);
  if (!asked.ok) return refused(asked.issues);
  const repo = await openRepo(asked.value, options, context);
  if (!repo.ok) return refused(repo.issues);
  const auditing: AuditContext = { root, repo: repo.value, branch: branchOf(repo.value), signal };
  const { branch } = options;
  if (branch !== undefined && (await auditing.branch(branch)).tip === null) {
    return refused([refusal("branch-missing", `there is no branch ${branch}`, "name a branch of the repo, or --repo")]);
  }
  const what = branch === undefined ? `${asked.value?.kind} ${asked.value?.runId}` : `branch ${branch}`;
  const found =
    asked.value === null ? await auditBranch(branch ?? "", auditing) : await auditRun(asked.value, auditing);
  if (signal.aborted) return INTERRUPTED;
  const outcome = reportAudit(what, found);
  for (const warned of outcome.warnings ?? []) console.progress(warningLine(warned));
  return { ...outcome, runId: asked.value?.runId ?? null, paths: { artifacts: root } };
};

/** The repo that is named, or that the run is on record with; null where there is neither. */
const openRepo = async (
  run: AuditedRun | null,
  options: AuditOptions,
  { env, cwd }: Context,
): Promise<Result<Repository | null, Refusal>> => {
  const directory = options.repo ?? (run === null ? "." : run.repo);
  if (directory === null) return accepted(null);
  const opened = await openRepository(resolve(cwd, directory), env);
  if (opened.ok || options.repo !== undefined || run === null) return opened;
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
