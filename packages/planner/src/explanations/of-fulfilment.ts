import type { DiagnosticCode } from "@llmch/contract";
import type { Explanation } from "./explanation.ts";

const SPEC = "slug turns a title into a file name. A title without letters is refused.";

const FROM_SLUG = "From src/slug.js: slug(title) gives the name without its ending.";

/** Explanations of the rules about what orders fulfil, and what they tell one another. */
export const OF_FULFILMENT = {
  W222: {
    meaning:
      "The orders quote the sentences of the spec that they fulfil, and either no order quotes this one, or an order quotes something " +
      "that the spec does not say. White space and markdown's marks make no difference, and a part of a sentence is enough. Titles, headings, labels, samples " +
      "of code, background, motives (since, because), remarks in parentheses and notes on how tests are run need no order. Plans in which no order quotes anything are not judged.",
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
  W223: {
    meaning:
      "An acceptance command, or an import in an order's texts, takes a name from a file that the plan makes, and no order that makes the file says that " +
      "name: not in title, intent, notes or `forbidden`, not in a text that the file is to contain, and not in a command of its own that is shown. Nor does the plan's design say it, if there is one: not among its names, and not as an interface of that file. " +
      "Files that stood in the repo before are not looked into.",
    reason:
      "Whoever makes the file sees only its own order, and chooses a name. Then the command fails at good work, and the orders that build on it have to guess.",
    broken: {
      orders: [
        { allowed_files: ["src/slug.js"], intent: "Add a function that turns titles into file names." },
        {
          allowed_files: ["src/tags.js"],
          context_files: ["src/slug.js"],
          notes: FROM_SLUG,
        },
      ],
    },
    fixed: {
      orders: [
        { allowed_files: ["src/slug.js"], intent: "Add slug(title), which turns titles into file names." },
        {
          allowed_files: ["src/tags.js"],
          context_files: ["src/slug.js"],
          notes: FROM_SLUG,
        },
      ],
    },
  },
} as const satisfies Partial<Record<DiagnosticCode, Explanation>>;
