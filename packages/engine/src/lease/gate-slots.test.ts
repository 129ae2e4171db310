import { expect, test } from "vitest";
import type { Isolation } from "../preflight/isolation.ts";
import { gatesAtOnce, gateWish } from "./gate-slots.ts";

const sandboxed = (allowsNetwork: boolean): Isolation => ({
  sandbox: {
    name: "some",
    allowsNetwork,
    enclose: () => {
      throw new Error("nothing runs here");
    },
  },
});
const OPEN: Isolation = { sandbox: null, why: null };

test.each([
  ["half of the cores", undefined, false, OPEN, 8, 4],
  ["at least one", undefined, false, OPEN, 1, 1],
  ["half, rounded down", undefined, false, sandboxed(false), 7, 3],
  ["what was asked for", 5, false, OPEN, 2, 5],
  ["at least one, whatever was asked for", 0, false, OPEN, 8, 1],
  ["one, if commands share ports", 5, true, OPEN, 8, 1],
  ["one, if the sandbox shares the network", undefined, true, sandboxed(true), 8, 1],
  ["as many as else, if each has its own loopback", 5, true, sandboxed(false), 8, 5],
] as const)("gates at once: %s", (_, verify_jobs, exclusive, isolation, cores, expected) => {
  expect(gatesAtOnce(gateWish({ verify_jobs }, { exclusive }, isolation), cores)).toBe(expected);
});
