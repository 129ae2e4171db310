import { resolve } from "node:path";
import { objectionInWords } from "@llmch/contract";
import type { ReviseOptions as Revising } from "../options.ts";
import { objectedRepo, proposeRevision, type RevisionEnding, takeUpRevision, writeBack } from "../revise/index.ts";
import type { ActContext } from "./act.ts";
import { type Ended, refusedBy } from "./ended.ts";
import { idOf } from "./go-on.ts";
import type { Instance } from "./instance.ts";
import { INTERRUPTED, issue, issueOf, warningOf } from "./issues.ts";
import { optionFault } from "./option-faults.ts";
import { REVISE_OPTIONS } from "./option-kinds.ts";
import type { Issue, ReviseOptions, Revision, RunReference } from "./public.ts";

/** Asks for a corrected order after its model has objected to it, and accepts it if the caller agrees. */
export const reviseOrderOf = async (
  run: RunReference,
  options: ReviseOptions,
  { artifactsDir, cwd }: Instance,
  context: ActContext,
): Promise<Ended<Revision>> => {
  const fault = optionFault(options, REVISE_OPTIONS);
  if (fault !== null) return refusedBy([fault]);
  const { agree = false, write = false, refresh = false, replay, replayStrict = false } = options;
  const revising: Revising = {
    ...{ run: idOf(run), artifactsDir, given: context.given, refresh, replayStrict },
    ...(replay === undefined ? {} : { replay: resolve(cwd, replay) }),
  };
  const proposed = await proposeRevision(revising, context, context);
  if (!proposed.ok) return refusedBy(proposed.issues);
  const ending = proposed.value;
  if (ending.kind !== "proposed") return { value: null, issues: failureOf(ending), warnings: [] };
  const warnings = ending.warnings.map(issueOf);
  const { before, after, revision, objection, objected } = ending;
  const value: Revision = {
    ...{ kind: "revision", runId: objected.whole.runId, order: before.order.id, revision, takenUp: agree },
    ...{ objection: objectionInWords(objection), before: before.order, after: after.order },
  };
  if (!agree) return { value, issues: [], warnings };
  const taken = await takeUpRevision(ending, revising, context);
  if (!taken.ok) return refusedBy(taken.issues);
  const written = write ? await writeBack(ending) : null;
  const unwritten = written?.ok === false ? written.issues.map(({ message }) => warningOf(message)) : [];
  return { value, issues: [], warnings: [...warnings, ...unwritten] };
};

/** The repo of the run whose order will be revised; its settings apply. */
export const objectedRepoOf = async (
  run: RunReference,
  { artifactsDir, env, cwd, repo, signal }: Instance,
): Promise<string> => (await objectedRepo({ run: idOf(run), artifactsDir }, env, cwd, signal)) ?? repo;

const failureOf = (ending: Exclude<RevisionEnding, { readonly kind: "proposed" }>): readonly Issue[] => {
  switch (ending.kind) {
    case "unchanged":
      return [issue("unchanged", "the planner considers the order right as it is")];
    case "invalid":
      return ending.errors.map(issueOf);
    case "model-failed":
      return [issue(ending.reason, ending.message, { hint: ending.hint }), ...ending.errors.map(issueOf)];
    case "limited":
      return [issue("limit", ending.message, { hint: ending.hint }), ...ending.errors.map(issueOf)];
    case "interrupted":
      return [INTERRUPTED];
  }
};
