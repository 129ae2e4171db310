import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder, throwawayRepo } from "../../packages/testkit/src/index.ts";
import { notDue } from "./seldom.mjs";

const ALL = ["toolchains", "workers", "browser"];

/** A repo whose last change of what every project looks at is long ago, and a way to commit a file some hours later. */
const oldRepo = () => {
  const repo = throwawayRepo({});
  onTestFinished(repo.remove);
  const commitAfter = (hours: number, path: string) => {
    repo.write(path, `${hours}\n`);
    repo.git("add", "--all");
    const date = `${1_700_000_000 + hours * 3600} +0000`;
    const env = { ...repo.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
    execFileSync("git", ["commit", "--quiet", "--message", "change"], { cwd: repo.path, env });
    return notDue(repo.path);
  };
  expect(commitAfter(0, "vitest.config.ts")).toEqual([]);
  return { ...repo, commitAfter };
};

describe("a project that is run seldom", () => {
  test.each([
    ["nothing that it looks at", "packages/planner/src/check.ts", ALL],
    ["another test of a package that it looks at", "packages/report/src/pages/page.test.ts", ALL],
    ["its own tests", "packages/report/browser/report.browser.test.ts", ["toolchains", "workers"]],
    ["a package that it looks at", "packages/languages/src/profiles/go.ts", ["workers", "browser"]],
    ["what all tests stand on", "scripts/tests/run.mjs", []],
  ])("is due by what the last day changed: %s", (_, path, left) => {
    const { commitAfter } = oldRepo();
    expect(commitAfter(30, path)).toEqual(left);
    expect(commitAfter(50, "README.md")).toEqual(left);
    expect(commitAfter(60, "README.md")).toEqual(ALL);
  });

  test("is due by what is not committed yet, and in a shallow clone", () => {
    const { commitAfter, ...repo } = oldRepo();
    expect(commitAfter(30, "README.md")).toEqual(ALL);
    repo.git("clone", "--quiet", "--depth=1", `file://${repo.path}`, join(repo.folder, "shallow"));
    expect(notDue(join(repo.folder, "shallow"))).toEqual([]);
    repo.write("packages/serve/src/page.ts", "new\n");
    expect(notDue(repo.path)).toEqual(["toolchains", "workers"]);
  });

  test("is due where there is no git repo", () => {
    const { path, remove } = temporaryFolder();
    onTestFinished(remove);
    expect(notDue(path)).toEqual([]);
  });
});
