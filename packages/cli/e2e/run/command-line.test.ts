import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { createScene, type Scene } from "../scene.ts";

let scene: Scene;
beforeAll(() => {
  scene = createScene();
  scene.order();
});

const RUN = ["run", "--work-order", "wo/WO-01.json"];
const ALL = ["run-all", "wo"];

test.each<readonly [line: readonly string[], said: RegExp]>([
  [[], /no command is given: see `llmch --help`/],
  [["deploy"], /unknown command 'deploy'/],
  [["run"], /'--work-order <file>' not specified: see `llmch run --help`/],
  [["run-all"], /no directory of work orders is given/],
  [["run-all", "wo", "--workdir", "other"], /different directories/],
  [["run-all", "wo", "other"], /too many arguments/],
  [[...RUN, "--frobnicate"], /unknown option '--frobnicate'/],
  [["run", "--work-ordr", "wo/WO-01.json"], /unknown option '--work-ordr' \(Did you mean --work-order\?\)/],
  [[...ALL, "--work-order", "wo/WO-01.json"], /unknown option '--work-order'/],
  [[...RUN, "--branch", "work", "--create-branch", "--reuse-branch"], /--create-branch and --reuse-branch/],
  [[...ALL, "--branch", "work", "--create-branch", "--reuse-branch"], /--create-branch and --reuse-branch/],
  [[...RUN, "--create-branch"], /--create-branch needs --branch/],
  [[...ALL, "--reuse-branch"], /--reuse-branch needs --branch/],
  [[...RUN, "--max-attempts", "0"], /--max-attempts .*'0' is invalid/],
  [[...ALL, "--max-attempts", "0"], /--max-attempts .*'0' is invalid/],
  [[...RUN, "--max-attempts", "two"], /--max-attempts .*'two' is invalid/],
  [[...RUN, "--timeout-seconds", "-1"], /--timeout-seconds .*'-1' is invalid/],
  [[...RUN, "--llm-temperature", "2.5"], /--llm-temperature .*'2.5' is invalid/],
  [[...RUN, "--branch", ""], /--branch .* is invalid/],
  [[...RUN, "--branch", "--json"], /--branch .* is invalid/],
  [[...RUN, "--replay"], /'--replay <file>' argument missing/],
])("%j is a usage error of one line that makes nothing", async (line, said) => {
  const standing = [scene.checkout(), readdirSync(scene.root)];
  const { code, stdout, stderr } = await scene.llmch(line);
  expect({ code, stdout: line.includes("--json") ? "" : stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^error: .+: .+\n$/);
  expect(stderr).toMatch(said);
  expect([scene.checkout(), readdirSync(scene.root)]).toEqual(standing);
});

test.each([["run", "--help"], ["help", "run-all"], ["--help"]])("%s %s prints help to stdout", async (...line) => {
  const { code, stdout, stderr } = await scene.llmch(line.filter((word) => word !== undefined));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Usage: llmch/);
});

test("passes a literal -- over, and takes common flags before the command", async () => {
  const flags = ["--repo", "repo", "--artifacts-dir", "runs", "--replay", "exchanges.jsonl"];
  const { code, stderr, stdout } = await scene.llmch(["--", "--quiet", ...RUN, "--", ...flags]);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.not.stringContaining("propose ") });
  expect(stdout).toMatch(/^FAIL {2}WO-01 {2}exception /);
});

test("colours what a person reads only where they are wanted", async () => {
  const red = "\u001b[31merror";
  const missing = ["check", "no.json"];
  const colourful = { env: { FORCE_COLOR: "1" } };
  expect((await scene.llmch(missing, colourful)).stderr).toContain(red);
  expect((await scene.llmch([...missing, "--no-color"], colourful)).stderr).toMatch(/^error/);
  expect((await scene.llmch(missing, { env: { ...colourful.env, NO_COLOR: "1" } })).stderr).toMatch(/^error/);
  expect((await scene.llmch(missing)).stderr).toMatch(/^error/);
});
