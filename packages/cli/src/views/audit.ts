import type { AuditResult, Outcome } from "@llmch/app";
import { counted, printable } from "@llmch/text";
import type { View } from "../view.ts";

/** One line per fault and per unfinished run, then the verdict. */
export const view: View = ({ result, verdict, errors = [], warnings = [] }: Outcome<AuditResult>, _, console) => {
  for (const { message } of warnings) console.progress(`warning: ${printable(message)}`);
  if (result === null) return { lines: [] };
  const { what, orders, files, unfinished } = result;
  const whole = `${counted(orders, "order")}, ${counted(files, "file")} whole`;
  return {
    lines: [
      ...errors.map((error) => `FAULT  ${printable(placed(error))}`),
      ...unfinished.map(({ runId, message }) => `UNFINISHED  ${runId}  ${message}`),
      `${verdict}  audit of ${printable(what)}: ${verdict === "PASS" ? whole : counted(errors.length, "fault")}`,
    ],
  };
};

/** Where a fault is, apart from what it is. */
const placed = (error: { readonly message: string; readonly where?: unknown }): string =>
  typeof error.where === "string" ? `${error.where}  ${error.message.slice(error.where.length + 2)}` : error.message;
