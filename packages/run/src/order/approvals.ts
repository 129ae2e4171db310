import type { Need } from "@llmch/contract";
import type { Ports } from "@llmch/factory";
import type { LoadedOrder, Session } from "@llmch/records";
import { canonicalJson, refusal, sha256Hex } from "@llmch/text";
import { landingDiff } from "@llmch/workspace";
import type { OrderEnding } from "./order-ending.ts";
import type { OrderPorts } from "./ports.ts";

/** Why nothing may be asked: nobody has decided yet, or somebody said no; null if it may. */
export const firstObstacle = async (
  session: Session,
  { facts, gate }: Pick<OrderPorts, "facts" | "gate">,
): Promise<Extract<OrderEnding, { readonly kind: "waiting" | "not-set-up" }> | null> => {
  for (const step of facts.firstSteps) {
    const said = await gate.decide(step, session);
    if (said === null) return { kind: "waiting", need: step.need, attempts: [] };
    if (said.decision === "approve") continue;
    const why = refusal("decided", `you said no to the ${step.need.kind}`, said.text ?? "nothing was asked");
    return { kind: "not-set-up", why, attempts: [] };
  }
  return null;
};

/** The order as it counts once nothing stands in its way: its user has seen it, if a person approved the plan (contract §11). */
export const seenOrder = async (
  loaded: LoadedOrder,
  session: Session,
  ports: Pick<OrderPorts, "facts" | "gate">,
): Promise<LoadedOrder> => {
  const { origin, ...seen } = loaded;
  return origin === null && (await isPlanSeen(session, ports)) ? seen : loaded;
};

/** Whether a person approved the plan, with its commands in view. Asks nobody who was not asked before. */
export const isPlanSeen = async (
  session: Session,
  { facts, gate }: Pick<OrderPorts, "facts" | "gate">,
): Promise<boolean> => {
  const step = facts.firstSteps.find(({ need }) => need.kind === "plan");
  const said = step === undefined ? null : await gate.decide(step, session);
  return said?.decision === "approve" && said.by?.through !== "mcp";
};

/** Has a person decide whether an order's work lands; undefined if it lands without. */
export const approvalOf = (
  { order, sha256 }: LoadedOrder,
  session: Session,
  { facts: { branch }, gate, ground: { repo } }: Pick<OrderPorts, "facts" | "gate" | "ground">,
): Ports["approve"] => {
  if (!gate.waits("orders")) return undefined;
  return async ({ base, tree }) => {
    const work = { base, tree };
    const shown = async () => {
      const diff = await landingDiff(repo, work, branch);
      return diff.ok ? diff.value.patch : diff.issues[0];
    };
    const what = `the work on ${order.id} passed its gates; it is committed once you approve it`;
    const need: Need = { id: order.id, kind: "orders", what, sha256: sha256Hex(canonicalJson([sha256, tree])) };
    const said = await gate.decide({ need, work, shown }, session);
    if (said === null) return { kind: "waiting", need };
    return said.decision === "approve" ? { kind: "approved" } : { kind: "rejected", text: said.text };
  };
};
