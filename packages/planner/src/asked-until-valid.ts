import { type CallName, type ModelRequest, onePrompt, type PromptLimits } from "@llmch/contract";
import type { PlannerSettings } from "@llmch/contract/settings";
import type { JsonObject } from "@llmch/text";
import type { Explorer, ExplorerReply, Findings, Ledger, Model } from "./ports.ts";
import { type ExplorerFailure, explorerFailure } from "./reply-failure.ts";
import { revisionPrompt, type SentBack } from "./revision.ts";

/** A prompt, and the same with command output replaced by its fingerprint, which the request's hash covers. */
export interface StablePrompt {
  readonly prompt: string;
  readonly stablePrompt: string;
}

/** How often the planner is asked, and how much it is shown. */
export interface Asked {
  readonly settings: Pick<PlannerSettings, "max_attempts">;
  readonly limits: PromptLimits;
}

/** What an answer that asks its user comes to: the check to end with if nobody answers yet, or another first prompt, with the answers. */
export type Apart<Check> =
  | { readonly kind: "waiting"; readonly check: Check }
  | { readonly kind: "again"; readonly first: StablePrompt };

/** A question to the planner about an order of a run, or about a build. */
export interface PlannerTask<Check extends Findings> {
  readonly call: (attempt: number) => CallName;
  readonly first: StablePrompt;
  readonly answerSchema: ModelRequest["answerSchema"];
  readonly what: SentBack["what"];
  /** The folder for its records. */
  readonly folder: string;
  readonly judge: (text: string) => Check | Promise<Check>;
  /** Hands questions in an answer on to the user, once. Null if the answer asks nothing. Such an answer is no attempt. */
  readonly askUser?: (said: { readonly attempt: number; readonly text: string }) => Promise<Apart<Check> | null>;
  /** The number of the first attempt, if others were made before. */
  readonly from?: number;
  /** The model to ask first; null or left out for the planner's. */
  readonly model?: string | null;
}

/**
 * Asks, judges and sends back, until an answer has no errors or the attempts are used up. Returns the last answer's check, or
 * why no further answer came, with what was wrong with the last one. Records every step before the next one starts.
 */
export const askedUntilValid = async <Check extends Findings>(
  question: PlannerTask<Check>,
  { settings, limits }: Asked,
  { model, explorer, ledger }: { readonly model: Model; readonly explorer?: Explorer; readonly ledger: Ledger },
): Promise<{ readonly kind: "judged"; readonly check: Check } | (ExplorerFailure & Findings)> => {
  const { call, answerSchema, what, folder, judge, askUser, from = 1, model: named = null } = question;
  let { first } = question;
  let most = from - 1 + settings.max_attempts;
  const ask = async (attempt: number, { prompt, stablePrompt }: StablePrompt): Promise<ExplorerReply> => {
    await ledger.recordText(`${folder}/prompt_attempt_${attempt}.txt`, prompt);
    const messages = onePrompt(prompt, {
      stableContent: stablePrompt,
      stableLengths: [first.prompt.trimEnd().length],
    });
    const request = { call: call(attempt), messages, answerSchema, ...(named === null ? {} : { model: named }) };
    const judgeDraft = (draft: JsonObject) => judge(JSON.stringify(draft));
    const reply = await (explorer?.ask(request, `${folder}/attempt_${attempt}`, judgeDraft) ?? model.ask(request));
    if (reply.kind === "answered")
      await ledger.recordText(`${folder}/llm_raw_response_attempt_${attempt}.txt`, reply.text);
    return reply;
  };
  let prompts = first;
  let last: Findings = { errors: [], warnings: [] };
  for (let attempt = from; ; attempt++) {
    const reply = await ask(attempt, prompts);
    if (reply.kind !== "answered") return { ...explorerFailure(reply), ...last };
    const apart = (await askUser?.({ attempt, text: reply.text })) ?? null;
    if (apart?.kind === "waiting") return { kind: "judged", check: apart.check };
    if (apart !== null) {
      [first, prompts, most] = [apart.first, apart.first, most + 1];
      continue;
    }
    const check = await judge(reply.text);
    const { errors, warnings } = check;
    last = { errors, warnings };
    const found = errors.map((each) => ({ ...each }));
    await ledger.record(`${folder}/validation_errors_attempt_${attempt}.json`, found);
    if (errors.length === 0 || attempt >= most) return { kind: "judged", check };
    const sendBack = (start: string) => revisionPrompt(start, { answer: reply.text, errors, warnings, what }, limits);
    prompts = { prompt: sendBack(first.prompt), stablePrompt: sendBack(first.stablePrompt) };
  }
};
