import { type JsonObject, ORDER_MEMBERS } from "@llmch/app/drawing";
import { patchLines } from "@llmch/story";
import type { Colors } from "../console/paint.ts";
import { painted } from "../show/diff-lines.ts";

/** What changes in an order, as a patch of its document; `before` is null for a new order. */
export const orderPatch = (before: JsonObject | null, after: JsonObject, colors: Colors): readonly string[] =>
  patchLines(before === null ? "" : textOf(before), textOf(after)).map((line) => painted(line, colors));

/** Without the members that no model acts on, and with the members in a fixed sequence. */
const textOf = ({ $schema: _, provenance: __, ...order }: JsonObject): string => {
  const known = ORDER_MEMBERS.flatMap((name) => (order[name] === undefined ? [] : [[name, order[name]] as const]));
  const rest = Object.entries(order).filter(([name]) => !ORDER_MEMBERS.includes(name));
  return `${JSON.stringify(Object.fromEntries([...known, ...rest]), null, 2)}\n`;
};
