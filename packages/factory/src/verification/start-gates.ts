import type { WorkOrder } from "@llmch/contract";
import { type GateOutcome, open } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { Ports } from "../job/ports.ts";
import { type AcceptanceTried, acceptanceBefore } from "./acceptance-before.ts";
import { verifyBaseline } from "./baseline.ts";
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

/**
 * Checks the baseline first, then the acceptance.
 * @param tried what the run's journal tells of the acceptance, if anything
 */
export const startGates = (job: OrderJob, tried: AcceptanceTried | null, ports: Ports): StartGates => {
  let known: GateOutcome<KnownStart> | null = null;
  const look = async (): Promise<GateOutcome<KnownStart>> => {
    const verified = await verifyBaseline(job, ports);
    if (verified.kind !== "open") return verified;
    const decides = await acceptanceBefore(job, tried, ports);
    if (decides.kind !== "open") return decides;
    const changedTests = [...verified.value.changedTests, ...decides.value];
    return open({ ...verified.value, changedTests });
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
