import {
  type Diagnostic,
  type JsonText,
  jsonText,
  type Located,
  type Place,
  type PlanSource,
} from "@llmch/app/drawing";
import { placeOf, stepTo } from "./json-node.ts";

/**
 * Finds the place of each diagnostic in the texts of the plan. Follows its pointer as far as it leads, so that a missing member is shown by
 * what should hold it. If a text cannot be read, its place is where reading ended. Parses every file at most once.
 */
export const locate = (diagnostics: readonly Diagnostic[], source: PlanSource): readonly Located[] => {
  const manifest = source.manifest === null ? null : jsonText(source.manifest);
  const orders = source.kind === "orders" ? source.orders.map(jsonText) : null;
  return diagnostics.map((diagnostic) => ({ diagnostic, place: placeIn(manifest, orders, diagnostic) }));
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
