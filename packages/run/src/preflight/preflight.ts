import { resolve } from "node:path";
import { type Acceptance, normalizePath, type Warning, type WorkOrder } from "@llmch/contract";
import type { SetupSettings, VerifySettings } from "@llmch/contract/settings";
import { deriveCommands, whyUnverified } from "@llmch/factory";
import { type Tree, uncoveredInWords, uncoveredProjects, type VerifyChoices } from "@llmch/languages";
import { type LoadedOrder, type LoadFault, planTitle, verifyCommandOf } from "@llmch/records";
import { repoArtifacts, resolveArtifactsRoot } from "@llmch/store";
import { accepted, commandLine, formatRefusal, type JsonValue, type Refusal, type Result, rejected } from "@llmch/text";
import {
  acquireLock,
  filteredFiles,
  judgeCopies,
  type Lock,
  lockObstacle,
  openRepository,
  type Repository,
  remoteWithDefault,
  unrunHooks,
} from "@llmch/workspace";
import { findIsolation, type Isolation } from "../lease/isolation.ts";
import { keptPlaces, ownPlaces } from "../lease/kept-places.ts";
import { nameBranch } from "./baseline.ts";
import { begun } from "./begun.ts";
import { type AskedModels, beginSourcing, findModels } from "./models.ts";
import { lookAtCheckout } from "./own-places.ts";
import { type DividedOrders, findPending } from "./pending-orders.ts";
import { checkPending } from "./pending-plan.ts";
import { missingPrograms, treeAt } from "./programs.ts";
import { type PushPlan, pushPlan } from "./push-plan.ts";
import { clearLeftovers } from "./recovery.ts";
import type { PreflightContext, PreflightRequest, Scene } from "./scene.ts";
import { findStart, type Start } from "./start.ts";
import { unseenSubmodules } from "./submodules.ts";
import { unverifiedInWords } from "./unverified.ts";
import { verifyChoices } from "./verify-choices.ts";
import { outObstacle, probePlaces } from "./written-places.ts";

/** Everything that a run needs, checked. Nothing has been created yet except the lock, which must be released. */
export interface Prepared extends Start, Pick<DividedOrders, "pending" | "skipped" | "done">, AskedModels {
  /** What must hold once the orders have landed; nothing if some of the plan stay undone. */
  readonly planAcceptance: readonly Acceptance[];
  readonly repo: Repository;
  readonly artifactsRoot: string;
  /** Null for a dry run. */
  readonly lock: Pick<Lock, "release"> | null;
  /** What was found of killed runs and cleared, one sentence each. */
  readonly cleared: readonly string[];
  /** What the user should know before it begins, one sentence each. */
  readonly warnings: readonly Warning[];
  readonly isolation: Isolation;
  readonly push: PushPlan;
  /** What determines how the repo is verified, besides its tree. */
  readonly choices: VerifyChoices;
  /** That nothing verifies the repo after an order, and what to do about it; null if something does. */
  readonly unverified: string | null;
  /** Which commands make files in the commits, one sentence each. */
  readonly derives: readonly string[];
}

/**
 * Checks everything that would make a run fail later (contract §6), and refuses before anything is made or spent. First clears what a
 * killed run left in the repo. The caller releases the lock of an accepted result.
 */
export const preflight = async (
  request: PreflightRequest,
  place: PreflightContext,
): Promise<Result<Prepared, LoadFault>> => {
  const { options } = request;
  const opened = await openRepository(resolve(place.cwd, options.repo), place.env);
  if (!opened.ok) return opened;
  const repo = opened.value;
  const artifactsRoot = resolveArtifactsRoot(options.artifactsDir, place.env, place.cwd);
  const misplaced = outObstacle(options.out, repo, { artifactsRoot, cwd: place.cwd });
  if (misplaced !== null) return rejected(misplaced);
  const [first] = request.orders;
  const planned = request.skipDone ? planTitle(first?.document, [artifactsRoot, repoArtifacts(repo.root)]) : null;
  const branch = nameBranch(options, planned ?? first?.order.title ?? "", request.runId);
  if (!branch.ok) return branch;
  const scene = { ...request, ...place, repo, branch: branch.value, artifactsRoot };
  if (options.dryRun === true) {
    const obstacle = lockObstacle(repo, branch.value);
    return obstacle === null ? prepare(scene, null) : rejected(obstacle);
  }
  const lock = acquireLock(repo, branch.value, { run: request.runId });
  if (!lock.ok) return lock;
  try {
    const prepared = await prepare(scene, lock.value);
    if (!prepared.ok) lock.value.release();
    return prepared;
  } catch (fault) {
    lock.value.release();
    throw fault;
  }
};

