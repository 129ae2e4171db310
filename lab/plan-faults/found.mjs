/**
 * What `check` says about a plan, reduced to what matters here.
 * @typedef {{ code: string, wo_id: string | null, field: string | null, message: string }} Finding
 */

const keyOf = (/** @type {Finding} */ { code, wo_id, field, message }) => JSON.stringify([code, wo_id, field, message]);

/**
 * The plan with the fault in it. Throws if the fault changes nothing.
 * @param {import("./corpus.mjs").GoodPlan} plan
 * @param {import("./mutations/all.mjs").PlanFault} fault
 */
export const faultyPlan = ({ manifest }, { name, change }) => {
  const faulty = structuredClone(manifest);
  change(faulty);
  if (JSON.stringify(faulty) === JSON.stringify(manifest)) throw new Error(`"${name}" changes nothing`);
  return faulty;
};

/**
 * The finding that shows a fault: one that the good plan does not have, and that has one of the fault's codes or is about its order.
 * @param {import("./mutations/all.mjs").PlanFault} fault
 * @param {readonly Finding[]} before those of the good plan
 * @param {readonly Finding[]} after those of the plan with the fault
 * @returns {Finding | null}
 */
export const foundBy = ({ codes, order }, before, after) => {
  const known = new Set(before.map(keyOf));
  const fresh = after.filter((finding) => !known.has(keyOf(finding)));
  return (
    fresh.find(({ code }) => codes.includes(code)) ??
    fresh.find(({ wo_id }) => order !== null && wo_id === order) ??
    null
  );
};
