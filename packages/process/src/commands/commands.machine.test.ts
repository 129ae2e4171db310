import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repoPath } from "@llmch/contract";
import { processesWith, rudeProgram, temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { type CommandsOptions, createCommands } from "./commands.ts";
import { TAIL_CHARACTERS } from "./output-sink.ts";

const MB = 1024 * 1024;
/** How long a rude program runs if nobody ends it. */
const LONG_MS = 60_000;

const makeRunner = (options: Partial<CommandsOptions> = {}) => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const commands = createCommands({
    root: path,
    environment: { PATH: process.env.PATH ?? "" },
    artifacts: join(path, "artifacts"),
    signal: new AbortController().signal,
    ...options,
  });
  const run = (argv: readonly string[], timeoutSeconds = 20) =>
    commands.run({ argv, timeoutSeconds, stdout: "attempt_1/out.txt", stderr: "attempt_1/err.txt" });
  const output = () => readFileSync(join(path, "artifacts/attempt_1/out.txt"), "utf8");
  return { path, commands, run, output };
};

const PLACE = {
  environment: { PATH: process.env.PATH ?? "", PYTHONPATH: "/elsewhere" },
  signal: new AbortController().signal,
};
const OUTPUT = { timeoutSeconds: 20, stdout: "out.txt", stderr: "err.txt" };

const isAlive = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
};

test("a command's output goes to files complete, and its end into the result", async () => {
  const { path, run, output } = makeRunner();
  const result = await run(["sh", "-c", "printf 'one\\ntwo\\n'; printf 'bad\\n' >&2; exit 3"]);
  expect(result).toEqual({
    ending: "exited",
    exitCode: 3,
    signal: null,
    startFault: null,
    stdoutTail: "one\ntwo\n",
    stderrTail: "bad\n",
    printedBytes: 12,
    droppedBytes: 0,
    durationMs: expect.any(Number),
  });
  expect(output()).toBe("one\ntwo\n");
  expect(readFileSync(join(path, "artifacts/attempt_1/err.txt"), "utf8")).toBe("bad\n");
});

test("a command runs in a folder of the repo, but not in one that leads out of it", async () => {
  const { path, commands } = makeRunner();
  mkdirSync(join(path, "api/bin"), { recursive: true });
  writeFileSync(join(path, "api/bin/tool"), "#!/bin/sh\npwd\n", { mode: 0o755 });
  symlinkSync("/", join(path, "link"));
  const runIn = (name: string) => {
    const folder = repoPath(name);
    if (folder === null) throw new Error(`${name} is no path`);
    return commands.run({ argv: ["./bin/tool"], folder, timeoutSeconds: 20, stdout: "out.txt", stderr: "err.txt" });
  };
  expect(await runIn("api")).toMatchObject({ exitCode: 0, stdoutTail: "api\n" });
  for (const name of ["gone", "link", "api/bin/tool"]) {
    expect(await runIn(name)).toMatchObject({ ending: "not-started", startFault: `the repo has no folder ${name}` });
  }
});

test("a command that names its checks finds them read-only, beside the worktree and until it ends", async () => {
  const { path, commands } = makeRunner({ provesEnd: true });
  const root = join(path, "tree");
  mkdirSync(root);
  writeFileSync(join(root, "stock.py"), "import sys\nsys.exit(0)\n");
  const checks = [
    {
      name: "look.sh",
      content: 'echo "$0" "$LLMCH_CHECKS/x" "$PYTHONPATH"; ls -ld "$LLMCH_CHECKS" "$0" | cut -c1-10\n',
    },
    { name: "stock.mjs", content: "process.exit(0)\n" },
  ];
  const run = (argv: readonly string[]) =>
    createCommands({ ...PLACE, root, artifacts: path, provesEnd: true }).run({ argv, checks, ...OUTPUT });
  const looked = await run(["sh", "$LLMCH_CHECKS/look.sh"]);
  expect(looked).toMatchObject({
    exitCode: 0,
    stdoutTail: `$LLMCH_CHECKS/look.sh $LLMCH_CHECKS/x .:/elsewhere\ndr-xr-xr-x\n-r--r--r--\n`,
  });
  expect(await run(["node", "$LLMCH_CHECKS/stock.mjs"])).toMatchObject({ exitCode: 0 });
  expect((await run(["echo", "a$LLMCH_CHECKS/b", "$LLMCH_CHECKSUM", "$HOME"])).stdoutTail).toBe(
    "a$LLMCH_CHECKS/b $LLMCH_CHECKSUM $HOME\n",
  );
  expect((await run(["env"])).stdoutTail).not.toContain("LLMCH_CHECKS");
  expect(readdirSync(path).filter((name) => name.includes("checks"))).toEqual([]);
  expect((await commands.run({ argv: ["echo", "$LLMCH_CHECKS"], ...OUTPUT })).stdoutTail).toBe("$LLMCH_CHECKS\n");
});

