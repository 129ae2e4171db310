import type { Tick } from "@llmch/contract";
import type { Coverage } from "./coverage/coverage.ts";

/** An open box of the plan that a spec was made from. */
export type SpecBox = Pick<Tick, "path" | "line" | "sha256">;
type OrderTick = SpecBox & Pick<Tick, "from" | "to">;

/**
 * The boxes that each order ticks (contract §11): the last order that quotes a demand ticks its box, as the demand is met once that has
 * landed.
 * @param boxes a box for each demand of the spec, in order; null for a demand that has none
 */
export const orderTicks = (
  { sentences }: Coverage,
  ids: readonly string[],
  boxes: readonly (SpecBox | null)[],
): readonly (readonly OrderTick[])[] => {
  const ticks = ids.map((): OrderTick[] => []);
  for (const [at, { orders }] of sentences.entries()) {
    const box = boxes[at];
    const last = Math.max(...orders.map((id) => ids.indexOf(id)));
    if (box != null) ticks[last]?.push({ path: box.path, line: box.line, sha256: box.sha256, from: "[ ]", to: "[x]" });
  }
  return ticks;
};
