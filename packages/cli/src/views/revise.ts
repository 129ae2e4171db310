import type { Outcome, ReviseDrawing, ReviseResult } from "@llmch/app";
import { printable } from "@llmch/text";
import type { View } from "../view.ts";

/** What came of a revision, and how to go on. */
export const view: View = (
  { result, verdict, errors = [], drawing }: Outcome<ReviseResult, ReviseDrawing>,
  _,
  console,
) => {
  if (drawing === undefined) return { lines: [] };
  const { ending, resume, written } = drawing;
  if (result === null) {
    const [first, ...others] = errors;
    for (const found of others) console.failure(found);
    if (ending.kind === "unchanged") console.progress(`to continue with the unchanged order:\n  ${resume}`);
    return { lines: [`${verdict}  ${ending.objected.started.order}  ${printable(first?.message ?? "")}`] };
  }
  const { order, revision, takenUp, accept } = result;
  if (takenUp) {
    const kept =
      written === null ? `your own file of ${order} is unchanged (--write updates it)` : `written to ${written}`;
    console.progress(`${printable(kept)}; to continue:\n  ${resume}`);
  } else {
    console.progress(
      `nothing is changed yet; to accept it:\n  ${accept}\n  (--write also writes it to your own file of ${order})\n  or ask for another: --refresh`,
    );
  }
  return { lines: [`PASS  ${order}  revision ${revision} ${takenUp ? "taken up" : "awaits your approval"}`] };
};
