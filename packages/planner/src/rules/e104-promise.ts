import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** An order that promises anything promises every file that it may write, be it that the file goes. */
export const unpromisedFile: ChainRule = ({ order }) => {
  if (order.postconditions.length === 0) return [];
  const promised = new Set(order.postconditions.map(({ path }) => path));
  return order.allowedFiles
    .filter(({ path }) => !promised.has(path))
    .map(({ path, pointer }) => ({
      code: "E104",
      field: "allowed_files",
      message: `allowed file ${quote(path)} has no postcondition`,
      pointer,
    }));
};
