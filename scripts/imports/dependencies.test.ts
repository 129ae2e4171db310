import { describe, expect, test } from "vitest";
import { staleDependencies } from "./dependencies.mjs";

describe("declared dependencies", () => {
  test.each([
    ["imported by name", { dependencies: { "@llmch/contract": "1" } }, "a.ts", 'import "@llmch/contract";', 0],
    ["imported by a path in it", { dependencies: { diff: "1" } }, "a.ts", 'export * from "diff/lib";', 0],
    ["imported when used", { dependencies: { diff: "1" } }, "a.ts", 'await import("diff");', 0],
    ["imported by nothing", { dependencies: { ulid: "1" } }, "a.ts", "// ulid", 1],
    ["another of a longer name", { dependencies: { diff: "1" } }, "a.ts", 'import "diff-match";', 1],
    ["only a test imports it", { dependencies: { ulid: "1" } }, "a.fixture.ts", 'import "ulid";', 1],
    ["only a test imports it, and it says so", { devDependencies: { ulid: "1" } }, "a.test.ts", 'import "ulid";', 0],
    ["of development, imported by nothing", { devDependencies: { ulid: "1" } }, "a.test.ts", "", 1],
    ["through its own imports", { dependencies: { acorn: "1" }, imports: { "#acorn": "acorn" } }, "a.ts", "", 0],
  ])("%s", (_, manifest, name, source, faults) => {
    expect(staleDependencies(manifest, new Map([[`packages/files/src/${name}`, source]]))).toHaveLength(faults);
  });
});
