import { isJsonObject, type JsonValue, member } from "@llmch/text";
import type { WorkOrder } from "./work-order.ts";

/** A command that proves an order's intent, or that of a whole plan. */
export type Acceptance = {
  readonly command: string;
  /** True if the worker sees neither the command nor its output. */
  readonly hidden: boolean;
};

/** A file that a plan's commands find at `$LLMCH_CHECKS` (contract §11). */
export interface CheckFile {
  readonly name: string;
  readonly content: string;
}

/** The acceptance commands of an order, in its sequence. In a document, each is a string or an object with a `command`. */
export const acceptanceOf = ({
  acceptance_commands,
}: {
  readonly acceptance_commands: Readonly<WorkOrder["acceptance_commands"]>;
}): readonly Acceptance[] =>
  acceptance_commands.map((given) =>
    typeof given === "string"
      ? { command: given, hidden: false }
      : { command: given.command, hidden: given.hidden === true },
  );

/** The command in an entry of such a list; null if the entry holds none. */
export const acceptanceIn = (entry: JsonValue): Acceptance | null => {
  const command = isJsonObject(entry) ? member(entry, "command") : entry;
  const hidden = isJsonObject(entry) && member(entry, "hidden") === true;
  return typeof command === "string" ? { command, hidden } : null;
};
