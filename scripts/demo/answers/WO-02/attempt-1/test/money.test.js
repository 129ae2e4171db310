import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAmount, parseAmount } from "../src/money.js";

test("amounts are read as whole cents", () => {
  assert.equal(parseAmount("7"), 700);
  assert.equal(parseAmount("7.5"), 750);
  assert.equal(parseAmount("7.05"), 705);
  assert.equal(parseAmount("0.29"), 29);
  assert.equal(parseAmount("999999999.99"), 99999999999);
});

test("what is no amount gives null", () => {
  for (const text of ["", "7.", ".5", "7.505", "-7", "+7", "7,50", "1e3", " 7", "seven", "1234567890"]) {
    assert.equal(parseAmount(text), null, JSON.stringify(text));
  }
});

test("cents are written with two decimals", () => {
  assert.equal(formatAmount(0), "0.00");
  assert.equal(formatAmount(5), "0.05");
  assert.equal(formatAmount(-5), "-0.05");
  assert.equal(formatAmount(123456), "1234.56");
});

test("writing and reading are inverse", () => {
  for (let cents = 0; cents < 2000; cents += 7) assert.equal(parseAmount(formatAmount(cents)), cents);
});
