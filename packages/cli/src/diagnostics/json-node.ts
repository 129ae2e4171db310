import type { JsonText, Place } from "@llmch/app/drawing";
import type { Node } from "jsonc-parser";

/** A part of a JSON text. */
export interface Part {
  readonly json: JsonText;
  readonly node: Node;
}

const memberOf = ({ json, node }: Part, key: string): Part | undefined => {
  if (node.type !== "object") return undefined;
  const value = node.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1];
  return value && { json, node: value };
};

/** What a step of a JSON pointer leads to: a member of an object, an element of a list, or undefined. */
export const stepTo = (part: Part, step: string): Part | undefined => {
  const { json, node } = part;
  if (node.type !== "array") return memberOf(part, step);
  const element = node.children?.[Number(step)];
  return element && { json, node: element };
};

/** Longer parts are not shown whole. */
const MAX_SHOWN = 200;

/**
 * Where to show a part: the part itself if it is short and on one line; else its key, or its opening bracket. An order is shown by its id.
 */
export const placeOf = (part: Part): Place => {
  const { json, node } = part;
  const id = memberOf(part, "id")?.node;
  if (id !== undefined && id.type !== "object" && id.type !== "array") return json.place(id.offset, id.length);
  const whole = json.place(node.offset, node.length);
  if (node.type !== "object" && node.type !== "array") return whole;
  const { line } = json.place(node.offset + node.length, 0).region ?? {};
  if (line === whole.region?.line && node.length <= MAX_SHOWN) return whole;
  const key = node.parent?.type === "property" ? node.parent.children?.[0] : undefined;
  return key === undefined ? json.place(node.offset, 1) : json.place(key.offset, key.length);
};
