import { oneOf, orNone, yesOrNo } from "./kind.ts";
import { model } from "./model-kinds.ts";
import { setting } from "./setting.ts";

type Complexity = "simple" | "medium" | "complex";

const whoFor = (complexity: Complexity) =>
  setting(orNone(model()), null, `Who carries out orders that are ${complexity}; none: the model of the orders.`);
const toolsFor = (complexity: Complexity, fallback: "on" | null) =>
  setting(
    orNone(oneOf("off", "on")),
    fallback,
    `Whether orders that are ${complexity} are carried out with tools; none: as factory.agent says.`,
  );

const reviewFor = (complexity: Complexity) =>
  setting(
    orNone(oneOf("off", "on")),
    null,
    `Whether review.model reviews orders that are ${complexity}; none: if there is one.`,
  );

/** How orders are handled according to their complexity. */
export const TRIAGE_SETTINGS = {
  orders: setting(yesOrNo(), false, "Whether a model says before each order how hard it is.", { flag: "--triage" }),
  model: setting(orNone(model()), null, "Who says so, a cheap one at best; none: the model of the orders."),
  simple_model: whoFor("simple"),
  medium_model: whoFor("medium"),
  complex_model: whoFor("complex"),
  simple_agent: toolsFor("simple", null),
  medium_agent: toolsFor("medium", null),
  complex_agent: toolsFor("complex", "on"),
  complex_divide: setting(yesOrNo(), false, "Whether orders that are complex are divided into smaller ones."),
  simple_review: reviewFor("simple"),
  medium_review: reviewFor("medium"),
  complex_review: reviewFor("complex"),
} as const;
