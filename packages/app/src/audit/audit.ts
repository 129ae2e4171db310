import { join, resolve } from "node:path";
import type { Context } from "@llmch/config";
import { SPEC_COPY } from "@llmch/plan";
import { directoryEntries, readOwnText, resolveArtifactsRoot } from "@llmch/store";
import { accepted, type Refusal, type Result, refusal, rejected, sha256Hex } from "@llmch/text";
import { openRepository, type Repository, trailedCommits } from "@llmch/workspace";
import { type AuditedPlace, type AuditedRun, findAudited } from "./find-audited.ts";
import { type Audit, fault, findings, joined } from "./finding.ts";
import { auditOrder, type Branch } from "./order-audit.ts";
import { auditBranch, auditSchedule } from "./orders-audit.ts";
import { auditRunFiles, type RunFiles } from "./run-files.ts";

/** What to audit. */
export interface AuditRequest extends AuditedPlace {
  /** All orders of a branch, instead of a run. */
  readonly branch?: string | undefined;
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
 * Checks finished runs again: each line of their journals, their files against their seals, and their commits against their records.
 * Changes none of them and asks no model.
 */
export const audit = async (request: AuditRequest, context: Context): Promise<Result<AuditEnding, Refusal>> => {
  const { env, cwd, signal } = context;
  const root = resolveArtifactsRoot(request.artifactsDir, env, cwd);
  const kept = request.artifactsDir === undefined ? accepted(null) : await directoryEntries(root);
  if (!kept.ok) return kept;
  if (request.branch !== undefined) {
    const opened = await openRepository(resolve(cwd, request.repo ?? "."), env);
    const branch = opened.ok ? accepted(await readBranch(opened.value, request.branch)) : opened;
    if (!branch.ok) return branch;
    const what = `branch ${request.branch}`;
    if (branch.value.tip === null)
      return rejected(refusal("branch-missing", `there is no ${what}`, "name a branch of the repo, or --repo"));
    return accepted({ what, runId: null, root, audit: await auditBranch(root, branch.value, signal) });
  }
  const found = await findAudited(root, request.run);
  if (!found.ok) return found;
  const run = found.value;
  const repo = await repoOf(run, request.repo, context);
  if (!repo.ok) return repo;
  const ending = { what: `${run.kind} ${run.runId}`, runId: run.runId, root };
  return accepted({ ...ending, audit: await auditRun(root, run, repo.value, signal) });
};

/** The named repo, or the one in the run's record; null if there is neither. */
const repoOf = async (
  run: AuditedRun,
  named: string | undefined,
  { env, cwd }: Context,
): Promise<Result<Repository | null, Refusal>> => {
  const directory = named ?? run.repo;
  if (directory === null) return accepted(null);
  const opened = await openRepository(resolve(cwd, directory), env);
  if (opened.ok || named !== undefined) return opened;
  const [{ code, message }] = opened.issues;
  return rejected(refusal(code, message, "name the run's repo with --repo"));
};

const readBranch = async (repo: Repository, name: string): Promise<Branch> => {
  const tip = await repo.branchTip(name);
  return { name, repo, tip, commits: tip === null ? [] : await trailedCommits(repo, name) };
};

const auditRun = async (
  root: string,
  { kind, runId }: AuditedRun,
  repo: Repository | null,
  signal: AbortSignal,
): Promise<Audit> => {
  const run = await auditRunFiles(root, kind, runId);
  const [first] = run.events;
  const name = first?.type === "order_started" || first?.type === "schedule_started" ? first.branch : null;
  const branch = repo === null || name === null ? null : await readBranch(repo, name);
  if (kind === "factory") return auditOrder(run, branch);
  if (kind === "build") return auditBuild(root, run, repo, signal);
  return kind === "run-all" ? joined(run.audit, await auditSchedule(root, run, branch, signal)) : run.audit;
};

/** A build's own files, and the runs of its windows. */
const auditBuild = async (
  root: string,
  build: RunFiles,
  repo: Repository | null,
  signal: AbortSignal,
): Promise<Audit> => {
  let audit = build.audit;
  const [begun] = build.events;
  const spec = readOwnText(join(build.directory, SPEC_COPY));
  if (begun?.type === "build_started" && (!spec.ok || sha256Hex(spec.value) !== begun.spec_sha256))
    audit = joined(
      audit,
      findings(fault("journal", `${build.where}/${SPEC_COPY}`, "it is not what the build began with")),
    );
  for (const event of build.events) {
    if (event.type !== "window_planned" && event.type !== "window_ended") continue;
    const kind = event.type === "window_planned" ? "planner" : "run-all";
    audit = joined(audit, await auditRun(root, { kind, runId: event.run, repo: null }, repo, signal));
  }
  return audit;
};
