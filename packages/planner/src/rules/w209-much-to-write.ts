import { likelyAnswerBytes } from "@llmch/contract";
import type { ChainRule } from "./rule.ts";

/** One answer contains all that an order writes. */
const MOST_BYTES = 30_000;
/** The most of a standing file that counts, and the size of one whose size is not known: edits of a large file do not grow with it. */
const EDITED_BYTES = 4_000;

export const muchToWrite: ChainRule = ({ order, files, room }) => {
  const sizes = order.allowedFiles.map(({ path }) => {
    if (files.lost(path)?.remover === order.label) return 0;
    const isNew = (files.giver(path) ?? order.label) === order.label;
    return isNew ? null : Math.min(room?.sizes.get(path) ?? EDITED_BYTES, EDITED_BYTES);
  });
  const bytes = likelyAnswerBytes(sizes);
  const message = `the order writes ${sizes.length} files, likely ${bytes} bytes; more than ${MOST_BYTES} are hard to get right in one answer`;
  return bytes <= MOST_BYTES ? [] : [{ code: "W209", field: "allowed_files", message, pointer: "/allowed_files" }];
};
