import { type Design, designPart, partInWords, type WorkOrder } from "@llmch/contract";
import { fillTemplate, quoteAsData } from "@llmch/text";

/** What a designer receives. */
export interface DesignParts {
  /** The text of `DESIGN_PROMPT.md`. */
  readonly template: string;
  /** The specification or the orders, quoted. */
  readonly work: string;
  /** The description of the repo, with foreign text quoted. */
  readonly repo: string;
}

export const designPrompt = ({ template, work, repo }: DesignParts): string =>
  fillTemplate(template, { WORK: work, REPO: repo });

/** The prompt that sends a design back: the first prompt, word for word, then what is wrong with the answer. */
export const mendedDesignPrompt = (
  firstPrompt: string,
  { answer, faults, most }: { readonly answer: string; readonly faults: readonly string[]; readonly most: number },
): string =>
  [
    firstPrompt.trimEnd(),
    "# Your previous answer was refused",
    "A deterministic check found the faults below in it. Mend every one, and leave the rest as it is.",
    quoteAsData("faults", faults.slice(0, MOST_FAULTS).join("\n")),
    quoteAsData("previous answer", answer.slice(0, most)),
    "Answer now with the whole mended design, one JSON object and nothing else.",
  ].join("\n\n");

const MOST_FAULTS = 50;

/** The design that a plan must follow. */
export const designForPlan = (design: Design): string =>
  [
    "# The design of the work",
    "The design below was made for the specification before this plan: its modules, interfaces, names and decisions are the plan's own. " +
      "Divide the work into orders that keep to it, and contradict it only where the specification does. Whoever carries an order out is " +
      "shown the part that concerns the order's `allowed_files` and `context_files`, and all names: an order need not repeat that.",
    quoteAsData("design", partInWords(design, WHOLE)),
  ].join("\n\n");

/** Larger than any design that was accepted. */
const WHOLE = 1_000_000;

/** The part of a design that an order sees; empty if nothing concerns the order. */
export const designForOrder = (
  design: Design,
  order: Pick<WorkOrder, "allowed_files" | "context_files">,
  mostBytes: number,
): string => {
  const part = partInWords(designPart(design, order), mostBytes);
  if (part === "") return "";
  return [
    "## What the orders of the plan have in common",
    "This part of the plan's design concerns the order. Other orders keep to it: use its names and signatures as they are. Where it and " +
      "the order disagree, the order counts.",
    quoteAsData("design", part),
  ].join("\n\n");
};
