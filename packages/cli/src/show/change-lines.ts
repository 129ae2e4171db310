import type { ChangeScene } from "@llmch/app";
import { orderMembers, patchLines } from "@llmch/story";
import { canonicalJson, type JsonObject, type JsonValue, printable, printableText } from "@llmch/text";
import type { Colors } from "../console/paint.ts";
import { painted } from "./diff-lines.ts";
import { type Objection, objectionFacts } from "./objection-facts.ts";
import { wordDiff } from "./word-diff.ts";

type Changed = Pick<NonNullable<ChangeScene["revised"]>, "changes" | "whole">;

/** What a new plan changes: one line per order, then its differences. An unchanged order is named only if its id changes. */
export const changeLines = ({ changes, whole }: Changed, colors: Colors): readonly string[] => [
  ...changes.flatMap((change) => orderLines(change, colors)),
  ...(whole === undefined
    ? []
    : [`${colors.cyan("changed")}  the plan as a whole`, ...orderDiff(whole.before, whole.after, colors)]),
];

const orderLines = (change: Changed["changes"][number], colors: Colors): readonly string[] => {
  switch (change.kind) {
    case "added":
      return [`${colors.green("added")}    ${head(change.after)}`, ...orderPatch(change.after, colors)];
    case "removed":
      return [`${colors.red("removed")}  ${head(change.before)}`];
    case "changed":
      return [`${colors.cyan("changed")}  ${head(change.after)}`, ...orderDiff(change.before, change.after, colors)];
    case "kept": {
      const was = colors.dim(printable(`(was ${String(change.before.id)})`));
      return change.before.id === change.after.id ? [] : [`kept     ${head(change.after)}  ${was}`];
    }
  }
};

const head = ({ id, title }: JsonObject): string => printable(`${String(id)}  ${String(title)}`);

/** What changes in an order, member by member: texts by words, lists by their entries. */
export const orderDiff = (before: JsonObject, after: JsonObject, colors: Colors): readonly string[] => {
  return orderMembers(before, after).flatMap((name) => {
    const [old = null, fresh = null] = [before[name], after[name]];
    if (UNSEEN.has(name) || canonicalJson(old) === canonicalJson(fresh)) return [];
    const [given, come] = [old, fresh].map((value) => value ?? "");
    if (typeof given === "string" && typeof come === "string") {
      const [first = "", ...more] = wordDiff(given, come, colors).split("\n");
      return [`${printable(name)}: ${first}`, ...more.map((line) => `    ${line}`)];
    }
    return [`${printable(name)}:`, ...entryLines(old, fresh, colors)];
  });
};

/** No model acts on these. */
const UNSEEN: ReadonlySet<string> = new Set(["$schema", "provenance"]);

const entryLines = (before: JsonValue, after: JsonValue, colors: Colors): readonly string[] => {
  const [old, fresh] = [entriesOf(before), entriesOf(after)];
  const lines = [
    ...old.filter((each) => !fresh.includes(each)).map((each) => `-    ${each}`),
    ...fresh.filter((each) => !old.includes(each)).map((each) => `+    ${each}`),
  ];
  return lines.length === 0 ? ["    (another sequence)"] : lines.map((line) => painted(line, colors));
};

const entriesOf = (value: JsonValue): readonly string[] =>
  (Array.isArray(value) ? value : value === null ? [] : [value]).map((entry) => canonicalJson(entry));

/** A new order, as a patch of its document. */
const orderPatch = (order: JsonObject, colors: Colors): readonly string[] =>
  patchLines("", textOf(order)).map((line) => painted(line, colors));

/** Without the members that no model acts on, and with the members in a fixed sequence. */
const textOf = (order: JsonObject): string => {
  const seen = orderMembers(order).filter((name) => !UNSEEN.has(name));
  return `${JSON.stringify(Object.fromEntries(seen.map((name) => [name, order[name]])), null, 2)}\n`;
};

/** The objection, and what the revision changes in the order. */
export const revisionLines = (
  {
    before,
    after,
    objection,
    revision,
  }: Pick<NonNullable<ChangeScene["revision"]>, "before" | "after" | "objection" | "revision">,
  colors: Colors,
): readonly string[] => [
  `${colors.bold(printable(`${before.order.id}  ${before.order.title}`))}  ${colors.dim(`revision ${revision}`)}`,
  ...(objection === null ? [] : objectionLines(objection)).map((line) => `  ${colors.dim("│")} ${line}`),
  ...orderDiff(before.document, after.document, colors),
];

const objectionLines = (objection: Objection): readonly string[] =>
  [objection.reason, ...objectionFacts(objection).map(([label, text]) => `${label}: ${text}`)].flatMap((text) =>
    printableText(text).split("\n"),
  );
