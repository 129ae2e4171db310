import type { Assessment, Diagnostic } from "@llmch/contract";

/** A milestone is not complete while acceptance of it, or of one before it, fails. */
export const prematureCompletion = ({ verdict }: Assessment, failing: readonly string[]): readonly Diagnostic[] =>
  verdict !== "complete" || failing.length === 0
    ? []
    : [
        {
          ...{ code: "E308", wo_id: null, field: "verdict", pointer: "/verdict" },
          message: `the verdict is complete, and acceptance fails: ${failing.join("; ")}`,
        },
      ];
