import { join } from "node:path";
import {
  type BuildState,
  type BuildStep,
  goalScope,
  goalsInWords,
  makeScope,
  rescoped,
  type ScopeOutcome,
  scopeChanges,
  scopeSince,
} from "@llmch/build";
import {
  askedInRun,
  type EventBody,
  type Need,
  questionNeeds,
  SCOPE_FILE,
  type Scope,
  scopeCall,
  scopeInWords,
} from "@llmch/contract";
import { planUser } from "@llmch/plan";
import { byNumber, demandedSince } from "@llmch/planner";
import { artifactsFlag, plannerLimits } from "@llmch/records";
import { refusesUnseen } from "@llmch/run";
import { readDecision } from "@llmch/store/journals";
import { SYNTAX_READERS } from "@llmch/syntax";
import { counted, EXIT, sha256Hex } from "@llmch/text";
import { done, refused } from "../../outcome.ts";
import { asWarning } from "../../runs/results/run.ts";
import { answeredSpecOf, failedEnd, nextAttempt, whileAsking } from "../asking.ts";
import { type Build, type StepEnd, tell, textsNoted } from "../build.ts";
import { hasConsent, hasTypedGoals, recordConsent } from "../consent.ts";
import { recordedAssessment, scopeOf, scopeText, standingScope, writeScope } from "../documents.ts";
import { decide } from "./ask-user.ts";

type ScopeStep = Extract<BuildStep, { readonly kind: "scope" }>;
type ScopeTaken = Extract<EventBody, { readonly type: "scope_taken" }>;

/** Has the build's user agree to a scope, and takes it: the first one, or what an assessment makes of its later milestones. */
export const takeScope = ({ assessment }: ScopeStep, state: BuildState, build: Build): Promise<StepEnd> =>
  assessment === null ? takeFirst(build) : takeRescope(assessment, state, build);

/** The scope that waits in the build's folder, else one that a model is asked for. */
const takeFirst = async (build: Build): Promise<StepEnd> => {
  const { events, session } = build;
  const [beginning] = events;
  if (beginning?.type === "build_started" && beginning.continues !== undefined)
    return takeFormer(beginning.continues.run, build);
  const { goals } = build.config;
  if (goals !== undefined) return takeGoals(goals, build);
  const shown = events.findLast((event) => event.type === "decision_needed" && event.of === "scope");
  const rejected = events.findLast(
    (event) => event.type === "noted" || (event.type === "decided" && event.decision === "reject"),
  );
  const isSilent = rejected?.type === "decided" && rejected.text === null;
  const waits = shown !== undefined && (rejected === undefined || rejected.seq < shown.seq || isSilent);
  const standing = standingScope(session.directory);
  if (!standing.ok) return refused(standing.issues);
  if (waits && standing.value !== null) return agreed(standing.value.document, build);
  const words = rejected?.type === "decided" || rejected?.type === "noted" ? (rejected.text ?? "") : null;
  const feedback =
    words !== null && standing.value !== null ? { scope: standing.value.document, feedback: words } : null;
  const made = await newScope(feedback, build);
  if (!("kind" in made)) return made;
  if (made.kind === "waiting") return waitingEnd(build);
  if (made.kind !== "scoped") return failedEnd(made, "scope", build);
  await writeScope(made.scope, build);
  const end = await agreed(made.scope, build);
  return { ...end, warnings: made.warnings.map(asWarning) };
};

/** Whoever typed the goals has agreed to them; a program's wait for a person. */
const takeGoals = async (goals: readonly string[], build: Build): Promise<StepEnd> => {
  const scope = goalScope(await answeredSpecOf(build), goals);
  return onceAgreed(
    scope,
    { by: "user", what: `go on until this passes: ${goalsInWords(goals)}`, shown: goals },
    build,
  );
};

const newScope = async (
  standing: { readonly scope: Scope; readonly feedback: string } | null,
  build: Build,
): Promise<ScopeOutcome | StepEnd> => {
  const { spec, baseline, session, context, model, events } = build;
  const { values: settings } = context.settings;
  const asked = askedInRun(events);
  const from = nextAttempt(scopeCall, build);
  const isFirst = from === 1;
  const decided = new Map(
    questionNeeds(asked).flatMap((need) => {
      const said = readDecision(context.env, session, need);
      return said === null ? [] : [[said.id, said] as const];
    }),
  );
  const mayAsk = settings.planner.questions && model.replay === null && isFirst;
  const inputs = {
    ...{ mayAsk, standing, from },
    // Later attempts are for the spec as it was answered.
    spec: isFirst ? demandedSince(spec, textsNoted(events)) : await answeredSpecOf(build),
    ...{ answers: [...model.answered, ...asked.answers], syntaxes: SYNTAX_READERS },
    ...{ settings: settings.planner, limits: plannerLimits(settings) },
  };
  const made = await whileAsking(
    build,
    { prompt: "SCOPE_PROMPT.md", commit: baseline, isMapped: true },
    (given, { hints }, ports) =>
      makeScope(
        { ...inputs, ...given, repoHints: hints },
        { ...ports, user: planUser(decided, mayAsk, context.face, session) },
      ),
  );
  return made.ok ? made.value : refused(made.issues);
};

