import type { Need, RunEvent, RunVerdict } from "@llmch/contract";
import type { PushPlan } from "../preflight/push-plan.ts";

/** The outcome of a run's pushes. */
export interface PushEnding {
  /** Whether the remote branch matches the local one, as far as this session knows. */
  readonly pushed: boolean;
  /** Whether a push was tried and failed. */
  readonly failed: boolean;
  /** Whether somebody said no to it. */
  readonly rejected?: true;
  /** What was pushed where, or why nothing was. */
  readonly message: string;
}

/** The last of a session's events about pushing; null if there is none. */
export const lastPush = (last: PushWord | null, event: RunEvent): PushWord | null =>
  event.type === "pushed" ||
  (event.type === "warning" && event.about === "push") ||
  (event.type === "decided" && event.of === "push" && event.decision === "reject")
    ? event
    : last;

export type PushWord = Extract<RunEvent, { readonly type: "pushed" | "warning" | "decided" }>;

/** How a session's pushes ended, according to its last event about them. */
export const pushEnding = (
  { mode, target }: PushPlan,
  last: PushWord | null,
  verdict: RunVerdict,
  branch: string,
  needs: readonly Pick<Need, "kind">[],
): PushEnding => {
  if (needs.some(({ kind }) => kind === "push"))
    return { pushed: false, failed: false, message: "nothing was pushed yet: it waits for your decision" };
  if (last?.type === "pushed") {
    const address = target === null ? "" : ` (${target.address})`;
    return { pushed: true, failed: false, message: `pushed ${branch} to ${last.remote}${address}` };
  }
  if (last?.type === "decided") {
    const message = ["nothing was pushed: you said no", ...(last.text === null ? [] : [last.text])].join(": ");
    return { pushed: false, failed: false, rejected: true, message };
  }
  if (last !== null) return { pushed: false, failed: true, message: last.message };
  return { pushed: false, failed: false, message: ["nothing was pushed", ...whyNot(mode, target, verdict)].join(": ") };
};

const whyNot = (mode: PushPlan["mode"], target: PushPlan["target"], verdict: RunVerdict): readonly string[] => {
  if (mode === "never") return [];
  if (target === null) return ["the repo has no remote"];
  return [mode === "end" && verdict !== "PASS" ? "the whole run must have passed before" : "nothing was committed"];
};
