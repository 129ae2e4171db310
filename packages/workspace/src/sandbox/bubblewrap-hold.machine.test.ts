import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findControlGroups } from "@llmch/process";
import { processesWith } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openSandboxed } from "./sandbox.fixture.ts";

test("exits and signals are reported as outside", { tags: "bubblewrap" }, async () => {
  const { sh } = await openSandboxed();
  expect(await sh("exit 0")).toMatchObject({ ending: "exited", exitCode: 0, signal: null });
  expect(await sh("exit 255")).toMatchObject({ ending: "exited", exitCode: 255, signal: null });
  expect(await sh("exit 160")).toMatchObject({ ending: "exited", exitCode: 160, signal: null });
  expect(await sh("kill -KILL $$")).toMatchObject({ ending: "killed", exitCode: 137, signal: "SIGKILL" });
  expect(await sh("kill -SEGV $$")).toMatchObject({ ending: "killed", exitCode: 139, signal: "SIGSEGV" });
});

test("a command can open its output by name", { tags: "bubblewrap" }, async () => {
  const { sh } = await openSandboxed();
  const result = await sh("echo one > /dev/stdout; echo two | tee /dev/stderr");
  expect(result).toMatchObject({ exitCode: 0, stdoutTail: "one\ntwo\n", stderrTail: "two\n" });
});

test("a command that cannot be started counts as not started", { tags: "bubblewrap" }, async () => {
  const { worktree, run } = await openSandboxed();
  writeFileSync(join(worktree.root, "script"), "#!/no/such/interpreter\n", { mode: 0o755 });
  expect(await run(["no-such-program"])).toMatchObject({
    ending: "not-started",
    startFault: "no-such-program is not on the PATH",
  });
  expect(await run(["./script"])).toMatchObject({
    ending: "not-started",
    exitCode: null,
    startFault: expect.stringMatching(/^\.\/script cannot be started in the sandbox: execvp .*: No such file/),
  });
  expect(await run(["echo", "x".repeat(3_000_000)])).toMatchObject({
    ending: "not-started",
    startFault: "echo cannot be started: its arguments are too long",
  });
});

test("at its limit a command gets SIGTERM, then SIGKILL", { tags: "bubblewrap" }, async () => {
  const { run, program } = await openSandboxed();
  /** On a busy machine a program may not have started when its time is up: then it gets more. */
  const begun = async (argv: readonly string[]) => {
    for (let seconds = 1; ; seconds *= 4) {
      const result = await run(argv, seconds);
      if (result.stdoutTail.startsWith("ready\n") || seconds > 60) return result;
    }
  };
  const [polite, quiet, rude] = await Promise.all([
    begun(["sh", "-c", "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.05; done"]),
    begun(["sh", "-c", "echo ready; exec sleep 60"]),
    begun(["node", program("ignores-sigterm")]),
  ]);
  expect(polite).toMatchObject({ ending: "timed-out", exitCode: null, signal: null, stdoutTail: "ready\nbye\n" });
  expect(quiet).toMatchObject({ ending: "timed-out", exitCode: null, signal: "SIGTERM" });
  expect(rude).toMatchObject({ ending: "timed-out", signal: "SIGKILL", stdoutTail: "ready\nno\n" });
});

test.each(["holds-the-pipe", "escapes-as-daemon"] as const)(
  "nothing is left of %s",
  { tags: "bubblewrap" },
  async (name) => {
    const { worktree, run, program } = await openSandboxed();
    const result = await run(["node", program(name)]);
    expect(result).toMatchObject({ ending: "exited", exitCode: 0 });
    // Its leftovers would go on for a minute.
    expect(result.durationMs).toBeLessThan(45_000);
    expect(processesWith(worktree.root)).toEqual([]);
  },
);

test("nothing is left of many processes that leave their group and ignore SIGTERM", {
  tags: "bubblewrap",
}, async () => {
  const { run, program } = await openSandboxed();
  const mark = `mark-${process.pid}-${Date.now()}`;
  const result = await run(["node", program("forks-a-lot"), "100", mark], 2);
  expect(result).toMatchObject({ ending: "timed-out", signal: "SIGTERM" });
  expect(processesWith(mark)).toEqual([]);
});

test("a stop in the first moments leaves nothing either", { tags: "bubblewrap" }, async () => {
  const mark = `61.0${process.pid}`;
  const { run } = await openSandboxed();
  for (const wait of [0, 1, 2, 4, 6, 8, 12, 16]) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), wait);
    expect(await run(["sleep", mark], 20, controller.signal)).toMatchObject({ ending: "interrupted", exitCode: null });
    expect(processesWith(mark)).toEqual([]);
  }
});

test("memory use stays small in a flood of output", { tags: "bubblewrap" }, async () => {
  const { run, program } = await openSandboxed();
  // A new process's heap grows with any work, which says nothing about a flood.
  await run(["node", program("floods"), "50"]);
  const before = process.memoryUsage().rss;
  const result = await run(["node", program("floods"), "50"]);
  expect(result).toMatchObject({ exitCode: 0, printedBytes: 50 * 1024 * 1024 + 3 });
  expect(process.memoryUsage().rss - before).toBeLessThan(40 * 1024 * 1024);
});

test("if memory runs out, a command ends before llmch, and so does all that it starts", {
  tags: "bubblewrap",
}, async () => {
  const { sh } = await openSandboxed();
  const ours = Number(readFileSync("/proc/self/oom_score_adj", "utf8"));
  const { stdoutTail } = await sh("cat /proc/self/oom_score_adj; (setsid cat /proc/self/oom_score_adj)");
  for (const line of stdoutTail.trim().split("\n")) expect(Number(line)).toBeGreaterThan(Math.min(ours, 999));
  expect(Number(readFileSync("/proc/self/oom_score_adj", "utf8"))).toBe(ours);
});

test("a command that takes more memory or processes than allowed is ended, and nothing else", {
  tags: "bubblewrap",
}, async ({ skip }) => {
  const limited = await findControlGroups({ memoryBytes: 64 << 20, processes: 20 });
  if (!limited.ok) return skip(limited.issues[0]);
  const { sh, run } = await openSandboxed({ limit: limited.value });
  expect(await sh("echo fits; exit 3")).toMatchObject({ ending: "exited", exitCode: 3, stdoutTail: "fits\n" });
  const greedy = await run(["node", "-e", "const kept = []; for (;;) kept.push(Buffer.alloc(1 << 20, 1))"]);
  expect(greedy).toMatchObject({ ending: "killed", signal: "SIGKILL" });
  expect((await sh("head -c 200M /dev/zero > /tmp/x && echo done")).stdoutTail).toBe("");
  // No other test's command sleeps for this long.
  const seconds = `30.0${process.pid}`;
  const many = await sh(`for i in $(seq 40); do sleep ${seconds} & done; wait`);
  expect(many.stderrTail).toMatch(/fork|Resource temporarily unavailable/i);
  await expect.poll(() => processesWith(seconds)).toEqual([]);
});
