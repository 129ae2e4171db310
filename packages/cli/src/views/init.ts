import type { Outcome } from "@llmch/app";
import type { View } from "../view.ts";

/** What was found and done, then the verdict. */
export const view: View = ({ result, drawing }: Outcome<{ readonly found: readonly string[] }, string>) => ({
  lines: [...(result?.found ?? []), `PASS  ${drawing}`],
});
