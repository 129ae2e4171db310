import type { Ledger } from "@llmch/factory";
import type { Landing } from "@llmch/workspace";

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
