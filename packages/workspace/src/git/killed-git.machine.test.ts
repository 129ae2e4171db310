import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveProgram } from "@llmch/process";
import { throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { bundleProgram } from "../bundle.fixture.ts";

const PROGRAM = `
import { createGit } from "./git/git.ts";
const [program, directory] = process.argv.slice(2);
const view = { settings: [], commonDir: null };
const git = createGit({ program, directory, notFrom: [], env: process.env, view: () => view });
const wait = "!: > begun; while [ ! -e go ]; do sleep 0.01; done";
await git.runAll([["-c", "alias.wait=" + wait, "wait"], ["update-ref", "refs/heads/made", "HEAD"]]);
`;

test("git calls that were started together finish even if llmch is killed meanwhile", async () => {
  const { path, folder, git, remove } = throwawayRepo({ a: "1" });
  onTestFinished(remove);
  const file = join(folder, "program.mjs");
  await bundleProgram(PROGRAM, file);
  const program = resolveProgram("git", { path: process.env.PATH ?? "", cwd: "/" }) ?? "";
  const child = spawn(process.execPath, [file, program, path], { stdio: "ignore" });
  await expect.poll(() => existsSync(join(path, "begun"))).toBe(true);
  const shells = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ");
  expect(shells).toHaveLength(1);
  child.kill("SIGKILL");
  writeFileSync(join(path, "go"), "");
  await expect.poll(() => existsSync(`/proc/${shells[0]}`)).toBe(false);
  expect(git("rev-parse", "refs/heads/made")).toBe(git("rev-parse", "HEAD"));
});
