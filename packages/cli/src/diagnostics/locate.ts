import type { Diagnostic, Steps } from "@llmch/contract";
import { type JsonText, jsonText, type Located, type Place, type PlanSource } from "@llmch/engine/text";
import { placeOf, stepTo } from "./json-node.ts";

/**
 * Finds the place of each diagnostic in the texts that the plan was read from, by its pointer: as far as that leads, so that what
 * is missing is shown by what it is missing in. Of a text that cannot be read, the place is the one where reading ended. Every file
 * is parsed at most once.
 */
export function* locate(diagnostics: readonly Diagnostic[], source: PlanSource): Steps<readonly Located[]> {
  const manifest = source.manifest === null ? null : jsonText(source.manifest);
  const orders = source.kind === "orders" ? source.orders.map(jsonText) : null;
  const located: Located[] = [];
  for (const diagnostic of diagnostics) {
    yield;
    located.push({ diagnostic, place: placeIn(manifest, orders, diagnostic) });
  }
  return located;
}

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

/** As RFC 6901 has it. */
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
