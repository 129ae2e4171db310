import type { Assessment, Diagnostic } from "@llmch/contract";
import { isCitable, quote } from "@llmch/planner";

/** What a reason may rest on. */
export interface Citable {
  /** Ids of orders and hashes of commits. */
  readonly citable: readonly string[];
  /** Acceptance commands that failed, as they are named to the assessor. */
  readonly failing: readonly string[];
}

/** Each reason cites what the build has. */
export const uncitedReasons = ({ reasons }: Assessment, { citable, failing }: Citable): readonly Diagnostic[] => {
  const known = [...citable, ...failing];
  const finding = (index: number, message: string, below = ""): Diagnostic => ({
    ...{ code: "E307", wo_id: null, field: "reasons", message },
    pointer: `/reasons/${index}/cites${below}`,
  });
  return reasons.flatMap(({ text, cites }, index) => {
    if (cites.length === 0 && known.length > 0) return [finding(index, `reason ${quote(text)} cites nothing`)];
    return cites.flatMap((cited, at) => {
      const message = `${quote(cited)} is no order or commit of this build, and no acceptance command that failed`;
      return isCitable(cited.trim(), known) ? [] : [finding(index, message, `/${at}`)];
    });
  });
};
