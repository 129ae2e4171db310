import { mutate } from "@llmch/testkit";
import { expect, test } from "vitest";
import { checkText } from "./check.ts";
import { order, plan, simplePython } from "./plan.fixture.ts";

const OPTIONS = { repoFiles: ["README.md"], syntaxes: { python: () => simplePython } };
const PLAN = plan([order(1), order(2, { title: "Füge 😀 hinzu" })], {
  verify_contract: { command: "node --test", requires: [{ kind: "file_exists", path: "src/m2.js" }] },
});

test("a plan cut at any byte is rejected", () => {
  const bytes = Buffer.from(JSON.stringify(PLAN));
  expect(checkText(bytes.toString(), OPTIONS).errors).toEqual([]);
  const taken: number[] = [];
  for (let length = 0; length < bytes.length; length++) {
    const { errors, json } = checkText(bytes.subarray(0, length).toString(), OPTIONS);
    if (json || errors[0]?.code !== "E000") taken.push(length);
  }
  expect(taken).toEqual([]);
});

test("1,000 mutated plans only give diagnostics, and leave the prototype unchanged", () => {
  const whole = JSON.stringify(PLAN);
  const before = Object.getOwnPropertyNames(Object.prototype);
  const wrong: number[] = [];
  let taken = 0;
  for (let seed = 0; seed < 1_000; seed++) {
    const { errors, orders } = checkText(mutate(whole, seed), OPTIONS);
    const unclear = errors.filter(({ code, message }) => !/^E\d{3}$/.test(code) || message.trim() === "");
    const paths = JSON.stringify(orders.map(({ order: standing }) => standing.allowed_files));
    if (unclear.length > 0 || /"\.\.|"\//.test(paths)) wrong.push(seed);
    if (errors.length === 0) taken++;
  }
  expect(wrong).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  expect(({} as { x?: unknown }).x).toBeUndefined();
  expect(taken).toBeGreaterThan(10);
  expect(taken).toBeLessThan(500);
});
