import type { WorkOrder } from "@llmch/contract";
import type { GateOutcome } from "../job/gate-outcome.ts";
import type { Ports } from "../job/ports.ts";
import type { AcceptanceBefore } from "./acceptance-before.ts";
import type { Baseline } from "./baseline.ts";
import { unmetConditions } from "./conditions.ts";
import type { KnownStart } from "./tests-ran.ts";

/** The requirements on the tree that an order's gates start from, before the order changes it (contract §5.1). */
export interface StartGates {
  /**
   * Whether work on it can be judged: the repo's verification can run there, and the order's acceptance can fail. Returns what
   * is known of it. Looks once.
   */
  fit(): Promise<GateOutcome<KnownStart>>;
}

/** Checks the baseline first, then the acceptance. */
export const startGates = (baseline: Baseline, acceptance: AcceptanceBefore): StartGates => {
  let known: GateOutcome<KnownStart> | null = null;
  const look = async () => {
    const verified = await baseline.verified();
    if (verified.kind !== "open") return verified;
    const decides = await acceptance.canFail();
    if (decides.kind !== "open") return decides;
    const changedTests = [...verified.value.changedTests, ...decides.value];
    return { ...verified, value: { ...verified.value, changedTests } };
  };
  return {
    fit: async () => {
      known ??= await look();
      return known;
    },
  };
};

/** Whether an attempt at the order would get to its first question. */
export const canBegin = async (
  { preconditions }: Pick<WorkOrder, "preconditions">,
  start: StartGates,
  { shown, workspace }: Pick<Ports, "shown" | "workspace">,
): Promise<boolean> =>
  (await unmetConditions(preconditions, shown ?? workspace)).length === 0 && (await start.fit()).kind === "open";
