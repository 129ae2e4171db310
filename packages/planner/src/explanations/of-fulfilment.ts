import type { DiagnosticCode } from "@llmch/contract";
import type { Explanation } from "./explanation.ts";

const SPEC = "slug turns a title into a file name. A title without letters is refused.";

/** Explanations of the rules about what orders fulfil, and tell one another. */
export const OF_FULFILMENT = {
  W222: {
    meaning:
      "The orders quote the sentences of the spec that they fulfil, and either no order quotes this one, or an order quotes something " +
      "that the spec does not say. White space and markdown's marks make no difference, and a part of a sentence is enough. Headings, labels and samples " +
      "of code need no order. Plans in which no order quotes anything are not judged.",
    reason:
      "A requirement that gets lost between the spec and the orders is missed by every check that comes later: nothing is built, so " +
      "nothing fails. Whether an order does what it quotes, its acceptance commands decide.",
    broken: {
      spec: SPEC,
      orders: [{ allowed_files: ["src/slug.js"], fulfils: ["slug turns a title into a file name."] }],
    },
    fixed: {
      spec: SPEC,
      orders: [
        {
          allowed_files: ["src/slug.js"],
          fulfils: ["slug turns a title into a file name.", "A title without letters is refused."],
        },
      ],
    },
  },
} as const satisfies Partial<Record<DiagnosticCode, Explanation>>;
