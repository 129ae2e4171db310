import assert from "node:assert/strict";
import { test } from "node:test";
import { settle } from "../src/settlement.js";

const balancesOf = (numbers) => numbers.map((balance, index) => ({ name: `P${index + 1}`, balance }));

test("whoever owes most pays whoever is owed most", () => {
  const balances = [
    { name: "Ana", balance: 900 },
    { name: "Ben", balance: -700 },
    { name: "Cy", balance: 100 },
    { name: "Dev", balance: -300 },
  ];
  assert.deepEqual(settle(balances), [
    { from: "Ben", to: "Ana", cents: 700 },
    { from: "Dev", to: "Ana", cents: 200 },
    { from: "Dev", to: "Cy", cents: 100 },
  ]);
  assert.equal(balances[0].balance, 900, "the input stays as it was");
});

test("among equals the first named comes first", () => {
  assert.deepEqual(settle(balancesOf([-50, 50, -50, 50])), [
    { from: "P1", to: "P2", cents: 50 },
    { from: "P3", to: "P4", cents: 50 },
  ]);
});

test("nobody pays where everybody is even", () => {
  assert.deepEqual(settle(balancesOf([0, 0, 0])), []);
  assert.deepEqual(settle([]), []);
});

test("N people are even after N-1 payments at most", () => {
  for (const numbers of [
    [1, -1],
    [10, -3, -7],
    [5, 5, -1, -9],
    [999, -1, -1, -997],
    [7, 7, 7, -7, -7, -7],
  ]) {
    const balances = new Map(numbers.map((balance, index) => [`P${index + 1}`, balance]));
    const payments = settle(balancesOf(numbers));
    for (const { from, to, cents } of payments) {
      balances.set(from, balances.get(from) + cents);
      balances.set(to, balances.get(to) - cents);
    }
    assert.deepEqual(
      [...balances.values()],
      numbers.map(() => 0),
    );
    assert.ok(payments.length < numbers.length);
  }
});

test("balances that do not add up are refused", () => {
  assert.throws(() => settle(balancesOf([5, -4])), new RangeError("balances must add up to zero"));
});
