/** Divides an amount into `count` shares of whole cents; the first ones take the cents that do not divide. */
export function splitEvenly(cents, count) {
  const share = Math.floor(cents / count);
  const left = cents - share * count;
  return Array.from({ length: count }, (_, index) => (index < left ? share + 1 : share));
}

/**
 * What each person paid, should have paid, and is owed (negative: owes), in cents and in the order of the people line.
 *
 * @returns {{ name: string, paid: number, share: number, balance: number }[]}
 */
export function computeBalances({ people, expenses }) {
  const paid = new Map(people.map((name) => [name, 0]));
  const share = new Map(people.map((name) => [name, 0]));
  for (const { payer, cents, sharers } of expenses) {
    paid.set(payer, paid.get(payer) + cents);
    for (const [index, part] of splitEvenly(cents, sharers.length).entries()) {
      share.set(sharers[index], share.get(sharers[index]) + part);
    }
  }
  return people.map((name) => ({
    name,
    paid: paid.get(name),
    share: share.get(name),
    balance: paid.get(name) - share.get(name),
  }));
}
