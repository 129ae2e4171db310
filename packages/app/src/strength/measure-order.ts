import { accepted, type Refusal, type Result, rejected, repoPath, type WorkOrder } from "@llmch/contract";
import type { VerifyEnv } from "@llmch/factory";
import type { LentTrial, Tried } from "@llmch/run";
import {
  type ChangedFile,
  chosenMutants,
  type Judged,
  type JudgedMutant,
  judgeMutants,
  mutantsOf,
  type Parse,
} from "@llmch/strength";
import { changesBetween, type Repository, textsAtCommits } from "@llmch/workspace";
import { benchIn } from "./bench.ts";
import { checksOf, type PlannedCheck, type VerifiedBy } from "./checks.ts";

/** What all orders of a run are measured with. */
export interface Equipment {
  readonly repo: Repository;
  readonly by: VerifiedBy;
  readonly env: VerifyEnv;
  readonly parse: Parse;
  /** How many mutants an order has at most, and how many are judged at once. */
  readonly most: number;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly lend: (commit: string) => Promise<Tried<LentTrial>>;
  readonly progress: (done: number, total: number) => void;
}

/** How an order's mutants ended. */
export interface MeasuredOrder {
  readonly judged: readonly JudgedMutant<PlannedCheck>[];
  /** Why none was judged; null if some were, or if there was nothing to make wrong. */
  readonly unmeasured: string | null;
  /** The checks that fail on the commit itself. */
  readonly leftOut: readonly string[];
}

/** Makes an order's work wrong, in several worktrees at once, and has its checks judge. Throws "interrupted" after a signal. */
export const measureOrder = async (
  order: WorkOrder,
  { commit, from }: { readonly commit: string; readonly from: string },
  { repo, by, env, parse, most, jobs, signal, lend, progress }: Equipment,
): Promise<Result<MeasuredOrder, Refusal>> => {
  const ended = (unmeasured: string | null, { mutants = [], leftOut = [] }: Partial<Judged<PlannedCheck>> = {}) => {
    const named = leftOut.filter(({ paths }) => paths === null).map(({ command }) => command);
    return accepted({ judged: mutants, unmeasured, leftOut: named });
  };
  if ((await repo.resolveCommit(commit)) === null) return ended(`the repo does not hold ${commit.slice(0, 10)}`);
  const made = await Promise.all((await changedFiles(repo, from, commit)).map((file) => mutantsOf(file, parse)));
  const mutants = chosenMutants(made.flat(), most, commit);
  if (mutants.length === 0) return ended(null);
  const paths = [...new Set(mutants.map(({ path }) => path))];
  const { checks, outputs } = await checksOf(order, { commit, paths }, repo, by);
  if (checks.length === 0) return ended("it has no check");
  let done = 0;
  progress(done, mutants.length);
  const tried = await Promise.all(Array.from({ length: Math.min(jobs, mutants.length) }, () => lend(commit)));
  const trials = tried.flatMap((each) => (each.kind === "done" ? [each.value] : []));
  try {
    const unready = tried.find((each) => each.kind === "unready");
    if (unready !== undefined) return rejected(unready.why);
    const benches = trials.map((trial) => benchIn(trial, env, outputs));
    const onJudged = () => progress(++done, mutants.length);
    const judged = await judgeMutants({ benches, checks, mutants, signal, onJudged });
    if (judged === null) throw new Error("interrupted");
    return ended(judged.isMeasured ? null : "all of its checks fail on its commit", judged);
  } finally {
    for (const trial of trials) trial.release();
  }
};

/** The files that an order wrote, as texts. */
const changedFiles = async (repo: Repository, from: string, commit: string): Promise<readonly ChangedFile[]> => {
  const changes = await changesBetween(repo, from, commit);
  const both = changes.flatMap(({ path }) => [from, commit].map((at) => ({ commit: at, path })));
  const texts = await textsAtCommits(repo.git, both);
  return changes.flatMap(({ path: name, mode }) => {
    const [path, after] = [repoPath(name), texts.get(`${commit}:${name}`)];
    if (path === null || after === undefined || !mode?.startsWith("100")) return [];
    return [{ path, before: texts.get(`${from}:${name}`) ?? null, after }];
  });
};
