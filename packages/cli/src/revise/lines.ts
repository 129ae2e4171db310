import { objectionInWords, type ProposedRevision, printable, printableText } from "@llmch/app/drawing";
import type { Colors } from "../console/paint.ts";
import { orderPatch } from "./order-patch.ts";

/** The objection, and what the revision changes in the order, as a patch of its document. */
export const revisionLines = (
  { before, after, objection, revision }: Pick<ProposedRevision, "before" | "after" | "objection" | "revision">,
  colors: Colors,
): readonly string[] => [
  `${colors.bold(printable(`${before.order.id}  ${before.order.title}`))}  ${colors.dim(`revision ${revision}`)}`,
  ...printableText(objectionInWords(objection))
    .split("\n")
    .map((line) => `  ${colors.dim("│")} ${line}`),
  ...orderPatch(before.document, after.document, colors),
];
