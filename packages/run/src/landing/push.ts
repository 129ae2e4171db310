import type { Need } from "@llmch/contract";
import type { Ledger } from "@llmch/factory";
import type { Session } from "@llmch/records";
import type { Landing } from "@llmch/workspace";
import type { Approvable, Gate } from "../decisions/gate.ts";

/** Where a commit is pushed to, if anywhere. */
export type Push = Landing["push"];

/** For runs that do not push. */
export const noPush: Push = async () => ({ ok: true, value: null });

/** Pushes, and records the outcome in the journal. A failed push is a warning (contract §5.5). */
export const pushAndTell = async (push: Push, { emit }: Pick<Ledger, "emit">): Promise<void> => {
  const pushed = await push();
  if (!pushed.ok) {
    await emit({ type: "warning", message: `the push failed: ${pushed.issues.join("; ")}`, about: "push" });
    return;
  }
  if (pushed.value === null) return;
  const { remote, warning } = pushed.value;
  await emit({ type: "pushed", remote });
  if (warning !== null) await emit({ type: "warning", message: warning });
};

/** Pushes what a run has made; returns what it waits for instead, if anything. */
export type FinalPush = (session: Session) => Promise<Need | null>;

/** @param step what a person decides first; null if nobody is asked */
export const finalPush =
  (push: Push, step: (() => Promise<Approvable>) | null, gate: Gate): FinalPush =>
  async (session) => {
    if (step !== null) {
      const asked = await step();
      const said = await gate.decide(asked, session);
      if (said === null) return asked.need;
      if (said.decision === "reject") return null;
    }
    await pushAndTell(push, session);
    return null;
  };
