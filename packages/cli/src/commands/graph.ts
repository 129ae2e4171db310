import { resolve } from "node:path";
import {
  EXIT,
  harmlessJson,
  isJsonObject,
  type JsonValue,
  member,
  orderGraph,
  readJson,
  refusal,
} from "@llmch/contract";
import { type PlanDocument, readPlan } from "@llmch/engine/orders";
import { normalizeManifest } from "@llmch/planner";
import { graphDot, graphMermaid, graphSvg, graphText } from "@llmch/story/graph";
import type { CommandContext } from "../command-context.ts";
import type { GraphOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

/**
 * `llmch graph`: how the orders of a plan rest on one another. The plan need not be valid: what of it can be read is drawn.
 */
export const graph = async (options: GraphOptions, { cwd }: CommandContext): Promise<Outcome> => {
  const plan = await readPlan(resolve(cwd, options.target));
  if (!plan.ok) return refused(plan.issues);
  const orders = ordersOf(plan.value);
  if (orders === null) {
    const hint = `\`llmch check ${options.target}\` says what is wrong`;
    return refused([refusal("unreadable-input", `${options.target} holds no work orders that can be read`, hint)]);
  }
  const drawn = orderGraph(orders);
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: DRAWINGS[options.format](drawn),
    counts: { orders: drawn.orders.length, edges: drawn.edges.length },
    extra: {
      graph: { orders: drawn.orders.map((order) => ({ ...order })), edges: drawn.edges.map((edge) => ({ ...edge })) },
    },
  };
};

type Draw = (graph: ReturnType<typeof orderGraph>) => readonly string[];

/** Texts end with a line break, which the console adds. */
const lines = (text: string): readonly string[] => [text.trimEnd()];

const DRAWINGS: Readonly<Record<GraphOptions["format"], Draw>> = {
  text: graphText,
  mermaid: (drawn) => lines(graphMermaid(drawn)),
  dot: (drawn) => lines(graphDot(drawn)),
  svg: (drawn) => lines(graphSvg(drawn, { standalone: true })),
  json: (drawn) => lines(harmlessJson(JSON.stringify(drawn, null, 2))),
};

/** The orders, normalised; null where there are none. */
const ordersOf = (plan: PlanDocument): readonly JsonValue[] | null => {
  if (plan.kind === "not-json") return null;
  const read = plan.kind === "orders" ? { ok: true as const, value: plan.document } : readJson(plan.text);
  if (!read.ok) return null;
  const manifest = normalizeManifest(read.value);
  const orders = isJsonObject(manifest) ? member(manifest, "work_orders") : undefined;
  return Array.isArray(orders) && orders.length > 0 ? orders : null;
};
