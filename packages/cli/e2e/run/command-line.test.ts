import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { BINARY } from "../command-line.ts";
import { createScene, type Scene } from "../scene.ts";

let scene: Scene;
beforeAll(() => {
  scene = createScene({ process: true });
  scene.order();
});

const RUN = ["run", "--work-order", "wo/WO-01.json"];
const ALL = ["run-all", "wo"];

// Other faults of a command line are tested where lines are parsed, without a process each: `parse.test.ts`.
test.each<readonly [line: readonly string[], said: RegExp]>([
  [["run", "--work-ordr", "wo/WO-01.json"], /unknown option '--work-ordr' \(Did you mean --work-order\?\)/],
  [[...ALL, "--branch", "work", "--create-branch", "--reuse-branch"], /--create-branch and --reuse-branch/],
  [[...RUN, "--create-branch"], /--create-branch needs --branch/],
  [[...RUN, "--max-attempts", "0"], /--max-attempts .*'0' is invalid/],
  [[...RUN, "--branch", "--json"], /--branch .* is invalid/],
])("%j is a one-line usage error that creates nothing", async (line, said) => {
  const standing = [scene.checkout(), readdirSync(scene.root)];
  const { code, stdout, stderr } = await scene.llmch(line);
  expect({ code, stdout: line.includes("--json") ? "" : stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^error: .+: .+\n$/);
  expect(stderr).toMatch(said);
  expect([scene.checkout(), readdirSync(scene.root)]).toEqual(standing);
});

test.each([["doctor"], ["runs"], [...ALL]])("%s %s is refused in a folder that has been removed", (...line) => {
  const inNowhere = 'mkdir nowhere && cd nowhere && rmdir ../nowhere && exec "$0" "$@"';
  const ended = spawnSync(
    "sh",
    ["-c", inNowhere, process.execPath, BINARY, ...line.filter((word) => word !== undefined)],
    {
      cwd: scene.root,
      encoding: "utf8",
    },
  );
  expect(ended).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^error: .* cannot be read: .*`cd`\n$/),
  });
});

test.each([[], ["run", "--help"], ["run", "--help-all"], ["help", "run-all"], ["--help"]])(
  "%s %s prints help to stdout",
  async (...line) => {
    const { code, stdout, stderr } = await scene.llmch(line.filter((word) => word !== undefined));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage: llmch/);
  },
);

test("ignores a literal --, and takes common flags before the command", async () => {
  const flags = ["--repo", "repo", "--artifacts-dir", "runs", "--replay", "exchanges.jsonl"];
  const { code, stderr, stdout } = await scene.llmch(["--", "--quiet", ...RUN, "--", ...flags]);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.not.stringContaining("propose ") });
  expect(stdout).toMatch(/^FAIL {2}WO-01 {2}exception /);
});

test("colours output for people only if wanted", async () => {
  const red = "\u001b[31merror";
  const missing = ["check", "no.json"];
  const colourful = { env: { FORCE_COLOR: "1" } };
  expect((await scene.llmch(missing, colourful)).stderr).toContain(red);
  expect((await scene.llmch([...missing, "--no-color"], colourful)).stderr).toMatch(/^error/);
  expect((await scene.llmch(missing, { env: { ...colourful.env, NO_COLOR: "1" } })).stderr).toMatch(/^error/);
  expect((await scene.llmch(missing)).stderr).toMatch(/^error/);
});
