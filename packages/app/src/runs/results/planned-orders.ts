import { edgesByEnd, type OrderEdge, orderGraph, planAcceptanceOf } from "@llmch/contract";
import type { Coverage } from "@llmch/planner";
import { isJsonObject, type JsonObject, type JsonValue, textMember, textsMember } from "@llmch/text";
import { z } from "zod";
import { coverageOf, coverageSchema } from "./coverage.ts";

/** A plan, as results have it. */
export const planSchema = () =>
  z.object({
    workOrders: z.array(
      z.object({
        ...{ id: z.string(), title: z.string() },
        files: z.array(z.string()).describe("what it may write"),
        after: z.array(z.string()).describe("the orders that it depends on"),
      }),
    ),
    systemOverview: z.array(z.string()),
    planAcceptance: z
      .array(z.object({ command: z.string(), hidden: z.boolean() }))
      .optional()
      .describe("what holds once all orders have landed"),
    coverage: coverageSchema().optional(),
    next: z.string().describe("the command that carries it out"),
  });

/** An order of a plan, as it is shown before it is carried out. */
export type PlannedOrder = PlanShown["workOrders"][number];
export type PlanShown = z.output<ReturnType<typeof planSchema>>;

/** The orders of a plan, and what its manifest says of the whole. */
export const planOf = async (
  orders: readonly JsonValue[],
  manifest: JsonObject,
  coverage: Coverage | null,
  next: string,
): Promise<PlanShown> => {
  const planAcceptance = planAcceptanceOf(manifest).map(({ command, hidden }) => ({ command, hidden }));
  return {
    workOrders: [...(await plannedOrders(orders))],
    systemOverview: [...textsMember(manifest, "system_overview")],
    ...(planAcceptance.length === 0 ? {} : { planAcceptance }),
    ...(coverage === null ? {} : { coverage: coverageOf(coverage) }),
    next,
  };
};

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
    files: [...textsMember(order, "allowed_files")],
    after: [...after].sort(),
  };
};
