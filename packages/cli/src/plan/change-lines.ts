import {
  isOther,
  type JsonObject,
  ORDER_MEMBERS,
  objectionInWords,
  type ProposedRevision,
  printable,
  printableText,
  type RevisedPlan,
} from "@llmch/app/drawing";
import { patchLines } from "@llmch/story";
import type { Colors } from "../console/paint.ts";
import { painted } from "../show/diff-lines.ts";

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

/** What changes in an order, as a patch of its document; `before` is null for a new order. */
export const orderPatch = (before: JsonObject | null, after: JsonObject, colors: Colors): readonly string[] =>
  patchLines(before === null ? "" : textOf(before), textOf(after)).map((line) => painted(line, colors));

/** Without the members that no model acts on, and with the members in a fixed sequence. */
const textOf = ({ $schema: _, provenance: __, ...order }: JsonObject): string => {
  const known = ORDER_MEMBERS.flatMap((name) => (order[name] === undefined ? [] : [[name, order[name]] as const]));
  const rest = Object.entries(order).filter(([name]) => !ORDER_MEMBERS.includes(name));
  return `${JSON.stringify(Object.fromEntries([...known, ...rest]), null, 2)}\n`;
};

/** The objection, and what the revision changes in the order, as a patch of its document. */
export const revisionLines = (
  { before, after, objection, revision }: Pick<ProposedRevision, "before" | "after" | "objection" | "revision">,
  colors: Colors,
): readonly string[] => [
  `${colors.bold(printable(`${before.order.id}  ${before.order.title}`))}  ${colors.dim(`revision ${revision}`)}`,
  ...(objection === null ? [] : printableText(objectionInWords(objection)).split("\n")).map(
    (line) => `  ${colors.dim("│")} ${line}`,
  ),
  ...orderPatch(before.document, after.document, colors),
];
