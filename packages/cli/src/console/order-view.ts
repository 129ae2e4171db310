import type { FailureBrief, RunEvent, Step } from "@llmch/contract";
import type { Console } from "./console.ts";
import { printable, printableLines, seconds } from "./paint.ts";

const EXCERPT_LINES = 12;
const NAME_WIDTH = "finalize".length;

/**
 * Prints an order's run as it happens: a line an order, an attempt and a step. A fold over its events. With a live model
 * the question is said too, since the answer takes its time.
 */
export const createOrderView = (
  console: Console,
  { live }: { readonly live: boolean },
): ((event: RunEvent) => void) => {
  const { colors } = console;
  const name = (step: Step) => step.padEnd(NAME_WIDTH);
  let commands = 0;
  let committed = "";
  return (event) => {
    switch (event.type) {
      case "order_started":
        console.progress(`${colors.bold(event.order)}  ${printable(event.title)}`);
        break;
      case "attempt_started":
        if (event.attempt > 1) console.progress(`  attempt ${event.attempt} of ${event.max_attempts}`);
        break;
      case "step_started":
        commands = 0;
        committed = "";
        break;
      case "model_asked":
        if (live) console.progress(colors.dim(`  ${name("propose")}  asking the model for ${event.key}`));
        break;
      case "answer_reused":
        console.progress(colors.dim(`  ${name("propose")}  the recorded answer to ${event.key} is used again`));
        break;
      case "model_retried":
        console.progress(
          colors.yellow(`  ${name("propose")}  ${printable(event.reason)}; again in ${seconds(event.wait_ms)}`),
        );
        break;
      case "command_finished":
        commands += 1;
        if (console.verbose) {
          const mark = event.ok ? colors.green("ok") : colors.red("failed");
          console.progress(
            colors.dim(
              `    ${mark} ${printable(event.command)} (exit ${event.exit_code ?? "-"}, ${seconds(event.duration_ms)})`,
            ),
          );
        }
        break;
      case "step_finished": {
        const mark = event.ok ? colors.green("ok") : colors.red("failed");
        const counted = commands > 0 ? `${commands} ${commands === 1 ? "command" : "commands"}` : "";
        const said = [committed, event.detail === null ? "" : printable(event.detail), counted].filter(
          (part) => part !== "",
        );
        const detail = said.length === 0 ? "" : `  ${said.join(", ")}`;
        console.progress(`  ${name(event.step)}  ${mark}${detail}  ${colors.dim(seconds(event.duration_ms))}`);
        break;
      }
      case "attempt_failed":
        for (const line of briefLines(event.brief)) console.progress(line === "" ? "" : `    ${colors.dim(line)}`);
        break;
      case "committed":
        committed = `commit ${event.commit.slice(0, 10)}`;
        if (event.drift.length > 0) {
          console.progress(
            colors.yellow(
              `  drift: ${event.drift.map(printable).join(", ")} changed outside the proposal; not committed`,
            ),
          );
        }
        break;
      case "pushed":
        committed = `${committed}, pushed to ${printable(event.remote)}`;
        break;
      case "warning":
        console.progress(colors.yellow(`  warning: ${printable(event.message)}`));
        break;
    }
  };
};

/** What failed, and the end of what was printed. */
const briefLines = (brief: FailureBrief): readonly string[] => {
  const exit = brief.exit_code === null ? "" : ` (exit ${brief.exit_code})`;
  const head = brief.command === null ? [] : [`${printable(brief.command)}${exit}`];
  const excerpt = printableLines(brief.primary_error_excerpt).filter((line) => line !== "");
  return [...head, ...excerpt.slice(-EXCERPT_LINES)];
};
