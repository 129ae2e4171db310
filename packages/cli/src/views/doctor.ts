import type { Outcome } from "@llmch/app";
import { counted, EXIT, printable } from "@llmch/app/drawing";
import type { View } from "../view.ts";

interface Check {
  readonly name: string;
  readonly state: "ok" | "warning" | "missing";
  readonly message: string;
  readonly hint: string | null;
}

/** One line a check, then the verdict. */
export const view: View = ({ result, exitCode }: Outcome<{ readonly checks: readonly Check[] }>) => {
  const checks = result?.checks ?? [];
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  const lacking = checks.filter(({ state }) => state === "missing").length;
  const warnings = checks.filter(({ state }) => state === "warning").length;
  const fine =
    warnings === 0
      ? "PASS  everything that is needed is there"
      : `PASS  nothing that llmch needs is missing; see the ${counted(warnings, "warning")} above`;
  const missing = lacking === 1 ? "one thing that is needed is" : `${lacking} things that are needed are`;
  return {
    lines: [...checks.map((check) => lineOf(check, width)), exitCode === EXIT.ok ? fine : `FAIL  ${missing} missing`],
  };
};

const WORDS = { ok: "OK", warning: "WARN", missing: "MISSING" } as const;

const lineOf = ({ name, state, message, hint }: Check, width: number): string =>
  `${WORDS[state].padEnd("MISSING".length)}  ${name.padEnd(width)}  ${printable(hint === null ? message : `${message}: ${hint}`)}`;
