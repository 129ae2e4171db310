import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** An order can only promise what it may write; that a file stays as it is, it can promise of any. */
export const postconditionOutOfScope: ChainRule = ({ order }) => {
  const allowed = new Set(order.allowedFiles);
  return order.postconditions
    .filter(({ kind, path }) => kind !== "file_unchanged" && !allowed.has(path))
    .map(({ path }) => ({
      code: "E103",
      field: "postconditions",
      message: `postcondition path ${quote(path)} is not in \`allowed_files\``,
    }));
};
