import {
  DESIGN_FILE,
  DESIGN_PAGE,
  type Design,
  designCall,
  designCounts,
  designDocument,
  designPage,
  designSha256,
  type ModelReply,
  onePrompt,
  type PromptLimits,
  readDesign,
} from "@llmch/contract";
import { answeredDocument, type Result, readJson, rejected } from "@llmch/text";
import type { Ledger, Model } from "../ports.ts";
import { failureOf, type ModelFailure } from "../reply-failure.ts";
import { roomForAnswer } from "../revision.ts";
import { type DesignParts, designPrompt, mendedDesignPrompt } from "./prompt.ts";
import { DESIGN_SCHEMA } from "./schema.ts";

/** What a design is made from. */
export interface DesignInputs extends DesignParts {
  /** The designing model; null for the planning model. */
  readonly model: string | null;
  readonly settings: { readonly max_attempts: number };
  readonly limits: PromptLimits;
}

/** How a design ended. */
export type DesignOutcome = { readonly kind: "designed"; readonly design: Design } | Undesigned | ModelFailure;

/** Still faulty after the last attempt. */
export interface Undesigned {
  readonly kind: "undesigned";
  /** How many answers were judged. */
  readonly answers: number;
  /** Those of the last answer. */
  readonly faults: readonly string[];
}

/** The folder for a design's records in the run. */
export const DESIGN_FOLDER = "design";

/**
 * Asks for a design, checks it and sends it back, until one is valid or the attempts are used up. Every step is recorded before the next
 * one starts, and the design before the journal mentions it.
 */
export const makeDesign = async (
  inputs: DesignInputs,
  ports: { readonly model: Model; readonly ledger: Ledger },
): Promise<DesignOutcome> => {
  const { settings, limits } = inputs;
  const { ledger } = ports;
  const first = designPrompt(inputs);
  let prompt = first;
  for (let attempt = 1; ; attempt++) {
    const reply = await ask(attempt, prompt, first.trimEnd().length, inputs, ports);
    if (reply.kind === "failed") return failureOf(reply);
    await ledger.recordText(`${DESIGN_FOLDER}/llm_raw_response_attempt_${attempt}.txt`, reply.text);
    const read = readAnswer(reply.text);
    const faults = read.ok ? [] : read.issues;
    await ledger.record(`${DESIGN_FOLDER}/faults_attempt_${attempt}.json`, [...faults]);
    if (read.ok) {
      await recordDesign(read.value, ledger);
      await ledger.emit({ type: "designed", ...toldDesign(read.value), attempts: attempt });
      return { kind: "designed", design: read.value };
    }
    if (attempt >= settings.max_attempts) return { kind: "undesigned", answers: attempt, faults };
    prompt = mendedDesignPrompt(first, { answer: reply.text, faults, most: roomForAnswer(first, limits) });
  }
};

const readAnswer = (text: string): Result<Design, string> => {
  const json = readJson(answeredDocument(text));
  return json.ok ? readDesign(json.value) : rejected(`it is not JSON: ${json.issues[0].message}`);
};

/** The journal's data about a design. */
export const toldDesign = (design: Design) => ({ sha256: designSha256(design), ...designCounts(design) });

/** A design and its page, with their file names. */
export const writtenDesign = (design: Design) => ({
  document: [DESIGN_FILE, designDocument(design)] as const,
  page: [DESIGN_PAGE, designPage(design)] as const,
});

/** Stores a design in a run. Returns when it is on disk. */
export const recordDesign = async (design: Design, ledger: Ledger, folder: string = DESIGN_FOLDER): Promise<void> => {
  const { document, page } = writtenDesign(design);
  await ledger.record(`${folder}/${document[0]}`, document[1]);
  await ledger.recordText(`${folder}/${page[0]}`, page[1]);
  await ledger.settle();
};

const ask = async (
  attempt: number,
  prompt: string,
  stableLength: number,
  { model: named }: DesignInputs,
  { model, ledger }: { readonly model: Model; readonly ledger: Ledger },
): Promise<ModelReply> => {
  await ledger.recordText(`${DESIGN_FOLDER}/prompt_attempt_${attempt}.txt`, prompt);
  return model.ask({
    call: designCall(attempt),
    messages: onePrompt(prompt, { stableLengths: [stableLength] }),
    answerSchema: DESIGN_SCHEMA,
    ...(named === null ? {} : { model: named }),
  });
};
