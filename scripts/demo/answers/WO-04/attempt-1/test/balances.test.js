import assert from "node:assert/strict";
import { test } from "node:test";
import { computeBalances, splitEvenly } from "../src/balances.js";

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

test("balances follow the people line", () => {
  const balances = computeBalances({
    people: ["Ana", "Ben", "Cy"],
    expenses: [
      { payer: "Ben", cents: 900, what: "bread", sharers: ["Ana", "Ben", "Cy"] },
      { payer: "Ana", cents: 500, what: "skis", sharers: ["Ben", "Cy"] },
    ],
  });
  assert.deepEqual(balances, [
    { name: "Ana", paid: 500, share: 300, balance: 200 },
    { name: "Ben", paid: 900, share: 550, balance: 350 },
    { name: "Cy", paid: 0, share: 550, balance: -550 },
  ]);
});

test("balances add up to zero", () => {
  const people = ["Ana", "Ben", "Cy"];
  const expenses = [1000, 1, 3334].map((cents) => ({ payer: "Cy", cents, what: "things", sharers: people }));
  assert.equal(sum(computeBalances({ people, expenses }).map(({ balance }) => balance)), 0);
});

test("an amount that divides gives equal shares", () => {
  assert.deepEqual(splitEvenly(1200, 3), [400, 400, 400]);
});

test("the shares of any amount add up to it and differ by a cent at most", () => {
  for (const cents of [1000, 1001, 99999, 100, 1]) {
    for (const count of [1, 2, 3, 6, 7]) {
      const shares = splitEvenly(cents, count);
      assert.equal(sum(shares), cents, `${cents} cents among ${count}`);
      assert.ok(Math.max(...shares) - Math.min(...shares) <= 1, `${cents} cents among ${count}`);
    }
  }
});
