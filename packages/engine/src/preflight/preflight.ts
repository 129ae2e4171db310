import { join, resolve } from "node:path";
import {
  accepted,
  type Design,
  formatRefusal,
  type Refusal,
  type Result,
  refusal,
  rejected,
  type Warning,
} from "@llmch/contract";
import { exemptionHonoured, splitByHistory, whyUnverified } from "@llmch/factory";
import { breathe, inTurns, isInside, probeDirectory, realLocation } from "@llmch/files";
import type { VerifyChoices } from "@llmch/languages";
import { loadFirstSdk } from "@llmch/models";
import { ARTIFACT_FOLDERS, resolveArtifactsRoot } from "@llmch/store";
import {
  acquireLock,
  conversionsAt,
  type Lock,
  lockObstacle,
  openRepository,
  type Repository,
  remoteWithDefault,
  replacesObjects,
} from "@llmch/workspace";
import { type ModelSource, modelSource, nobodyAsked } from "../asking/model-source.ts";
import { plannerWork } from "../asking/planner-work.ts";
import type { Environment } from "../context.ts";
import type { FactoryOptions } from "../options.ts";
import type { LoadedOrder, LoadFault } from "../orders/load-orders.ts";
import { readManifestBeside, verifyCommandOf } from "../orders/manifest-beside.ts";
import type { ResolvedSettings } from "../settings/resolved-settings.ts";
import { type Baseline, branchObstacle, findBaseline, nameBranch } from "./baseline.ts";
import { derivesInWords } from "./derives-in-words.ts";
import { findIsolation, type Isolation } from "./isolation.ts";
import { linkedFiles } from "./linked-files.ts";
import { lookAtCheckout } from "./own-places.ts";
import { partialCloneObstacle } from "./partial-clone.ts";
import { checkPlanDrift } from "./plan-drift.ts";
import { missingPrograms, treeAt } from "./programs.ts";
import { provenOrders } from "./proven-orders.ts";
import { type PushPlan, pushPlan } from "./push-plan.ts";
import { clearLeftovers } from "./recovery.ts";
import { unseenSubmodules } from "./submodules.ts";
import { unverifiedInWords } from "./unverified.ts";
import { verifyChoices } from "./verify-choices.ts";
import { checkWhole } from "./whole-check.ts";

/** Everything that a run needs, checked. Nothing has been created yet except the lock, which must be released. */
export interface Prepared extends Baseline {
  readonly repo: Repository;
  readonly artifactsRoot: string;
  /** Null for a dry run. */
  readonly lock: Pick<Lock, "release"> | null;
  /** What was found of killed runs and cleared, one sentence each. */
  readonly cleared: readonly string[];
  readonly pending: readonly LoadedOrder[];
  readonly skipped: readonly LoadedOrder[];
  /** What the user should know before it begins, one sentence each. */
  readonly warnings: readonly Warning[];
  readonly model: ModelSource;
  /** The model that revises, divides and designs; null if none is needed. */
  readonly planner: ModelSource | null;
  readonly isolation: Isolation;
  readonly push: PushPlan;
  /** What determines how the repo is verified, besides its tree. */
  readonly choices: VerifyChoices;
  /** That nothing verifies the repo after an order, and what to do about it; null if something does. */
  readonly unverified: string | null;
  /** Which commands make files in the commits, one sentence each. */
  readonly derives: readonly string[];
  /** Absolute paths of llmch's own files, which do not make the checkout dirty. */
  readonly ownPlaces: readonly string[];
}

export interface PreflightRequest {
  readonly orders: readonly LoadedOrder[];
  /** The folder of the orders, which does not make the checkout dirty if it is in the repo. */
  readonly ordersDirectory: string;
  /** The design that the orders follow, if it is beside them or in the record. */
  readonly design?: Design | null;
  readonly options: FactoryOptions;
  /** The id of the run to start: the lock names it. */
  readonly runId: string;
  /** Skips the orders that are done according to the branch's history. */
  readonly skipDone: boolean;
  /** Checks the orders as a whole, or a single one by itself. False for a resumed run, whose orders were checked already. */
  readonly checks: boolean;
  /** The orders are only a part of their plan, chosen by the user. */
  readonly isPart?: boolean;
}

interface Place {
  readonly settings: ResolvedSettings;
  readonly env: Environment;
  readonly cwd: string;
  /** Aborts preflight between two checks, with an exception. */
  readonly signal: AbortSignal;
}

