import type { Diagnostic } from "@llmch/contract";
import type { JsonObject } from "@llmch/text";
import type { PlanCheck } from "./check.ts";

/**
 * Finds orders whose acceptance holds before the work (W221), and the plan if its own does, by running them at the plan's starting point.
 * Pointers lead into the given manifest. Null if a signal interrupted it.
 */
export type HeldAcceptance = (manifest: JsonObject) => Promise<readonly Diagnostic[] | null>;

/**
 * A plan's check that also ran its acceptance: acceptance that holds before the work is an error, since a run would reject it. A plan with
 * errors is not run. Null if a signal interrupted it.
 */
export const withHeldAcceptance = async (check: PlanCheck, find: HeldAcceptance): Promise<PlanCheck | null> => {
  if (check.errors.length > 0) return check;
  const found = await find({ ...check.manifest, work_orders: check.orders.map(({ order }) => order) });
  if (found === null || found.length === 0) return found === null ? null : check;
  const errors = found.map((each) => ({ ...each, pointer: asGiven(each.pointer ?? "", check) }));
  return { ...check, errors, orders: [], verifyExempt: {} };
};

/** The compile loop drops orders, so an order's index in the answer may differ. */
const asGiven = (pointer: string, { orders }: PlanCheck): string => {
  const [, top, number, ...rest] = pointer.split("/");
  const index = orders[Number(number)]?.index ?? number;
  return top !== "work_orders" ? pointer : ["", top, index, ...rest].join("/");
};
