import { describe, expect, test } from "vitest";
import { forbiddenImports } from "./directions.mjs";

describe("import directions", () => {
  test.each([
    ["packages/planner/src/a.ts", 'import { x } from "@llmch/factory";', 1],
    ["packages/planner/src/a.ts", 'import type { X } from "../../host/src/index.ts";', 1],
    ["packages/contract/src/a.ts", 'import { y } from "@llmch/host";', 1],
    ["packages/contract/src/a.ts", 'export * from "@llmch/models";', 1],
    ["packages/factory/src/a.ts", 'import { readFileSync } from "node:fs";', 1],
    ["packages/models/src/a.ts", 'const later = () => import("@llmch/host");', 1],
    ["packages/host/src/a.ts", 'import { scene } from "@llmch/testkit";', 1],
    ["packages/host/src/a.ts", 'import { run } from "llmch";', 1],
    ["packages/host/src/a.test.ts", 'import { scene } from "@llmch/testkit";', 0],
    ["packages/models/src/a.fixture.ts", 'import { startModelServer } from "@llmch/testkit";', 0],
    ["packages/models/src/a.fixture.ts", 'import { run } from "@llmch/host";', 1],
    ["packages/host/src/a.ts", 'import { readFileSync } from "node:fs";\nimport { x } from "@llmch/contract";', 0],
    ["packages/cli/src/a.ts", 'import { x } from "@llmch/planner"; import { y } from "./b.ts";', 0],
    ["packages/factory/src/a.ts", '// import { x } from "@llmch/host"', 0],
  ])("%s: %s", (path, source, faults) => {
    expect(forbiddenImports(path, source)).toHaveLength(faults);
  });
});
