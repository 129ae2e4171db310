import { availableParallelism } from "node:os";
import type { RunConfig } from "@llmch/contract";
import type { Isolation } from "../preflight/isolation.ts";
import { openSlots, type Slots } from "./slots.ts";

export interface GateWish {
  /** What the user asked for; null for a default that suits the machine. */
  readonly verifyJobs: number | null;
  /** `run.exclusive`. */
  readonly exclusive: boolean;
  readonly isolation: Isolation;
}

/** Combines what a run asks for with what its settings say. */
export const gateWish = (
  { verify_jobs }: Pick<RunConfig, "verify_jobs">,
  { exclusive }: Pick<GateWish, "exclusive">,
  isolation: Isolation,
): GateWish => ({ verifyJobs: verify_jobs ?? null, exclusive, isolation });

/**
 * How many orders' gates run at once. Waiting for a model uses no CPU, but tests do: by default they get half of the cores. One at a time
 * if the user wants that and commands share the machine's ports.
 */
export const gatesAtOnce = (
  { verifyJobs, exclusive, isolation: { sandbox } }: GateWish,
  cores: number = availableParallelism(),
): number => {
  const sharesPorts = sandbox === null || sandbox.allowsNetwork;
  if (exclusive && sharesPorts) return 1;
  return Math.max(1, verifyJobs ?? Math.floor(cores / 2));
};

/** The slots in which gates run. A slot is taken for one gate, or for several of one order, and released at once afterwards. */
export const openGateSlots = (wish: GateWish): Slots => openSlots(gatesAtOnce(wish));
