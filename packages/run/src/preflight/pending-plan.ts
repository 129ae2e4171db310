import { type Acceptance, beginningsOf, planAcceptanceOf, repoPath, type Warning } from "@llmch/contract";
import { acceptanceViolations } from "@llmch/planner";
import { type LoadFault, readManifestBeside, shownRoom } from "@llmch/records";
import { accepted, type JsonValue, objectsMember, type Result, rejected } from "@llmch/text";
import { ignoredAmong } from "@llmch/workspace";
import type { DividedOrders } from "./pending-orders.ts";
import { checkPlanDrift } from "./plan-drift.ts";
import type { Scene } from "./scene.ts";
import { checkWhole } from "./whole-check.ts";

interface CheckedPlan {
  /** The manifest beside the orders; null if there is none. */
  readonly manifest: JsonValue;
  /** What must hold once its orders have landed; nothing if some of them stay undone. */
  readonly planAcceptance: readonly Acceptance[];
  readonly warnings: readonly Warning[];
}

/** Checks what is left of the plan against the commit to start from, and as a whole. Refuses a manifest that cannot be used. */
export const checkPending = async (
  scene: Scene,
  { baseline, said, pending, isWhole }: DividedOrders & { readonly baseline: string },
): Promise<Result<CheckedPlan, LoadFault>> => {
  const { ordersDirectory: directory, design = null, options, skipDone, checks, isPart = false } = scene;
  const { repo, settings, env } = scene;
  const orders = pending.map(({ order }) => order);
  const linked = linkedFiles(orders, await repo.trees.entriesOf(baseline));
  const drift = await checkPlanDrift(orders, baseline, repo, options);
  if (!drift.ok) return drift;
  const manifest = await readManifestBeside(directory);
  const known = scene.orders.length + (scene.others ?? []).length;
  const isPlan = isWhole && objectsMember(manifest.document ?? {}, "work_orders").length <= known;
  const isPlans = skipDone && scene.planAcceptance === undefined;
  const [misshapen, ...rest] = isPlans ? acceptanceViolations(manifest.document) : [];
  if (misshapen !== undefined) return rejected(misshapen, ...rest);
  const planAcceptance = scene.planAcceptance ?? (isPlan ? planAcceptanceOf(manifest.document) : []);
  const files = checks ? await repo.trackedFiles(baseline) : [];
  const whole = checks
    ? await checkWhole({
        ...{ pending, files, planAcceptance },
        room: await shownRoom(repo.root, { files, commit: baseline }, settings.values, env),
        ignoredAmong: (paths) => ignoredAmong(repo.git, paths),
        directory,
        manifest: manifest.document,
        design,
        done: async () => new Set((skipDone ? said : await repo.doneOrders(baseline)).map(({ order }) => order)),
        alone: !skipDone,
        isPart,
        strict: options.strict === true,
      })
    : accepted([]);
  if (!whole.ok) return whole;
  // Without it, the repo would not be verified as its plan says.
  if (manifest.fault !== null) return rejected(manifest.fault);
  return accepted({
    manifest: manifest.document,
    planAcceptance,
    warnings: [...linked, ...drift.value, ...whole.value],
  });
};

/**
 * Files that the orders may write by their `allowed_files`, but that no proposal can: it writes no symbolic link, and none through one
 * (contract §5.2). One sentence each.
 * @param tree of the commit that the work starts from
 */
export const linkedFiles = (
  orders: readonly { readonly id: string; readonly allowed_files: readonly string[] }[],
  tree: readonly { readonly mode: string; readonly path: string }[],
): readonly string[] => {
  const links = new Set(tree.filter(({ mode }) => mode === LINK).map(({ path }) => path));
  if (links.size === 0) return [];
  const told = orders.flatMap(({ id, allowed_files }) =>
    allowed_files
      .flatMap((path) => beginningsOf(repoPath(path) ?? "").find((start) => links.has(start)) ?? [])
      .map(
        (link) => `${link} is a symbolic link, which ${id} cannot write: allow the file that the link leads to instead`,
      ),
  );
  return [...new Set(told)];
};

const LINK = "120000";
