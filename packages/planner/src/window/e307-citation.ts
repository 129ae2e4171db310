import type { Diagnostic } from "@llmch/contract";
import { quote } from "../quote.ts";
import type { PlannedWindow, PlanWindow } from "./window.ts";

/** Giving an order up rests on what code can look up. */
export const citationFaults = ({ abort }: PlannedWindow, citable: PlanWindow["citable"]): readonly Diagnostic[] => {
  if (abort === null) return [];
  if (abort.cites.length === 0) return [finding("the order is given up, and nothing is cited that shows why")];
  return abort.cites
    .filter((cite) => !isCitable(cite, citable))
    .map((cite) => finding(`the build has no order, commit or failed command ${quote(cite)} to cite`));
};

const finding = (message: string): Diagnostic => ({
  ...{ code: "E307", wo_id: null, field: "abort", message, pointer: "/abort" },
});

const SHORT_HASH = /^[0-9a-f]{7,}$/;

/** Whether a citation is one of these ids, commits and commands; of a commit, its first seven characters do. */
export const isCitable = (cite: string, citable: readonly string[]): boolean =>
  citable.some((each) => each === cite || (SHORT_HASH.test(cite) && each.startsWith(cite)));
