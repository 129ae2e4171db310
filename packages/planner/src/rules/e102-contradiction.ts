import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** No path is required both to exist and to be absent. */
export const contradiction: ChainRule = ({ order }) => {
  const existing = order.preconditions.filter(({ kind }) => kind === "file_exists");
  if (existing.length === 0) return [];
  const absent = new Set(order.preconditions.flatMap(({ kind, path }) => (kind === "file_absent" ? [path] : [])));
  return existing
    .filter(({ path }) => absent.has(path))
    .map(({ path, pointer }) => ({
      code: "E102",
      field: "preconditions",
      message: `precondition path ${quote(path)} is to exist and to be absent at once`,
      pointer: `${pointer}/path`,
    }));
};
