/**
 * How runs of one plan with one job and with several differ although they should not, or null. Under a cap they may end at different
 * orders, because dropped work is paid for too: then what both carried out must be the same, and nothing may be spent beyond the cap.
 * @param {number | null} cap in tokens
 * @returns {string | null}
 */
export const differenceOf = (alone, together, cap) => {
  if (cap === null) return isSame(alone, together) ? null : "not what one job comes to";
  const over = [alone, together].find(({ spent }) => spent > cap);
  if (over !== undefined) return `${over.spent} tokens spent under a cap of ${cap}`;
  if (alone.code !== LIMIT && together.code !== LIMIT)
    return isSame(alone, together) ? null : "not what one job comes to";
  const both = Math.min(landedIn(alone), landedIn(together));
  const begun = (run) => ({
    commits: run.commits.slice(0, 1 + both),
    orders: run.orders.filter(isLanded).slice(0, both),
  });
  return isSame(begun(alone), begun(together)) ? null : "what landed is not what one job lands";
};

/** How many orders landed. */
export const landedIn = ({ orders }) => orders.filter(isLanded).length;

const isLanded = ({ verdict }) => verdict === "PASS";

const LIMIT = 5;

/** Spending may differ, and so may its wording. */
const isSame = ({ said: _, spent: __, ...one }, { said: ___, spent: ____, ...two }) =>
  JSON.stringify(one) === JSON.stringify(two);