/** Questions that only the user can answer. */
const waitingEnd = ({ events }: Build): StepEnd => {
  const needs = questionNeeds(askedInRun(events));
  const errors = needs.map(({ id, what }) => ({ code: "waiting", message: `${id} waits for your answer: ${what}` }));
  return { verdict: "ERROR", exitCode: EXIT.waiting, result: null, errors, needs };
};

/** Takes the first scope once its user agrees; a scope that is rejected is asked for again. */
const agreed = async (scope: Scope, build: Build): Promise<StepEnd> => {
  const what = `what to build, in ${counted(scope.milestones.length, "milestone")}`;
  const numbers = byNumber(await answeredSpecOf(build));
  const numbered = (quote: string) => numbers([quote]).map((each) => (each === quote ? quote : `[${each}] ${quote}`));
  const programs = `llmch show ${build.runId} --checks${artifactsFlag(build.artifactsRoot, build.context)}`;
  return onceAgreed(scope, { by: "model", what, shown: scopeInWords(scope, numbered, programs) }, build);
};

/** Replaces the milestones from the current one on, unless its user rejects that. */
const takeRescope = (assessment: number, { lastAssessment }: BuildState, build: Build): Promise<StepEnd> => {
  const before = scopeOf(build);
  const milestone = lastAssessment?.milestone ?? "";
  const after = rescoped(recordedAssessment(build.session.directory, assessment), { scope: before, milestone });
  const reasons = lastAssessment?.reasons.map(({ text }) => text) ?? [];
  const shown = [...reasons, "", ...scopeChanges(before, after)];
  return onceAgreed(after, { by: "assessment", what: "the milestones to come change", shown }, build);
};

/** Takes a scope: at once if nothing has to wait for that, else once its user agrees; one that they reject is not taken. */
const onceAgreed = async (
  scope: Scope,
  { by, what, shown }: { readonly by: ScopeTaken["by"]; readonly what: string; readonly shown: readonly string[] },
  build: Build,
): Promise<StepEnd> => {
  const { session, context, config } = build;
  const text = scopeText(scope, context.secrets);
  const isSeen = hasConsent(build) || (by === "user" && hasTypedGoals(build));
  if (config.approve.includes("scope") || (refusesUnseen(build.isolation, context.settings) && !isSeen)) {
    await session.settle();
    const need: Need = { id: "scope", kind: "scope", what, sha256: sha256Hex(text), shown: shown.join("\n") };
    const said = await decide(need, shown.join("\n"), build);
    if ("end" in said) return said.end;
    const { decision, text: words } = said.decision;
    if (decision !== "approve" && (by === "user" || (words === null && by === "model"))) {
      const hint = `change ${SCOPE_FILE} in ${session.directory}, and resume the build`;
      const errors = [{ code: "decided", message: "you said no to the scope", hint }];
      return { verdict: "ERROR", exitCode: EXIT.failed, result: null, errors };
    }
    if (decision !== "approve") return done(null);
    if (by !== "assessment" && said.decision.by?.through === "terminal") await recordConsent(build);
  }
  return take(scope, by, build);
};

/**
 * Has a scope count from now on; nobody has to agree to one of the user's.
 * @param reached milestones that the build before had reached
 */
export const take = async (
  scope: Scope,
  by: ScopeTaken["by"],
  build: Build,
  reached: readonly string[] = [],
): Promise<StepEnd> => {
  const changes = by === "model" ? [] : await writeScope(scope, build);
  await tell(build, {
    ...{ type: "scope_taken", sha256: sha256Hex(scopeText(scope, build.context.secrets)), by, changes, reached },
    milestones: scope.milestones.map(({ id, outcome }) => ({ id, outcome })),
  });
  return done(null);
};

/** Takes the scope of the build that this one goes on with, and what its user asks for now. */
const takeFormer = (former: string, build: Build): Promise<StepEnd> => {
  const before = scopeOf({ session: { directory: join(build.artifactsRoot, "build", former) } });
  const scope = scopeSince(before, textsNoted(build.events), null);
  const reached = before.milestones.flatMap((each) => (scope.milestones.includes(each) ? [each.id] : []));
  return take(scope, "user", build, reached);
};
