import { EXIT } from "@llmch/text";
import { filesToRead, type OrderRun } from "./order-ending.ts";

/** Why an order's run ended as it did. */
export interface OrderFault {
  /** A stage such as `verify_failed`, or `interrupted`, `limit`, `waiting`, `setup-failed` and `unexpected`. */
  readonly code: string;
  readonly message: string;
  /** The file with more details, if there is one. */
  readonly read: string | null;
}

/** The faults that ended an order's run; empty if all is well. */
export const orderFaults = (run: OrderRun): readonly OrderFault[] => {
  const [read = null] = run.verdict === "PASS" ? [] : filesToRead(run);
  return [
    ...(run.fault === null ? [] : [{ code: FAULT_CODES[run.exitCode] ?? "unexpected", message: run.fault, read }]),
    ...(run.brief === null ? [] : [{ code: run.brief.stage, message: run.brief.primary_error_excerpt, read }]),
  ];
};

const FAULT_CODES: Readonly<Record<number, string>> = {
  [EXIT.interrupted]: "interrupted",
  [EXIT.limit]: "limit",
  [EXIT.waiting]: "waiting",
  [EXIT.failed]: "setup-failed",
};
