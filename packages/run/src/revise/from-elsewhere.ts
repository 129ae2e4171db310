import { type Need, noWider } from "@llmch/contract";
import type { LoadedOrder } from "@llmch/records";
import { printable, type Refusal, refusal, shellWord } from "@llmch/text";
import { checkoutAt } from "@llmch/workspace";

/**
 * Why a run that came from elsewhere is not carried out in the repo that its record names; null if its user stands in that repo, or has
 * named it.
 * @param chosen the folder that the user stands in, or names
 */
export const strangeRepo = (runId: string, recorded: string, chosen: string): Refusal | null => {
  const named = checkoutAt(recorded);
  if (named !== null && named === checkoutAt(chosen)) return null;
  const message = `the run ${runId} was begun elsewhere, or was changed since, and names the repo ${recorded}`;
  return refusal(
    "not-resumable",
    printable(message),
    `if it is yours, go there, or name it: --repo ${shellWord(recorded)}`,
  );
};

/** What today's user has to agree to in orders that came from elsewhere. */
export const foreignNeeds = (orders: readonly Pick<LoadedOrder, "order" | "sha256">[]): readonly Need[] =>
  orders.flatMap(({ order, sha256 }) => {
    const wider = noWider(order, null).map(({ what }) => what);
    return wider.length === 0
      ? []
      : [{ id: order.id, kind: "orders", what: `it came from elsewhere, and ${wider.join("; ")}`, sha256 }];
  });
