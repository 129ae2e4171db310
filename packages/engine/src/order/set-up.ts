import { type EventBody, formatRefusal } from "@llmch/contract";
import type { Lease } from "../lease/leases.ts";
import type { SetupPlace } from "../lease/setup.ts";
import type { OrderRunContext } from "./order-run-context.ts";

/** Where an order's dependencies are installed. */
export const setupPlace = (
  emit: (event: EventBody) => Promise<void>,
  directory: string,
  { signal, secrets, observer, clock }: OrderRunContext,
): SetupPlace => ({ directory, signal, secrets, onOutput: observer.output, emit, now: clock.monotonicMs });

/** Installs the dependencies of what the worktree shows; null on success, else the reason. */
export const setUpAgain = async (lease: Lease, place: SetupPlace): Promise<string | null> => {
  const unready = await lease.setUp(place);
  if (unready === undefined) return null;
  return unready === null ? "interrupted" : formatRefusal(unready);
};
