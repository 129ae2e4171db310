import { describe, expect, test } from "vitest";
import { forbiddenImports } from "./directions.mjs";

describe("import directions", () => {
  test.each([
    ["packages/planner/src/a.ts", 'import { x } from "@llmch/factory";', 1],
    ["packages/planner/src/a.ts", 'import type { X } from "../../workspace/src/index.ts";', 1],
    ["packages/contract/src/a.ts", 'import { y } from "@llmch/workspace";', 1],
    ["packages/contract/src/a.ts", 'export * from "@llmch/models";', 1],
    ["packages/factory/src/a.ts", 'import { readFileSync } from "node:fs";', 1],
    ["packages/models/src/a.ts", 'const later = () => import("@llmch/workspace");', 1],
    ["packages/workspace/src/a.ts", 'import { scene } from "@llmch/testkit";', 1],
    ["packages/workspace/src/a.ts", 'import { run } from "llmch";', 1],
    ["packages/workspace/src/a.test.ts", 'import { scene } from "@llmch/testkit";', 0],
    ["packages/models/src/a.fixture.ts", 'import { startModelServer } from "@llmch/testkit";', 0],
    ["packages/models/src/a.fixture.ts", 'import { run } from "@llmch/workspace";', 1],
    ["packages/workspace/src/a.ts", 'import { existsSync } from "node:fs";\nimport { x } from "@llmch/contract";', 0],
    ["packages/workspace/src/a.ts", 'import { readFileSync, type Stats } from "node:fs";', 1],
    ["packages/run/src/a.ts", 'import { open as o, rm } from "node:fs/promises";', 1],
    ["packages/store/src/a.ts", 'import * as fs from "fs";', 1],
    ["packages/store/src/a.ts", 'import fs from "node:fs";', 1],
    ["packages/store/src/a.ts", 'import type { Stats } from "node:fs";', 0],
    ["packages/files/src/regular-file.ts", 'import { openSync } from "node:fs";', 0],
    ["packages/store/src/a.test.ts", 'import { readFileSync } from "node:fs";', 0],
    ["packages/cli/src/a.ts", 'import { x } from "@llmch/planner"; import { y } from "./b.ts";', 1],
    ["packages/factory/src/a.ts", '// import { x } from "@llmch/workspace"', 0],
    ["packages/store/src/a.ts", 'import { x } from "@llmch/workspace";', 1],
    ["packages/workspace/src/a.ts", 'import type { x } from "@llmch/run";', 1],
    ["packages/cli/src/a.ts", 'import { printable } from "@llmch/contract";', 1],
    ["packages/cli/src/a.test.ts", 'import { printable } from "@llmch/contract";', 0],
    ["packages/run/src/a.ts", 'import { x } from "llmch";', 1],
    ["packages/run/src/a.ts", "export const home = process.env.HOME;", 1],
    ["packages/run/src/a.ts", 'process.on("exit", () => process.exit(1));', 2],
    ["packages/process/src/a.ts", 'console.log("x");', 1],
    ["packages/run/src/a.ts", "// process.env is not read here\ngiven.console.error(1);", 0],
    ["packages/cli/src/a.ts", "process.exitCode = 1;", 0],
    ["packages/run/src/a.ts", 'import { spawn } from "node:child_process";', 1],
    ["packages/process/src/program/start-program.ts", 'import { spawn } from "node:child_process";', 0],
    ["packages/cli/src/a.ts", 'import type { ChildProcess } from "node:child_process";', 1],
    ["packages/workspace/src/git/git.ts", 'resolveProgram("git", at);', 0],
    ["packages/workspace/src/git/a.ts", 'resolveProgram("git", at);', 1],
    ["packages/run/src/a.ts", 'await runProgram("git", ["status"]);', 1],
    ["packages/run/src/a.ts", 'missing("git", why); name === "git";', 0],
    [
      "packages/store/src/a.ts",
      'import { mkdirSync } from "node:fs"; mkdirSync(a, { recursive: true, mode: 0o700 });',
      1,
    ],
    ["packages/store/src/a.ts", 'import { mkdirSync } from "node:fs"; mkdirSync(a, { mode: 0o700 });', 0],
    ["packages/run/src/a.test.ts", 'import { execFileSync } from "node:child_process"; execFileSync("git");', 0],
  ])("%s: %s", (path, source, faults) => {
    expect(forbiddenImports(path, source)).toHaveLength(faults);
  });
});
