import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/**
 * An order may only promise changes to files that it may write, or that its commands make. It may promise of any file that it stays
 * unchanged.
 */
export const postconditionOutOfScope: ChainRule = ({ order }) => {
  return order.postconditions
    .filter(({ kind, path }) => kind !== "file_unchanged" && !order.allowed.has(path) && !order.derived.has(path))
    .map(({ path, pointer }) => ({
      code: "E103",
      field: "postconditions",
      message: `postcondition path ${quote(path)} is not in \`allowed_files\``,
      pointer: `${pointer}/path`,
    }));
};
