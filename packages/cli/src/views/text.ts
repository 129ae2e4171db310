import type { Outcome } from "@llmch/app";
import type { View } from "../view.ts";

/** A text, as it is. */
export const view: View = ({ drawing, result }: Outcome<{ readonly script?: string }, string>) => ({
  lines: [drawing ?? result?.script?.trimEnd() ?? ""],
});
