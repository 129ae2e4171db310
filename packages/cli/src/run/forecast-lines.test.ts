import pc from "picocolors";
import { expect, test } from "vitest";
import { forecastLines } from "./forecast-lines.ts";

const colors = pc.createColors(false);
const COMMANDS = {
  setup: ["npm ci"],
  verify: ["npm test", "npm run lint"],
  verifyReason: "package.json names a test script",
  derives: ["`npm i` makes package-lock.json"],
  orders: [
    { id: "WO-01", acceptance: ["node a.js", "node b.js"] },
    { id: "WO-02", acceptance: ["node \u001b[31mc.js"] },
  ],
};

test("the forecast is shown in rows: waves, the longest chain, and each command", () => {
  const lines = forecastLines(
    { waves: [["WO-01", "WO-03"], ["WO-02"]], longestChain: ["WO-01", "WO-02"], commands: COMMANDS },
    colors,
  );
  expect(lines).toEqual([
    "",
    "wave 1         WO-01, WO-03",
    "wave 2         WO-02",
    "longest chain  2: WO-01, WO-02",
    "setup          npm ci",
    "verification   npm test  (package.json names a test script)",
    "               npm run lint",
    "WO-01          node a.js",
    "               node b.js",
    "WO-02          node  c.js",
  ]);
});

test("a single order has no waves, and missing verification is shown", () => {
  const commands = {
    ...COMMANDS,
    setup: [],
    verify: [],
    verifyReason: "the tree does not say how it is verified",
    derives: [],
  };
  const [one] = COMMANDS.orders;
  expect(
    forecastLines(
      {
        waves: [["WO-01"]],
        longestChain: ["WO-01"],
        commands: { ...commands, orders: one === undefined ? [] : [one] },
      },
      colors,
    ),
  ).toEqual([
    "",
    "verification  none: the tree does not say how it is verified",
    "WO-01         node a.js",
    "              node b.js",
  ]);
});
