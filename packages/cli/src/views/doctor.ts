import type { DoctorResult, Outcome } from "@llmch/app";
import { counted, EXIT, printable } from "@llmch/text";
import { withMeasure } from "../console/measure.ts";
import { GAP, rowsOf, tableWidth } from "../plan/table-rows.ts";
import type { View } from "../view.ts";

/** One line a check, wrapped on a terminal, then the verdict. */
export const view: View = async ({ result, exitCode }: Outcome<DoctorResult>, _, { stdout }) => {
  const checks = result?.checks ?? [];
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  const room = stdout.isTTY ? tableWidth(stdout) - WIDEST_WORD - width - 2 * GAP : Number.POSITIVE_INFINITY;
  const rows = await withMeasure((measure) =>
    checks.flatMap((check) => rowsOf(cellsOf(check), [WIDEST_WORD, width, room], measure)),
  );
  const lacking = checks.filter(({ state }) => state === "missing").length;
  const warnings = checks.filter(({ state }) => state === "warning").length;
  const fine =
    warnings === 0
      ? "PASS  everything that is needed is there"
      : `PASS  nothing that llmch needs is missing; see the ${counted(warnings, "warning")} above`;
  const missing = lacking === 1 ? "one thing that is needed is" : `${lacking} things that are needed are`;
  return { lines: [...rows, exitCode === EXIT.ok ? fine : `FAIL  ${missing} missing`] };
};

const WORDS = { ok: "OK", warning: "WARN", missing: "MISSING" } as const;
const WIDEST_WORD = WORDS.missing.length;

const cellsOf = ({ name, state, message, hint }: DoctorResult["checks"][number]): readonly string[] => [
  WORDS[state],
  name,
  printable(hint === null ? message : `${message}: ${hint}`),
];
