import { expect, test } from "vitest";
import { tableOf } from "./table.ts";

test("trials and the faults injected in them are counted separately", () => {
  const { head, row, skipped } = tableOf(10);
  const chains = { kind: "kill-sweep", trials: 1000, faults: 835, failures: 0, ms: 61_250, promise: "held" };
  expect([head, row(chains), skipped("races", "there is no strace here")]).toEqual([
    "kind         trials   faults  failures  seconds  promise",
    "kill-sweep     1000      835         0     61.3  held",
    "races       SKIPPED        -         -        -  there is no strace here",
  ]);
});
