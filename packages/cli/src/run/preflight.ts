import { resolve } from "node:path";
import { type Refusal, refusal, type Verdict } from "@llmch/contract";
import { exemptionHonoured, generatedBranch, splitByHistory } from "@llmch/factory";
import {
  isInside,
  newRunId,
  openRepository,
  planFilesIn,
  probeDirectory,
  type Repository,
  realLocation,
  resolveArtifactsRoot,
} from "@llmch/host";
import type { FactoryOptions } from "../options.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import { type ModelSource, modelSource } from "./model-source.ts";
import { missingPrograms } from "./programs.ts";

/** Everything that a run needs and that was found in order. Nothing is made yet. */
export interface Prepared {
  readonly repo: Repository;
  readonly artifactsRoot: string;
  readonly baseline: string;
  readonly branch: string;
  /** The branch's tip, or null where the first commit makes the branch. */
  readonly branchTip: string | null;
  readonly pending: readonly LoadedOrder[];
  readonly skipped: readonly LoadedOrder[];
  readonly model: ModelSource;
  /** Absolute paths of llmch's own files: no dirt in the checkout. */
  readonly ownPlaces: readonly string[];
}

type Refused = { readonly ok: false; readonly issues: readonly [Refusal, ...Refusal[]] };

/**
 * Looks at everything that would make a run fail later (contract §6), and refuses before anything is made or spent.
 * @param ordersDirectory the folder of the orders, which is not dirt where it lies in the repo
 */
export const preflight = async (
  orders: readonly LoadedOrder[],
  ordersDirectory: string,
  options: FactoryOptions & { readonly skipDone: boolean },
  surroundings: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): Promise<Verdict<Prepared, Refusal>> => {
  const { env, cwd } = surroundings;
  const opened = await openRepository(resolve(cwd, options.repo));
  if (!opened.ok) return opened;
  const repo = opened.value;
  const artifactsRoot = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  if (options.out !== undefined && repo.contains(resolve(cwd, options.out))) {
    return no("out-inside-repo", `--out ${options.out} lies inside the repo`, "choose a directory outside it");
  }
  const base = await findBaseline(repo, options, orders[0]);
  if (!base.ok) return base;
  const excluded = await ownPlaces(repo, artifactsRoot, ordersDirectory);
  if (!options.allowDirty) {
    const dirty = await repo.dirtyPaths(excluded);
    if (dirty.length > 0) {
      const named = dirty.slice(0, 3).join(", ") + (dirty.length > 3 ? ` and ${dirty.length - 3} more` : "");
      const mend = "commit or stash them, or start from HEAD all the same with --allow-dirty";
      return no("dirty-checkout", `the checkout has changes (${named})`, mend);
    }
  }
  const standing = await branchIsFree(repo, base.value.branch, excluded);
  if (standing !== null) return standing;
  const done = options.skipDone ? await repo.doneOrders(base.value.baseline) : [];
  const { pending, skipped } = splitByHistory(orders, done);
  const exempt = pending.find(({ order }) => !exemptionHonoured(order, options.allowVerifyExempt));
  if (exempt !== undefined) {
    const message = `${exempt.order.id} is verify_exempt without the planner's provenance`;
    return no("exemption-refused", message, "set verify_exempt to false, or allow it with --allow-verify-exempt");
  }
  const filtered = await repo.activeFilters(pending.flatMap(({ order }) => order.allowed_files));
  if (filtered[0] !== undefined) {
    const message = `${filtered[0].path} passes through the git filter ${filtered[0].filter}, which llmch does not run`;
    return no("active-filter", message, "take the file out of allowed_files, or the filter out of .gitattributes");
  }
  const missing = await missingPrograms(pending, repo, base.value.baseline, env);
  if (missing !== null) return { ok: false, issues: [missing] };
  const out = options.out === undefined ? [] : [resolve(cwd, options.out)];
  for (const directory of [repo.commonDir, artifactsRoot, ...out]) {
    const writable = probeDirectory(directory);
    if (!writable.ok) return writable;
  }
  const model = await modelSource(options, env);
  if (!model.ok) return model;
  return {
    ok: true,
    value: { repo, artifactsRoot, ...base.value, pending, skipped, model: model.value, ownPlaces: excluded },
  };
};

