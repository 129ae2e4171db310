import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { takeKeys, takeSecrets } from "@llmch/process";
import { temporaryFolder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { bundleProgram } from "../bundle.fixture.ts";
import { gitEnvironment } from "./git-environment.ts";

const KEY = "sk-canary-0123456789";

test("gives the environment as it was, and removes secrets and what contains one from it", () => {
  const env = { OPENAI_API_KEY: KEY, GH_TOKEN: "x", EMPTY_TOKEN: "", DATABASE: `a:${KEY}`, HOME: "/home/me" };
  const before = { ...env };
  expect(takeSecrets(env)).toEqual(before);
  expect(env).toEqual({ EMPTY_TOKEN: "", HOME: "/home/me" });
});

test("removes values with a key by any name, and keeps them only for lookups by name", () => {
  const OFFICE = "0ff1ce-5a5a-9b9b";
  const HTTPS_PROXY = "http://me:0ff1ce-pass@proxy.test";
  const env = { OFFICE, LOCAL: "ollama", COPY: `x${OFFICE}`, OPENAI_API_KEY: KEY, HTTPS_PROXY, HOME: "/home/me" };
  const own = takeSecrets(env);
  takeKeys(env, own, ["OFFICE", "LOCAL", "UNSET"]);
  expect(env).toEqual({ HOME: "/home/me" });
  expect([own.OFFICE, own.LOCAL, own.COPY]).toEqual([OFFICE, "ollama", undefined]);
  expect(Object.keys(own)).toEqual(["OPENAI_API_KEY", "HTTPS_PROXY", "HOME"]);
  expect(own).toMatchObject({ HTTPS_PROXY });
  expect(gitEnvironment(own, [])).not.toHaveProperty("OFFICE");
});

const PROGRAM = `
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { takeKeys, takeSecrets } from "@llmch/process";
import { gitEnvironment } from "./git/git-environment.ts";
const own = takeSecrets(process.env);
takeKeys(process.env, own, ["OFFICE"]);
const inherited = execFileSync("/bin/sh", ["-c", "env; cat /proc/$PPID/environ"]).toString();
const block = readFileSync("/proc/self/environ", "utf8").split("\\0").filter((entry) => entry !== "");
process.stdout.write(JSON.stringify({ own: own.OPENAI_API_KEY, env: process.env, block, inherited }));
`;

test("a process's own block, and its children's, show no secret", { tags: "linux" }, async () => {
  const folder = temporaryFolder();
  try {
    const program = join(folder.path, "program.mjs");
    await bundleProgram(PROGRAM, program);
    const env = {
      PATH: "/usr/bin:/bin",
      OPENAI_API_KEY: KEY,
      EMPTY_TOKEN: "",
      "A B_TOKEN": `é${KEY}`,
      LC_X: `=${KEY}=`,
      OFFICE: "office-canary-1234",
    };
    const told = JSON.parse(execFileSync(process.execPath, [program], { env, encoding: "utf8" }));
    expect(told.own).toBe(KEY);
    expect(told.env).toEqual({ PATH: "/usr/bin:/bin", EMPTY_TOKEN: "" });
    expect(told.block.sort()).toEqual([
      `A B_TOKEN=${"x".repeat(KEY.length + 2)}`,
      "EMPTY_TOKEN=",
      `LC_X=${"x".repeat(KEY.length + 2)}`,
      `OFFICE=${"x".repeat("office-canary-1234".length)}`,
      `OPENAI_API_KEY=${"x".repeat(KEY.length)}`,
      "PATH=/usr/bin:/bin",
    ]);
    expect(told.inherited).not.toContain("canary");
  } finally {
    folder.remove();
  }
});
