import { acceptanceOf, canonicalJson, designSha256, type Need, sha256Hex } from "@llmch/contract";
import type { SetupSettings } from "@llmch/contract/settings";
import type { Landing } from "@llmch/workspace";
import type { Approvable, Gate } from "../decisions/gate.ts";
import { isByHand } from "../executor/by-hand.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { Schedule } from "./schedule.ts";

/** What of a run waits for a person before the first question. */
export const firstSteps = (
  schedule: Schedule,
  prepared: Prepared,
  { gate: { waits }, ...place }: UnseenPlace & { readonly gate: Gate },
): readonly Approvable[] => {
  const beyond = beyondSandbox(schedule, place);
  return [
    ...(waits("plan") || beyond.length > 0 ? [planToApprove(schedule, beyond)] : []),
    ...(waits("network") ? networkToApprove(prepared) : []),
  ];
};

interface UnseenPlace {
  /** Nothing isolates commands that no person has seen. */
  readonly refusesUnseen: boolean;
  readonly setup: Pick<SetupSettings, "network">;
}

/** What orders that no person has seen want beyond the sandbox without the network; then they wait (contract §11). */
const beyondSandbox = (
  { isUnseen, tasks }: Pick<Schedule, "isUnseen" | "tasks">,
  { refusesUnseen, setup }: UnseenPlace,
): readonly string[] => {
  if (isUnseen !== true || tasks.length === 0) return [];
  const derives = setup.network && tasks.some(({ loaded: { order } }) => (order.derive ?? []).length > 0);
  return [...(refusesUnseen ? [WITH_YOUR_RIGHTS] : []), ...(derives ? [DERIVE_REACHES_NETWORK] : [])];
};

export const WITH_YOUR_RIGHTS = "commands run with your rights: there is no sandbox";
export const DERIVE_REACHES_NETWORK = "`derive` commands may reach the network";

/**
 * The plan as the run began with it: what was revised since was decided by itself.
 * @param beyond what makes it wait although no setting does
 */
const planToApprove = ({ kind, orders, tasks, design, previous }: Schedule, beyond: readonly string[]): Approvable => {
  const [begun] = (kind === "run" ? tasks[0]?.previous : previous)?.journal.events ?? [];
  const now = { orders: orders.map(({ sha256 }) => sha256), design: design === null ? null : designSha256(design) };
  const before =
    begun?.type === "schedule_started"
      ? { orders: begun.orders.map(({ sha256 }) => sha256), design: begun.design_sha256 ?? null }
      : begun?.type === "order_started"
        ? { orders: [begun.work_order_sha256], design: begun.design_sha256 ?? null }
        : now;
  const carryOut = `carry out ${orders.length === 1 ? "this order" : `these ${orders.length} orders`}`;
  const what = [carryOut, ...beyond].join("; ");
  const lines = orders.flatMap(({ order }) => [
    `${order.id}  ${order.title}`,
    `  writes   ${order.allowed_files.join(", ")}`,
    ...acceptanceOf(order).map(({ command, hidden }) => `  proves   ${hidden ? "(hidden)" : command}`),
  ]);
  const sha256 = hashOf(beyond.length === 0 ? before : { ...before, beyond });
  const need: Need = { id: "plan", kind: "plan", what, sha256, ...(beyond.length === 0 ? {} : { wider: true }) };
  return { need, shown: () => lines.join("\n") };
};

/** Nothing if no command would reach the network. */
const networkToApprove = ({ isolation: { sandbox }, executor }: Prepared): readonly Approvable[] => {
  const reasons = [
    ...(sandbox === null ? ["commands are not isolated, and reach the network"] : []),
    ...(sandbox?.allowsNetwork === true ? ["commands reach the network out of the sandbox"] : []),
    ...(executor !== null && !isByHand(executor) && executor.network
      ? [`the agent ${executor.name} reaches the network`]
      : []),
  ];
  const what = reasons.join("; ");
  if (what === "") return [];
  return [{ need: { id: "network", kind: "network", what, sha256: sha256Hex(what) }, shown: () => what }];
};

/** The branch as it is by now, and where it would go. */
export const pushToApprove = async (
  { repo, branch, push: { target }, baseline }: Prepared,
  landing: Pick<Landing, "tip">,
): Promise<Approvable> => {
  const where = target === null ? "its remote" : `${target.remote} (${target.address})`;
  const what = `push ${branch} to ${where}`;
  const tip = landing.tip();
  const shown = async () => {
    const commits = await repo.git.read("log", "--oneline", "--no-decorate", `${baseline}..${tip}`, "--");
    return commits.ok ? commits.value : "";
  };
  return { need: { id: "push", kind: "push", what, sha256: hashOf([branch, tip, target?.address ?? null]) }, shown };
};

const hashOf = (value: Parameters<typeof canonicalJson>[0]): string => sha256Hex(canonicalJson(value));
