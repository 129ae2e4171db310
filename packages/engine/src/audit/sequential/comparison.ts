import type { OrderRun } from "../../order/order-ending.ts";
import { type Finding, fault, warning } from "../finding.ts";
import type { RecordedEnd } from "./recorded-ends.ts";

/** How an order ended when it was carried out again. */
export type RepeatedEnd = Pick<OrderRun, "verdict" | "brief" | "fault"> & {
  /** The tree of its commit; null if it has none. */
  readonly tree: string | null;
};

/**
 * How orders ended differently from their record. An order that cannot be compared, because an earlier one ended differently, is reported
 * as unchecked.
 */
export const differences = (
  recorded: readonly RecordedEnd[],
  repeated: ReadonlyMap<string, RepeatedEnd>,
): readonly Finding[] => {
  const found: Finding[] = [];
  for (const end of recorded) {
    const { order, landed } = end;
    const again = repeated.get(order);
    const where = landed === null ? order : `${order} ${landed.commit.slice(0, 10)}`;
    const isLater = found.length > 0;
    if (again === undefined) found.push(warning("not-checked", where, `not carried out again: ${LATER}`));
    else if (isLater && landed !== null && again.tree !== null)
      found.push(warning("not-checked", where, `its tree is not compared: ${LATER}`));
    else {
      const what = difference(end, again);
      if (what !== null) found.push(fault("sequential", where, `carried out again with one job, ${what}`));
    }
  }
  return found;
};

const LATER = "an order before it ended otherwise";

const difference = ({ landed, stage }: RecordedEnd, again: RepeatedEnd): string | null => {
  if (landed !== null) {
    if (again.tree === landed.tree) return null;
    return again.tree === null
      ? `it does not pass: ${inWords(again)}`
      : `it comes to the tree ${again.tree}, not ${landed.tree}`;
  }
  if (again.verdict === "PASS") return `it passes, and it failed${stage === null ? "" : ` at ${stage}`}`;
  const now = again.brief?.stage ?? null;
  return again.verdict === "FAIL" && now === stage ? null : `it ends otherwise: ${inWords(again)}`;
};

const inWords = ({ brief, fault: trouble }: RepeatedEnd): string => {
  if (brief === null) return trouble ?? "nothing says why";
  const [line = ""] = brief.primary_error_excerpt.trim().split("\n");
  const at = brief.command === null ? "" : ` at \`${brief.command}\``;
  return `${brief.stage}${at}${line === "" ? "" : `, ${line}`}`;
};