test("there is no shell, no terminal and no standard input", async () => {
  const { run } = makeRunner();
  expect((await run(["echo", "$HOME", "&&", "`x`"])).stdoutTail).toBe("$HOME && `x`\n");
  expect(await run([process.execPath, rudeProgram("reads-stdin")])).toMatchObject({ stdoutTail: "0 bytes\n" });
  expect(await run(["sh", "-c", "test -t 0 || test -t 1 || : < /dev/tty"])).not.toMatchObject({ exitCode: 0 });
});

test.each([
  [["no-such-program"], "no-such-program is not on the PATH"],
  [["./none"], "./none is no executable file"],
  [["./plain"], "./plain is no executable file"],
  [["./script"], "./script cannot be started: its interpreter is missing"],
  [[""], "the command is empty"],
  [["echo", "x".repeat(3 * MB)], "echo cannot be started: its arguments are too long"],
  [["echo", "a\0b"], expect.stringContaining("null bytes")],
])("a command that cannot be started is a result: %#", async (argv, startFault) => {
  const { path, run } = makeRunner();
  writeFileSync(join(path, "plain"), "x", { mode: 0o644 });
  writeFileSync(join(path, "script"), "#!/no/such/interpreter\n", { mode: 0o755 });
  expect(await run(argv)).toMatchObject({ ending: "not-started", exitCode: null, startFault });
});

test("a program is found only by absolute entries of the PATH, and from the root if its name has a slash", async () => {
  const { path, run } = makeRunner({ environment: { PATH: `:.:${process.env.PATH}` } });
  writeFileSync(join(path, "git"), "#!/bin/sh\necho decoy\n", { mode: 0o755 });
  expect((await run(["git", "--version"])).stdoutTail).toMatch(/^git version/);
  expect((await run(["./git"])).stdoutTail).toBe("decoy\n");
});

test("at its limit a command gets SIGTERM, and SIGKILL half a second later", async () => {
  const { run } = makeRunner();
  const polite = await run(["sleep", "60"], 0.1);
  expect(polite).toMatchObject({ ending: "timed-out", exitCode: null, signal: "SIGTERM" });
  // On a busy machine it may not have started when its time is up: then it gets more.
  let rude = await run([process.execPath, rudeProgram("ignores-sigterm")], 0.3);
  for (let seconds = 1; rude.stdoutTail === "" && seconds < 60; seconds *= 4)
    rude = await run([process.execPath, rudeProgram("ignores-sigterm")], seconds);
  expect(rude).toMatchObject({ ending: "timed-out", exitCode: null, signal: "SIGKILL", stdoutTail: "ready\nno\n" });
});

