import { counted, designInWords, formatDiagnostic, printable, type RunEvent } from "@llmch/app/drawing";
import { type Console, INDENT } from "../console.ts";
import { seconds } from "../paint.ts";
import { entry } from "./entry.ts";
import { answererOf, limitedInWords, ofAnyRun, retryInWords } from "./event-words.ts";

/** Prints a compile as a log: one entry per event, and below it the diagnostics that sent an attempt back. */
export const createPlanLog = (console: Console, { asks }: { readonly asks: boolean }): ((event: RunEvent) => void) => {
  let attempt = "";
  /** Why an answer that passed is followed by another question (contract §4.4). */
  let goesBack = "";
  const say = (event: RunEvent, what: string) => console.progress(entry(event, `plan${attempt}`, what));
  return (event) => {
    switch (event.type) {
      case "resumed":
        say(event, "continues where it broke off");
        break;
      case "compile_attempt_started":
        attempt = ` ${event.attempt}/${event.max_attempts}`;
        say(event, `attempt ${event.attempt} of ${event.max_attempts}${goesBack}`);
        break;
      case "model_asked":
        if (asks) say(event, "asking the model");
        break;
      case "model_retried":
        say(event, retryInWords(event));
        break;
      case "answer_limited":
        say(event, limitedInWords(event));
        break;
      case "model_answered":
        say(event, `answered by ${answererOf(event)}  ${seconds(event.duration_ms)}`);
        break;
      case "compile_attempt_judged":
        say(event, judgement(event));
        goesBack = event.errors.length > 0 ? "" : `: ${sentBack(event.warnings.length)}`;
        for (const found of [...event.errors, ...event.warnings]) {
          console.progress(`${INDENT}${printable(formatDiagnostic(found))}`);
        }
        break;
      case "designed":
        say(event, `design: ${designInWords(event)}`);
        break;
      case "plan_written":
        say(event, `${counted(event.work_orders, "work order")} written`);
        break;
      case "limit_reached":
      case "warning":
      case "run_finished":
        say(event, ofAnyRun(event));
        break;
    }
  };
};

const sentBack = (warnings: number): string =>
  `the plan stands, and its ${counted(warnings, "warning")} ${warnings === 1 ? "goes" : "go"} back to the model once`;

/** `valid, 1 warning`, `refused, 2 errors`. */
export const judgement = ({
  errors,
  warnings,
}: Pick<Extract<RunEvent, { readonly type: "compile_attempt_judged" }>, "errors" | "warnings">): string =>
  `${errors.length === 0 ? "valid" : "refused"}${count(errors.length, "error")}${count(warnings.length, "warning")}`;

const count = (number: number, noun: string): string => (number === 0 ? "" : `, ${counted(number, noun)}`);
