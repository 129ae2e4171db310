import { candidatePart } from "@llmch/contract";
import type { GateOutcome } from "../gate-outcome.ts";
import { type Before, type Opening, openAttempt } from "../opening.ts";
import type { OrderJob } from "../order-job.ts";
import type { Ports } from "../ports.ts";
import { type Proposed, propose } from "../propose.ts";
import { stepper } from "../step.ts";
import type { Contender } from "./contenders.ts";
import { placeOf, sharedPlace } from "./shared-place.ts";

/** Asks all contenders at once, with the same opening. Returns their proposals in order, once the last has ended. */
export const proposeAll = async (
  job: OrderJob,
  attempt: number,
  contenders: readonly Contender[],
  before: Before,
  ports: Ports,
): Promise<readonly GateOutcome<Proposed>[]> => {
  const shared = sharedPlace(ports);
  let opening: Promise<GateOutcome<Opening>> | undefined;
  const open = () => {
    opening ??= openAttempt(job, before, shared);
    return opening;
  };
  const asked = contenders.map((contender) => {
    const at = { attempt, round: 1, ...candidatePart(contender.candidate) };
    const place = placeOf(contender.candidate, shared);
    return stepper(at, place)("propose", async () => {
      const opened = await open();
      return opened.kind === "open" ? propose(job, attempt, contender, opened.value, before, place) : opened;
    });
  });
  // Leave the workspace alone until the last of them is done with it.
  await Promise.allSettled(asked);
  return Promise.all(asked);
};
