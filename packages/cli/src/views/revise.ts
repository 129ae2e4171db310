import type { Outcome, ReviseResult } from "@llmch/app";
import { printable } from "@llmch/text";
import type { View } from "../view.ts";

/** What came of a revision, and how to go on. */
export const view: View = (
  { result, errors = [], paths = {}, lines = [], next = [] }: Outcome<ReviseResult>,
  _,
  console,
) => {
  if (result === null) {
    for (const found of errors.slice(1)) console.failure(found);
    for (const line of next) console.progress(line);
    return { lines, next: [] };
  }
  const { order, revision, takenUp, accept, resume } = result;
  if (takenUp) {
    const { written } = paths;
    const kept =
      written === undefined ? `your own file of ${order} is unchanged (--write updates it)` : `written to ${written}`;
    console.progress(`${printable(kept)}; to continue:\n  ${resume}`);
  } else {
    console.progress(
      `nothing is changed yet; to accept it:\n  ${accept}\n  (--write also writes it to your own file of ${order})\n  or ask for another: --refresh`,
    );
  }
  const standing = takenUp ? "taken up" : "proposed; take it up with --yes";
  return { lines: [`PASS  ${order}  revision ${revision} ${standing}`] };
};
