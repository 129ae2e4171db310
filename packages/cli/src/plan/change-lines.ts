import { isOther, type JsonObject, printable, type RevisedPlan } from "@llmch/app/drawing";
import type { Colors } from "../console/paint.ts";
import { orderPatch } from "../revise/order-patch.ts";

type Changed = Pick<RevisedPlan, "changes" | "whole">;

/** What a new plan changes: one line per order, then its differences. An unchanged order is named only if its id changes. */
export const changeLines = ({ changes, whole }: Changed, colors: Colors): readonly string[] => [
  ...changes.flatMap((change) => orderLines(change, colors)),
  ...(isOther(whole)
    ? [`${colors.cyan("changed")}  the plan as a whole`, ...orderPatch(whole.before, whole.after, colors)]
    : []),
];

const orderLines = (change: Changed["changes"][number], colors: Colors): readonly string[] => {
  switch (change.kind) {
    case "added":
      return [`${colors.green("added")}    ${head(change.after)}`, ...orderPatch(null, change.after, colors)];
    case "removed":
      return [`${colors.red("removed")}  ${head(change.before)}`];
    case "changed":
      return [`${colors.cyan("changed")}  ${head(change.after)}`, ...orderPatch(change.before, change.after, colors)];
    case "kept": {
      const was = colors.dim(printable(`(was ${String(change.before.id)})`));
      return change.before.id === change.after.id ? [] : [`kept     ${head(change.after)}  ${was}`];
    }
  }
};

const head = ({ id, title }: JsonObject): string => printable(`${String(id)}  ${String(title)}`);
