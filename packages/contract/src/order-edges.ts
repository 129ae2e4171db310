/** The parts of an order that decide its place in the plan. */
interface OrderFiles {
  readonly id: string;
  /** Files that the order requires, or shows to the model. */
  readonly needs: readonly string[];
  /** Files that the order may write. */
  readonly writes: readonly string[];
  /** Ids of orders that it explicitly depends on, whatever its files show. */
  readonly dependsOn?: readonly string[];
}

/** An order that depends on an earlier one, and the files that cause it, sorted. */
export interface OrderEdge {
  readonly from: string;
  readonly to: string;
  /** Files that `to` needs and `from` is the last to provide. */
  readonly needs: readonly string[];
  /** Files that both may write; `from` is the last writer before `to`. */
  readonly writes: readonly string[];
  /** Set if `to` explicitly depends on `from`. */
  readonly said?: true;
  /** Set if nothing else explains the edge: a command of `to` names what `from` writes, or all later orders depend on `from`. */
  readonly by?: "command" | "repo";
}

/**
 * How the orders of a plan depend on one another. There is an edge if an order needs a file that an earlier one provides, if both may write
 * the same file, or if the order says so. If several earlier orders provide a file, the last one counts. Edges are in the sequence of the
 * orders.
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

/** The edges that lead to each order, by its id. */
export const edgesByEnd = (edges: readonly OrderEdge[]): ReadonlyMap<string, readonly OrderEdge[]> => {
  const found = new Map<string, OrderEdge[]>();
  for (const edge of edges) {
    const others = found.get(edge.to);
    if (others === undefined) found.set(edge.to, [edge]);
    else others.push(edge);
  }
  return found;
};

const sorted = (paths: ReadonlySet<string>): readonly string[] => [...paths].sort();
