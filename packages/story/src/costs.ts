import type { Question } from "./questions.ts";
import { spentTogether } from "./spending.ts";
import type { Spending } from "./story.ts";

export type CostKind = "order" | "model" | "role" | "attempt";

/** What one order, model, role or attempt took. */
export interface CostRow {
  readonly name: string;
  readonly spending: Spending;
}

/** What questions of no order are for, as their keys begin. */
const OF_NO_ORDER = ["ask", "design"] as const;

/** The row of what was asked ahead of an order's turn and came to nothing. */
const DROPPED = "speculation";

/**
 * What questions took, grouped by what they were asked for, in the order in which they came. What came to nothing has a row of its own at
 * the end, if there is any.
 */
export const costRows = (questions: readonly Question[], by: CostKind): readonly CostRow[] => {
  const groups = new Map<string, Spending[]>();
  const dropped = questions.filter(({ isDropped }) => isDropped === true);
  for (const question of questions) {
    if (question.isDropped === true) continue;
    const name = nameOf(question, by);
    groups.set(name, [...(groups.get(name) ?? []), question.spending]);
  }
  if (dropped.length > 0)
    groups.set(
      DROPPED,
      dropped.map(({ spending }) => spending),
    );
  return [...groups].map(([name, spendings]) => ({ name, spending: spentTogether(spendings) }));
};

const nameOf = ({ key, role, order, model }: Question, by: CostKind): string => {
  switch (by) {
    case "order":
      return order ?? OF_NO_ORDER.find((name) => key.startsWith(`${name}/`)) ?? "plan";
    case "model":
      return model ?? "not told";
    case "role":
      return role;
    case "attempt":
      return key;
  }
};
