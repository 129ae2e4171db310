import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { LoadedOrder } from "./load-orders.ts";

/** Which orders of a plan to carry out; all of them by default. Every given restriction applies. */
export interface Choice {
  /** The ids of the orders. */
  readonly only?: readonly string[] | undefined;
  /** The first and the last order, in plan order. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** The chosen orders in sequence. Refused if a name is unknown, or if no order is left (contract §9). */
export const chosenOrders = <Order extends Pick<LoadedOrder, "order">>(
  orders: readonly Order[],
  { only, from, until }: Choice,
): Result<readonly Order[], Refusal> => {
  const ids = orders.map(({ order }) => order.id);
  const named = [...(only ?? []), ...(from === undefined ? [] : [from]), ...(until === undefined ? [] : [until])];
  const stranger = named.find((id) => !ids.includes(id));
  if (stranger !== undefined)
    return rejected(
      refusal(
        "no-orders",
        `${stranger} is not in the plan`,
        `choose from ${ids.slice(0, 8).join(", ")}${ids.length > 8 ? ", …" : ""}`,
      ),
    );
  const first = from === undefined ? 0 : ids.indexOf(from);
  const last = until === undefined ? ids.length - 1 : ids.indexOf(until);
  const chosen = orders.filter(
    ({ order }, index) => index >= first && index <= last && (only === undefined || only.includes(order.id)),
  );
  return chosen.length > 0
    ? accepted(chosen)
    : rejected(refusal("no-orders", "no order is selected", "choose --only, --from and --until so that they overlap"));
};

/** True if only a part of the plan may be chosen. */
export const isChoice = ({ only, from, until }: Choice): boolean =>
  only !== undefined || from !== undefined || until !== undefined;
