import { resolveProgram } from "@llmch/process";
import { expect, test } from "vitest";
import { createGit } from "./git.ts";

test("a call with many arguments is not read by the standing shell, which would be slow", async () => {
  const program = resolveProgram("git", { path: process.env.PATH ?? "", cwd: "/" }) ?? "";
  const view = { settings: [], commonDir: null };
  const git = createGit({ program, directory: "/", notFrom: [], env: process.env, view: () => view });
  await git.runAll([["version"], ["version"]]);
  const tooLong = ["rev-parse", "--sq-quote", "x".repeat(3_000_000)];
  // A shell has an exit code for what cannot be started.
  expect(await git.run(tooLong)).toMatchObject({ exitCode: null });
  const long = Array.from({ length: 2_000 }, (_, index) => `it's ${index}`);
  const quoted = await git.run(["rev-parse", "--sq-quote", ...long]);
  expect(quoted.stdout.toString()).toBe(` ${long.map((each) => `'${each.replace("'", "'\\''")}'`).join(" ")}\n`);
});
