import type { Outcome } from "@llmch/app";
import { printable } from "@llmch/app/drawing";
import type { View } from "../view.ts";
import { tellWarnings } from "./warnings.ts";

/** Where the page is. */
export const view: View = ({ result, warnings }: Outcome<{ readonly file: string }>, _, console) => {
  tellWarnings(warnings, console);
  return { lines: result === null ? [] : [printable(result.file)] };
};
