import { type Diagnostic, onePrompt, planCall } from "@llmch/contract";
import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";
import { answeredPlan, planToChange } from "./answered-plan.ts";
import { checkManifest, checkUnreadable, checkWithIgnored, strictly } from "./check.ts";
import type { CompileInputs, CompilePorts } from "./compile-inputs.ts";
import type { JudgedAnswer } from "./compile-record.ts";
import { quotesByNumber, quotesInWords } from "./coverage/quoted-numbers.ts";
import { CHANGED_PLAN_SCHEMA, PLAN_SCHEMA } from "./plan-schema.ts";
import type { ExplorerReply } from "./ports.ts";
import { CHANGED_WINDOW_SCHEMA, WINDOW_SCHEMA } from "./window/schema.ts";

/** One attempt's question. */
export interface PlanAsked {
  readonly prompt: string;
  /** The plan that accepts single orders as an answer; null if the whole plan is asked for. */
  readonly base: JsonObject | null;
}

/** Asks for a plan. A draft that the model had checked is the plan whose orders its answer may change; it was `told` these warnings. */
export const askPlan = async (
  { attempt, most }: { readonly attempt: number; readonly most: number },
  { prompt, base }: PlanAsked,
  stableLength: number,
  inputs: CompileInputs,
  ports: CompilePorts,
): Promise<{ readonly reply: ExplorerReply; readonly told: ReadonlySet<string> } & Pick<PlanAsked, "base">> => {
  const { model, explorer, ledger } = ports;
  await ledger.emit({ type: "compile_attempt_started", attempt, max_attempts: most });
  await ledger.recordText(`compile/prompt_attempt_${attempt}.txt`, prompt);
  const request = { call: planCall(attempt), messages: onePrompt(prompt, { stableLengths: [stableLength] }) };
  const [whole, changed] =
    inputs.window == null ? [PLAN_SCHEMA, CHANGED_PLAN_SCHEMA] : [WINDOW_SCHEMA, CHANGED_WINDOW_SCHEMA];
  if (explorer === undefined) {
    const answerSchema = base === null ? whole : changed;
    return { reply: await model.ask({ ...request, answerSchema }), base, told: new Set() };
  }
  let draft = base;
  const told = new Set<string>();
  const asked = { ...request, answerSchema: changed };
  const reply = await explorer.ask(asked, `compile/attempt_${attempt}`, async (given) => {
    const { check, document } = await judgePlan(JSON.stringify(given), draft, inputs, ports);
    draft = planToChange(document) ?? draft;
    for (const { message } of check.warnings) told.add(message);
    return check;
  });
  return { reply, base: draft, told };
};

/** Judges an answer as a plan. */
export const judgePlan = async (
  text: string,
  base: JsonObject | null,
  { repoFiles, spec, design = null, strict = false, unseen = false, window = null }: CompileInputs,
  { syntaxes, ignoredAmong, room }: CompilePorts,
): Promise<JudgedAnswer> => {
  const read = answeredPlan(text, base === null ? null : planToChange(quotesByNumber(base, spec)));
  if (!read.ok) return { text, check: checkUnreadable(read.issues[0]), document: undefined };
  const answer = quotesInWords(read.value.document, spec);
  const document = window === null ? answer : withoutAcceptance(answer);
  const options = { repoFiles, spec, design, window, syntaxes, dropVerifyScriptOrder: true, ...(room && { room }) };
  const check = await checkWithIgnored((ignored) => checkManifest(document, { ...options, ignored }), ignoredAmong);
  const isError = (warning: Diagnostic) => strict || (unseen && warning.code === "W210");
  return { text: read.value.text, check: strictly(check, isError), document };
};

/** A milestone's acceptance takes its place. */
const withoutAcceptance = (document: JsonValue): JsonValue => {
  if (!isJsonObject(document)) return document;
  const { plan_acceptance: _, ...rest } = document;
  return rest;
};
