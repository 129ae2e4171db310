import type { WorkOrder } from "@llmch/contract";
import { workOrder } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { newByHand } from "../executor/by-hand.ts";
import { type CommandLimits, commandsShown, waysToNetwork } from "./commands-shown.ts";

const DERIVING: WorkOrder = workOrder({
  allowed_files: ["package.json"],
  context_files: [".env"],
  derive: [{ command: "npm install", files: ["package-lock.json"] }],
  acceptance_commands: ["npm test", { command: "node check.js", hidden: true }],
});
const AGENT = {
  name: "claude",
  ...({ protocol: "command", mode: null, authenticate: null } as const),
  command: ["claude"],
  in_sandbox: [],
  env: [],
  network: true,
  folders: [],
  minutes: 1,
  quiet_minutes: 3,
};
const SANDBOXED: CommandLimits = {
  isolation: { sandbox: { allowsNetwork: false } },
  executor: null,
  setup: { commands: [], derive: [], network: true },
};
const SETUP = { commands: ["npm ci"], derive: [{ command: "make lock", files: ["lock"], when: [] }], network: true };
const BY_DERIVE = "`npm install`, which makes package-lock.json, reaches the network";
const BY_SETUP = "the setup command `npm ci` reaches the network";
const BY_REPO = "`make lock`, which makes lock, reaches the network";
const BY_AGENT = "the agent claude reaches the network";

describe("the ways to the network", () => {
  test.each<[string, Partial<WorkOrder>, Partial<CommandLimits>, readonly string[]]>([
    ["are none in the sandbox", { derive: [] }, {}, []],
    ["are an order's command that makes files", {}, {}, [BY_DERIVE]],
    [
      "are what sets the repo up, and its own commands that make files",
      {},
      { setup: SETUP },
      [BY_SETUP, BY_DERIVE, BY_REPO],
    ],
    ["are not these if they may not reach it", {}, { setup: { ...SETUP, network: false } }, []],
    [
      "are not the repo's commands for other files",
      { derive: [] },
      { setup: { ...SETUP, commands: [], derive: [{ command: "x", files: ["y"], when: ["*.go"] }] } },
      [],
    ],
    ["are an agent", { derive: [] }, { executor: AGENT }, [BY_AGENT]],
    ["are an agent beside others", {}, { executor: AGENT }, [BY_DERIVE, BY_AGENT]],
    ["are no agent that may not reach it", { derive: [] }, { executor: { ...AGENT, network: false } }, []],
    ["are no person", { derive: [] }, { executor: newByHand() }, []],
    [
      "are all commands if the sandbox lets them",
      {},
      { isolation: { sandbox: { allowsNetwork: true } } },
      ["commands reach the network out of the sandbox"],
    ],
    [
      "are all commands without a sandbox",
      {},
      { isolation: { sandbox: null } },
      ["commands are not isolated, and reach the network"],
    ],
  ])("%s", (_, changes, limits, ways) => {
    expect(waysToNetwork([{ order: { ...DERIVING, ...changes } }], { ...SANDBOXED, ...limits })).toEqual(ways);
  });

  test("are no commands that their user has not seen: these run without it", () => {
    expect(waysToNetwork([{ order: DERIVING, origin: null }], SANDBOXED)).toEqual([]);
    expect(waysToNetwork([{ order: DERIVING, origin: { ...DERIVING, derive: [] } }], SANDBOXED)).toEqual([]);
    expect(waysToNetwork([{ order: DERIVING, origin: DERIVING }], SANDBOXED)).toEqual([BY_DERIVE]);
  });
});

describe("what a person reads before commands run", () => {
  test("is what they may reach, the setup, and each order with its files and commands, hidden ones too", () => {
    const planAcceptance = [{ command: "npm run all", hidden: false }];
    expect(commandsShown([{ order: DERIVING }], { ...SANDBOXED, setup: SETUP, planAcceptance })).toEqual([
      ...[BY_SETUP, BY_DERIVE, BY_REPO],
      "setup      npm ci",
      "WO-01  Greet by name",
      "  writes   package.json",
      "  shows    .env",
      "  makes    package-lock.json, by npm install",
      "  makes    lock, by make lock",
      "  proves   npm test",
      "  proves   node check.js (hidden)",
      "all orders together",
      "  proves   npm run all",
    ]);
  });

  test("is the files of checks too, each once and line by line", () => {
    const checks = [
      { name: "a.py", content: "x = 1\nassert x\n", hidden: false },
      { name: "b.py", content: "import a", hidden: true },
    ];
    const order = workOrder({
      acceptance_commands: ["python $LLMCH_CHECKS/a.py", "python -B $LLMCH_CHECKS/a.py"],
      checks,
    });
    const planAcceptance = [{ command: "python $LLMCH_CHECKS/b.py", hidden: true, checks }];
    const lines = commandsShown([{ order }], { ...SANDBOXED, planAcceptance });
    expect(lines.slice(lines.indexOf("check      a.py"))).toEqual([
      ...["check      a.py", "  | x = 1", "  | assert x"],
      ...["check      b.py", "  | import a"],
    ]);
  });

  test("names the boxes that an order ticks", () => {
    const ticks = [{ path: "specs/tasks.md", line: 7, sha256: "0".repeat(64), from: "[ ]", to: "[x]" } as const];
    const lines = commandsShown([{ order: workOrder({ ticks }) }], { ...SANDBOXED, planAcceptance: [] });
    expect(lines).toContain("  ticks    specs/tasks.md:7");
  });

  test("has no line that a title or a command makes", () => {
    const order = workOrder({ title: "Make it\n  proves   true", acceptance_commands: ['node -e "1\n  proves   x"'] });
    const lines = commandsShown([{ order }], { ...SANDBOXED, planAcceptance: [] });
    expect(lines.join("\n").match(/^ {2}proves .*$/gm)).toHaveLength(1);
    expect(lines.at(-1)).toBe('  proves   node -e "1\n         |   proves   x"');
  });

  test.each<[CommandLimits["isolation"], string]>([
    [{ sandbox: { allowsNetwork: false } }, "commands run in the sandbox, without the network"],
    [{ sandbox: null }, "commands run with your rights: there is no sandbox"],
  ])("begins with what confines them: %j", (isolation, first) => {
    expect(commandsShown([{ order: workOrder() }], { ...SANDBOXED, isolation, planAcceptance: [] })[0]).toBe(first);
  });
});
