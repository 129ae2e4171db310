import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** If two orders write the same file, the later one depends on the earlier one, through a chain of needed files. */
export const unorderedWrite: ChainRule = ({ order, graph }) => {
  const writes = [...graph.unorderedWrites(order)];
  if (writes.length === 0) return [];
  const pointers = new Map(order.allowedFiles.map(({ path, pointer }) => [path, pointer]));
  return writes.map(([path, writer]) => ({
    code: "W206",
    field: "allowed_files",
    message: `allowed file ${quote(path)} may be written by ${writer.label} too, and this order does not depend on that one`,
    pointer: pointers.get(path) ?? "/allowed_files",
  }));
};
