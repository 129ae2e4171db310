import { needsFile } from "./condition.ts";
import { isJsonObject, type JsonObject, type JsonValue, member } from "./json-value.ts";

/** What of an order its place in the plan rests on. */
export interface OrderFiles {
  readonly id: string;
  /** Files that it requires, or has shown to the model. */
  readonly needs: readonly string[];
  /** Files that it may write. */
  readonly writes: readonly string[];
}

/** An order that rests on an earlier one, and the files that make it so, sorted. */
export interface OrderEdge {
  readonly from: string;
  readonly to: string;
  /** Files that `from` is the last to give before `to` needs them. */
  readonly needs: readonly string[];
  /** Files that both may write, `from` being the last before `to`. */
  readonly writes: readonly string[];
}

export interface OrderGraph {
  readonly orders: readonly { readonly id: string; readonly title: string }[];
  readonly edges: readonly OrderEdge[];
}

/**
 * How the orders of a plan rest on one another: an edge where an order needs a file that an earlier one gives, or where both
 * may write one. Of several earlier orders it is the last that counts. Edges are in the orders' sequence.
 */
export const orderEdges = (orders: readonly OrderFiles[]): readonly OrderEdge[] => {
  const lastGiver = new Map<string, number>();
  return orders.flatMap(({ id, needs, writes }, index) => {
    const found = new Map<number, { needs: Set<string>; writes: Set<string> }>();
    const note = (path: string, kind: "needs" | "writes") => {
      const giver = lastGiver.get(path);
      if (giver === undefined) return;
      const edge = found.get(giver) ?? { needs: new Set(), writes: new Set() };
      found.set(giver, edge);
      edge[kind].add(path);
    };
    for (const path of needs) note(path, "needs");
    for (const path of writes) note(path, "writes");
    for (const path of writes) lastGiver.set(path, index);
    return [...found]
      .sort(([a], [b]) => a - b)
      .flatMap(([giver, files]): OrderEdge[] => {
        const from = orders[giver]?.id;
        return from === undefined ? [] : [{ from, to: id, needs: sorted(files.needs), writes: sorted(files.writes) }];
      });
  });
};

/** The graph of orders as documents, normalised; what of them has not the right form is left out. */
export const orderGraph = (documents: readonly JsonValue[]): OrderGraph => {
  const objects = documents.map((document) => (isJsonObject(document) ? document : {}));
  const removed = new Set(objects.flatMap(removedFiles));
  const orders = objects.map((order, index) => readOrderFiles(order, index, removed));
  return { orders: orders.map(({ id, title }) => ({ id, title })), edges: orderEdges(orders) };
};

const removedFiles = (order: JsonObject): readonly string[] =>
  conditionsOf(member(order, "postconditions")).flatMap(({ kind, path }) => (needsFile(kind) ? [] : [path]));

/** An order that wants a file gone rests on the one that takes it away. */
const readOrderFiles = (
  order: JsonObject,
  index: number,
  removed: ReadonlySet<string>,
): OrderFiles & { readonly title: string } => {
  const required = conditionsOf(member(order, "preconditions"))
    .filter(({ kind, path }) => needsFile(kind) || removed.has(path))
    .map(({ path }) => path);
  const given = conditionsOf(member(order, "postconditions"))
    .filter(({ kind }) => kind !== "file_unchanged")
    .map(({ path }) => path);
  return {
    id: textOf(member(order, "id")) || `index-${index}`,
    title: textOf(member(order, "title")),
    needs: [...required, ...textsOf(member(order, "context_files"))],
    writes: [...textsOf(member(order, "allowed_files")), ...given],
  };
};

const conditionsOf = (value: JsonValue | undefined): readonly { readonly kind: string; readonly path: string }[] =>
  (Array.isArray(value) ? value : []).flatMap((item: JsonValue) => {
    const condition = isJsonObject(item) ? item : {};
    const path = textOf(member(condition, "path"));
    return path === "" ? [] : [{ kind: textOf(member(condition, "kind")), path }];
  });

const textOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");
const textsOf = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
const sorted = (paths: ReadonlySet<string>): readonly string[] => [...paths].sort();
