import { type Result, rejected } from "@llmch/text";

/** Faults that landing will meet. */
export interface LandingFaults {
  /** Why the branch could not move. */
  readonly stale?: string;
  readonly push?: string;
}

type MemoryLanded =
  | { readonly kind: "landed"; readonly commit: string; readonly tree: string; readonly warnings: readonly string[] }
  | { readonly kind: "stale"; readonly reason: string };

/** A branch in memory, with what landed on it. */
export interface MemoryLanding {
  readonly messages: readonly string[];
  readonly pushes: () => number;
  tip(): string;
  land(tree: { readonly base: string; readonly tree: string }, message: string): Promise<MemoryLanded>;
  push(): Promise<Result<{ readonly remote: string; readonly warning: string | null } | null, string>>;
}

/** @param remote where `push` goes, or null for a repo without a remote */
export const memoryLanding = (faults: LandingFaults = {}, remote: string | null = null): MemoryLanding => {
  const messages: string[] = [];
  let pushes = 0;
  return {
    messages,
    pushes: () => pushes,
    tip: () => (messages.length === 0 ? "base-commit" : `commit-${messages.length}`),
    land: async ({ tree }, message) => {
      if (faults.stale !== undefined) return { kind: "stale", reason: faults.stale };
      messages.push(message);
      return { kind: "landed", commit: `commit-${messages.length}`, tree, warnings: [] };
    },
    push: async () => {
      pushes += 1;
      if (faults.push !== undefined) return rejected(faults.push);
      return { ok: true, value: remote === null ? null : { remote, warning: null } };
    },
  };
};
