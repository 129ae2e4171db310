import type { Question } from "./questions.ts";
import { spentTogether } from "./spending.ts";
import type { Spending } from "./story.ts";

export type CostKind = "order" | "model" | "role" | "attempt";

/** What one order, model, role or attempt took. */
export interface CostRow {
  readonly name: string;
  readonly spending: Spending;
}

/** What questions took, grouped by what they were asked for, in the order in which they came. */
export const costRows = (questions: readonly Question[], by: CostKind): readonly CostRow[] => {
  const groups = new Map<string, Spending[]>();
  for (const question of questions) {
    const name = nameOf(question, by);
    groups.set(name, [...(groups.get(name) ?? []), question.spending]);
  }
  return [...groups].map(([name, spendings]) => ({ name, spending: spentTogether(spendings) }));
};

const nameOf = ({ key, role, order, model }: Question, by: CostKind): string => {
  switch (by) {
    case "order":
      return order ?? "plan";
    case "model":
      return model ?? "not told";
    case "role":
      return role;
    case "attempt":
      return key;
  }
};
