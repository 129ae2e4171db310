import type { WorkOrder } from "./work-order.ts";

/** A command that proves an order's intent. */
export interface Acceptance {
  readonly command: string;
  /** True if the worker sees neither the command nor its output. */
  readonly hidden: boolean;
}

/** The acceptance commands of an order, in its sequence. In a document, each is a string or an object with a `command`. */
export const acceptanceOf = ({ acceptance_commands }: Pick<WorkOrder, "acceptance_commands">): readonly Acceptance[] =>
  acceptance_commands.map((given) =>
    typeof given === "string"
      ? { command: given, hidden: false }
      : { command: given.command, hidden: given.hidden === true },
  );
