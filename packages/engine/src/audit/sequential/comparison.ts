import type { FailureBrief } from "@llmch/contract";
import type { OrderRun } from "../../order/order-ending.ts";
import { type Finding, fault, type Repeated, warning } from "../finding.ts";
import type { RecordedEnd } from "./recorded-ends.ts";

/** How an order ended when it was carried out again. */
export type RepeatedEnd = Pick<OrderRun, "verdict" | "brief" | "fault" | "attempts"> & {
  /** The tree of its commit; null if it has none. */
  readonly tree: string | null;
};

/** How a run came out when it was carried out again. */
export interface Comparison {
  readonly differing: readonly Finding[];
  readonly repeated: Repeated;
}

export const compared = (recorded: readonly RecordedEnd[], repeated: ReadonlyMap<string, RepeatedEnd>): Comparison => {
  const same = recorded.filter((end) => {
    const again = repeated.get(end.order);
    return again !== undefined && difference(end, again) === null;
  });
  return {
    differing: differences(recorded, repeated),
    repeated: { orders: same.length, trees: same.filter(({ landed }) => landed !== null).length },
  };
};

/**
 * How orders ended differently from their record. An order that cannot be compared, because an earlier one ended differently, is reported
 * as unchecked.
 */
const differences = (
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

const difference = (end: RecordedEnd, again: RepeatedEnd): string | null => {
  const { landed, stage } = end;
  if (landed !== null) {
    if (again.tree === landed.tree) return null;
    return again.tree === null
      ? `it does not pass: ${inWords(end, again)}`
      : `it comes to the tree ${again.tree}, not ${landed.tree}`;
  }
  if (again.verdict === "PASS") return `it passes, and it failed${stage === null ? "" : ` at ${stage}`}`;
  const now = again.brief?.stage ?? null;
  return again.verdict === "FAIL" && now === stage ? null : `it ends otherwise: ${inWords(end, again)}`;
};

const inWords = (end: RecordedEnd, again: RepeatedEnd): string => {
  const brief = telling(end, again);
  if (brief === null) return again.fault ?? "nothing says why";
  const [line = ""] = brief.primary_error_excerpt.trim().split("\n");
  const at = brief.command === null ? "" : ` at \`${brief.command}\``;
  return `${brief.stage}${at}${line === "" ? "" : `, ${line}`}`;
};

/** An attempt beyond those on record can only miss its answer: what ended the last recorded one tells more. */
const telling = ({ attempts: made, revisions }: RecordedEnd, { brief, attempts }: RepeatedEnd): FailureBrief | null => {
  const isBeyond = revisions === 0 && brief?.stage === "exception" && (attempts.at(-1)?.attempt ?? 0) > made;
  return (isBeyond ? attempts.find(({ attempt }) => attempt === made)?.failure_brief : null) ?? brief;
};
