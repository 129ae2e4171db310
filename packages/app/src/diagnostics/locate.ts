import { type JsonText, jsonText, type Place, type PlanSource, type SourceText } from "@llmch/config";
import type { Diagnostic } from "@llmch/contract";
import { lineText } from "@llmch/text";

/** A diagnostic with its place; null if it refers to no file. */
export interface Located {
  readonly diagnostic: Diagnostic;
  readonly place: Place | null;
}

/**
 * Finds the place of each diagnostic in the texts of the plan. Follows its pointer as far as it leads, so that a missing member is shown by
 * what should hold it. If a text cannot be read, its place is where reading ended. Parses every file at most once.
 */
export const locate = (diagnostics: readonly Diagnostic[], source: PlanSource): readonly Located[] => {
  if (source.kind === "spec")
    return diagnostics.map((diagnostic) => ({ diagnostic, place: placeInSpec(source.manifest, diagnostic) }));
  const manifest = source.manifest === null ? null : jsonText(source.manifest);
  const orders = source.kind === "orders" ? source.orders.map(jsonText) : null;
  return diagnostics.map((diagnostic) => ({ diagnostic, place: placeIn(manifest, orders, diagnostic) }));
};

/** The line that the pointer names, and in it the words that the finding is about. */
const placeInSpec = ({ path, text }: SourceText, { pointer = "", field }: Diagnostic): Place => {
  const index = /^\/(\d+)$/.exec(pointer)?.[1];
  if (index === undefined || field === null) return { path, region: null };
  const line = Number(index) + 1;
  const column = Math.max(0, lineText(text, line).indexOf(field)) + 1;
  return { path, region: { line, column, endColumn: column + field.length } };
};

const placeIn = (
  manifest: JsonText | null,
  orders: readonly JsonText[] | null,
  { pointer }: Diagnostic,
): Place | null => {
  if (pointer === undefined) return manifest && orders === null ? { path: manifest.file.path, region: null } : null;
  const steps = pointer.split("/").slice(1).map(unescaped);
  if (orders === null || steps[0] !== "work_orders") return manifest && placeAt(manifest, steps);
  const [, number, ...rest] = steps;
  const order = orders[Number(number)];
  return order === undefined ? null : placeAt(order, rest);
};

/** Unescapes as RFC 6901 says. */
const unescaped = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

const placeAt = (json: JsonText, steps: readonly string[]): Place => {
  const fault = json.fault();
  const root = json.tree();
  if (fault !== null || root === undefined) return fault ?? { path: json.file.path, region: null };
  let part = { json, node: root };
  for (const step of steps) {
    const below = stepTo(part, step);
    if (below === undefined) break;
    part = below;
  }
  return placeOf(part);
};

type Node = NonNullable<ReturnType<JsonText["tree"]>>;

/** A part of a JSON text. */
interface Part {
  readonly json: JsonText;
  readonly node: Node;
}

const memberOf = ({ json, node }: Part, key: string): Part | undefined => {
  if (node.type !== "object") return undefined;
  const value = node.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1];
  return value && { json, node: value };
};

/** What a step of a JSON pointer leads to: a member of an object, an element of a list, or undefined. */
const stepTo = (part: Part, step: string): Part | undefined => {
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
const placeOf = (part: Part): Place => {
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
