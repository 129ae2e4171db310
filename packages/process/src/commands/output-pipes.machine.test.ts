import { closeSync, fstatSync, readdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { createCommands } from "./commands.ts";
import { type OpenPipes, outputPipes } from "./output-pipes.ts";

const makeFolder = (): string => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
};

const makeRunner = (root: string, pipes: OpenPipes | null) => {
  const environment = { PATH: process.env.PATH ?? "" };
  const artifacts = join(root, "artifacts");
  const commands = createCommands({ root, environment, artifacts, signal: new AbortController().signal, pipes });
  return (script: string) =>
    commands.run({ argv: ["sh", "-c", script], timeoutSeconds: 20, stdout: "out.txt", stderr: "err.txt" });
};

const pipesIn = (folder: string, env: NodeJS.ProcessEnv = process.env): OpenPipes => {
  const { open, close } = outputPipes({ folder, env, notFrom: [] });
  onTestFinished(close);
  return open;
};

test("a command can open its output by name", async () => {
  const root = makeFolder();
  const run = makeRunner(root, pipesIn(root));
  const script = "echo one > /dev/stdout; echo two | tee /dev/stderr; echo three > /proc/self/fd/2";
  expect(await run(script)).toMatchObject({ exitCode: 0, stdoutTail: "one\ntwo\n", stderrTail: "two\nthree\n" });
});

test("each command has pipes of its own, which have no name while it runs", async () => {
  const root = makeFolder();
  const pipes = pipesIn(root);
  const run = makeRunner(root, pipes);
  const { stdoutTail } = await run(`stat -Lc %i /proc/self/fd/1 /proc/self/fd/2; ls -d '${root}'/pipe-* || echo none`);
  const [stdout, stderr, named] = stdoutTail.trim().split("\n");
  expect(stdout).not.toBe(stderr);
  expect(named).toBe("none");
});

test("many commands at once have pipes of their own, and leave no descriptor open", async () => {
  const open = () => readdirSync("/proc/self/fd").length;
  const before = open();
  const folder = makeFolder();
  const pipes = outputPipes({ folder, env: process.env, notFrom: [] });
  const taken = (await Promise.all(Array.from({ length: 10 }, pipes.open))).flat();
  expect(new Set(taken.map(({ writer }) => fstatSync(writer).ino)).size).toBe(20);
  for (const { reader, writer } of taken) {
    closeSync(writer);
    reader.destroy();
  }
  expect(readdirSync(folder)).toEqual([]);
  pipes.close();
  await expect.poll(open).toBe(before);
});

test("a command waits for its output to be read, and all of it arrives", async () => {
  const root = makeFolder();
  const run = makeRunner(root, pipesIn(root));
  const script = "grep ^flags /proc/self/fdinfo/1; head -c 3000000 /dev/zero | tr '\\0' 'x'";
  expect(await run(script)).toMatchObject({ exitCode: 0, droppedBytes: 0 });
  const output = readFileSync(join(root, "artifacts/out.txt"), "utf8");
  const [flags = ""] = output.split("\n");
  expect(Number.parseInt(flags.replace("flags:", "").trim(), 8) & 0o4000).toBe(0);
  expect(output.length - flags.length - 1).toBe(3_000_000);
});

test("what outlives its command does not reach the output of the next one", async () => {
  const root = makeFolder();
  const pipes = pipesIn(root);
  const [[first], [second]] = [await pipes(), await pipes()];
  const heard = new Promise((resolve) => second?.reader.once("data", resolve));
  writeSync(first?.writer ?? -1, "late\n");
  writeSync(second?.writer ?? -1, "its own\n");
  expect(String(await heard)).toBe("its own\n");
  for (const pipe of [first, second]) {
    closeSync(pipe?.writer ?? -1);
    pipe?.reader.destroy();
  }
});

test.each([
  ["there is no mkfifo", (_: string) => pipesIn("/", { PATH: "/nowhere" })],
  ["the folder is gone", (root: string) => pipesIn(join(root, "gone"))],
  [
    "mkfifo makes other files",
    (root: string) => {
      writeFileSync(join(root, "mkfifo"), '#!/bin/sh\nfor each; do : >"$each"; done\n', { mode: 0o755 });
      return pipesIn(root, { PATH: `${root}:/usr/bin:/bin` });
    },
  ],
])("if %s, a command gets Node's own pipes", async (_, pipes) => {
  const root = makeFolder();
  const run = makeRunner(root, pipes(root));
  expect(await run("echo one; echo two >&2")).toMatchObject({ exitCode: 0, stdoutTail: "one\n", stderrTail: "two\n" });
});
