import { objectsMember, textMember, textsMember } from "./json-members.ts";
import { isJsonObject, type JsonObject, type JsonValue, member } from "./json-value.ts";
import { type NumberSet, numberSet } from "./number-set.ts";
import { edgesByEnd, type OrderEdge, orderEdges } from "./order-edges.ts";
import { type NamedFiles, neededFiles, removedFiles, writtenFiles } from "./order-files.ts";
import { type OrderParts, type RestingReason, restingOrders } from "./resting-orders.ts";

export interface OrderGraph {
  readonly orders: readonly { readonly id: string; readonly title: string }[];
  readonly edges: readonly OrderEdge[];
}

/**
 * The graph of orders as normalised documents: the edges that files show, and those that are missing for all that each order rests
 * on. Ignores the parts of an order that are malformed.
 */
export const orderGraph = (documents: readonly JsonValue[]): OrderGraph => {
  const objects = documents.map((document) => (isJsonObject(document) ? document : {}));
  const parts = objects.map(partsOf);
  const removed = new Set(parts.flatMap(({ files }) => removedFiles(files)));
  // Under their numbers in the list, since the ids of an unjudged plan may be anything.
  const numbers = new Map<string, number>();
  const shown = orderEdges(
    parts.map(({ id, files, dependsOn }, number) => {
      const named = dependsOn.flatMap((earlier) => numbers.get(earlier) ?? []).map(String);
      if (!numbers.has(id)) numbers.set(id, number);
      return { id: String(number), dependsOn: named, needs: neededFiles(files, removed), writes: writtenFiles(files) };
    }),
  );
  const nameOf = (number: string) => parts[Number(number)]?.id ?? "";
  return {
    orders: parts.map(({ id }, number) => ({ id, title: textMember(objects[number] ?? {}, "title") ?? "" })),
    edges: withHidden(shown, parts).map((edge) => ({ ...edge, from: nameOf(edge.from), to: nameOf(edge.to) })),
  };
};

/** The edges, and one more wherever they lead to less than all that an order rests on. */
const withHidden = (edges: readonly OrderEdge[], parts: readonly OrderParts[]): readonly OrderEdge[] => {
  const reached: NumberSet[] = [];
  const byEnd = edgesByEnd(edges);
  return restingOrders(parts).flatMap(({ reasons }, number) => {
    const own = numberSet(parts.length);
    const reach = (earlier: number) => {
      const before = reached[earlier];
      own.add(earlier);
      if (before !== undefined) own.addAll(before);
    };
    const shown = byEnd.get(String(number)) ?? [];
    for (const { from } of shown) reach(Number(from));
    const hidden: OrderEdge[] = [];
    for (const [earlier, reason] of [...reasons].sort(([one], [two]) => two - one)) {
      if (own.has(earlier)) continue;
      reach(earlier);
      hidden.push({ from: String(earlier), to: String(number), ...shownReason(reason) });
    }
    reached.push(own);
    return hidden.length === 0 ? shown : [...shown, ...hidden].sort((one, two) => Number(one.from) - Number(two.from));
  });
};

const shownReason = (reason: RestingReason): Omit<OrderEdge, "from" | "to"> => {
  if (reason.by === "path")
    return reason.writes ? { needs: [], writes: [reason.path] } : { needs: [reason.path], writes: [] };
  return { needs: [], writes: [], ...(reason.by === "said" ? { said: true } : { by: reason.by }) };
};

const partsOf = (order: JsonObject, index: number): OrderParts => ({
  id: textMember(order, "id") || `index-${index}`,
  files: namedFiles(order),
  dependsOn: textsMember(order, "depends_on"),
  commands: [
    ...textsMember(order, "acceptance_commands"),
    ...[...objectsMember(order, "acceptance_commands"), ...objectsMember(order, "derive")].flatMap(
      (item) => textMember(item, "command") ?? [],
    ),
  ],
  isExempt: member(order, "verify_exempt") === true,
});

const namedFiles = (order: JsonObject): NamedFiles => ({
  preconditions: conditionsOf(order, "preconditions"),
  postconditions: conditionsOf(order, "postconditions"),
  allowed: textsMember(order, "allowed_files"),
  context: textsMember(order, "context_files"),
  derived: objectsMember(order, "derive").flatMap((item) => textsMember(item, "files")),
});

const conditionsOf = (order: JsonObject, name: string): NamedFiles["preconditions"] =>
  objectsMember(order, name).flatMap((condition) => {
    const path = textMember(condition, "path") ?? "";
    return path === "" ? [] : [{ kind: textMember(condition, "kind") ?? "", path }];
  });