const no = (code: Refusal["code"], message: string, mend: string): Refused => ({
  ok: false,
  issues: [refusal(code, message, mend)],
});

type Base = Pick<Prepared, "baseline" | "branch" | "branchTip">;

/** The working branch and the commit that the first order starts from. */
const findBaseline = async (
  repo: Repository,
  options: FactoryOptions,
  first: LoadedOrder | undefined,
): Promise<Verdict<Base, Refusal>> => {
  const head = await repo.head();
  if (head.commit === null) {
    return no("no-commit", "the repo has no commit", "make one: `git commit --allow-empty -m start`");
  }
  if (head.branch === null && options.branch === undefined) {
    return no("detached-head", "HEAD is detached", "name a working branch with --branch");
  }
  let wanted: string | null = null;
  if (options.commitHash !== undefined) {
    wanted = await repo.resolveCommit(options.commitHash);
    if (wanted === null) {
      return no("unknown-commit", `--commit-hash ${options.commitHash} names no commit`, "give a commit of this repo");
    }
  }
  if (options.branch === undefined) {
    const branch = generatedBranch(first?.order, newRunId());
    return { ok: true, value: { baseline: wanted ?? head.commit, branch, branchTip: null } };
  }
  const { branch } = options;
  if (/^(main|master)$/i.test(branch)) {
    return no("protected-branch", `${branch} is protected: llmch never commits to it`, "name another --branch");
  }
  if (branch.startsWith("refs/")) {
    return no("branch-name", `${branch} is a ref, not a branch's name`, "leave out `refs/heads/`");
  }
  const tip = await repo.branchTip(branch);
  if (tip === null) {
    if (options.reuseBranch) {
      return no("branch-missing", `the branch ${branch} does not exist`, "drop --reuse-branch, or mend the name");
    }
    const fault = await repo.branchNameFault(branch);
    if (fault !== null) return no("branch-name", `${branch} cannot be a branch: ${fault}`, "choose another name");
    return { ok: true, value: { baseline: wanted ?? head.commit, branch, branchTip: null } };
  }
  if (options.createBranch) {
    return no("branch-exists", `the branch ${branch} exists already`, "use --reuse-branch, or choose another name");
  }
  if (wanted !== null && wanted !== tip) {
    const message = `--commit-hash ${options.commitHash} is not the tip of ${branch} (${tip.slice(0, 10)})`;
    return no("commit-is-not-the-tip", message, "drop --commit-hash, or name a new branch");
  }
  return { ok: true, value: { baseline: tip, branch, branchTip: tip } };
};

/** An existing branch may be checked out here with a clean tree, and nowhere else. */
const branchIsFree = async (repo: Repository, branch: string, excluded: readonly string[]): Promise<Refused | null> => {
  const checkout = await repo.branchCheckout(branch);
  if (checkout === null) return null;
  if (!checkout.isThisCheckout) {
    const message = `the branch ${branch} is checked out in another worktree (${checkout.path})`;
    return no("branch-checked-out", message, "switch that worktree to another branch, or name another --branch");
  }
  if ((await repo.dirtyPaths(excluded)).length === 0) return null;
  const message = `the branch ${branch} is checked out here and has changes`;
  return no("branch-checked-out", message, "commit or stash them, or name another --branch");
};

/**
 * Where llmch's own files lie: not dirt, and never committed (contract §6). A place that holds the whole repo would hide all dirt,
 * so that only our files in it count.
 */
const ownPlaces = async (
  repo: Repository,
  artifactsRoot: string,
  ordersDirectory: string,
): Promise<readonly string[]> => {
  const holdsRepo = (place: string) => isInside(realLocation(place), repo.root);
  const artifacts = holdsRepo(artifactsRoot)
    ? [resolve(artifactsRoot, "planner"), resolve(artifactsRoot, "factory")]
    : [artifactsRoot];
  const orders = holdsRepo(ordersDirectory) ? await planFilesIn(ordersDirectory) : [ordersDirectory];
  return [...artifacts, ...orders];
};
