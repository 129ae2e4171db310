import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { resolveProgram } from "@llmch/process";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { bundleProgram } from "../bundle.fixture.ts";

const PROGRAM = `
import { closeSync, openSync } from "node:fs";
import { createGit } from "./git/git.ts";
const [program] = process.argv.slice(2);
const view = { settings: [], commonDir: null };
const git = () => createGit({ program, directory: "/", notFrom: [], env: process.env, view: () => view });
const open = [];
const ways = [
  async (one) => (await one.run(["version"])).stderr,
  async (one) => (await one.runAll([["version"], ["version"]])).stderr,
  async (one) => (await one.ask((people) => people.version())).issues?.[0] ?? "",
];
for (const way of ways) await way(git());
const told = [];
for (let left = 0; left < 30; left++) {
  for (const way of ways) {
    try {
      for (;;) open.push(openSync("/dev/null", "r"));
    } catch {}
    for (let count = 0; count < left; count++) closeSync(open.pop());
    told.push(await way(git()));
  }
}
process.stdout.write(JSON.stringify([...new Set(told)]));
`;

test("if no descriptors are left a git call is a result, and does not end this process", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const file = join(path, "program.mjs");
  await bundleProgram(PROGRAM, file);
  const program = resolveProgram("git", { path: process.env.PATH ?? "", cwd: "/" }) ?? "";
  const limited = ["-c", 'ulimit -n 256; exec "$@"', "sh", process.execPath, file, program];
  const told = JSON.parse(execFileSync("/bin/sh", limited, { encoding: "utf8" }));
  expect(told.toSorted()).toEqual(["", "too many files are open"]);
});
