import { judgeWorkOrder, noWider, orderSha256 } from "@llmch/contract";
import { type Environment, type Refusal, refusal } from "@llmch/text";
import { openRepository } from "@llmch/workspace";
import type { PreparedRevision, RevisedPlan } from "./revise-plan.ts";

/**
 * Why a yes that was given before anybody saw the new plan does not cover it: it makes an order wider whose commit has landed on some branch.
 * That order would be carried out again, with more in its reach than what its user agreed to (contract §10, "No wider"). Null if it does.
 */
export const widerLanded = async (
  { standing, options: { repo, replay } }: Pick<PreparedRevision, "standing" | "options">,
  { ending, changes }: RevisedPlan,
  env: Environment,
): Promise<Refusal | null> => {
  // A stored answer was shown when it was asked for.
  if (ending.isStored || repo === undefined) return null;
  const wider = changes.flatMap((change) => {
    if (change.kind !== "changed") return [];
    const [before, after] = [judgeWorkOrder(change.before), judgeWorkOrder(change.after)];
    const what = before.ok && after.ok ? noWider(after.value, before.value).map((each) => each.what) : [];
    return what.length === 0 || !before.ok ? [] : [{ id: before.value.id, what: what.join("; ") }];
  });
  const opened = wider.length === 0 ? null : await openRepository(repo, env);
  if (opened?.ok !== true || (await opened.value.head()).commit === null) return null;
  const done = await opened.value.doneOrders("--all");
  const hasLanded = (id: string) =>
    standing.orders.some(
      (order) => order.id === id && done.some((each) => each.order === id && each.sha256 === orderSha256(order)),
    );
  const [first] = wider.filter(({ id }) => hasLanded(id));
  if (first === undefined) return null;
  const again =
    replay === undefined
      ? "run the same command again, which takes this plan as it was shown"
      : "say yes on a terminal";
  const message = `${first.id} has landed, and the new plan makes it wider: ${first.what}`;
  return refusal("stale-plan", message, `look at the changes; if they are right, ${again}`);
};
