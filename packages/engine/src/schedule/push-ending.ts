import type { RunEvent, RunVerdict } from "@llmch/contract";
import type { PushPlan } from "../preflight/push-plan.ts";

/** What became of a run's pushes. */
export interface PushEnding {
  /** Whether the branch stands at the remote as it does here, as far as this session knows. */
  readonly pushed: boolean;
  /** Whether it was tried, and did not work. */
  readonly failed: boolean;
  /** What was pushed where, or why nothing was. */
  readonly message: string;
}

/** The last word of a session's events on pushes; null if they have none. */
export const lastPush = (last: PushWord | null, event: RunEvent): PushWord | null =>
  event.type === "pushed" || (event.type === "warning" && event.about === "push") ? event : last;

export type PushWord = Extract<RunEvent, { readonly type: "pushed" | "warning" }>;

/** What a session has pushed, by its last word on it. */
export const pushEnding = (
  { mode, target }: PushPlan,
  last: PushWord | null,
  verdict: RunVerdict,
  branch: string,
): PushEnding => {
  if (last?.type === "pushed") {
    const address = target === null ? "" : ` (${target.address})`;
    return { pushed: true, failed: false, message: `pushed ${branch} to ${last.remote}${address}` };
  }
  if (last !== null) return { pushed: false, failed: true, message: `not pushed: ${last.message}` };
  return { pushed: false, failed: false, message: `nothing was pushed: ${whyNot(mode, target, verdict)}` };
};

const whyNot = (mode: PushPlan["mode"], target: PushPlan["target"], verdict: RunVerdict): string => {
  if (mode === "never") return "push is never";
  if (target === null) return "the repo has no remote";
  return mode === "end" && verdict !== "PASS" ? "every order must have passed before" : "nothing was committed";
};
