import { resolveProgram } from "@llmch/process";
import { expect, test } from "vitest";
import { createGit } from "./git.ts";

test("a call with more arguments than the system takes is a result", async () => {
  const program = resolveProgram("git", { path: process.env.PATH ?? "", cwd: "/" }) ?? "";
  const view = { settings: [], commonDir: null };
  const git = createGit({ program, directory: "/", notFrom: [], env: process.env, view: () => view });
  const tooLong = ["rev-parse", "--sq-quote", "x".repeat(3_000_000)];
  expect(await git.run(tooLong)).toMatchObject({ exitCode: null });
  const long = Array.from({ length: 2_000 }, (_, index) => `it's ${index}`);
  const quoted = await git.run(["rev-parse", "--sq-quote", ...long]);
  expect(quoted.stdout.toString()).toBe(` ${long.map((each) => `'${each.replace("'", "'\\''")}'`).join(" ")}\n`);
});
