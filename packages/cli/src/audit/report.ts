import { counted, EXIT, printable } from "@llmch/contract";
import type { Audit, Finding } from "@llmch/engine/audit";
import type { Outcome } from "../outcome.ts";

/** Turns an audit into the command's outcome: one line per fault and per unfinished run, then the verdict. */
export const reportAudit = (what: string, { findings, unfinished, orders, files, repeated }: Audit): Outcome => {
  const faults = findings.filter(({ level }) => level === "fault");
  const again =
    repeated === undefined
      ? ""
      : `; carried out again with one job: ${counted(repeated.orders, "order")}, ${counted(repeated.trees, "tree")} the same`;
  const whole = `${counted(orders, "order")}, ${counted(files, "file")} whole${again}`;
  const verdict = faults.length === 0 ? "PASS" : "FAIL";
  return {
    exitCode: faults.length === 0 ? EXIT.ok : EXIT.invalid,
    verdict,
    lines: [
      ...faults.map(({ where, what: is }) => `FAULT  ${printable(where)}  ${printable(is)}`),
      ...unfinished.map(({ runId, what: is }) => `UNFINISHED  ${runId}  ${is}`),
      `${verdict}  audit of ${printable(what)}: ${verdict === "PASS" ? whole : counted(faults.length, "fault")}`,
    ],
    counts: {
      orders,
      files,
      faults: faults.length,
      unfinished: unfinished.length,
      ...(repeated === undefined ? {} : { repeated: repeated.orders, trees: repeated.trees }),
    },
    errors: faults.map(documented),
    warnings: findings.filter(({ level }) => level === "warning").map(documented),
    extra: { unfinished: unfinished.map(({ runId, what: is }) => ({ run_id: runId, message: is })) },
  };
};

export const warningLine = ({ message }: { readonly message: string }): string => `warning: ${printable(message)}`;

const documented = ({ code, where, what }: Finding) => ({ code, where, message: `${where}: ${what}` });
