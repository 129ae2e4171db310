import { join, resolve } from "node:path";
import { buildState, isNoted, tryScope } from "@llmch/build";
import { type ResumeOptions, recordedSettings, settingsToGoOn } from "@llmch/config";
import { type BuildConfig, buildDocument, type Scope } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { readTextFile } from "@llmch/files";
import { listTarget, SPEC_COPY } from "@llmch/plan";
import { modelSource } from "@llmch/records";
import { clearWorktrees, strangeRepo } from "@llmch/run";
import { newRunId, ownRunMark, type StoredRun } from "@llmch/store";
import { SYNTAX_READERS } from "@llmch/syntax";
import { accepted, type Refusal, type Result, refusal, rejected, sha256Hex } from "@llmch/text";
import { openRepository } from "@llmch/workspace";
import type { OperationContext } from "../context.ts";
import { type Outcome, type OutcomeError, refused, unplanned, waits } from "../outcome.ts";
import { approveCommand } from "../runs/resume/next-commands.ts";
import { settingsForForeign, tightened } from "../runs/resume/own-run.ts";
import { configNow, type Resumable } from "../runs/resume/resume-run.ts";
import { needsOfBuild, untrusted } from "../runs/resume/trust.ts";
import { heldAt } from "./asking.ts";
import { type Build, branchStanding, type StepEnd, specSince, tell } from "./build.ts";
import { carryOutBuild } from "./carry-out-build.ts";
import { standingScope, standingWindow, strayFault } from "./documents.ts";
import { leaveNotes, type Note, takeNotes } from "./notes.ts";
import type { BuildResult } from "./result.ts";
import { carryOutWindow } from "./steps/carry-out-window.ts";
import { planWindow } from "./steps/plan-window.ts";
import { take } from "./steps/take-scope.ts";

/**
 * Goes on with a build from its journal: the step that had not ended is begun again, in the run that it had.
 * @param notes what its user asks for of a build that has passed: it goes on in a run of its own
 */
export const resumeBuild = async (
  { stored, beginning }: Extract<Resumable, { readonly kind: "build" }>,
  options: ResumeOptions,
  given: OperationContext,
  notes: readonly Note[] | null = null,
): Promise<Outcome<BuildResult> | ReturnType<typeof waits>> => {
  const { runId, directory } = stored;
  const { env, cwd } = given;
  const { config: begun, baseline, scoped } = beginning;
  const last = stored.journal.events.findLast((event) => event.type === "settings_given");
  const recorded = last?.type === "settings_given" ? { ...begun, settings: last.settings } : begun;
  const artifactsRoot = join(directory, "..", "..");
  const spec = await readTextFile(join(directory, SPEC_COPY), { links: "none" });
  if (!spec.ok) return refused(spec.issues);
  if (sha256Hex(spec.value) !== beginning.spec_sha256) return refused([specChanged(runId)]);
  const isOwn = ownRunMark(env, stored) !== null;
  const needs = untrusted(needsOfBuild(stored, beginning, env), stored, env);
  if (needs.length > 0)
    return waits(needs, () => `if you trust it: \`${approveCommand(runId, artifactsRoot, given)}\``);
  const at = options.repo === undefined ? recorded : { ...recorded, repo: resolve(cwd, options.repo) };
  const strange = isOwn ? null : strangeRepo(runId, at.repo, resolve(cwd, options.repo ?? given.here));
  if (strange !== null) return refused([strange]);
  const repo = await openRepository(at.repo, env);
  if (!repo.ok) return refused(repo.issues);
  const { values: today } = given.settings;
  const approve = [...new Set([...recorded.approve, ...today.approve])];
  const values = isOwn ? settingsOfBuild(at, given) : { ...settingsForForeign(today, given.given), approve };
  const asked = { ...at, orders: "", out: null };
  const run = configNow(isOwn ? asked : tightened(asked, values), options, [], values);
  const context = { ...given, settings: { ...given.settings, values } };
  const settings = recordedSettings(values);
  const config = { ...at, settings, approve: values.approve, replay: run.replay, replay_strict: run.replay_strict };
  const asking = { replay: run.replay ?? undefined, replayStrict: run.replay_strict, artifactsDir: artifactsRoot };
  const model = await modelSource(asking, context.settings, "planner", { env, cwd });
  if (!model.ok) return unplanned(model.issues);
  const place = { runId, artifactsRoot, config, run, baseline, repo: repo.value, context, model: model.value };
  const edited = await editedScope(stored, place);
  if (!edited.ok) return refused(edited.issues);
  const going = { ...place, scoped, resuming: options, conversations: new Map() };
  if (notes === null)
    return carryOutBuild({
      ...{ ...going, spec: spec.value, previous: stored },
      first: async (build) => {
        // A killed session may have left the worktree in which it judged, which no run of a step would clear.
        for (const sentence of await clearWorktrees(build.repo)) context.face.notes(sentence);
        if (edited.value !== null) await take(edited.value, "user", build);
        const changes = Object.entries(given.given).map(([name, value]) => `${name}: ${value}`);
        if (changes.length > 0) await tell(build, { type: "settings_given", settings, changes });
        await takeNotes(build);
        return tryAgain(build);
      },
    });
  const state = buildState(stored.journal.events);
  const { branch, tip } = await branchStanding(place, state);
  return carryOutBuild({
    ...{ ...going, runId: context.asked?.runId ?? newRunId(artifactsRoot), previous: null },
    spec: await specSince(directory, stored.journal.events),
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

/** What the build began with; how far it may go is for the user of today to say. */
const settingsOfBuild = (config: BuildConfig, { settings, given }: OperationContext): Settings => {
  const { values: today, origins } = settings;
  const went = settingsToGoOn(config, "factory", today, given);
  const bounds = Object.entries(today.build).filter(([name]) => Object.hasOwn(origins, `build.${name}`));
  const approve = Object.hasOwn(given, "approve") ? today.approve : config.approve;
  return { ...went, approve, build: { ...went.build, ...Object.fromEntries(bounds) } };
};

/**
 * The scope in the build's folder, if its user has edited it while the build was stopped; null if not. Refused if it breaks a rule, or if
 * the notes of the newest window do.
 */
const editedScope = async (
  { directory, journal }: StoredRun,
  { repo, run, baseline, context }: Pick<Build, "repo" | "run" | "baseline" | "context">,
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
  const { commit } = await branchStanding({ repo, run, baseline }, state);
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
