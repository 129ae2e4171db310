import type { AnyNode } from "acorn";

/** The nodes right below one. */
export const childrenOf = (node: AnyNode): readonly AnyNode[] => Object.values(node).flat().filter(isNode);

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
