import { resolve } from "node:path";
import { EXIT, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { namedRun, runsAbove, stateOf, storedSummaries } from "@llmch/records";
import { isBeingWritten, resolveArtifactsRoot, type StoredRun, storedRuns } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { runSpending } from "@llmch/story";
import { checkoutAt, checkoutRoot } from "@llmch/workspace";
import type { OperationContext } from "../context.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { openNeeds, waitingRun } from "../resume/waiting.ts";
import { type BuildDrawing, buildDrawing } from "./drawing.ts";
import type { BuildRequest } from "./request.ts";
import { type BuildResult, buildResult } from "./result.ts";
import { spendingBeside } from "./spending.ts";

/** How a build stands: the one that is named, else the newest of the repo. Reads, and nothing else. */
export const buildStatus = async (
  { spec, repo, artifactsDir }: Pick<BuildRequest, "spec" | "repo" | "artifactsDir">,
  { env, cwd }: OperationContext,
): Promise<Outcome<BuildResult, BuildDrawing>> => {
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const named = typeof spec === "object" ? spec.file : spec;
  const found = named === undefined ? await newestBuild(root, resolve(cwd, repo)) : await namedBuild(root, named);
  if (!found.ok) return refused(found.issues);
  const stored = found.value;
  const { runId, directory, journal } = stored;
  const { events } = journal;
  const [beginning] = events;
  if (beginning?.type !== "build_started") return refused([notBegun(runId)]);
  const last = events.findLast(({ type }) => type === "run_finished" || type === "resumed");
  const verdict = last?.type === "run_finished" ? last.verdict : null;
  const waits = last?.type === "run_finished" && last.exit_code === EXIT.waiting;
  const needs = waits ? openNeeds(await waitingRun(stored), env) : [];
  const { baseline } = beginning;
  const ended = stateOf(events) ?? "passed";
  const state = ended === "broken off" && isBeingWritten(directory) ? "running" : ended;
  const beside = await spendingBeside(runSpending(events), root, journal);
  return done(buildResult({ runId, verdict, state, directory, baseline, events, beside, needs }), {
    runId,
    paths: { artifacts: directory },
    ...buildDrawing(root, runId, { env, cwd }),
  });
};

const namedBuild = async (root: string, named: string): Promise<Result<StoredRun, Refusal>> => {
  const found = namedRun(storedSummaries(root), named);
  if (!found.ok) return found;
  const { kind, runId } = found.value;
  if (kind !== "build")
    return rejected(refusal("usage", `the run ${runId} is no build`, `\`llmch show ${runId}\` tells how it stands`));
  const stored = await readStoredRun(root, kind, runId);
  return stored.ok ? stored : rejected(notBegun(runId));
};

const newestBuild = async (root: string, folder: string): Promise<Result<StoredRun, Refusal>> => {
  const repo = checkoutAt(folder);
  for (const { kind, runId } of storedRuns(root)) {
    if (kind !== "build") continue;
    const stored = await readStoredRun(root, kind, runId);
    const [beginning] = stored.ok ? stored.value.journal.events : [];
    if (stored.ok && beginning?.type === "build_started" && checkoutRoot(beginning.config.repo) === repo) return stored;
  }
  const hint = runsAbove(root) ?? "begin one with `llmch build SPEC`, or name the run";
  return rejected(refusal("no-such-run", `there is no build of this repo in ${root}`, hint));
};

const notBegun = (runId: string): Refusal =>
  refusal("no-such-run", `of the build ${runId} nothing is there to read`, `see \`llmch audit ${runId}\``);
