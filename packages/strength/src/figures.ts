import type { Verdict } from "./judge-mutants.ts";

type Count = "mutants" | "killed" | "survived" | "unviable";

/** The figure of several, which may be from a record; `rate` is killed ÷ (killed + survived), null if both are 0. */
export const figuresOf = (all: readonly { readonly [name in Count]?: unknown }[]) => {
  const sum = (name: Count) => all.reduce((total, each) => total + Number(each[name] ?? 0), 0);
  const [killed, survived] = [sum("killed"), sum("survived")];
  const rate = killed + survived === 0 ? null : killed / (killed + survived);
  return { mutants: sum("mutants"), killed, survived, unviable: sum("unviable"), rate };
};

/** What a mutant adds to the figure. */
export const countsOf = (verdict: Verdict): Partial<Record<Count, number>> => ({
  mutants: 1,
  [verdict === "timed_out" ? "killed" : verdict]: 1,
});
