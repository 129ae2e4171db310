import type { Forecast } from "@llmch/plan";
import { z } from "zod";
import { document } from "../members.ts";

/** What a run would do. */
export const dryRunSchema = () =>
  z.object({
    sandbox: z.string(),
    wouldRun: z.array(z.string()),
    config: document("the run's options and settings"),
    graph: z.array(z.object({ id: z.string(), after: z.array(z.string()) })),
    waves: z
      .array(z.array(z.string()))
      .describe("orders that could be carried out together, one group after the other"),
    longestChain: z.array(z.string()).describe("orders that must follow one another"),
    commands: z.object({
      setup: z.array(z.string()),
      verify: z.array(z.string()),
      verifyReason: z.string(),
      derive: z.array(z.string()),
      acceptance: z.record(z.string(), z.array(z.string())),
    }),
    estimate: document("what it may cost").optional(),
  });

/** What to expect of a run, as results have it. */
export const forecastResult = ({ graph, waves, longestChain, commands, estimate }: Forecast) => ({
  graph: graph.orders.map(({ id, after }) => ({ id, after: [...after] })),
  waves: waves.map((ids) => [...ids]),
  longestChain: [...longestChain],
  commands: {
    setup: [...commands.setup],
    verify: [...commands.verify],
    verifyReason: commands.verifyReason,
    derive: [...commands.derives],
    acceptance: Object.fromEntries(commands.orders.map(({ id, acceptance }) => [id, [...acceptance]])),
  },
  ...(estimate === null ? {} : { estimate: estimate.document }),
});