/**
 * Checks everything that would make a run fail later (contract §6), and refuses before anything is made or spent. First clears what a
 * killed run left in the repo. The caller releases the lock of an accepted result.
 */
export const preflight = async (request: PreflightRequest, place: Place): Promise<Result<Prepared, LoadFault>> => {
  const { options } = request;
  const opened = await openRepository(resolve(place.cwd, options.repo), place.env);
  if (!opened.ok) return opened;
  const repo = opened.value;
  const misplaced = options.out === undefined ? null : outObstacle(options.out, repo, options, place);
  if (misplaced !== null) return rejected(misplaced);
  const branch = nameBranch(options, request.orders[0]);
  if (!branch.ok) return branch;
  if (options.dryRun === true) {
    const obstacle = lockObstacle(repo, branch.value);
    return obstacle === null ? prepare(request, repo, branch.value, null, place) : rejected(obstacle);
  }
  const lock = acquireLock(repo, branch.value, { run: request.runId });
  if (!lock.ok) return lock;
  try {
    const prepared = await prepare(request, repo, branch.value, lock.value, place);
    if (!prepared.ok) lock.value.release();
    return prepared;
  } catch (fault) {
    lock.value.release();
    throw fault;
  }
};

const prepare = async (
  { orders, ordersDirectory, design = null, options, skipDone, checks, isPart = false }: PreflightRequest,
  repo: Repository,
  branch: string,
  lock: Lock | null,
  { settings, env, cwd, signal }: Place,
): Promise<Result<Prepared, LoadFault>> => {
  const artifactsRoot = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const isolating = begun(findIsolation(options, settings.values.sandbox, repo));
  const cleared = lock === null ? [] : await clearLeftovers(repo, branch, lock, artifactsRoot);
  const looking = begun(lookAtCheckout(repo, artifactsRoot, ordersDirectory, signal));
  const sourcing = begun(modelSource(options, settings, "factory", { env, cwd }));
  begun(loadAhead(sourcing));
  const base = await findBaseline(repo, branch, options);
  if (!base.ok) return base;
  const lacking = await partialCloneObstacle(repo, base.value.baseline);
  if (lacking !== null) return rejected(lacking);
  begun(repo.trees.entriesOf(base.value.baseline));
  await breathe(signal);
  const { dirty, ownPlaces } = await looking;
  if (dirty.length > 0 && !options.allowDirty) {
    const named = dirty.slice(0, 3).join(", ") + (dirty.length > 3 ? ` and ${dirty.length - 3} more` : "");
    const hint = "commit or stash them, or start from HEAD all the same with --allow-dirty";
    // The user's own git may show a clean checkout.
    const note = (await replacesObjects(repo)) ? " (refs/replace is not followed)" : "";
    return no("dirty-checkout", `the checkout has changes (${named})${note}`, hint);
  }
  const obstacle = await branchObstacle(repo, branch, dirty);
  if (obstacle !== null) return rejected(obstacle);
  const said = skipDone ? await repo.doneOrders(base.value.baseline) : [];
  const { allowEmpty } = options;
  const { done, doubts } = await provenOrders(orders, said, repo, { branch, allowEmpty, artifactsRoot, env, signal });
  const { pending, skipped } = splitByHistory(orders, done);
  const exempt = pending.find(({ order }) => !exemptionHonoured(order, options.allowVerifyExempt));
  if (exempt !== undefined) {
    const message = `${exempt.order.id} is verify_exempt without the planner's provenance`;
    return no("exemption-refused", message, "set verify_exempt to false, or allow it with --allow-verify-exempt");
  }
  const allowed = pending.flatMap(({ order }) => order.allowed_files);
  const conversions = await conversionsAt(repo, base.value.baseline, allowed);
  if (!conversions.ok) return conversions;
  const [converted] = conversions.value;
  if (converted !== undefined) {
    const hint = "take the file out of allowed_files, or the attribute out of .gitattributes";
    return no("active-filter", `${converted.path} ${converted.why}`, hint);
  }
  await breathe(signal);
  const planned = pending.map(({ order }) => order);
  const linked = linkedFiles(planned, await repo.trees.entriesOf(base.value.baseline));
  const warnings = await checkPlanDrift(planned, base.value.baseline, repo, options);
  if (!warnings.ok) return warnings;
  const { baseline } = base.value;
  const manifest = await readManifestBeside(ordersDirectory);
  const whole = checks
    ? await checkWhole({
        pending,
        files: await repo.trackedFiles(baseline),
        directory: ordersDirectory,
        manifest: manifest.document,
        design,
        done: async () => new Set((skipDone ? said : await repo.doneOrders(baseline)).map(({ order }) => order)),
        alone: !skipDone,
        isPart,
        strict: options.strict === true,
        signal,
      })
    : accepted([]);
  if (!whole.ok) return whole;
  // Without it, the repo would not be verified as its plan says.
  if (manifest.fault !== null) return rejected(manifest.fault);
  const choices = verifyChoices(settings.values.verify, verifyCommandOf(manifest.document));
  if (!choices.ok) return choices;
  const tree = await treeAt(repo, baseline, choices.value, env);
  // Programs that a setup installs cannot be found before it has run.
  const [missing] =
    settings.values.setup.commands.length > 0
      ? []
      : await missingPrograms(pending, repo, baseline, choices.value, {
          ...{ env, signal, tree, repoDerives: settings.values.setup.derive },
        });
  if (missing !== undefined) return rejected(missing);
  const isolation = await isolating;
  await breathe(signal);
  if (!isolation.ok) return isolation;
  const out = options.out === undefined ? [] : [resolve(cwd, options.out)];
  const inGit = ["objects", "refs", "worktrees"].map((name) => join(repo.commonDir, name));
  for (const directory of [repo.commonDir, ...inGit, artifactsRoot, ...out]) {
    const writable = probeDirectory(directory);
    if (!writable.ok) return writable;
  }
  const unverified = await inTurns(whyUnverified(planned, tree, choices.value), signal);
  const unseen = await unseenSubmodules(repo, baseline);
  const remote = options.branch === undefined ? null : await remoteWithDefault(repo, branch);
  const sourced = await sourcing;
  const isKeyless = pending.length === 0 && !sourced.ok && sourced.issues[0].code === "no-key";
  const model = isKeyless ? accepted(nobodyAsked(settings)) : sourced;
  if (!model.ok) return model;
  const { revises, divides, designs } = plannerWork(settings.values, {
    revise: options.revise,
    isDesigned: design !== null,
  });
  const isPlanning = !isKeyless && (revises || divides || designs);
  const planner = !isPlanning ? null : await modelSource(options, settings, "planner", { env, cwd });
  if (planner !== null && !planner.ok) return planner;
  return accepted({
    ...base.value,
    repo,
    artifactsRoot,
    lock,
    cleared,
    pending,
    skipped,
    unverified: unverified === null ? null : unverifiedInWords(unverified),
    warnings: [
      ...(remote === null
        ? []
        : [`${branch} is the default branch of ${remote}: name another --branch if others build on it`]),
      ...(unseen === null ? [] : [formatRefusal(unseen)]),
      ...doubts,
      ...linked,
      ...warnings.value,
      ...whole.value,
      ...model.value.warnings,
    ],
    model: model.value,
    planner: planner?.value ?? null,
    isolation: isolation.value,
    push: await pushPlan(repo, branch, settings.values.factory.push),
    choices: choices.value,
    derives: derivesInWords(
      pending.map(({ order }) => order),
      settings.values.setup,
      settings.values.verify.fix,
    ),
    ownPlaces,
  });
};

