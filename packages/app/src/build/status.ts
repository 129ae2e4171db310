import { resolve } from "node:path";
import {
  namedRun,
  openNeeds,
  type StoredRunName,
  type StoredSummaries,
  storedSummaries,
  waitingRun,
} from "@llmch/records";
import { resolveArtifactsRoot } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { checkoutAt, checkoutRoot } from "@llmch/workspace";
import type { OperationContext } from "../context.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { nextAfter } from "../runs/order-commands.ts";
import { buildResult, storedBuild } from "./drawing.ts";
import type { BuildRequest } from "./request.ts";
import type { BuildResult } from "./result.ts";

/** How a build stands: the one that is named, else the newest of the repo. Reads, and nothing else. */
export const buildStatus = async (
  { spec, repo, artifactsDir }: Pick<BuildRequest, "spec" | "repo" | "artifactsDir">,
  { env, cwd }: OperationContext,
): Promise<Outcome<BuildResult>> => {
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const found = foundBuild(root, typeof spec === "object" ? spec.file : spec, repo, cwd);
  if (!found.ok) return refused(found.issues);
  const { runId } = found.value;
  const story = storedBuild(root, runId);
  if (story.config === null) {
    const message = `of the build ${runId} nothing is there to read`;
    return refused([refusal("no-such-run", message, `see \`llmch audit ${runId}\``)]);
  }
  const stored = story.needs.length === 0 ? null : await readStoredRun(root, "build", runId);
  const needs = stored?.ok === true ? openNeeds(await waitingRun(stored.value), env) : [];
  const { next } = await nextAfter(root, { kind: "build", runId }, { env, cwd });
  return done(buildResult(story, needs), { runId, paths: { artifacts: story.directory }, next });
};

/** The build that is named, else the newest of the repo that holds the folder. */
export const foundBuild = (root: string, named: string | undefined, folder: string, cwd: string) => {
  const summaries = storedSummaries(root);
  return named === undefined ? newestBuild(summaries, resolve(cwd, folder)) : namedBuild(summaries, named, cwd);
};

/** A run by its name, or the newest of a spec by its file. */
const namedBuild = (summaries: StoredSummaries, named: string, cwd: string): Result<StoredRunName, Refusal> => {
  const file = resolve(cwd, named);
  const ofFile = summaries.runs.find((run) => run.kind === "build" && summaries.of(run).spec === file);
  const found = ofFile === undefined ? namedRun(summaries, named) : accepted(ofFile);
  if (!found.ok || found.value.kind === "build") return found;
  const { runId } = found.value;
  return rejected(refusal("usage", `the run ${runId} is no build`, `\`llmch show ${runId}\` tells how it stands`));
};

const newestBuild = (summaries: StoredSummaries, folder: string): Result<StoredRunName, Refusal> => {
  const checkout = checkoutAt(folder);
  const newest = summaries.runs.find((run) => {
    const repo = run.kind === "build" ? summaries.of(run).repo : null;
    return repo !== null && checkoutRoot(repo) === checkout;
  });
  if (newest !== undefined) return accepted(newest);
  const hint = "begin one with `llmch build SPEC`, or name the run";
  return rejected(refusal("no-such-run", `there is no build of this repo in ${summaries.root}`, hint));
};
