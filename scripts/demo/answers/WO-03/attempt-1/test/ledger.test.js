import assert from "node:assert/strict";
import { test } from "node:test";
import { LedgerError, parseLedger } from "../src/ledger.js";

const HEAD = "trip: Hut\npeople: Ana, Ben, Zoë\n";

test("a ledger is read with its comments and blank lines passed over", () => {
  const ledger = parseLedger("# May\n\ntrip: Hut in the Alps\npeople: Ana,Ben\n\nAna paid 7.5 for bread and jam\r\n");
  assert.deepEqual(ledger, {
    title: "Hut in the Alps",
    people: ["Ana", "Ben"],
    expenses: [{ payer: "Ana", cents: 750, what: "bread and jam", sharers: ["Ana", "Ben"] }],
  });
});

test("an expense may be shared by some alone, listed in the order of the people line", () => {
  const [expense] = parseLedger(`${HEAD}Ben paid 20 for skis (only Zoë, Ana)`).expenses;
  assert.deepEqual(expense, { payer: "Ben", cents: 2000, what: "skis", sharers: ["Ana", "Zoë"] });
});

test("brackets that do not say only belong to the description", () => {
  const [expense] = parseLedger(`${HEAD}Ben paid 20 for skis (red)`).expenses;
  assert.equal(expense.what, "skis (red)");
});

test("a ledger without expenses is a ledger", () => {
  assert.deepEqual(parseLedger(HEAD).expenses, []);
});

const refused = [
  ["", 'line 1: expected "trip: TITLE"'],
  ["people: Ana, Ben", 'line 1: expected "trip: TITLE"'],
  ["trip: Hut", 'line 2: expected "people: NAME, NAME, ..."'],
  ["trip: Hut\npeople: Ana", "line 2: at least two people are needed"],
  ["trip: Hut\npeople: Ana, Ben, Ana", 'line 2: "Ana" stands twice'],
  ["trip: Hut\npeople: Ana, B n", 'line 2: invalid name "B n"'],
  [`${HEAD}Ana bought bread`, 'line 3: cannot understand "Ana bought bread"'],
  [`${HEAD}# bread\nDan paid 3 for bread`, 'line 4: unknown person "Dan"'],
  [`${HEAD}Ana paid 3 for bread (only Ben, Dan)`, 'line 3: unknown person "Dan"'],
  [`${HEAD}Ana paid 3 for bread (only Ben, Ben)`, 'line 3: "Ben" stands twice'],
  [`${HEAD}Ana paid 3.999 for bread`, 'line 3: invalid amount "3.999"'],
  [`${HEAD}Ana paid 0 for bread`, 'line 3: invalid amount "0"'],
];

for (const [text, message] of refused) {
  test(`refused with ${message}`, () => {
    assert.throws(
      () => parseLedger(text),
      (error) => error instanceof LedgerError && error.message === message,
    );
  });
}
