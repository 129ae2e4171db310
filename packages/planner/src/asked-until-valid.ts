import type { CallName, JsonObject, ModelRequest, PromptLimits } from "@llmch/contract";
import { onePrompt } from "@llmch/contract";
import type { PlannerSettings } from "@llmch/contract/settings";
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

/** A question to the planner about an order of a run. */
export interface Question<Check extends Findings> {
  readonly call: (attempt: number) => CallName;
  readonly first: StablePrompt;
  readonly answerSchema: ModelRequest["answerSchema"];
  readonly what: SentBack["what"];
  /** The folder for its records. */
  readonly folder: string;
  readonly judge: (text: string) => Check;
}

/**
 * Asks, judges and sends back, until an answer has no errors or the attempts are used up. Returns the last answer's check, or
 * why no further answer came, with what was wrong with the last one. Records every step before the next one starts.
 */
export const askedUntilValid = async <Check extends Findings>(
  question: Question<Check>,
  { settings, limits }: Asked,
  { model, explorer, ledger }: { readonly model: Model; readonly explorer?: Explorer; readonly ledger: Ledger },
): Promise<{ readonly kind: "judged"; readonly check: Check } | (ExplorerFailure & Findings)> => {
  const { call, first, answerSchema, what, folder, judge } = question;
  const stableLengths = [first.prompt.trimEnd().length];
  const ask = async (attempt: number, { prompt, stablePrompt }: StablePrompt): Promise<ExplorerReply> => {
    await ledger.recordText(`${folder}/prompt_attempt_${attempt}.txt`, prompt);
    const messages = onePrompt(prompt, { stableContent: stablePrompt, stableLengths });
    const request = { call: call(attempt), messages, answerSchema };
    const judgeDraft = (draft: JsonObject) => judge(JSON.stringify(draft));
    const reply = await (explorer?.ask(request, `${folder}/attempt_${attempt}`, judgeDraft) ?? model.ask(request));
    if (reply.kind === "answered")
      await ledger.recordText(`${folder}/llm_raw_response_attempt_${attempt}.txt`, reply.text);
    return reply;
  };
  let prompts = first;
  let last: Findings = { errors: [], warnings: [] };
  for (let attempt = 1; ; attempt++) {
    const reply = await ask(attempt, prompts);
    if (reply.kind !== "answered") return { ...explorerFailure(reply), ...last };
    const check = judge(reply.text);
    const { errors, warnings } = check;
    last = { errors, warnings };
    const found = errors.map((each) => ({ ...each }));
    await ledger.record(`${folder}/validation_errors_attempt_${attempt}.json`, found);
    if (errors.length === 0 || attempt >= settings.max_attempts) return { kind: "judged", check };
    const sendBack = (start: string) => revisionPrompt(start, { answer: reply.text, errors, warnings, what }, limits);
    prompts = { prompt: sendBack(first.prompt), stablePrompt: sendBack(first.stablePrompt) };
  }
};