/** Why a copy of the artifacts cannot go there. */
const outObstacle = (
  out: string,
  repo: Repository,
  { artifactsDir }: FactoryOptions,
  { env, cwd }: Place,
): Refusal | null => {
  const hint = "choose a directory outside it";
  const path = resolve(cwd, out);
  if (repo.contains(path)) return refusal("out-inside-repo", `--out ${out} is inside the repo`, hint);
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const records = ARTIFACT_FOLDERS.map((folder) => join(root, folder));
  const place = records.find((folder) => isInside(realLocation(folder), realLocation(path)));
  return place === undefined
    ? null
    : refusal("out-inside-artifacts", `--out ${out} is inside ${place}, where runs are recorded`, hint);
};

/** If a server will be asked, loads its SDK while git inspects the repo. */
const loadAhead = async (sourcing: ReturnType<typeof modelSource>): Promise<void> => {
  const model = await sourcing;
  if (model.ok && model.value.answers.kind === "live") await loadFirstSdk(model.value.answers.connections);
};

/** Starts work whose result is needed later, or not at all: a failure surfaces where it is awaited. */
const begun = <Value>(work: Promise<Value>): Promise<Value> => {
  work.catch(() => {});
  return work;
};

const no = (code: Refusal["code"], message: string, hint: string) => rejected(refusal(code, message, hint));
