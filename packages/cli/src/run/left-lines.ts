import { type OrderRun, printable, type ScheduleEnding, verdictInWords } from "@llmch/app/drawing";

/** The runs that did not pass, in plan order. */
const failedOf = ({ runs }: Pick<ScheduleEnding, "runs">): readonly OrderRun[] =>
  runs.filter(({ verdict }) => verdict !== "PASS");

/**
 * What a run that keeps going after failures has left to do, one order per line; nothing if it stopped at the first.
 * @param ids of all orders that it was to carry out
 */
export const leftLines = (
  ending: Pick<ScheduleEnding, "runs" | "left">,
  { keep_going = false }: { readonly keep_going?: boolean | undefined },
  ids: readonly string[],
): readonly string[] => {
  const told = new Set([...ending.runs.map(({ orderId }) => orderId), ...ending.left]);
  const failed = failedOf(ending);
  if (!keep_going || failed.length === 0) return [];
  return [
    "left:",
    ...failed.map(
      ({ orderId, verdict, exitCode, brief }) =>
        `  ${orderId}  ${verdictInWords(verdict, exitCode)}${brief === null ? "" : `, ${printable(brief.stage)}`}`,
    ),
    ...ending.left.map((order) => `  ${order}  left out: it depends on one that failed`),
    ...ids.filter((order) => !told.has(order)).map((order) => `  ${order}  not reached`),
  ];
};
