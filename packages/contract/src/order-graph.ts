import { objectsMember, textMember, textsMember } from "./json-members.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.ts";
import { type NamedFiles, neededFiles, removedFiles, writtenFiles } from "./order-files.ts";

/** The parts of an order that decide its place in the plan. */
export interface OrderFiles {
  readonly id: string;
  /** Files that the order requires, or shows to the model. */
  readonly needs: readonly string[];
  /** Files that the order may write. */
  readonly writes: readonly string[];
  /** Ids of orders that it says it rests on, whatever its files show. */
  readonly dependsOn?: readonly string[];
}

/** An order that rests on an earlier one, and the files that make it so, sorted. */
export interface OrderEdge {
  readonly from: string;
  readonly to: string;
  /** Files that `from` is the last to provide before `to` needs them. */
  readonly needs: readonly string[];
  /** Files that both may write, with `from` the last writer before `to`. */
  readonly writes: readonly string[];
  /** Set if `to` itself says that it depends on `from`. */
  readonly said?: true;
}

export interface OrderGraph {
  readonly orders: readonly { readonly id: string; readonly title: string }[];
  readonly edges: readonly OrderEdge[];
}

/**
 * How the orders of a plan rest on one another. There is an edge if an order needs a file that an earlier one provides, or if
 * both may write the same file, or if it says so. If several earlier orders provide a file, the last one counts. Edges are in the
 * sequence of the orders.
 */
export const orderEdges = (orders: readonly OrderFiles[]): readonly OrderEdge[] => {
  const lastGiver = new Map<string, number>();
  const numbers = new Map<string, number>();
  return orders.flatMap(({ id, needs, writes, dependsOn = [] }, index) => {
    const found = new Map<number, { needs: Set<string>; writes: Set<string>; said?: true }>();
    const edgeFrom = (giver: number) => {
      const edge = found.get(giver) ?? { needs: new Set(), writes: new Set() };
      found.set(giver, edge);
      return edge;
    };
    const note = (path: string, kind: "needs" | "writes") => {
      const giver = lastGiver.get(path);
      if (giver !== undefined) edgeFrom(giver)[kind].add(path);
    };
    for (const earlier of dependsOn) {
      const giver = numbers.get(earlier);
      if (giver !== undefined) edgeFrom(giver).said = true;
    }
    for (const path of needs) note(path, "needs");
    for (const path of writes) note(path, "writes");
    for (const path of writes) lastGiver.set(path, index);
    numbers.set(id, index);
    return [...found]
      .sort(([a], [b]) => a - b)
      .flatMap(([giver, files]): OrderEdge[] => {
        const from = orders[giver]?.id;
        const said = files.said === true ? { said: true as const } : {};
        return from === undefined
          ? []
          : [{ from, to: id, needs: sorted(files.needs), writes: sorted(files.writes), ...said }];
      });
  });
};

/** The graph of orders as normalised documents. Ignores the parts of an order that are malformed. */
export const orderGraph = (documents: readonly JsonValue[]): OrderGraph => {
  const objects = documents.map((document) => (isJsonObject(document) ? document : {}));
  const files = objects.map(namedFiles);
  const removed = new Set(files.flatMap(removedFiles));
  const orders = objects.map((order, index) => ({
    id: textMember(order, "id") || `index-${index}`,
    title: textMember(order, "title") ?? "",
    dependsOn: textsMember(order, "depends_on"),
  }));
  const edges = orderEdges(
    files.map((named, index) => ({
      id: orders[index]?.id ?? "",
      dependsOn: orders[index]?.dependsOn ?? [],
      needs: neededFiles(named, removed),
      writes: writtenFiles(named),
    })),
  );
  return { orders: orders.map(({ id, title }) => ({ id, title })), edges };
};

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

const sorted = (paths: ReadonlySet<string>): readonly string[] => [...paths].sort();
