import type { AnyNode } from "acorn";

/** A node's direct children. */
export const childrenOf = (node: AnyNode): readonly AnyNode[] => Object.values(node).flat().filter(isNode);

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
