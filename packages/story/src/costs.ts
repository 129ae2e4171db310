import type { Question } from "./questions.ts";
import { spentTogether } from "./spending.ts";
import type { Spending } from "./stories/spending.ts";

export type CostKind = "order" | "model" | "role" | "attempt";

/** What one order, model, role or attempt took. */
export interface CostRow {
  readonly name: string;
  readonly spending: Spending;
}

/** What questions that belong to no order have in their keys. */
const OF_NO_ORDER = ["ask", "design", "scope", "assessment", "examination"] as const;

/** The row for questions that were asked ahead of an order's turn and whose answers were not used. */
const DROPPED = "speculation";

/**
 * What questions took, grouped by what they were asked for, in order of appearance. Unused questions have a separate row at the
 * end, if there are any.
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
      return order ?? OF_NO_ORDER.find((name) => `/${key}`.includes(`/${name}/`)) ?? "plan";
    case "model":
      return model ?? "not told";
    case "role":
      return role;
    case "attempt":
      return key;
  }
};
