import assert from "node:assert/strict";
import { test } from "node:test";
import { formatReport } from "../src/report.js";

const expense = (cents) => ({ payer: "Ana", cents, what: "things", sharers: ["Ana", "Ben"] });

test("the report shows totals, people and payments in columns", () => {
  const report = formatReport(
    { title: "Hut", expenses: [expense(100000), expense(50)] },
    [
      { name: "Ana", paid: 100050, share: 50025, balance: 50025 },
      { name: "Benedict", paid: 0, share: 50025, balance: -50025 },
    ],
    [{ from: "Benedict", to: "Ana", cents: 50025 }],
  );
  assert.equal(
    report,
    [
      "Hut: 2 expenses, 1000.50 in all",
      "",
      "             paid   share  balance",
      "Ana       1000.50  500.25  +500.25",
      "Benedict     0.00  500.25  -500.25",
      "",
      "Payments",
      "  Benedict pays Ana 500.25",
      "",
    ].join("\n"),
  );
});

test("one expense is singular, and nobody pays where everybody is even", () => {
  const even = [
    { name: "Ana", paid: 50, share: 50, balance: 0 },
    { name: "Ben", paid: 0, share: 0, balance: 0 },
  ];
  const lines = formatReport({ title: "Hut", expenses: [expense(50)] }, even, []).split("\n");
  assert.equal(lines[0], "Hut: 1 expense, 0.50 in all");
  assert.equal(lines[3], "Ana  0.50   0.50     0.00");
  assert.deepEqual(lines.slice(-2), ["Everybody is even.", ""]);
});
