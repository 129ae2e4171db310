import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** An order can only promise files that it may write. */
export const postconditionOutOfScope: ChainRule = ({ order }) => {
  const allowed = new Set(order.allowedFiles);
  return order.postconditions
    .filter(({ path }) => !allowed.has(path))
    .map(({ path }) => ({
      code: "E103",
      field: "postconditions",
      message: `postcondition path ${quote(path)} is not in \`allowed_files\``,
    }));
};
