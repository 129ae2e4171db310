import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processesWith, rudeProgram, temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test, vi } from "vitest";
import { type ProgramRun, runProgram } from "./run-program.ts";
import { killRunningPrograms } from "./running.ts";

const run = (program: string, args: readonly string[], options: Partial<ProgramRun> = {}) =>
  runProgram({ program, args, cwd: "/", env: {}, origin: { kind: "own", notFrom: [] }, limitMs: 20_000, ...options });
const sh = (script: string, options: Partial<ProgramRun> = {}) => run("/bin/sh", ["-c", script], options);
const newMark = () => `mark-${process.pid}-${performance.now()}`;

test("a program gets the given arguments, environment and input, and nothing else", async () => {
  const env = { ONE: "1", NONE: undefined };
  const result = await run("/usr/bin/env", ["-u", "PWD", "/bin/cat", "/proc/self/environ"], { env });
  expect(result.stdout.toString()).toBe("ONE=1\0");
  expect((await run("/bin/cat", [], { input: "a\0b" })).stdout).toEqual(Buffer.from("a\0b"));
  expect((await run("/bin/cat", [])).stdout).toHaveLength(0);
  expect((await run("/bin/echo", ["$HOME", "&&", "`x`"])).stdout.toString()).toBe("$HOME && `x`\n");
});

test("a key in this process's own environment reaches no program", async () => {
  vi.stubEnv("CANARY_API_KEY", "canary");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { stdout } = await run("/usr/bin/env", [], { env: { ONE: "1" } });
  expect(stdout.toString()).toContain("ONE=1\n");
  expect(stdout.toString()).not.toContain("canary");
});

test("its output and exit code come back; unread input is not a fault", async () => {
  expect(await sh("echo bad >&2; exit 3", { input: "x".repeat(1_000_000) })).toEqual({
    exitCode: 3,
    stdout: Buffer.alloc(0),
    stderr: "bad",
  });
});

test("a program that cannot be started is a result", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  writeFileSync(join(path, "script"), "#!/no/such/interpreter\n", { mode: 0o755 });
  for (const [program, argument, why] of [
    [join(path, "script"), "", "its interpreter is missing"],
    ["/bin/echo", "a\0b", expect.stringContaining("null bytes")],
    ["/bin/echo", "x".repeat(3_000_000), "its arguments are too long"],
  ] as const) {
    expect(await run(program, [argument])).toMatchObject({ exitCode: null, stderr: why });
  }
});

test("at its limit a program is ended with all that it started, by force if need be", async () => {
  const mark = newMark();
  const args = [rudeProgram("ignores-sigterm"), mark];
  const rude = await run(process.execPath, args, { limitMs: 300 });
  expect(rude).toMatchObject({ exitCode: null, stderr: "no answer within 0 seconds" });
  expect(await sh(`sh -c 'sleep 60; :' ${mark} & wait`, { limitMs: 300 })).toMatchObject({ exitCode: null });
  expect(processesWith(mark)).toEqual([]);
});

test("what it leaves behind in a session of its own does not keep it waiting, though that holds its output open", async () => {
  const mark = newMark();
  const leftBehind = `setsid sh -c 'sleep 600; :' ${mark} &`;
  onTestFinished(() => {
    for (const pid of processesWith(mark)) process.kill(Number(pid), "SIGKILL");
  });
  expect(await sh(`${leftBehind} echo out`)).toMatchObject({ exitCode: 0, stdout: Buffer.from("out\n") });
  const late = await sh(`${leftBehind} sleep 600`, { limitMs: 300 });
  expect(late).toMatchObject({ exitCode: null, stderr: "no answer within 0 seconds" });
  expect(processesWith(mark)).toHaveLength(2);
});

test("a stop ends it, even one that came before it was started", async () => {
  const stopping = new AbortController();
  const stopped = sh("sleep 60", { signal: stopping.signal });
  stopping.abort();
  expect(await stopped).toMatchObject({ exitCode: null, stderr: "interrupted" });
  expect(await sh("sleep 60", { signal: stopping.signal })).toMatchObject({ exitCode: null, stderr: "interrupted" });
});

test("a program that prints more than allowed is ended, and memory use stays small", async () => {
  const { exitCode, stdout, stderr } = await sh("while :; do echo more; done", { mostBytes: 1000 });
  expect({ exitCode, stderr }).toEqual({ exitCode: null, stderr: "more than 1000 bytes were printed" });
  expect(stdout.length).toBeLessThanOrEqual(1000);
});

test("when this process exits, its programs are killed, except those that must finish", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const stays = (name: string, outlivesUs: boolean) => {
    const script = `trap '' TERM; : > ${name}; while [ ! -e go ]; do sleep 0.01; done; exit 7`;
    return sh(script, { cwd: path, env: { PATH: process.env.PATH }, outlivesUs });
  };
  const [mortal, lasting] = [stays("mortal", false), stays("lasting", true)];
  await expect.poll(() => ["mortal", "lasting"].every((name) => existsSync(join(path, name)))).toBe(true);
  killRunningPrograms();
  expect(await mortal).toMatchObject({ exitCode: null });
  writeFileSync(join(path, "go"), "");
  expect(await lasting).toMatchObject({ exitCode: 7 });
});
