import { join } from "node:path";
import { type BaselineVerification, judgeBaseline } from "@llmch/contract";
import {
  BASELINE_DOCUMENT,
  type BaselineMemory,
  type Candidate,
  leftOutIn,
  leftOutMembers,
  type RedCommand,
  type RedLook,
  type Verified,
} from "@llmch/factory";
import { readOwnText, type StoredRun } from "@llmch/store";
import { readJson } from "@llmch/text";
import type { Repository } from "@llmch/workspace";
import { remembered, type VerifiedBy, type VerifiedTrees } from "./verified-trees.ts";

/** What the orders of a schedule know about the verification of the trees that they start from. */
export interface Baselines {
  /** The memory for an order that starts from the commit. */
  memoryFor(commit: string, previous: StoredRun | null): Promise<BaselineMemory>;
  /** Records that a candidate became a commit, from which the next order starts. */
  landed(commit: string, candidate: Pick<Candidate, "tree" | "verified">): Promise<void>;
  /**
   * What fails at the run's start commit: the prompts of orders that do not depend on all before them mention it. Empty if no order has
   * looked.
   */
  redAtStart(): readonly RedCommand[];
  /** Settles once `redAtStart` is known, or will not be. */
  readonly startIsKnown: Promise<void>;
  /** Sets it from another source, unless an order has looked. */
  knowStart(red: readonly RedCommand[]): void;
  /** What fails at a commit, according to the orders of this session. */
  redAt(commit: string): readonly RedCommand[];
}

/** @param start the commit at which the run began */
export const openBaselines = (
  repo: Pick<Repository, "trees" | "env">,
  trees: VerifiedTrees,
  start: string,
): Baselines => {
  let atStart: readonly RedCommand[] = [];
  let isKnown = false;
  let tell = (): void => {};
  const startIsKnown = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const know = (red: readonly RedCommand[]): void => {
    if (isKnown) return;
    isKnown = true;
    atStart = red;
    tell();
  };
  const redOf = new Map<string, readonly RedCommand[]>();
  const known = new Map<string, BaselineVerification>();
  const treeAt = new Map<string, string>();
  const keyOf = (tree: string, commands: readonly VerifiedBy[]) =>
    JSON.stringify([tree, commands.map(({ argv, folder }) => [argv, folder])]);
  const recalled = (tree: string, commands: readonly VerifiedBy[], previous: StoredRun | null) => {
    const recorded = previous === null ? null : recordedIn(previous, tree);
    if (recorded !== null) return { verification: recorded, isRecorded: true };
    const before = known.get(keyOf(tree, commands));
    if (before !== undefined) return { verification: before, isRecorded: false };
    const tests = trees.recall(tree, commands);
    return tests === null ? null : { verification: remembered(tree, tests), isRecorded: false };
  };
  let looked: Promise<RedLook | null> | null = null;
  const once = async (look: () => Promise<RedLook | null>): Promise<RedLook | null> => {
    const before = looked === null ? null : await looked;
    if (before !== null) return before;
    looked = look();
    return looked;
  };
  const keep = async (tree: string, commands: readonly VerifiedBy[], verification: BaselineVerification) => {
    const { ok, tests = [], changed_tests } = verification;
    if (ok && leftOutIn(verification).length === 0 && changed_tests === undefined && ranTests(tests))
      await trees.add(tree, commands, tests);
  };
  return {
    memoryFor: async (commit, previous) => {
      const tree = treeAt.get(commit) ?? (await repo.trees.hashOf(commit));
      treeAt.set(commit, tree);
      return {
        tree,
        recall: async (commands) => recalled(tree, commands, previous),
        seen: (red) => {
          redOf.set(tree, red);
          if (commit === start) know(red);
        },
        once,
        keep: (commands, verification) => keep(tree, commands, verification),
      };
    },
    redAt: (commit) => redOf.get(treeAt.get(commit) ?? "") ?? [],
    redAtStart: () => atStart,
    startIsKnown,
    knowStart: know,
    landed: async (commit, { tree, verified }) => {
      treeAt.set(commit, tree);
      if (verified === null) return;
      const { commands, red } = verified;
      const left = afterOrder(tree, verified);
      redOf.set(tree, red);
      known.set(keyOf(tree, commands), left);
      await keep(tree, commands, left);
    },
  };
};

/** The memory for a tree on which nothing is looked at, because what fails there is expected. */
export const expectedMemory = (tree: string, red: readonly RedCommand[]): BaselineMemory => ({
  tree,
  recall: async () => ({ verification: afterOrder(tree, { red }), isRecorded: false }),
  keep: async () => {},
});

/** What is known about a tree from the order that made it. */
const afterOrder = (
  tree: string,
  { red, tests, leftOut = [], changedTests = [] }: Pick<Verified, "red"> & Partial<Verified>,
): BaselineVerification => ({
  ...{ tree, source: "order", ok: red.length === 0, red: [...red], flaky: [], tests, commands: [] },
  reason: "the order before was verified so",
  ...leftOutMembers(leftOut),
  ...(changedTests.length > 0 ? { changed_tests: changedTests } : {}),
});

/** False if a command ran no test: such a tree is looked at each time, as it costs little and has to be said. */
const ranTests = (tests: NonNullable<BaselineVerification["tests"]>): boolean => tests.every(({ ran }) => ran !== 0);

/** What the run's own record says about the tree, if its journal agrees. */
export const recordedIn = (run: StoredRun, tree: string): BaselineVerification | null => {
  if (!run.journal.events.some(({ type }) => type === "baseline_verified")) return null;
  const text = readOwnText(join(run.directory, BASELINE_DOCUMENT));
  const document = text.ok ? readJson(text.value) : null;
  const judged = document?.ok === true ? judgeBaseline(document.value) : null;
  return judged?.ok === true && judged.value.tree === tree ? judged.value : null;
};