const prepare = async (scene: Scene, lock: Lock | null): Promise<Result<Prepared, LoadFault>> => {
  const { repo, branch, options, ordersDirectory, artifactsRoot, signal } = scene;
  const { sandbox, factory, setup, verify } = scene.settings.values;
  const wish = { sandbox: options.sandbox, allow_network: options.allowNetwork };
  const own = await ownPlaces(repo, artifactsRoot, ordersDirectory);
  const isolating = begun(findIsolation(wish, sandbox, repo, own));
  const cleared = lock === null ? [] : await clearLeftovers(repo, branch, lock, artifactsRoot);
  const writable = writableFiles(scene.orders, setup.derive);
  const sandboxed = begun(isolating.then((found) => (found.ok ? found.value.sandbox : null)));
  const looking = begun(lookAtCheckout(repo, { artifactsRoot, ordersDirectory, writable }, signal, sandboxed));
  const sourcing = beginSourcing(scene);

  const start = await findStart(scene, looking);
  if (!start.ok) return start;
  const { baseline } = start.value;
  const divided = await findPending(scene, baseline, isolating);
  if (!divided.ok) return divided;
  const { pending, skipped, done, doubts } = divided.value;
  const plan = await checkPending(scene, { ...divided.value, baseline });
  if (!plan.ok) return plan;
  const verification = await findVerification(scene, { baseline, pending }, plan.value.manifest);
  if (!verification.ok) return verification;
  const isolation = await isolating;
  if (!isolation.ok) return isolation;
  const copies = await judgeCopies(repo, setup.copy, keptPlaces(repo, own));
  if (!copies.ok) return copies;
  const probed = probePlaces(scene);
  if (!probed.ok) return probed;
  const models = await findModels(scene, sourcing, pending.length === 0);
  if (!models.ok) return models;

  const { choices, tree } = verification.value;
  const orders = pending.map(({ order }) => order);
  const unverified = whyUnverified(orders, tree, choices);
  const uncovered = uncoveredInWords(uncoveredProjects(tree, choices));
  const aboutRepo = [
    ...(uncovered === null ? [] : [uncovered]),
    ...(copies.value.length === 0 ? [] : [`setup.copy does not bring all that it names: ${copies.value.join(", ")}`]),
    ...storedInWords((await filteredFiles(repo, isolation.value.sandbox)).stored),
    ...(await repoWarnings(scene, baseline)),
  ];
  return accepted({
    ...start.value,
    ...models.value,
    repo,
    artifactsRoot,
    lock,
    cleared,
    ...{ pending, skipped, done, planAcceptance: plan.value.planAcceptance },
    unverified: unverified === null ? null : unverifiedInWords(unverified),
    warnings: [...aboutRepo, ...doubts, ...plan.value.warnings, ...models.value.model.warnings],
    isolation: isolation.value,
    push: await pushPlan(repo, branch, factory.push),
    choices,
    derives: derivesInWords(orders, setup, verify.fix),
  });
};

/** Which files tests will not find as they expect them. */
const storedInWords = (pointers: readonly string[]): readonly string[] => {
  if (pointers.length === 0) return [];
  const named = pointers.slice(0, 3).join(", ") + (pointers.length > 3 ? ` and ${pointers.length - 3} more` : "");
  return [
    `commands see what git keeps of ${named}, and not what a filter makes of it: bring it with \`git lfs pull\` or that ` +
      "filter's own command, and commit what is changed",
  ];
};

/** What to know about the branch and the commit to start from, one sentence each. */
const repoWarnings = async ({ repo, branch, options }: Scene, baseline: string): Promise<readonly string[]> => {
  const remote = options.branch === undefined ? null : await remoteWithDefault(repo, branch);
  const unseen = await unseenSubmodules(repo, baseline);
  const hooks = await unrunHooks(repo);
  return [
    ...(remote === null
      ? []
      : [`${branch} is the default branch of ${remote}: name another --branch if others build on it`]),
    ...(unseen === null ? [] : [formatRefusal(unseen)]),
    ...(hooks.length === 0
      ? []
      : [
          `llmch's commits do not run the repo's hooks (${hooks.join(", ")}): what they check can stand in verify.commands`,
        ]),
  ];
};

/** Finds what verifies the commit to start from. Refuses if a program that this or the orders run is missing. */
export const findVerification = async (
  { repo, settings, env }: Scene,
  { baseline, pending }: { readonly baseline: string; readonly pending: readonly LoadedOrder[] },
  manifest: JsonValue,
): Promise<Result<{ readonly choices: VerifyChoices; readonly tree: Tree }, Refusal>> => {
  const { verify, setup } = settings.values;
  const choices = verifyChoices(verify, verifyCommandOf(manifest));
  if (!choices.ok) return choices;
  const tree = await treeAt(repo, baseline, choices.value, env);
  const found = accepted({ choices: choices.value, tree });
  // Programs that a setup installs cannot be found before it has run.
  if (setup.commands.length > 0) return found;
  const looking = { env, tree, repoDerives: setup.derive };
  const [missing] = await missingPrograms(pending, repo, baseline, choices.value, looking);
  return missing === undefined ? found : rejected(missing);
};

/** The files that orders may write, themselves or by commands. */
const writableFiles = (orders: readonly LoadedOrder[], repoDerives: SetupSettings["derive"]): ReadonlySet<string> =>
  new Set(
    orders.flatMap(({ order }) =>
      [
        ...order.allowed_files,
        ...deriveCommands({ order, repoDerives }, order.allowed_files).flatMap(({ files }) => files),
      ].map(normalizePath),
    ),
  );

/** Which commands make or change files in the run's commits, one sentence each. */
export const derivesInWords = (
  orders: readonly Pick<WorkOrder, "derive" | "allowed_files">[],
  { derive, network }: Pick<SetupSettings, "derive" | "network">,
  fixes: VerifySettings["fix"],
): readonly string[] => {
  const sentences = orders
    .flatMap((order) => deriveCommands({ order, repoDerives: derive }, order.allowed_files))
    .map(
      ({ command, files }) =>
        `\`${commandLine(command)}\` makes ${files.join(", ")}${network ? ", with the network" : ""}`,
    );
  const fixing = fixes.map(({ command }) => `\`${commandLine(command)}\` formats the files that are written`);
  return [...new Set([...sentences, ...fixing])];
};
