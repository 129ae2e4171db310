import { resolve } from "node:path";
import { EXIT, harmlessJson, type OrderGraph, orderGraph } from "@llmch/contract";
import { manifestOf, noOrders, ordersOf, readPlan } from "@llmch/engine/orders";
import { graphDot, graphMermaid, graphSvg, graphText, longestChain } from "@llmch/story/graph";
import type { CommandContext } from "../command-context.ts";
import type { GraphOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

/** `llmch graph`: how the orders of a plan depend on one another. The plan need not be valid: draws whatever can be read. */
export const graph = async (options: GraphOptions, { cwd }: CommandContext): Promise<Outcome> => {
  const plan = await readPlan(resolve(cwd, options.target));
  if (!plan.ok) return refused(plan.issues);
  const manifest = manifestOf(plan.value);
  const orders = ordersOf(manifest);
  if (orders.length === 0) return refused([noOrders(options.target, manifest)]);
  const drawn = orderGraph(orders);
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: DRAWINGS[options.format](drawn),
    counts: { orders: drawn.orders.length, edges: drawn.edges.length },
    extra: () => ({
      graph: {
        orders: drawn.orders.map((order) => ({ ...order })),
        edges: drawn.edges.map((edge) => ({ ...edge })),
        longest_chain: [...longestChain(drawn).ids],
      },
    }),
  };
};

type Draw = (graph: OrderGraph) => readonly string[];

/** Drops the final line break: the console adds one. */
const lines = (text: string): readonly string[] => [text.trimEnd()];

const DRAWINGS: Readonly<Record<GraphOptions["format"], Draw>> = {
  text: graphText,
  mermaid: (drawn) => lines(graphMermaid(drawn)),
  dot: (drawn) => lines(graphDot(drawn)),
  svg: (drawn) => lines(graphSvg(drawn, { standalone: true })),
  json: (drawn) => lines(harmlessJson(JSON.stringify({ ...drawn, longest_chain: longestChain(drawn).ids }, null, 2))),
};
