import { join, resolve } from "node:path";
import { buildState, isNoted, tryScope } from "@llmch/build";
import type { GoesOn } from "@llmch/config";
import { buildDocument, type Scope } from "@llmch/contract";
import { readTextFile } from "@llmch/files";
import { listTarget, SPEC_COPY } from "@llmch/plan";
import { modelSource } from "@llmch/records";
import { clearWorktrees } from "@llmch/run";
import { newRunId, type StoredRun } from "@llmch/store";
import { SYNTAX_READERS } from "@llmch/syntax";
import { accepted, type Refusal, type Result, refusal, rejected, sha256Hex } from "@llmch/text";
import { openRepository } from "@llmch/workspace";
import type { OperationContext } from "../context.ts";
import { type Outcome, type OutcomeError, refused, unplanned } from "../outcome.ts";
import { factoryOptions } from "../request/run-request.ts";
import { heldAt } from "./asking.ts";
import { buildConfig, ofWindows } from "./begin.ts";
import { type Build, branchStanding, type StepEnd, specSince } from "./build.ts";
import { carryOutBuild } from "./carry-out-build.ts";
import { standingScope, standingWindow, strayFault } from "./documents.ts";
import { leaveNotes, type Note, takeNotes } from "./notes.ts";
import type { BuildRequest } from "./request.ts";
import type { BuildResult } from "./result.ts";
import { carryOutWindow } from "./steps/carry-out-window.ts";
import { planWindow } from "./steps/plan-window.ts";
import { take } from "./steps/take-scope.ts";

/**
 * Goes on with a build from its journal: the step that had not ended is begun again, in the run that it had.
 * @param notes what its user asks for of a build that has passed: it goes on in a run of its own
 */
export const resumeBuild = async (
  { stored, ...steering }: GoesOn,
  request: Omit<BuildRequest, "status">,
  context: OperationContext,
  notes: readonly Note[] | null = null,
): Promise<Outcome<BuildResult>> => {
  const { runId, directory, journal } = stored;
  const { env, cwd, settings } = context;
  const [beginning] = journal.events;
  if (beginning?.type !== "build_started") throw new Error(`the run ${runId} is no build`);
  const { config: recorded, baseline, scoped } = beginning;
  const artifactsRoot = join(directory, "..", "..");
  const spec = await readTextFile(join(directory, SPEC_COPY), { links: "none" });
  if (!spec.ok) return refused(spec.issues);
  if (sha256Hex(spec.value) !== beginning.spec_sha256) return refused([specChanged(runId)]);
  const asked = factoryOptions({ ...request, dryRun: true, out: undefined }, context);
  if (!asked.ok) return refused(asked.issues);
  const repo = await openRepository(resolve(cwd, request.repo), env);
  if (!repo.ok) return refused(repo.issues);
  const options = ofWindows(asked.value, artifactsRoot);
  const { spec: named, scope, pr, goals, base_branch, imported } = recorded;
  const own = { spec: named, scope, pr, goals, base_branch, imported };
  const config = buildConfig(options, settings.values, cwd, own);
  const model = await modelSource(options, settings, "planner", { env, cwd });
  if (!model.ok) return unplanned(model.issues);
  const place = { runId, artifactsRoot, config, options, baseline, repo: repo.value, context, model: model.value };
  const edited = await editedScope(stored, place);
  if (!edited.ok) return refused(edited.issues);
  const going = { ...place, scoped, steering, conversations: new Map() };
  if (notes === null)
    return carryOutBuild({
      ...{ ...going, spec: spec.value, previous: stored },
      first: async (build) => {
        // A killed session may have left the worktree in which it judged, which no run of a step would clear.
        for (const sentence of await clearWorktrees(build.repo)) context.face.notes(sentence);
        if (edited.value !== null) await take(edited.value, "user", build);
        await takeNotes(build);
        return tryAgain(build);
      },
    });
  const state = buildState(journal.events);
  const { branch, tip } = await branchStanding(place, state);
  return carryOutBuild({
    ...{ ...going, runId: context.asked?.runId ?? newRunId(artifactsRoot), previous: null },
    spec: await specSince(directory, journal.events),
    // A branch that was merged may be gone.
    baseline: tip ?? (await repo.value.resolveCommit("HEAD")) ?? baseline,
    continues: { run: runId, branch, next_order: state.nextOrder },
    first: async ({ session }) => {
      const left = leaveNotes(notes, session, context.face.caller, context);
      return left.ok ? null : refused(left.issues);
    },
  });
};

const specChanged = (runId: string): Refusal =>
  refusal(
    "not-resumable",
    `${SPEC_COPY} of the build ${runId} was changed since it began`,
    "put it back, or begin a new build of the changed spec",
  );

/**
 * The scope in the build's folder, if its user has edited it while the build was stopped; null if not. Refused if it breaks a rule, or if
 * the notes of the newest window do.
 */
const editedScope = async (
  { directory, journal }: StoredRun,
  { repo, options, baseline, context }: Pick<Build, "repo" | "options" | "baseline" | "context">,
): Promise<Result<Scope | null, OutcomeError>> => {
  const state = buildState(journal.events);
  const { lastWindow, scopeSha256, milestones } = state;
  const notes = lastWindow === null ? accepted(null) : standingWindow(directory, lastWindow.window);
  if (!notes.ok) return notes;
  const shown = journal.events.findLast((event) => event.type === "decision_needed" && event.of === "scope");
  const known = scopeSha256 ?? (shown?.type === "decision_needed" ? shown.sha256 : null);
  const standing = known === null ? accepted(null) : standingScope(directory);
  if (!standing.ok) return standing;
  if (standing.value === null || standing.value.sha256 === known) return accepted(null);
  const { env, settings } = context;
  const { commit } = await branchStanding({ repo, options, baseline }, state);
  const spec = await specSince(directory, journal.events);
  const target = await listTarget(repo.root, settings.values, { env, at: commit });
  if (!target.ok) return target;
  const scope = standing.value.document;
  const done = milestones.filter((each) => each.state === "done").length;
  const underWay = lastWindow === null ? [] : (scope.milestones[done]?.acceptance ?? []);
  const facts = { ...{ spec, files: target.value.files, syntaxes: SYNTAX_READERS }, done, underWay };
  const document = buildDocument("scope", scope);
  const judged = await tryScope(document, facts, heldAt(commit, "user", { repo, context }));
  const [first, ...more] = judged.errors;
  return first === undefined ? accepted(scope) : rejected<OutcomeError>(first, ...more);
};

/** A build without a scope ends as its plan or its orders do: to go on with it is to try these again. */
const tryAgain = async (build: Build): Promise<StepEnd | null> => {
  const state = buildState(build.events);
  const { lastWindow: last, scoped } = state;
  // What its user noted asks for another plan.
  if (scoped || last === null || isNoted(state)) return null;
  const stray = await strayFault(state, build);
  if (stray !== null) return refused([stray]);
  const { window, run: plan, ended } = last;
  if (last.verdict !== "PASS")
    return planWindow(
      { kind: "plan", window, milestone: null, run: plan, firstOrder: 1, mostOrders: 1 },
      state,
      build,
      true,
    );
  return ended?.verdict === "FAIL"
    ? carryOutWindow({ kind: "carry-out", window, milestone: null, plan, run: ended.run }, state, build, true)
    : null;
};
