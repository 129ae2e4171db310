import type { PassedAttempt } from "../attempt-outcome.ts";
import { briefOf } from "../brief.ts";
import { remade } from "../derived/remade.ts";
import type { GateOutcome } from "../gate-outcome.ts";
import type { OrderJob } from "../order-job.ts";
import type { Workspace } from "../ports.ts";

/** Restores a passed candidate to the workspace, and checks that the workspace holds it and nothing else. Null on success. */
export const bringBack = async (
  job: OrderJob,
  { changes }: PassedAttempt,
  workspace: Pick<Workspace, "reset" | "apply" | "drift">,
): Promise<Extract<GateOutcome<never>, { readonly kind: "shut" }> | null> => {
  const before = new Set(await workspace.drift([]));
  const fault = await remade(changes, workspace, false);
  const strange = (await workspace.drift(changes)).filter((path) => !before.has(path));
  if (fault === null && strange.length === 0) return null;
  const why = fault ?? `these differ from it: ${strange.join(", ")}`;
  return {
    kind: "shut",
    brief: briefOf("write_failed", job, `the chosen candidate could not be brought back: ${why}`),
  };
};
