import { repoPath, type WorkOrder } from "@llmch/contract";
import type { VerifyEnv } from "@llmch/factory";
import type { LentTrial, Tried } from "@llmch/run";
import {
  type ChangedFile,
  chosenMutants,
  commented,
  countsOf,
  figuresOf,
  type Judged,
  judgeMutants,
  type Mutant,
  mutantsOf,
  type Parse,
} from "@llmch/strength";
import { accepted, type Refusal, type Result, rejected } from "@llmch/text";
import { changesBetween, type Repository, textsAtCommits } from "@llmch/workspace";
import type { OutcomeWarning } from "../outcome.ts";
import type { StrengthResult } from "../runs/results/strength-result.ts";
import { benchIn } from "./bench.ts";
import { checksOf, type VerifiedBy } from "./checks.ts";

/** An order as it stands, with its commit and the one before it. */
export interface LandedOrder {
  readonly order: WorkOrder;
  readonly commit: string;
  readonly from: string;
  /** False if a model rewrote it and its user has not seen that. */
  readonly isSeen: boolean;
}

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

/** What came of orders, as results and records have it. */
export interface Measured extends Pick<StrengthResult, "orders" | "survivors"> {
  readonly warnings: readonly OutcomeWarning[];
}

/** Makes an order's work wrong, in several worktrees at once, and has its checks judge. Throws "interrupted" after a signal. */
export const measureOrder = async (
  landed: LandedOrder,
  { repo, by, env, parse, most, jobs, signal, lend, progress }: Equipment,
): Promise<Result<Measured, Refusal>> => {
  const { order, commit, from } = landed;
  const ended = (why: string | null) => accepted(measuredOf(landed, why));
  if ((await repo.resolveCommit(commit)) === null) return ended(`the repo does not hold ${commit.slice(0, 10)}`);
  const files = await changedFiles(repo, from, commit);
  const made = await Promise.all(files.map((file) => mutantsOf(file, parse)));
  const mutants = chosenMutants(made.flat(), most, commit);
  if (mutants.length === 0) return ended(null);
  const paths = [...new Set(mutants.map(({ path }) => path))];
  const { checks, outputs } = await checksOf(order, { commit, paths }, repo, by);
  if (checks.length === 0) return ended(NO_CHECK);
  let done = 0;
  progress(done, mutants.length);
  const tried = await Promise.all(Array.from({ length: Math.min(jobs, mutants.length) }, () => lend(commit)));
  const trials = tried.flatMap((each) => (each.kind === "done" ? [each.value] : []));
  try {
    const unready = tried.find((each) => each.kind === "unready");
    if (unready !== undefined) return rejected(unready.why);
    const benches = trials.map((trial) => benchIn(trial, landed, env, outputs));
    const onJudged = () => progress(++done, mutants.length);
    const neutral = commented(files.filter(({ path }) => paths.includes(path)));
    const judged = await judgeMutants({ benches, checks, mutants, neutral, signal, onJudged });
    if (judged === null) throw new Error("interrupted");
    const failing = judged.leftOut.length === 0 ? NO_CHECK : "all of its checks fail on its commit";
    const why = judged.ofBytes.length === 0 ? failing : "its checks only compare bytes";
    return accepted(measuredOf(landed, judged.isMeasured ? null : why, mutants, judged));
  } finally {
    for (const trial of trials) trial.release();
  }
};

const NO_CHECK = "it has no check";

/** What is told of an order: its figures, or why there are none, and its survivors, those that nothing depends on first. */
export const measuredOf = (
  { order: { id: order, fulfils = [] }, commit }: LandedOrder,
  unmeasured: string | null,
  mutants: readonly Mutant[] = [],
  { verdicts, leftOut, ofBytes, flaky }: Omit<Judged, "isMeasured"> = {
    verdicts: [],
    leftOut: [],
    ofBytes: [],
    flaky: [],
  },
): Measured => {
  const survivors = mutants.filter((_, index) => verdicts[index] === "survived");
  const failing = leftOut.filter(({ paths }) => paths === null).map(({ display }) => display);
  const unsure = [...new Set(flaky.map(({ display }) => `\`${display}\``))].join(", ");
  return {
    orders: [{ order, commit, ...figuresOf(verdicts.map(countsOf)), unmeasured }],
    survivors: survivors.map(({ path, line, before, after, kind, within }) => ({
      ...{ order, path, line, before, after, kind },
      fulfils: fulfils.find((sentence) => within !== null && sentence.split(/[^\w$]+/).includes(within)) ?? null,
    })),
    warnings: [
      ...failing.map((command) => ({
        ...{ code: "left-out", order },
        message: `${order}: \`${command}\` fails on the commit itself, and judges nothing`,
      })),
      ...ofBytes.map(({ display }) => ({
        ...{ code: "left-out", order },
        message: `${order}: \`${display}\` fails if a comment is added: it compares bytes, and judges nothing`,
      })),
      ...(unsure === ""
        ? []
        : [{ code: "flaky", order, message: `${order}: flaky: ${unsure} failed and then passed on the same code` }]),
    ],
  };
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
