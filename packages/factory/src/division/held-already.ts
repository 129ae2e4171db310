import type { Condition, WorkOrder } from "@llmch/contract";
import { unmetConditions } from "../conditions.ts";
import type { Files } from "../ports.ts";

/** The postconditions that hold before the order runs. `file_unchanged` is skipped: it can be judged only afterwards. */
export const heldAlready = async (
  { postconditions }: Pick<WorkOrder, "postconditions">,
  view: Files,
): Promise<readonly Condition[]> => {
  const held: Condition[] = [];
  for (const condition of postconditions) {
    if (condition.kind === "file_unchanged") continue;
    if ((await unmetConditions([condition], view)).length === 0) held.push(condition);
  }
  return held;
};
