import { join } from "node:path";
import { type BaselineVerification, judgeBaseline, readJson } from "@llmch/contract";
import { BASELINE_DOCUMENT, type BaselineMemory, type Candidate } from "@llmch/factory";
import { ownRunMark, readOwnText, type StoredRun } from "@llmch/store";
import type { Repository } from "@llmch/workspace";
import { treeHash } from "./tree-hash.ts";
import type { VerifiedBy, VerifiedTrees } from "./verified-trees.ts";

/** What the orders of a schedule know of how the trees verify that they start from. */
export interface Baselines {
  /** For an order that starts from the commit. */
  memoryFor(commit: string, previous: StoredRun | null): Promise<BaselineMemory>;
  /** Told of a candidate that has become a commit: the next order starts from there. */
  landed(commit: string, candidate: Pick<Candidate, "tree" | "evidence">): Promise<void>;
}

export const openBaselines = (repo: Pick<Repository, "git" | "env">, trees: VerifiedTrees): Baselines => {
  const known = new Map<string, BaselineVerification>();
  const treeAt = new Map<string, string>();
  const keyOf = (tree: string, commands: readonly VerifiedBy[]) =>
    JSON.stringify([tree, commands.map(({ argv, folder }) => [argv, folder])]);
  return {
    memoryFor: async (commit, previous) => {
      const tree = treeAt.get(commit) ?? (await treeHash(commit, repo));
      treeAt.set(commit, tree);
      return {
        tree,
        recall: async (commands) => {
          const recorded = previous === null ? null : recordedIn(previous, tree, repo.env);
          if (recorded !== null) return { verification: recorded, isRecorded: true };
          const before = known.get(keyOf(tree, commands));
          if (before !== undefined) return { verification: before, isRecorded: false };
          return trees.has(tree, commands) ? { verification: green(tree, "remembered"), isRecorded: false } : null;
        },
        keep: async (commands, { ok }) => {
          if (ok) await trees.add(tree, commands);
        },
      };
    },
    landed: async (commit, { tree, evidence: { verified } }) => {
      treeAt.set(commit, tree);
      if (verified === null) return;
      const { commands, red } = verified;
      known.set(keyOf(tree, commands), { ...green(tree, "order"), ok: red.length === 0, red });
      if (red.length === 0) await trees.add(tree, commands);
    },
  };
};

const green = (tree: string, source: BaselineVerification["source"]): BaselineVerification => ({
  ...{ tree, source, ok: true, red: [], flaky: [], commands: [] },
  reason: source === "order" ? "the order before was verified so" : "an earlier run verified the same tree",
});

/**
 * What the run's own record says of the tree, once its journal says so too. A run that came from elsewhere would excuse what it
 * likes: it is verified anew.
 */
const recordedIn = (run: StoredRun, tree: string, env: Repository["env"]): BaselineVerification | null => {
  if (!run.journal.events.some(({ type }) => type === "baseline_verified") || ownRunMark(env, run) === null)
    return null;
  const text = readOwnText(join(run.directory, BASELINE_DOCUMENT));
  const document = text.ok ? readJson(text.value) : null;
  const judged = document?.ok === true ? judgeBaseline(document.value) : null;
  return judged?.ok === true && judged.value.tree === tree ? judged.value : null;
};
