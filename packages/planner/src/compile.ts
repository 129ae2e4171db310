import {
  type Diagnostic,
  type JsonValue,
  type ModelReply,
  onePrompt,
  planCall,
  readJson,
  stripMarkdownFences,
} from "@llmch/contract";
import type { PlannerSettings } from "@llmch/contract/settings";
import type { SyntaxReaders } from "@llmch/languages";
import { checkManifest, checkUnreadable, type PlanCheck } from "./check.ts";
import { type CompiledPlan, compiledPlan, writtenOrders } from "./compiled-plan.ts";
import { PLAN_SCHEMA } from "./plan-schema.ts";
import type { Clock, Ledger, Model } from "./ports.ts";
import { type PromptParts, plannerPrompt } from "./prompt.ts";
import { compileHash } from "./provenance.ts";
import { failureOf, type ModelFailure } from "./reply-failure.ts";
import { revisionPrompt } from "./revision.ts";

/** Everything that a plan is made from. `templateFault` must have found nothing wrong with the template. */
export interface CompileInputs extends PromptParts {
  /** The commit at which the files were listed; null without one. It is recorded, but no hash covers it. */
  readonly repoCommit: string | null;
  /** Answers that are not JSON count too. */
  readonly settings: PlannerSettings;
  readonly plannerRunId: string;
  /** Warnings are errors. */
  readonly strict?: boolean;
}

export interface CompilePorts {
  readonly model: Model;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly syntaxes: SyntaxReaders;
}

/** How a compile ended. `errors` are those of the last answer. */
export type CompileOutcome = {
  readonly attempts: number;
  readonly compileHash: string;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
} & CompileEnding;

export type CompileEnding =
  | { readonly kind: "compiled"; readonly plan: CompiledPlan }
  /** Exit 2: still invalid after the last attempt. */
  | { readonly kind: "invalid" }
  /** Exit 4: the last answer was not JSON. */
  | { readonly kind: "not-json" }
  | ModelFailure;

interface JudgedAnswer {
  readonly check: PlanCheck;
  /** The parsed answer; undefined if it is not JSON. */
  readonly document: JsonValue | undefined;
}

/** The part of `compile_summary.json` about one attempt. */
interface AttemptTiming {
  readonly attempt: number;
  readonly model_ms: number;
  readonly errors: number | null;
}

/**
 * Compiles a spec: asks, judges and sends back, until a plan passes or the attempts are used up (contract §4). Records every
 * step in the ledger before the next one starts. Model trouble is an outcome; it never throws for that.
 */
export const compilePlan = async (inputs: CompileInputs, ports: CompilePorts): Promise<CompileOutcome> => {
  const { settings } = inputs;
  const firstPrompt = plannerPrompt(inputs);
  const timings: AttemptTiming[] = [];
  const finish = (ending: CompileEnding, check: PlanCheck | null) => conclude(ending, check, timings, inputs, ports);
  let prompt = firstPrompt;
  let last: PlanCheck | null = null;
  for (let attempt = 1; ; attempt++) {
    const started = ports.clock.monotonicMs();
    const reply = await ask(attempt, prompt, firstPrompt.trimEnd().length, inputs, ports);
    const timing = { attempt, model_ms: Math.round(ports.clock.monotonicMs() - started) };
    if (reply.kind === "failed") {
      timings.push({ ...timing, errors: null });
      return finish(failureOf(reply), last);
    }
    const { check, document } = judge(reply.text, inputs, ports.syntaxes);
    last = check;
    timings.push({ ...timing, errors: check.errors.length });
    await recordAnswer(attempt, reply, { check, document }, ports.ledger);
    if (check.errors.length === 0) {
      const { plannerRunId, repoCommit } = inputs;
      const origin = { plannerRunId, compileHash: compileHash(inputs), repoCommit };
      return finish({ kind: "compiled", plan: compiledPlan(check, origin) }, check);
    }
    if (attempt >= settings.max_attempts)
      return finish({ kind: document === undefined ? "not-json" : "invalid" }, check);
    prompt = revisionPrompt(firstPrompt, reply.text, check.errors, settings.previous_answer_characters);
  }
};

const ask = async (
  attempt: number,
  prompt: string,
  stableLength: number,
  { settings }: CompileInputs,
  { model, ledger }: CompilePorts,
): Promise<ModelReply> => {
  await ledger.emit({ type: "compile_attempt_started", attempt, max_attempts: settings.max_attempts });
  await ledger.recordText(`compile/prompt_attempt_${attempt}.txt`, prompt);
  return model.ask({
    call: planCall(attempt),
    messages: onePrompt(prompt, { stableLengths: [stableLength] }),
    answerSchema: PLAN_SCHEMA,
  });
};

const judge = (text: string, { repoFiles, strict = false }: CompileInputs, syntaxes: SyntaxReaders): JudgedAnswer => {
  const read = readJson(stripMarkdownFences(text));
  if (!read.ok) return { check: checkUnreadable(read.issues[0]), document: undefined };
  const check = checkManifest(read.value, { repoFiles, syntaxes, dropVerifyScriptOrder: true });
  return { check: strict ? strictly(check) : check, document: read.value };
};

/** A check whose warnings are errors too. */
export const strictly = (check: PlanCheck): PlanCheck =>
  check.warnings.length === 0
    ? check
    : { ...check, errors: [...check.errors, ...check.warnings], warnings: [], orders: [], verifyExempt: {} };

const recordAnswer = async (
  attempt: number,
  reply: Extract<ModelReply, { kind: "answered" }>,
  { check: { errors, warnings }, document }: JudgedAnswer,
  ledger: Ledger,
): Promise<void> => {
  await ledger.recordText(`compile/llm_raw_response_attempt_${attempt}.txt`, reply.text);
  await ledger.recordText(`compile/llm_reasoning_attempt_${attempt}.txt`, reply.reasoning ?? "");
  if (document !== undefined) await ledger.record(`compile/manifest_raw_attempt_${attempt}.json`, document);
  await ledger.record(`compile/validation_errors_attempt_${attempt}.json`, errors.map(asJson));
  await ledger.emit({ type: "compile_attempt_judged", attempt, errors, warnings });
};

/** Writes the summary, then the plan if there is one, with its manifest last. */
const conclude = async (
  ending: CompileEnding,
  check: PlanCheck | null,
  timings: readonly AttemptTiming[],
  inputs: CompileInputs,
  { ledger }: CompilePorts,
): Promise<CompileOutcome> => {
  const common = {
    attempts: timings.length,
    compileHash: compileHash(inputs),
    errors: check?.errors ?? [],
    warnings: check?.warnings ?? [],
  };
  await ledger.record("compile/compile_summary.json", {
    success: ending.kind === "compiled",
    ending: ending.kind,
    attempts: common.attempts,
    compile_hash: common.compileHash,
    errors: common.errors.map(asJson),
    warnings: common.warnings.map(asJson),
    timing: { model_ms: timings.reduce((sum, { model_ms }) => sum + model_ms, 0), attempts: timings.map(asJson) },
    settings: {
      model: inputs.settings.model.join(", "),
      reasoning_effort: inputs.settings.reasoning_effort,
      max_attempts: inputs.settings.max_attempts,
    },
  });
  if (ending.kind === "compiled") {
    for (const [name, document] of writtenOrders(ending.plan)) await ledger.record(`output/${name}`, document);
    await ledger.emit({ type: "plan_written", work_orders: ending.plan.orders.length, directory: "output" });
  }
  await ledger.settle();
  return { ...common, ...ending };
};

const asJson = (record: Diagnostic | AttemptTiming): JsonValue => ({ ...record });