test("a stop ends the running command, and starts no other", async () => {
  const controller = new AbortController();
  const { path, run } = makeRunner({ signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  expect(await run(["sh", "-c", "sleep 60; touch x"])).toMatchObject({ ending: "interrupted", exitCode: null });
  expect(await run(["touch", "y"])).toMatchObject({ ending: "interrupted" });
  expect([existsSync(join(path, "x")), existsSync(join(path, "y"))]).toEqual([false, false]);
});

test("a command that ends itself by a signal counts as killed", async () => {
  const { run } = makeRunner();
  expect(await run(["sh", "-c", "kill -9 $$"])).toMatchObject({ ending: "killed", exitCode: null, signal: "SIGKILL" });
});

test.each(["holds-the-pipe", "escapes-as-daemon"] as const)(
  "leftover processes of a command are ended: %s",
  async (name) => {
    const { run } = makeRunner();
    const result = await run([process.execPath, rudeProgram(name)]);
    expect(result).toMatchObject({ ending: "exited", exitCode: 0 });
    expect(result.durationMs).toBeLessThan(LONG_MS / 2);
    expect(isAlive(Number(result.stdoutTail))).toBe(false);
  },
);

test("many processes that leave their group and ignore SIGTERM are ended with their command", async () => {
  const { run } = makeRunner();
  const mark = `mark-${process.pid}-${Date.now()}`;
  const result = await run([process.execPath, rudeProgram("forks-a-lot"), "50", mark], 2);
  expect(result).toMatchObject({ ending: "timed-out", exitCode: null });
  expect(result.durationMs).toBeLessThan(LONG_MS / 2);
  expect(processesWith(mark)).toEqual([]);
});

test("of a flood the cap is kept, the rest is counted, and memory use stays small", async () => {
  const { run, output } = makeRunner({ capBytes: MB });
  const before = process.memoryUsage().rss;
  const result = await run([process.execPath, rudeProgram("floods"), "250"]);
  expect(result).toMatchObject({ exitCode: 0, printedBytes: 250 * MB + 3, droppedBytes: 249 * MB + 3 });
  expect(result.stdoutTail).toBe(`${"x".repeat(TAIL_CHARACTERS - 3)}END`);
  expect(output()).toHaveLength(MB);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB);
});

test("a failure to keep output is a result too", async () => {
  const { path, run } = makeRunner();
  writeFileSync(join(path, "artifacts"), "in the way");
  expect(await run(["true"])).toMatchObject({
    ending: "not-started",
    startFault: expect.stringContaining("its output"),
  });
  expect(statSync(join(path, "artifacts")).isFile()).toBe(true);
});

test("who speaks with a command hears what it prints, and both are kept without secrets", async () => {
  const { path, commands } = makeRunner({ secrets: ["a-secret-of-mine"] });
  let heard = "";
  let close = () => {};
  const result = await commands.run({
    ...{ argv: ["cat"], ...OUTPUT, stdin: "in.txt" },
    input: {
      begin: (write, end) => {
        close = end;
        write("I know a-secret-of-mine\n");
      },
      hear: (piece) => {
        heard += Buffer.from(piece).toString();
        if (heard.endsWith("\n")) close();
      },
    },
  });
  expect(result).toMatchObject({ ending: "exited", exitCode: 0, printedBytes: 24 });
  expect(heard).toBe("I know a-secret-of-mine\n");
  for (const name of ["in.txt", "out.txt"])
    expect(readFileSync(join(path, "artifacts", name), "utf8")).toMatch(/^I know \[redacted.*\n$/);
});

test("a command may be given more time to end after SIGTERM", async () => {
  const tidies = "process.on('SIGTERM', () => setTimeout(() => { console.log('tidied'); process.exit(0); }, 900))";
  const script = `${tidies}; console.log("ready"); setInterval(() => {}, 1000)`;
  const run = (graceMs?: number) => {
    const controller = new AbortController();
    const { commands } = makeRunner({ signal: controller.signal });
    const input = { begin: () => {}, hear: () => controller.abort() };
    const grace = graceMs === undefined ? {} : { graceMs };
    return commands.run({ argv: ["node", "-e", script], ...OUTPUT, timeoutSeconds: 60, input, ...grace });
  };
  expect(await run()).toMatchObject({ ending: "interrupted", signal: "SIGKILL", stdoutTail: "ready\n" });
  expect(await run(30_000)).toMatchObject({ ending: "interrupted", signal: null, stdoutTail: "ready\ntidied\n" });
});
