import { availableParallelism } from "node:os";
import type { RunConfig } from "@llmch/contract";
import type { Isolation } from "../preflight/isolation.ts";
import { openSlots, type Slots } from "./slots.ts";

export interface GateWish {
  /** What the user asked for; null for what suits the machine. */
  readonly verifyJobs: number | null;
  /** `run.exclusive`. */
  readonly exclusive: boolean;
  readonly isolation: Isolation;
}

/** What a run asks for, and what its settings say. */
export const gateWish = (
  { verify_jobs }: Pick<RunConfig, "verify_jobs">,
  { exclusive }: Pick<GateWish, "exclusive">,
  isolation: Isolation,
): GateWish => ({ verifyJobs: verify_jobs ?? null, exclusive, isolation });

/**
 * How many orders' gates run at once. A model is waited for, tests are not: by default half of the cores are theirs. One at a time if the
 * user wants that and commands share the machine's ports.
 */
export const gatesAtOnce = (
  { verifyJobs, exclusive, isolation: { sandbox } }: GateWish,
  cores: number = availableParallelism(),
): number => {
  const sharesPorts = sandbox === null || sandbox.allowsNetwork;
  if (exclusive && sharesPorts) return 1;
  return Math.max(1, verifyJobs ?? Math.floor(cores / 2));
};

/** The slots in which gates run: taken for a gate, or for several of one order, and given back at once. */
export const openGateSlots = (wish: GateWish): Slots => openSlots(gatesAtOnce(wish));
