import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** No path is both to exist and to be absent. */
export const contradiction: ChainRule = ({ order }) => {
  const pathsOf = (wanted: string) =>
    new Set(order.preconditions.flatMap(({ kind, path }) => (kind === wanted ? [path] : [])));
  const absent = pathsOf("file_absent");
  return [...pathsOf("file_exists")]
    .filter((path) => absent.has(path))
    .map((path) => ({
      code: "E102",
      field: "preconditions",
      message: `precondition path ${quote(path)} is to exist and to be absent at once`,
    }));
};
