import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** An order with any postcondition has one for every file that it may write, even if only that the file is removed. */
export const unpromisedFile: ChainRule = ({ order }) => {
  if (order.postconditions.length === 0) return [];
  const promised = new Set(order.postconditions.map(({ path }) => path));
  return order.allowedFiles
    .filter(({ path }) => !promised.has(path) && !order.derived.has(path))
    .map(({ path, pointer }) => ({
      code: "E104",
      field: "allowed_files",
      message: `allowed file ${quote(path)} has no postcondition`,
      pointer,
    }));
};
