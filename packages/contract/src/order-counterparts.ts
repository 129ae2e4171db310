import { type JsonObject, textMember } from "@llmch/text";

/** A renumbered order keeps its title, and a renamed one its id, so a match in both counts first: titles may be equal. */
const NAMES = [["id", "title"], ["title"], ["id"]] as const;

/**
 * Which orders of two plans are the same order: first those with the same id and title, then with the same title, then with the same id.
 * @returns for each order of the later plan that has one, its counterpart in the earlier plan; none is the counterpart of two
 */
export const orderCounterparts = (
  before: readonly JsonObject[],
  after: readonly JsonObject[],
): ReadonlyMap<JsonObject, JsonObject> => {
  const left = new Set(before);
  const counterparts = new Map<JsonObject, JsonObject>();
  for (const names of NAMES)
    for (const order of after) {
      if (counterparts.has(order)) continue;
      const same = [...left].find((other) => names.every((name) => hasSameText(order, other, name)));
      if (same === undefined) continue;
      left.delete(same);
      counterparts.set(order, same);
    }
  return counterparts;
};

const hasSameText = (one: JsonObject, other: JsonObject, name: string): boolean => {
  const text = textMember(one, name);
  return text !== null && text === textMember(other, name);
};
