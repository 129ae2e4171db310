import { quote } from "../quote.ts";
import type { OrderRule } from "./rule.ts";

/** A program on the command line can prove that all of it ran. */
export const unprovedEnd: OrderRule = ({ order, programs }) =>
  order.commands.flatMap(({ text, program, pointer, field }) => {
    const part = program === null ? null : programs.unproved(program);
    if (part === null) return [];
    const message = `command ${quote(text)} cannot prove that it ran to its end, because of ${quote(part)}`;
    return [{ code: "W235", field, message, pointer }];
  });
