import type { DryRunDrawing, Outcome, RunDrawing } from "@llmch/app";
import { counted, printable, shellWord, warningInWords } from "@llmch/text";
import type { Console } from "../console/console.ts";
import { colorsFor } from "../console/paint.ts";
import type { Drawn } from "../outcome.ts";
import { intentLines } from "../run/consent.ts";
import { endLine, tellSpent, waitLines, waysOn, wholeLines } from "../run/ending-lines.ts";
import { forecastLines } from "../run/forecast-lines.ts";
import { headerLines, verdictLine } from "../run/run-report.ts";
import type { View } from "../view.ts";

/** How a run of orders ended, and how to go on; or what a dry run would do. */
export const view: View = ({ drawing }: Outcome<object, RunDrawing | DryRunDrawing>, { shown }, console, { env }) => {
  if (drawing === undefined) return { lines: [] };
  return drawing.kind === "dry-run" ? dryRunLines(drawing, console, env) : endingLines(drawing, shown.quiet, console);
};

const endingLines = (drawing: RunDrawing, _: boolean, console: Console): Drawn => {
  const { ending, kind, branch, config, pushAgain, mend, standing, pullRequest = [] } = drawing;
  const { runs, verdict, push } = ending;
  for (const warning of ending.warnings) console.error(`warning: ${warningInWords(warning)}`);
  if (config.by_hand !== true) tellSpent(ending.spent, console);
  const again = pushAgain === null ? "" : `\nretry with \`${pushAgain}\``;
  console.progress(console.colors.dim(printable(push.message) + again));
  const next = standing === null ? {} : { next: waysOn(standing) };
  const [only] = runs;
  if (kind === "run")
    return { lines: only === undefined ? [] : [verdictLine(only, drawing.orders[0]?.title ?? "")], ...next };
  if (ending.unrecorded !== null) console.failure({ code: "unexpected", message: ending.unrecorded });
  for (const line of wholeLines(drawing)) console.error(line);
  if (verdict !== "PASS") {
    const same = `  or repeat the command with --branch ${shellWord(branch)}${config.create_branch ? " and without --create-branch" : ""}, which picks up edited orders`;
    console.progress(["to continue:", ...mend.map((each) => `  ${each}`), same].join("\n"));
  }
  return { lines: [...waitLines(drawing), ...pullRequest, endLine(drawing)], ...next };
};

const dryRunLines = async (
  { scene, intent, forecast, before, wouldRun }: DryRunDrawing,
  console: Console,
  env: NodeJS.ProcessEnv,
): Promise<Drawn> => {
  const { isTTY: isTerminal = false, columns } = console.stdout;
  const page = { colors: colorsFor({ color: true }, env, isTerminal), columns: isTerminal ? columns : undefined };
  const would = `${counted(wouldRun, "order")} would be carried out${before === 0 ? "" : `, ${before} done before`}`;
  if (!console.quiet) {
    const head = headerLines(scene, page.colors);
    const planned = await intentLines(intent, scene.caps, page);
    const ahead = wouldRun === 0 ? [] : forecastLines(forecast, page.colors);
    for (const line of [...head, ...planned, ...ahead, ""]) console.result(line);
  }
  return { lines: [`PASS  dry run: ${would}, on ${printable(scene.branch)}`] };
};
