import { objectsMember, textMember } from "./json-members.ts";
import type { JsonObject } from "./json-value.ts";

/** What a person has to decide or answer before a run goes on. */
export type Need = {
  /** What it is about: an order's id, or a run's. */
  readonly id: string;
  /** `question` for one that wants an answer; `revision` and `orders` want consent. */
  readonly kind: string;
  readonly what: string;
  /** Of what is to be decided: it tells whether that has changed since it was shown. Empty in records of before. */
  readonly sha256: string;
};

/** The needs in a run's `run_summary.json`. */
export const needsIn = (summary: JsonObject): readonly Need[] =>
  objectsMember(summary, "needs").map((need) => ({
    id: textMember(need, "id") ?? "",
    kind: textMember(need, "kind") ?? "question",
    what: textMember(need, "what") ?? "",
    sha256: textMember(need, "sha256") ?? "",
  }));

/** The flags of `resume` that settle what a run waits for. */
export const flagForNeeds = (needs: readonly Pick<Need, "id" | "kind">[]): string => {
  const [need, another] = needs;
  if (need !== undefined && need.kind !== "question") return "--approve";
  return another === undefined ? '--answer "..."' : needs.map(({ id }) => `--answer ${id}="..."`).join(" ");
};
