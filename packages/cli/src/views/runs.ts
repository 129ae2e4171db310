import type { Outcome, RunInList, RunsDrawing } from "@llmch/app";
import { counted, printable } from "@llmch/text";
import { withMeasure } from "../console/measure.ts";
import { colorsFor } from "../console/paint.ts";
import { runsTable } from "../inspection/runs-table.ts";
import type { View } from "../view.ts";

/** The most runs shown on a terminal without `--limit`: the newest must not scroll away. */
export const LIMIT_ON_SCREEN = 20;

/** The stored runs as a table, newest first. */
export const view: View = async (
  { drawing, paths, counts = {} }: Outcome<object, RunsDrawing>,
  { shown, request },
  { stdout },
  { env },
) => {
  if (shown.json || drawing === undefined) return { lines: [] };
  const { runs } = drawing;
  const what = request.waiting === true ? "no run that waits" : "no runs";
  if (runs.length === 0) return { lines: [`${what} in ${paths?.artifacts}`] };
  if (request.waiting === true) return { lines: runs.flatMap(needLines) };
  const { isTTY: isTerminal = false, columns } = stdout;
  const colors = colorsFor(shown, env, isTerminal);
  const width = isTerminal ? (columns ?? null) : null;
  const table = await withMeasure((measure) => runsTable(runs, { width, colors, measure }));
  const isCut = (counts.more ?? 0) > 0 && request.limit === LIMIT_ON_SCREEN;
  const rest = isCut ? [`… and ${counted(counts.more ?? 0, "older run")}: --limit shows more`] : [];
  const [newest] = runs;
  const [next] = newest?.state === "passed" ? [] : (newest?.next ?? []);
  const goOn = next === undefined ? [] : ["to continue the newest:", `  ${printable(next.command)}`];
  return { lines: [...table, ...rest.map((line) => colors.dim(line))], next: goOn };
};

/** What a run waits for, and the commands that decide it. */
const needLines = ({ run_id, needs = [], next }: RunInList): readonly string[] => [
  ...needs.map((need) => printable(`${run_id}  ${need.kind.padEnd(8)}  ${need.id}  ${need.what}`)),
  ...next.map(({ command }) => `    ${printable(command)}`),
];
