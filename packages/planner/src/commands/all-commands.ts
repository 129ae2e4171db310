import type { CommandReading, OrderReading } from "../order-reading.ts";

/** A command of an order, and the field that holds it. */
export interface FieldCommand extends CommandReading {
  readonly field: "acceptance_commands" | "derive";
}

/** The commands that an order has run: those that prove it, and those that make files. */
export const allCommands = ({ commands, derive }: OrderReading): readonly FieldCommand[] => [
  ...commands.map((each) => ({ ...each, field: "acceptance_commands" }) as const),
  ...derive.flatMap(({ command }) => (command === null ? [] : [{ ...command, field: "derive" } as const])),
];
