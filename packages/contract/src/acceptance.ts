import { isJsonObject, type JsonValue, member } from "@llmch/text";
import { checkFilesFor, type PlanCheckFile } from "./check-files.ts";
import type { WorkOrder } from "./work-order.ts";

/** A command that proves an order's intent, or that of a whole plan. */
export type Acceptance = {
  readonly command: string;
  /** True if the worker sees neither the command nor its output. */
  readonly hidden: boolean;
  /** The check files that it finds at `$LLMCH_CHECKS`; left out if there are none. */
  readonly checks?: readonly PlanCheckFile[];
};

/** The acceptance commands of an order, in its sequence. In a document, each is a string or an object with a `command`. */
export const acceptanceOf = ({
  acceptance_commands,
  checks = [],
}: {
  readonly acceptance_commands: Readonly<WorkOrder["acceptance_commands"]>;
  readonly checks?: WorkOrder["checks"];
}): readonly Acceptance[] =>
  acceptance_commands.map((given) =>
    typeof given === "string"
      ? withFiles({ command: given, hidden: false }, checks)
      : withFiles({ command: given.command, hidden: given.hidden === true }, checks),
  );

/** A command with those of some check files that it finds. */
export const withFiles = (acceptance: Acceptance, files: readonly PlanCheckFile[]): Acceptance => {
  const checks = checkFilesFor(acceptance, files);
  return checks.length === 0 ? acceptance : { ...acceptance, checks };
};

/** The command in an entry of such a list; null if the entry holds none. */
export const acceptanceIn = (entry: JsonValue): Acceptance | null => {
  const command = isJsonObject(entry) ? member(entry, "command") : entry;
  const hidden = isJsonObject(entry) && member(entry, "hidden") === true;
  return typeof command === "string" ? { command, hidden } : null;
};
