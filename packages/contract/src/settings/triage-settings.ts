import { type Kind, oneOf, orNone, yesOrNo } from "./kind.ts";
import { model, servedModel } from "./model-kinds.ts";
import { record } from "./object-kinds.ts";
import { setting } from "./setting.ts";

/** How hard an order may be. */
export const COMPLEXITIES = ["simple", "medium", "complex"] as const;
export type Complexity = (typeof COMPLEXITIES)[number];

/** How orders of one complexity are carried out; null: as any other order. */
export interface TriageWay {
  readonly model: string | null;
  readonly agent: "off" | "on" | null;
  readonly review: "off" | "on" | null;
  readonly divide: boolean;
}

const way = (agent: TriageWay["agent"]): Kind<TriageWay> =>
  record<TriageWay>("an object with `model`, `agent`, `review` and `divide`", {
    model: {
      kind: orNone(servedModel()),
      about: "Who carries the order out; none: the model of the orders.",
      fallback: null,
    },
    agent: {
      kind: orNone(oneOf("off", "on")),
      about: "Whether it is carried out with tools; none: as factory.agent says.",
      fallback: agent,
    },
    review: {
      kind: orNone(oneOf("off", "on")),
      about: "Whether review.model reviews it; none: if there is one.",
      fallback: null,
    },
    divide: { kind: yesOrNo(), about: "Whether it is divided into smaller ones.", fallback: false },
  });

const wayFor = (complexity: Complexity, agent: TriageWay["agent"] = null) =>
  setting(
    way(agent),
    { model: null, agent, review: null, divide: false },
    `What follows for orders that are ${complexity}: \`model\`, \`agent\` (off, on), \`review\` (off, on), \`divide\` (true, false).`,
  );

/** How orders are handled according to their complexity. */
export const TRIAGE_SETTINGS = {
  orders: setting(yesOrNo(), false, "Whether a model says before each order how hard it is.", {
    flag: "--triage",
    isRare: true,
  }),
  model: setting(orNone(model()), null, "Who says so, a cheap one at best; none: the model of the orders."),
  simple: wayFor("simple"),
  medium: wayFor("medium"),
  complex: wayFor("complex", "on"),
} as const;
