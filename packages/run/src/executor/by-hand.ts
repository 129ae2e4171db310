import type { FileState, RepoPath } from "@llmch/contract";
import type { Executor } from "@llmch/factory";
import { inspectFile, type Repository } from "@llmch/workspace";

/** Who carried an order out, in place of a model's name. */
export const BY_HAND = "by-hand";

/** The work of a person, who did the order in the checkout: no model is asked. */
export interface ByHand {
  /** The hashes of the files as they were taken from the checkout, by path; null for a path without a file. */
  readonly taken: Map<string, string | null>;
}

export const isByHand = (executor: object): executor is ByHand => "taken" in executor;

export const newByHand = (): ByHand => ({ taken: new Map() });

/**
 * Takes what the user's checkout has that its commit has not, staged or not, and changes nothing there. An untracked file counts if the
 * order may write it.
 * @param excluded absolute paths of llmch's own files
 */
export const byHandAt = (
  { root, changes }: Pick<Repository, "root" | "changes">,
  { taken }: ByHand,
  { excluded, signal }: { readonly excluded: readonly string[]; readonly signal: AbortSignal },
): Executor => ({
  name: BY_HAND,
  template: "# Order {{ORDER}}\n\nA person has carried it out in the checkout: the changes there are the answer.\n",
  work: async (_prompt, _folder, allowed) => {
    const { tracked } = await changes(excluded, signal);
    const own: ReadonlySet<string> = new Set(allowed);
    const states = new Map<RepoPath, FileState>();
    for (const path of allowed) {
      const state = inspectFile(root, path, new Set());
      states.set(path, state);
      taken.set(path, state.kind === "file" ? state.sha256 : null);
    }
    return { kind: "done", states, outside: tracked.filter((path) => !own.has(path)), said: "Carried out by hand." };
  },
});
