import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { importsOf, isTestFile } from "./directions.mjs";

const ROOT = dirname(dirname(import.meta.dirname));

/** Each package's files by their paths from the workspace's root, without packages only for tests. */
const files = readdirSync(join(ROOT, "packages"))
  .filter((name) => !["testkit", "faults"].includes(name) && existsSync(join(ROOT, "packages", name, "src")))
  .flatMap((name) =>
    readdirSync(join(ROOT, "packages", name, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => `packages/${name}/src/${path}`),
  );

const uses = (chosen: string, isUse: (path: string) => boolean): readonly string[] =>
  files.filter(isUse).filter((path) => {
    const imported = importsOf(readFileSync(join(ROOT, path), "utf8"));
    return imported.some((each) => each === chosen || each.startsWith(`${chosen}/`));
  });

const version = (chosen: string, folder: string): string | undefined => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
  return { ...devDependencies, ...dependencies }[chosen];
};

// The packages that the project's owner chose, each with a place where the product uses it.
test.each([
  ["commander", "packages/cli/src/command-line/program.ts"],
  ["openai", "packages/models/src/openai/client.ts"],
  ["zod", "packages/contract/src/schemas/work-order.ts"],
  ["ulid", "packages/files/src/clock.ts"],
  ["execa", "packages/process/src/program/start-program.ts"],
  ["simple-git", "packages/workspace/src/git/git.ts"],
  ["ajv", "packages/agent/src/define-tool.ts"],
  ["picocolors", "packages/cli/src/console/paint.ts"],
])("the product uses %s, in an exact version, in %s", (chosen, place) => {
  const found = uses(chosen, (path) => !isTestFile(path));
  expect(found).toContain(place);
  for (const path of found)
    expect([path, version(chosen, path.split("/").slice(0, 2).join("/"))]).toEqual([
      path,
      expect.stringMatching(EXACT),
    ]);
});

test("the tests use vitest, in an exact version", () => {
  expect(uses("vitest", isTestFile)).toContain("packages/process/src/program/run-program.machine.test.ts");
  expect(version("vitest", ".")).toMatch(EXACT);
});

const EXACT = /^\d+\.\d+\.\d+$/;
