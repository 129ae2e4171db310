import { type Acceptance, edgesByEnd, type OrderEdge, orderGraph, planAcceptanceOf } from "@llmch/contract";
import type { Coverage } from "@llmch/planner";
import { isJsonObject, type JsonObject, type JsonValue, textMember, textsMember } from "@llmch/text";
import { z } from "zod";
import { coverageOf, coverageSchema } from "./coverage.ts";

/** An order of a plan, as shown for review before it is carried out. */
export interface PlannedOrder {
  readonly id: string;
  readonly title: string;
  /** What it may write. */
  readonly files: readonly string[];
  /** The orders that it depends on. */
  readonly after: readonly string[];
}

/** A plan to look through. */
export interface LookedAt {
  readonly orders: readonly PlannedOrder[];
  /** What the planner says about the plan as a whole, one sentence each, including its assumptions. */
  readonly overview: readonly string[];
  /** The commands that hold once all orders have landed. */
  readonly acceptance: readonly Acceptance[];
  /** What carrying it out may cost, as a line; null if unknown. */
  readonly estimate: string | null;
  /** Which sentences of the spec it fulfils; null if unknown. */
  readonly coverage: Coverage | null;
  /** The command that carries it out. */
  readonly next: string;
}

/** A plan, as results have it. */
export const planSchema = () =>
  z.object({
    workOrders: z.array(
      z.object({ id: z.string(), title: z.string(), files: z.array(z.string()), after: z.array(z.string()) }),
    ),
    systemOverview: z.array(z.string()),
    planAcceptance: z
      .array(z.object({ command: z.string(), hidden: z.boolean() }))
      .optional()
      .describe("what holds once all orders have landed"),
    coverage: coverageSchema().optional(),
    next: z.string().describe("the command that carries it out"),
  });

export const planOf = ({
  orders,
  overview,
  acceptance,
  coverage,
  next,
}: LookedAt): z.output<ReturnType<typeof planSchema>> => ({
  workOrders: orders.map(({ id, title, files, after }) => ({ id, title, files: [...files], after: [...after] })),
  systemOverview: [...overview],
  ...(acceptance.length === 0 ? {} : { planAcceptance: [...acceptance] }),
  ...(coverage === null ? {} : { coverage: coverageOf(coverage) }),
  next,
});

/** What a manifest says of the whole, as it is shown. */
export const wholeShown = (manifest: JsonObject): Pick<LookedAt, "overview" | "acceptance"> => ({
  overview: textsMember(manifest, "system_overview"),
  acceptance: planAcceptanceOf(manifest),
});

/** The orders of a plan with their dependencies; entries that are not objects are left out. */
export const plannedOrders = async (documents: readonly JsonValue[]): Promise<readonly PlannedOrder[]> => {
  const orders = documents.filter(isJsonObject);
  const { edges } = await orderGraph(orders);
  const byEnd = edgesByEnd(edges);
  return orders.map((order) => plannedOrder(order, byEnd));
};

const plannedOrder = (order: JsonObject, byEnd: ReadonlyMap<string, readonly OrderEdge[]>): PlannedOrder => {
  const id = textMember(order, "id") ?? "";
  const after = new Set((byEnd.get(id) ?? []).map(({ from }) => from));
  return {
    id,
    title: textMember(order, "title") ?? "",
    files: textsMember(order, "allowed_files"),
    after: [...after].sort(),
  };
};
