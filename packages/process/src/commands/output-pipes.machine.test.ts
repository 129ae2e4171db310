import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { createCommands } from "./commands.ts";
import { createOutputPipes, type OutputPipes } from "./output-pipes.ts";

const makeFolder = (): string => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
};

const makeRunner = (root: string, pipes: OutputPipes | null) => {
  const environment = { PATH: process.env.PATH ?? "" };
  const artifacts = join(root, "artifacts");
  const commands = createCommands({ root, environment, artifacts, signal: new AbortController().signal, pipes });
  return (script: string) =>
    commands.run({ argv: ["sh", "-c", script], timeoutSeconds: 20, stdout: "out.txt", stderr: "err.txt" });
};

const pipesIn = (folder: string, env: NodeJS.ProcessEnv = process.env): OutputPipes =>
  createOutputPipes({ folder, env, notFrom: [] });

test("a command can open its output by name", async () => {
  const root = makeFolder();
  const run = makeRunner(root, pipesIn(root));
  const script = "echo one > /dev/stdout; echo two | tee /dev/stderr; echo three > /proc/self/fd/2";
  expect(await run(script)).toMatchObject({ exitCode: 0, stdoutTail: "one\ntwo\n", stderrTail: "two\nthree\n" });
});

test("each command has pipes of its own, whose names are gone once it runs", async () => {
  const root = makeFolder();
  const pipes = pipesIn(root);
  const run = makeRunner(root, pipes);
  const inode = "stat -Lc %i /proc/self/fd/1 /proc/self/fd/2";
  const seen = new Set<string>();
  for (let round = 0; round < 20; round++) {
    const { stdoutTail } = await run(inode);
    for (const each of stdoutTail.trim().split("\n")) seen.add(each);
  }
  expect(seen.size).toBeGreaterThan(2);
  const open = await pipes.open();
  const names = readdirSync(root).filter((name) => name.startsWith("pipe-"));
  expect(names).not.toHaveLength(0);
  expect(names.map((name) => name.replace(/^.*-/, ""))).not.toContain("0");
  open?.writer.destroy();
  open?.reader.destroy();
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
  const first = await pipes.open();
  const second = await pipes.open();
  first?.writer.write("late\n");
  second?.writer.write("its own\n");
  const [heard] = await Promise.all([new Promise((resolve) => second?.reader.once("data", resolve)), wait(20)]);
  expect(String(heard)).toBe("its own\n");
  for (const pipe of [first, second]) {
    pipe?.writer.destroy();
    pipe?.reader.destroy();
  }
});

test.each([
  ["there is no mkfifo", (_: string) => pipesIn("/", { PATH: "/nowhere" })],
  ["the folder is gone", (root: string) => pipesIn(join(root, "gone"))],
])("if %s, a command gets Node's own pipes", async (_, pipes) => {
  const root = makeFolder();
  const run = makeRunner(root, pipes(root));
  expect(await run("echo one; echo two >&2")).toMatchObject({ exitCode: 0, stdoutTail: "one\n", stderrTail: "two\n" });
});

test.each([
  ["a file", (name: string) => writeFileSync(name, "")],
  ["a folder", (name: string) => mkdirSync(name)],
  ["nothing", () => {}],
])("a pipe that was replaced by %s is not used", async (_, replace) => {
  const root = makeFolder();
  const pipes = pipesIn(root);
  const first = await pipes.open();
  for (const name of readdirSync(root)) {
    rmSync(join(root, name));
    replace(join(root, name));
  }
  expect(await pipes.open()).toBeNull();
  first?.writer.destroy();
  first?.reader.destroy();
});
