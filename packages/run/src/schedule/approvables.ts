import { designSha256, looksLikeSecretFile, type Need } from "@llmch/contract";
import { canonicalJson, sha256Hex } from "@llmch/text";
import type { Landing } from "@llmch/workspace";
import { commandsShown, reachBeyond, waysToNetwork } from "../decisions/commands-shown.ts";
import type { Approvable, Gate } from "../decisions/gate.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { Schedule } from "./schedule.ts";

/** What decides what commands may reach; `refusesUnseen`: nothing isolates those that no person has seen. */
type Limits = Parameters<typeof commandsShown>[1] & { readonly refusesUnseen: boolean };

/** What of a run waits for a person before the first question. */
export const firstSteps = (schedule: Schedule, limits: Limits, { waits }: Gate): readonly Approvable[] => {
  const beyond = beyondSandbox(schedule, limits);
  return [
    ...(waits("plan") || beyond.length > 0 ? [planToApprove(schedule, limits, beyond)] : []),
    ...(waits("network") ? networkToApprove(schedule, limits) : []),
  ];
};

/** What orders that no person has seen want beyond the sandbox without the network; then they wait (contract §11). */
const beyondSandbox = (
  { isUnseen, tasks }: Pick<Schedule, "isUnseen" | "tasks">,
  { refusesUnseen, setup }: Pick<Limits, "refusesUnseen" | "setup">,
): readonly string[] => {
  if (isUnseen !== true || tasks.length === 0) return [];
  const derives = setup.network && tasks.some(({ loaded: { order } }) => (order.derive ?? []).length > 0);
  const shown = tasks.flatMap(({ loaded: { order } }) => [...order.allowed_files, ...order.context_files]);
  const secrets = [...new Set(shown.filter(looksLikeSecretFile))];
  return [
    ...reachBeyond({ isUnconfined: refusesUnseen, derives }),
    ...(secrets.length > 0 ? [`a model is shown files that look like secrets: ${secrets.join(", ")}`] : []),
  ];
};

/**
 * The plan as the run began with it, and what its commands may reach once it is approved: what was revised since was decided by itself.
 * @param beyond what makes it wait although no setting does
 */
const planToApprove = (
  { kind, orders, tasks, design, previous }: Schedule,
  limits: Limits,
  beyond: readonly string[],
): Approvable => {
  const [begun] = (kind === "run" ? tasks[0]?.previous : previous)?.journal.events ?? [];
  const now = { orders: orders.map(({ sha256 }) => sha256), design: design === null ? null : designSha256(design) };
  const before =
    begun?.type === "schedule_started"
      ? { orders: begun.orders.map(({ sha256 }) => sha256), design: begun.design_sha256 ?? null }
      : begun?.type === "order_started"
        ? { orders: [begun.work_order_sha256], design: begun.design_sha256 ?? null }
        : now;
  const carryOut = `carry out ${orders.length === 1 ? "this order" : `these ${orders.length} orders`}`;
  const { isolation, setup } = limits;
  const sandbox = isolation.sandbox?.allowsNetwork ?? null;
  const reach = { sandbox, setup: { commands: setup.commands, network: setup.network } };
  const seen = orders.map(({ origin, ...loaded }) => (origin == null ? loaded : { ...loaded, origin }));
  const need: Need = {
    ...{ id: "plan", kind: "plan", what: [carryOut, ...beyond].join("; ") },
    ...{ sha256: hashOf({ ...before, ...reach, ...(beyond.length === 0 ? {} : { beyond }) }) },
    ...(beyond.length === 0 ? {} : { wider: true }),
    shown: commandsShown(seen, limits).join("\n"),
  };
  return { need };
};

/** Nothing if nothing would reach the network. */
const networkToApprove = ({ orders }: Schedule, limits: Limits): readonly Approvable[] => {
  const what = waysToNetwork(orders, limits).join("; ");
  if (what === "") return [];
  return [{ need: { id: "network", kind: "network", what, sha256: sha256Hex(what) } }];
};

/** The branch as it is by now, and where it would go. */
export const pushToApprove = async (
  { repo, branch, push: { target, forPullRequest }, baseline }: Prepared,
  landing: Pick<Landing, "tip">,
): Promise<Approvable> => {
  const where = target === null ? "its remote" : `${target.remote} (${target.address})`;
  const stack = forPullRequest === "stack" ? ", and a branch for each of its orders" : "";
  const what = `push ${branch} to ${where}${stack}`;
  const tip = landing.tip();
  const shown = async () => {
    const which = ["--oneline", "--no-decorate", `${baseline}..${tip}`, "--"];
    const commits = await repo.git.ask((people) => people.raw("log", ...which));
    return commits.ok ? commits.value : "";
  };
  return { need: { id: "push", kind: "push", what, sha256: hashOf([branch, tip, target?.address ?? null]) }, shown };
};

const hashOf = (value: Parameters<typeof canonicalJson>[0]): string => sha256Hex(canonicalJson(value));
