import { openQuestions, type PromptLimits, unansweredQuestions } from "@llmch/contract";
import { type JsonObject, readJson } from "@llmch/text";
import { planToChange } from "./answered-plan.ts";
import type { PlanCheck } from "./check.ts";
import type { CompileInputs, CompilePorts, Designing } from "./compile-inputs.ts";
import {
  type AttemptTiming,
  type CompileEnding,
  type CompileOutcome,
  conclude,
  type JudgedAnswer,
  recordJudgement,
  recordReply,
} from "./compile-record.ts";
import { compiledPlan } from "./compiled-plan.ts";
import { ANSWERED_SPEC, answeredSpec } from "./coverage/answered-spec.ts";
import { type DesignInputs, makeDesign } from "./design/make-design.ts";
import { withHeldAcceptance } from "./held-acceptance.ts";
import { usesLaterMembers } from "./later-members.ts";
import { askPlan, judgePlan, type PlanAsked } from "./plan-attempt.ts";
import { NO_REPO_HINTS, plannerPrompt, specification } from "./prompt.ts";
import { compileHash } from "./provenance.ts";
import { type Asked, askUser, NOTHING_ASKED } from "./questions.ts";
import { explorerFailure } from "./reply-failure.ts";
import { revisionPrompt } from "./revision.ts";
import { type PlannedWindow, plannedWindow } from "./window/window.ts";

/**
 * Compiles a spec: asks, judges and sends back, until a plan passes or the attempts are used up (contract §4). A plan that passes but
 * leaves out what the spec demands is sent back once, unless `check` has told so, and stands unless the next answer is at least as good. Questions to the user come once,
 * and cost no attempt. Records every step in the ledger before the next one starts. A model failure is an outcome, not an exception.
 */
export const compilePlan = async (given: CompileInputs, ports: CompilePorts): Promise<CompileOutcome> => {
  const { settings } = given;
  const designed = given.designing == null ? null : await makeDesign(designInputs(given, given.designing), ports);
  if (designed !== null && designed.kind !== "designed") {
    const failed = {
      ending: designed,
      check: null,
      window: null,
      timings: [],
      compileHash: compileHash(given),
      settings,
    };
    return conclude({ ...failed, asked: NOTHING_ASKED }, ports.ledger);
  }
  let inputs = designed === null ? given : { ...given, design: designed.design };
  let firstPrompt = plannerPrompt(inputs);
  let asked: Asked | null = null;
  const timings: AttemptTiming[] = [];
  const finish = (ending: CompileEnding, check: PlanCheck | null, window: PlannedWindow | null = null) => {
    const finished = { ending, check, window, timings, compileHash: compileHash(inputs), settings };
    return conclude({ ...finished, asked: asked ?? NOTHING_ASKED }, ports.ledger);
  };
  const compiled = async ({ check }: JudgedAnswer) => {
    const { plannerRunId, repoCommit, boxes, design = null, window = null } = inputs;
    const read: (readonly JsonObject[] | undefined)[] = [];
    for (const { order } of check.orders) read.push(await ports.explorer?.partsRead?.(order));
    const origin = { plannerRunId, compileHash: compileHash(inputs), repoCommit, read, boxes };
    const plan = compiledPlan(check, origin, design, window?.first_order);
    return finish({ kind: "compiled", plan }, check, window === null ? null : plannedWindow(check.manifest));
  };
  let question: PlanAsked = { prompt: firstPrompt, base: standingPlan(inputs) };
  let standing: JudgedAnswer | null = null;
  let last: JudgedAnswer | null = null;
  for (let attempt = 1; ; attempt++) {
    const started = ports.clock.monotonicMs();
    const most: number = settings.max_attempts + (asked?.isApart === true ? 1 : 0);
    const stableLength = firstPrompt.trimEnd().length;
    const { reply, base, told } = await askPlan({ attempt, most }, question, stableLength, inputs, ports);
    const timing = { attempt, model_ms: Math.round(ports.clock.monotonicMs() - started) };
    if (reply.kind !== "answered") {
      timings.push({ ...timing, errors: null });
      const failure = explorerFailure(reply);
      return standing !== null && failure.kind !== "interrupted"
        ? compiled(standing)
        : finish(failure, last?.check ?? null);
    }
    await recordReply(attempt, reply, ports.ledger);
    const said = { attempt, text: reply.text };
    const now: Asked | null =
      asked === null && standing === null ? await askUser(said, inputs.answers ?? [], ports) : null;
    asked ??= now;
    if (now?.isApart === true) {
      timings.push({ ...timing, errors: null });
      if (openQuestions(now).length > 0) return finish({ kind: "waiting" }, null);
      inputs = withAnswers(inputs, now);
      if (inputs.spec !== given.spec) await ports.ledger.recordText(ANSWERED_SPEC, inputs.spec);
      firstPrompt = plannerPrompt(inputs);
      question = { prompt: firstPrompt, base: standingPlan(inputs) };
      continue;
    }
    const judging = await judgePlan(reply.text, base, inputs, ports);
    const judged = await tried(judging, ports);
    if (judged === null) {
      timings.push({ ...timing, errors: null });
      return finish({ kind: "interrupted" }, last?.check ?? null);
    }
    const { errors } = judged.check;
    const isFirst = last === null;
    last = judged;
    timings.push({ ...timing, errors: errors.length });
    await recordJudgement(attempt, judged, ports.ledger);
    if (standing !== null) {
      const isBetter = errors.length === 0 && weakIn(judged).length <= weakIn(standing).length;
      return compiled(isBetter ? judged : standing);
    }
    const isLast = attempt >= most;
    if (errors.length === 0) {
      const isAsked = weakIn(judged).every(({ message }) => told.has(message));
      if (isLast || isAsked || !usesLaterMembers(judged.check.manifest)) return compiled(judged);
      standing = judged;
    } else if (isLast) {
      return finish({ kind: judged.document === undefined ? "not-json" : "invalid" }, judged.check);
    }
    question = sentBack(firstPrompt, judged, isFirst, inputs.limits);
  }
};

