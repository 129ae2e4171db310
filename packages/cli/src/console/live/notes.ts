import { asksOnly, briefLines, formatDiagnostic, printable, type RunEvent } from "@llmch/app/drawing";
import type { LiveOrder } from "@llmch/story/live";
import type { Console } from "../console.ts";
import { blockingLines, driftInWords, reviewInWords, shortLine } from "../log/event-words.ts";
import { judgement } from "../log/plan-log.ts";
import { seconds } from "../paint.ts";

/** The order that an event is about. */
type Told = Pick<LiveOrder, "order" | "ahead">;

/**
 * What should stay on the screen of an event, above the redrawn view: lines, or nothing.
 * @param told the order that it is about, if any
 */
export const noteOf = (event: RunEvent, told: Told | undefined, { colors, verbose }: Console): readonly string[] => {
  const order = told === undefined ? "" : `${told.order}${told.ahead.length > 0 ? " ahead" : ""}`;
  const { yellow, dim, red, green } = colors;
  switch (event.type) {
    case "attempt_failed":
      return [
        `  ${order} attempt ${event.attempt} ${red("failed")}: ${event.brief.stage}  ${dim(seconds(event.duration_ms))}`,
        ...briefLines(event.brief).map((line) => `    ${dim(line)}`),
      ];
    case "objected":
      return asksOnly(event.objection)
        ? [`  ${order} asks to be shown ${dim(event.objection.needs.map(printable).join(", "))}`]
        : [];
    case "reviewed":
      return event.fault !== undefined || event.notes.length === 0
        ? []
        : [
            `  ${order} review: ${event.blocks > 0 ? yellow(reviewInWords(event)) : reviewInWords(event)}`,
            ...blockingLines(event.notes).map((line) => `    ${dim(line)}`),
          ];
    case "order_revised":
      return [`  ${order} continues with ${green(`revision ${event.revision}`)} of the order`];
    case "compile_attempt_judged":
      return [
        `  attempt ${event.attempt}: ${event.errors.length === 0 ? green(judgement(event)) : red(judgement(event))}`,
        ...event.errors.map((found) => `    ${red(printable(formatDiagnostic(found)))}`),
        ...event.warnings.map((found) => `    ${yellow(printable(formatDiagnostic(found)))}`),
      ];
    case "command_finished": {
      if (!verbose) return [];
      const mark = event.ok ? green("ok") : red("failed");
      const exit = `(exit ${event.exit_code ?? "-"}, ${seconds(event.duration_ms)})`;
      return [`    ${mark} ${dim(`${shortLine(event.command)} ${exit}`)}`];
    }
    case "committed":
      return event.drift.length === 0 ? [] : [yellow(`  drift: ${driftInWords(event.drift)}`)];
    case "warning":
      return [yellow(`  warning: ${printable(event.message)}`)];
    default:
      return [];
  }
};
