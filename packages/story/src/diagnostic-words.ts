import { DIAGNOSTIC_CODES, type Diagnostic } from "@llmch/contract";

/**
 * How to fix what a diagnostic is about: the hint of its code, or one that fits better if a single order is not a plan, or no object.
 * @param directory where the judged file is, as a user would type it
 */
export const hintOf = ({ code, pointer = "" }: Pick<Diagnostic, "code" | "pointer">, directory = "DIR"): string => {
  if (code === "E000" && pointer === "/id") return `check the directory of its plan: \`llmch check ${directory}\``;
  if (code === "E000" && /^\/work_orders\/\d+$/.test(pointer)) return "write the order as one JSON object";
  return DIAGNOSTIC_CODES[code].hint;
};

/** What a diagnostic's code means, and what fixes it in general. */
export const meaningOf = (code: Diagnostic["code"]): { readonly title: string; readonly hint: string } =>
  DIAGNOSTIC_CODES[code];