/** What the plan is made from once no question is open. */
const withAnswers = (inputs: CompileInputs, asked: Asked): CompileInputs => ({
  ...inputs,
  spec: answeredSpec(inputs.spec, asked.answers),
  mayAsk: false,
  unanswered: unansweredQuestions(asked),
});

/** What a designer receives before a plan exists. */
export const designInputs = (
  { spec, repoHints, settings, limits }: Pick<CompileInputs, "spec" | "repoHints" | "settings" | "limits">,
  { template, model }: Designing,
): DesignInputs => ({
  ...{ template, model, settings, limits },
  work: specification(spec),
  repo: repoHints ?? NO_REPO_HINTS,
});

/** The plan to change, if one exists: the first answer may already have single orders. */
const standingPlan = ({ standing }: CompileInputs): JsonObject | null => {
  const read = standing == null ? null : readJson(standing.plan);
  return read?.ok === true ? planToChange(read.value) : null;
};

const tried = async (judged: JudgedAnswer, { heldAcceptance }: CompilePorts): Promise<JudgedAnswer | null> => {
  if (heldAcceptance === undefined || judged.check.orders.length === 0) return judged;
  const check = await withHeldAcceptance(judged.check, heldAcceptance);
  return check === null ? null : { ...judged, check };
};

/** The warnings that a plan goes back for: it leaves out what the spec demands, or quotes what it does not. The others are only told. */
const weakIn = ({ check }: JudgedAnswer) => check.warnings.filter(({ code }) => code === "W222");

/** @param isFirst warnings go back with the first answer alone */
const sentBack = (firstPrompt: string, judged: JudgedAnswer, isFirst: boolean, limits: PromptLimits): PlanAsked => {
  const { text, check, document } = judged;
  const base = planToChange(document);
  const { errors } = check;
  const warnings = errors.length === 0 ? weakIn(judged) : isFirst ? check.warnings : [];
  const sent = { answer: text, errors, warnings, what: base === null ? "manifest" : "orders" } as const;
  return { prompt: revisionPrompt(firstPrompt, sent, limits), base };
};
