import type { Brief } from "@llmch/story";

/** Why a model cannot carry out an order as it stands. */
export type Objection = NonNullable<Brief["objection"]>;

/** What a model says is wrong with an order, each with a label of few letters. */
export const objectionFacts = ({
  contradiction,
  blocked_by,
  needs,
}: Objection): readonly (readonly [label: string, text: string])[] => [
  ...(contradiction === null
    ? []
    : ([
        ["wrong", "command" in contradiction ? contradiction.command : contradiction.condition],
        ["against", contradiction.sentence],
      ] as const)),
  ...(blocked_by.length === 0 ? [] : ([["blocked", `by ${blocked_by.join(", ")}`]] as const)),
  ...(needs.length === 0 ? [] : ([["needs", needs.join(", ")]] as const)),
];
