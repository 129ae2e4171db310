import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  objectsMember,
  textMember,
  textsMember,
} from "@llmch/text";
import { checkFilesIn } from "./check-files.ts";
import { edgesByEnd, type OrderEdge, orderEdges } from "./order-edges.ts";
import { type NamedFiles, neededFiles, removedFiles, writtenFiles } from "./order-files.ts";
import { type OrderParts, type Resting, type RestingReason, restingOrders } from "./resting-orders.ts";

export interface OrderGraph {
  readonly orders: readonly { readonly id: string; readonly title: string }[];
  readonly edges: readonly OrderEdge[];
}

/**
 * The graph of orders in normalised documents: the edges that files show, and the ones needed to cover all that each order depends on.
 * Ignores the malformed parts of an order.
 */
export const orderGraph = (documents: readonly JsonValue[]): OrderGraph => {
  const objects = documents.map((document) => (isJsonObject(document) ? document : {}));
  const parts: OrderParts[] = [];
  for (const [index, order] of objects.entries()) {
    parts.push(partsOf(order, index));
  }
  const removed = new Set(parts.flatMap(({ files }) => removedFiles(files)));
  // By list position, since the ids of an unvalidated plan may be anything.
  const numbers = new Map<string, number>();
  const shown = orderEdges(
    parts.map(({ id, files, dependsOn }, number) => {
      const named = dependsOn.flatMap((earlier) => numbers.get(earlier) ?? []).map(String);
      if (!numbers.has(id)) numbers.set(id, number);
      return { id: String(number), dependsOn: named, needs: neededFiles(files, removed), writes: writtenFiles(files) };
    }),
  );
  const byEnd = edgesByEnd(shown);
  const resting = restingOrders(parts);
  const edges: OrderEdge[] = [];
  const nameOf = (number: string) => parts[Number(number)]?.id ?? "";
  for (const number of parts.keys()) {
    const own = byEnd.get(String(number)) ?? [];
    const all = [...own, ...hiddenEdges(number, own, resting)].sort((one, two) => Number(one.from) - Number(two.from));
    for (const edge of all) edges.push({ ...edge, from: nameOf(edge.from), to: nameOf(edge.to) });
  }
  return {
    orders: parts.map(({ id }, number) => ({ id, title: textMember(objects[number] ?? {}, "title") ?? "" })),
    edges,
  };
};

/** The edges that an order needs besides the shown ones, so that they all together reach everything that it depends on. */
const hiddenEdges = (
  number: number,
  shown: readonly OrderEdge[],
  resting: readonly Resting[],
): readonly OrderEdge[] => {
  const reached = shown.map(({ from }) => Number(from));
  const hidden: OrderEdge[] = [];
  for (const [earlier, reason] of [...(resting[number]?.reasons ?? [])].sort(([one], [two]) => two - one)) {
    if (reached.some((each) => each === earlier || resting[each]?.all.has(earlier))) continue;
    reached.push(earlier);
    hidden.push({ from: String(earlier), to: String(number), ...shownReason(reason) });
  }
  return hidden;
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
    ...checkFilesIn(order).map(({ content }) => content),
  ],
  ticked: objectsMember(order, "ticks").flatMap((item) => textMember(item, "path") ?? []),
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
