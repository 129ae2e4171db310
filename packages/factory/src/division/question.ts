import type { Condition, WorkOrder } from "@llmch/contract";
import { textsThatFit } from "@llmch/text";
import type { DivisionQuestion } from "../job/division.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { Files } from "../job/ports.ts";
import { hiddenFile, textOf } from "../prompt/hidden-files.ts";
import type { Opening } from "../propose/opening.ts";
import { unmetConditions } from "../verification/conditions.ts";

/** The question for the divider: what the order's own author may know, and nothing else. */
export const divisionQuestion = async (
  { order }: OrderJob,
  { previous, trackedFiles, files, placeholders }: Opening,
  workspace: Files,
): Promise<DivisionQuestion> => ({
  order,
  failed: previous.map(({ attempt, brief }) => ({ attempt, brief })),
  trackedFiles,
  texts: textsThatFit(
    files.flatMap((file) => {
      const text = textOf(hiddenFile(file, placeholders).state);
      return text === null ? [] : [{ path: file.path, text }];
    }),
    MOST_BYTES,
  ),
  held: await heldAlready(order, workspace),
});

/** The maximum total size of the file texts. */
const MOST_BYTES = 100_000;

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
