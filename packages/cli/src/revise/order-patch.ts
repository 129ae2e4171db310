import type { JsonObject } from "@llmch/contract";
import { newEffort } from "@llmch/story";
import type { Colors } from "../console/paint.ts";
import { painted } from "../show/diff-lines.ts";
import { patchLines } from "../show/patch-lines.ts";

/** What changes in an order, as a patch of its document; `before` is null for a new order. */
export const orderPatch = (before: JsonObject | null, after: JsonObject, colors: Colors): readonly string[] =>
  patchLines(before === null ? "" : textOf(before), textOf(after), newEffort()).map((line) => painted(line, colors));

/** Without the members that no model acts on, and with the members in a fixed sequence. */
const textOf = ({ $schema: _, provenance: __, ...order }: JsonObject): string => {
  const known = MEMBERS.flatMap((name) => (order[name] === undefined ? [] : [[name, order[name]] as const]));
  const rest = Object.entries(order).filter(([name]) => !MEMBERS.includes(name));
  return `${JSON.stringify(Object.fromEntries([...known, ...rest]), null, 2)}\n`;
};

const MEMBERS: readonly string[] = [
  ...["id", "title", "intent", "preconditions", "postconditions", "allowed_files", "forbidden", "acceptance_commands"],
  ...["context_files", "notes", "fulfils", "depends_on", "already_true_because", "derive", "verify_exempt"],
];
