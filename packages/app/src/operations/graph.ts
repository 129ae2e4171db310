import { resolve } from "node:path";
import { type OrderGraph, orderGraph } from "@llmch/contract";
import { manifestOf, noOrders, ordersOf, readPlan } from "@llmch/records";
import { longestChain } from "@llmch/story/graph";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, document, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { planPlace } from "../request/plan-place.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "graph",
  topic: "Plan",
  sentence: "print how the orders of a plan depend on each other",
  may: "read",
  keyless: true,
  argument: { member: "plan", shown: "[wo-dir]" },
  request: z.strictObject({
    plan: text()
      .optional()
      .describe(
        "the directory of work orders, a manifest, or the run that made them (default: the newest plan of the repo)",
      ),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({
    graph: z.object({
      orders: z.array(document<OrderGraph["orders"][number]>("an order: id, title, and the orders that it depends on")),
      edges: z.array(document<OrderGraph["edges"][number]>("from one order to another, with the reason")),
      longestChain: z.array(z.string()),
    }),
  }),
  examples: ["graph wo", "graph wo --format svg > wo.svg"],
}));

/** How the orders of a plan depend on one another. The plan need not be valid: it takes whatever can be read. */
export const operate = async (
  { plan: target, artifactsDir: runs }: RequestOf<typeof description>,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const named = await planPlace(target, { artifactsDir: runs }, context);
  if (!named.ok) return refused(named.issues);
  const plan = await readPlan(resolve(context.cwd, named.value));
  if (!plan.ok) return refused(plan.issues);
  const manifest = manifestOf(plan.value);
  const orders = ordersOf(manifest);
  if (orders.length === 0) return refused([noOrders(named.value, manifest)]);
  const graph = await orderGraph(orders);
  return done(
    {
      graph: {
        ...{ orders: [...graph.orders], edges: [...graph.edges], longestChain: [...longestChain(graph).ids] },
      },
    },
    {
      ...(target === undefined ? { paths: { plan: named.value } } : {}),
      counts: { orders: graph.orders.length, edges: graph.edges.length },
    },
  );
};
