import { type Diagnostic, formatDiagnostic, type RunEvent } from "@llmch/contract";
import type { Console } from "./console.ts";
import { printable, seconds } from "./paint.ts";

/** Prints a compile as it happens: a line an attempt, and the diagnostics that sent it back. A fold over its events. */
export const createPlanView = (console: Console, { live }: { readonly live: boolean }): ((event: RunEvent) => void) => {
  const { colors } = console;
  return (event) => {
    switch (event.type) {
      case "compile_attempt_started":
        console.progress(`attempt ${event.attempt} of ${event.max_attempts}`);
        break;
      case "model_asked":
        if (live) console.progress(colors.dim("  asking the model"));
        break;
      case "model_retried":
        console.progress(colors.yellow(`  ${printable(event.reason)}; again in ${seconds(event.wait_ms)}`));
        break;
      case "model_answered":
        console.progress(`  answered by ${printable(event.model)}  ${colors.dim(seconds(event.duration_ms))}`);
        break;
      case "compile_attempt_judged":
        for (const found of [...event.errors, ...event.warnings]) console.progress(`  ${paint(found, console)}`);
        console.progress(
          event.errors.length === 0
            ? `  ${colors.green("valid")}${count(event.warnings.length, "warning")}`
            : `  ${colors.red("refused")}${count(event.errors.length, "error")}${count(event.warnings.length, "warning")}`,
        );
        break;
      case "warning":
        console.progress(colors.yellow(`warning: ${printable(event.message)}`));
        break;
    }
  };
};

const paint = (found: Diagnostic, { colors }: Console): string => {
  const line = printable(formatDiagnostic(found));
  return found.code.startsWith("E") ? colors.red(line) : colors.yellow(line);
};

const count = (number: number, noun: string): string =>
  number === 0 ? "" : `, ${number} ${noun}${number === 1 ? "" : "s"}`;
