import {
  CHECK_LANGUAGES,
  type Diagnostic,
  type ExaminationCheck,
  examinationCall,
  type PromptLimits,
} from "@llmch/contract";
import type { SyntaxReaders } from "@llmch/languages";
import {
  askedUntilValid,
  type ExplorerFailure,
  type Findings,
  type Ledger,
  list,
  type Model,
  numberedDemands,
  numberedSpec,
  text as textSchema,
} from "@llmch/planner";
import { fillTemplate, quoteAsData, strictObject } from "@llmch/text";
import { type JudgedChecks, judgeChecks, type Question } from "./judge-checks.ts";
import { type ProductInterface, publishedPart } from "./product-interface.ts";

/** Everything that checks are made from. */
export interface ChecksInputs {
  /** The text of `EXAMINER_PROMPT.md`. */
  readonly template: string;
  readonly spec: string;
  /** The sentences to hold the product to by now; null for all. */
  readonly sentences: readonly string[] | null;
  readonly product: ProductInterface;
  readonly milestone: string | null;
  /** The window of a build that was carried out last; null outside of builds. */
  readonly window: number | null;
  /** The number of the first check. */
  readonly first: number;
  /** The examining model; null for the planner's. */
  readonly model: string | null;
  readonly syntaxes: SyntaxReaders;
  readonly settings: { readonly max_attempts: number };
  readonly limits: PromptLimits;
  /** The number of the first attempt, if others were made before. */
  readonly from: number;
  /** The folder for its records in the run. */
  readonly folder: string;
}

/** How asking for checks ended. */
export type ChecksOutcome =
  | {
      readonly kind: "made";
      readonly checks: readonly ExaminationCheck[];
      readonly questions: readonly Question[];
      /** What was wrong with checks of the last answer that were left out. */
      readonly left: readonly Diagnostic[];
    }
  | (ExplorerFailure & Findings);

const CHECKS_SCHEMA = {
  name: "examination",
  schema: strictObject({
    checks: list(
      strictObject({
        sentences: list({ type: "integer" }, "The numbers of the sentences that it holds; at least one."),
        language: { type: "string", enum: [...CHECK_LANGUAGES] },
        program: textSchema("The whole program, with its line breaks."),
        expects: textSchema("What it expects, in one sentence."),
      }),
      "10 to 25 of them.",
    ),
    questions: list(
      strictObject({
        sentence: { type: "integer", description: "The sentence's number." },
        question: textSchema("What it leaves open, or contradicts."),
      }),
      "What cannot be checked because the specification does not say it.",
    ),
  }),
};

/** Asks for checks of a product from its spec and its interface, and keeps those that code accepts; a valid answer has no others. */
export const makeChecks = async (
  inputs: ChecksInputs,
  ports: { readonly model: Model; readonly ledger: Ledger },
): Promise<ChecksOutcome> => {
  const { spec, window, model, settings, limits, from, folder } = inputs;
  const demands = numberedDemands(spec);
  const prompt = examinationPrompt(inputs);
  const asked = await askedUntilValid<JudgedChecks>(
    {
      call: (attempt) => examinationCall(window, attempt),
      first: { prompt, stablePrompt: prompt },
      answerSchema: CHECKS_SCHEMA,
      what: "examination",
      ...{ folder, from, model },
      judge: (answer) => judgeChecks(answer, { ...inputs, demands }),
    },
    { settings, limits },
    ports,
  );
  await ports.ledger.settle();
  if (asked.kind !== "judged") return asked;
  const { checks, questions, left } = asked.check;
  return { kind: "made", checks, questions, left };
};

const examinationPrompt = ({ template, spec, sentences, product }: ChecksInputs): string => {
  const own = sentences === null ? null : new Set(sentences);
  const due = numberedDemands(spec).filter(({ text }) => own === null || own.has(text));
  return fillTemplate(template, {
    DUE: due.map(({ number }) => number).join(", "),
    PRODUCT_SPEC: quoteAsData("specification", numberedSpec(spec)),
    INTERFACE: publishedPart(product),
  });
};
