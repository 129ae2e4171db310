/**
 * The payments that make everybody even: whoever owes most pays whoever is owed most, until nobody owes anything.
 * Every payment settles at least one of the two, so N people need N-1 payments at most. Among equals the first is taken.
 *
 * @param {{ name: string, balance: number }[]} balances in cents, adding up to zero
 * @returns {{ from: string, to: string, cents: number }[]}
 * @throws {RangeError} where the balances do not add up to zero
 */
export function settle(balances) {
  if (balances.reduce((sum, { balance }) => sum + balance, 0) !== 0) {
    throw new RangeError("balances must add up to zero");
  }
  const open = balances.map(({ name, balance }) => ({ name, balance }));
  const payments = [];
  while (open.some(({ balance }) => balance < 0)) {
    const debtor = open.reduce((most, person) => (person.balance < most.balance ? person : most));
    const creditor = open.reduce((most, person) => (person.balance > most.balance ? person : most));
    const cents = Math.min(-debtor.balance, creditor.balance);
    debtor.balance += cents;
    creditor.balance -= cents;
    payments.push({ from: debtor.name, to: creditor.name, cents });
  }
  return payments;
}
