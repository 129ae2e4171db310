import { textsThatFit } from "@llmch/contract";
import type { Opening } from "../opening.ts";
import type { OrderJob } from "../order-job.ts";
import type { Files } from "../ports.ts";
import { hiddenFile, textOf } from "../prompt/hidden-files.ts";
import type { DivisionQuestion } from "./division.ts";
import { heldAlready } from "./held-already.ts";

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
