import {
  type Conversation,
  type Diagnostic,
  type ModelReply,
  type PlannerAnswer,
  type PlannerQuestion,
  questionNeeds,
} from "@llmch/contract";
import type { PlannerSettings } from "@llmch/contract/settings";
import { type JsonValue, jsonObject } from "@llmch/text";
import type { PlanCheck } from "./check.ts";
import { type CompiledPlan, coverageWritten, writtenOrders } from "./compiled-plan.ts";
import type { Coverage } from "./coverage/coverage.ts";
import { recordDesign, type Undesigned } from "./design/make-design.ts";
import type { Ledger } from "./ports.ts";
import type { Asked } from "./questions.ts";
import type { ExplorerFailure } from "./reply-failure.ts";
import type { PlannedWindow } from "./window/window.ts";

/** How a compile ended. `errors` are those of the last answer. */
export type CompileOutcome = {
  readonly attempts: number;
  /** What the planner asked its user: a call for that is no attempt. */
  readonly asked: Asked;
  readonly compileHash: string;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Which sentences of the spec the plan fulfils, or the last answer if there is no plan; null if it quotes none. */
  readonly coverage: Coverage | null;
  /** What a window of a build with a scope says besides its orders; null if there is no plan, or it is no window. */
  readonly window: PlannedWindow | null;
  /** The last conversation with tools, for an author that goes on with it at once. */
  readonly conversation?: Conversation | null;
} & CompileEnding;

export type CompileEnding =
  | { readonly kind: "compiled"; readonly plan: CompiledPlan }
  /** Exit 6: a question waits for the user. */
  | { readonly kind: "waiting" }
  /** Exit 2: still invalid after the last attempt. */
  | { readonly kind: "invalid" }
  /** Exit 4: the last answer was not JSON. */
  | { readonly kind: "not-json" }
  /** Exit 2: designing failed, so the plan was not asked for. */
  | Undesigned
  | ExplorerFailure;

/** An answer and what was found in it. */
export interface JudgedAnswer {
  /** As the next request quotes it. */
  readonly text: string;
  readonly check: PlanCheck;
  /** The judged plan: the answer, or the previous plan with the answer's orders. Undefined if it is not JSON. */
  readonly document: JsonValue | undefined;
}

/** The part of `compile_summary.json` about one attempt. */
export interface AttemptTiming {
  readonly attempt: number;
  readonly model_ms: number;
  readonly errors: number | null;
}

/** A compile's result, before it is recorded. */
interface Finished {
  readonly ending: CompileEnding;
  readonly check: PlanCheck | null;
  readonly window: PlannedWindow | null;
  readonly timings: readonly AttemptTiming[];
  readonly compileHash: string;
  readonly settings: PlannerSettings;
  readonly asked: Asked;
}

/** Records an answer, before anything acts on it. */
export const recordReply = async (
  attempt: number,
  reply: Extract<ModelReply, { kind: "answered" }>,
  ledger: Ledger,
): Promise<void> => {
  await ledger.recordText(`compile/llm_raw_response_attempt_${attempt}.txt`, reply.text);
  await ledger.recordText(`compile/llm_reasoning_attempt_${attempt}.txt`, reply.reasoning ?? "");
};

/** Records what was found in an answer. */
export const recordJudgement = async (
  attempt: number,
  { check: { errors, warnings }, document }: JudgedAnswer,
  ledger: Ledger,
): Promise<void> => {
  if (document !== undefined) await ledger.record(`compile/manifest_raw_attempt_${attempt}.json`, document);
  await ledger.record(`compile/validation_errors_attempt_${attempt}.json`, errors.map(asJson));
  await ledger.emit({ type: "compile_attempt_judged", attempt, errors, warnings });
};

/** Writes the summary, then the plan if there is one, with its manifest last. */
export const conclude = async (
  { ending, check, window, timings, compileHash, settings, asked }: Finished,
  ledger: Ledger,
): Promise<CompileOutcome> => {
  const coverage = check?.coverage ?? null;
  const common = {
    attempts: timings.length - (asked.isApart ? 1 : 0),
    asked,
    compileHash,
    errors: check?.errors ?? [],
    warnings: check?.warnings ?? [],
    coverage: coverage === null || ending.kind !== "compiled" ? coverage : coverageWritten(coverage, ending.plan),
    window,
  };
  await ledger.record("compile/compile_summary.json", {
    success: ending.kind === "compiled",
    ending: ending.kind,
    attempts: common.attempts,
    ...(asked.questions.length === 0
      ? {}
      : { questions: asked.questions.map(asJson), answers: asked.answers.map(asJson) }),
    ...(ending.kind === "waiting" ? { needs: questionNeeds(asked) } : {}),
    ...(window === null ? {} : { window: jsonObject({ ...window }) }),
    compile_hash: common.compileHash,
    errors: common.errors.map(asJson),
    warnings: common.warnings.map(asJson),
    timing: { model_ms: timings.reduce((sum, { model_ms }) => sum + model_ms, 0), attempts: timings.map(asJson) },
    settings: {
      model: settings.model.join(", "),
      reasoning_effort: settings.reasoning_effort,
      max_attempts: settings.max_attempts,
    },
  });
  if (ending.kind === "compiled" && ending.plan.orders.length > 0) {
    const { design } = ending.plan;
    if (design !== null) await recordDesign(design, ledger, "output");
    for (const [name, document] of writtenOrders(ending.plan)) await ledger.record(`output/${name}`, document);
    await ledger.emit({ type: "plan_written", work_orders: ending.plan.orders.length, directory: "output" });
  }
  await ledger.settle();
  return { ...common, ...ending };
};

const asJson = (record: Diagnostic | AttemptTiming | PlannerQuestion | PlannerAnswer): JsonValue => ({ ...record });
