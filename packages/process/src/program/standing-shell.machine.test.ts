import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processesWith, temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { createStandingShell, type ShellScript, type ShellStart } from "./standing-shell.ts";

const open = (start: Partial<ShellStart> = {}) => {
  const shell = createStandingShell({ cwd: "/", env: { PATH: process.env.PATH }, notFrom: [], ...start });
  onTestFinished(shell.close);
  const run = (text: string, script: Partial<ShellScript> = {}) =>
    shell.run({ args: ["/bin/true"], environment: {}, limitMs: 20_000, ...script, text });
  return { shell, run };
};
const newMark = () => `mark-${process.pid}-${performance.now()}`;
const said = (text: string, exitCode = 0) => ({ exitCode, stdout: Buffer.from(text), stderr: "" });

test("arguments, added variables and the folder arrive as given, and a script leaves nothing behind", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const { run } = open({ cwd: path });
  const odd = ["it's", "two\nlines", '$HOME "$(x)" `x` \\', "", " ", "é*", "'''"];
  const all = await run('printf "%s|" "$@"; printf %s "$MORE"; pwd', {
    args: ["/bin/true", ...odd],
    environment: { MORE: "it's\nmore" },
  });
  expect(all).toEqual(said(`/bin/true|${odd.join("|")}|it's\nmore${path}\n`));
  expect(await run("one=1; cd /; exec 2>&-; exit 3")).toEqual(said("", 3));
  expect(await run('echo "$one$MORE$2"; pwd')).toEqual(said(`\n${path}\n`));
});

test("output comes back byte for byte, whatever its end", async () => {
  const { run } = open();
  for (const text of ["", "\n", "a", "a\n\n", "\0\n\0", "é"])
    expect(await run('printf "$1"', { args: [text.replaceAll("\0", "\\0")] }).then(({ stdout }) => stdout)).toEqual(
      Buffer.from(text),
    );
  const { stdout } = await run('head -c 3000000 /dev/zero; echo "said" >&2');
  expect(stdout.equals(Buffer.alloc(3_000_000))).toBe(true);
  expect(await run('printf "a\\nb\\n" >&2; exit 7')).toEqual({ ...said("", 7), stderr: "a\nb" });
});

test("a script's programs do not read the scripts to come", async () => {
  const { run } = open();
  expect(await run("cat; cat")).toEqual(said(""));
  expect(await run("echo next")).toEqual(said("next\n"));
});

test("it starts on first use, runs one script at a time, and does not keep this process alive", async () => {
  const { shell, run } = open();
  expect([shell.isFree(), shell.isBusy()]).toEqual([false, false]);
  const held = () => process.getActiveResourcesInfo().filter((name) => /Process|Pipe/.test(name)).length;
  const before = held();
  const running = run("sleep 0.1");
  expect([shell.isFree(), shell.isBusy()]).toEqual([false, true]);
  await expect(run("echo other")).rejects.toThrow("busy");
  await running;
  expect([shell.isFree(), shell.isBusy(), held()]).toEqual([true, false, before]);
  shell.close();
  expect(shell.isFree()).toBe(false);
  expect(await run("echo again")).toEqual(said("again\n"));
});

test("at its limit a script is ended with all that it started, and the next one gets a new shell", async () => {
  const { run } = open();
  const mark = newMark();
  const late = await run(`sh -c 'sleep 60; :' ${mark} & wait`, { limitMs: 300 });
  expect(late).toEqual({ exitCode: null, stdout: Buffer.alloc(0), stderr: "no answer within 0 seconds" });
  expect(processesWith(mark)).toEqual([]);
  expect(await run("echo next")).toEqual(said("next\n"));
});

test("at its limit a script gets SIGTERM first, so that a git removes its locks", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const { run } = open({ cwd: path });
  const script = "sh -c 'trap \": > asked; exit\" TERM; : > begun; sleep 60 & wait'";
  for (let limitMs = 200; !existsSync(join(path, "begun")); limitMs *= 2) await run(script, { limitMs });
  expect(existsSync(join(path, "asked"))).toBe(true);
});

test("of many shells only the most recently used stay idle", async () => {
  const shells = Array.from({ length: 40 }, () => open());
  for (const { run } of shells) await run(":");
  expect(shells.map(({ shell }) => shell.isFree())).toEqual(shells.map((_, index) => index >= 8));
  expect(await shells[0]?.run("echo again")).toEqual(said("again\n"));
});

test("a shell that is killed is a result, and the next script gets a new one", async () => {
  const { run } = open();
  expect(await run("echo begun; kill -KILL $$; sleep 0.1")).toMatchObject({ exitCode: null });
  expect(await run("echo next")).toEqual(said("next\n"));
});

test("a shell that ended just before a script is not the one that runs it", async () => {
  const { run } = open();
  const id = (await run("echo $$")).stdout.toString().trim();
  process.kill(Number(id), "SIGKILL");
  // Nothing else runs meanwhile: the end is not known yet.
  while (!/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, "utf8")));
  expect(await run("echo next")).toEqual(said("next\n"));
});

test("no program of the repo's is started, and no argument is cut off", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const program = join(path, "git");
  writeFileSync(program, "#!/bin/sh\n: > ran\n", { mode: 0o755 });
  const { run } = open({ notFrom: [path], cwd: path });
  expect(await run('"$1"', { args: [program] })).toMatchObject({ exitCode: null, stderr: "it comes from the repo" });
  expect(existsSync(join(path, "ran"))).toBe(false);
  const cut = { exitCode: null, stderr: "an argument holds a null byte" };
  expect(await run('echo "$2"', { args: ["/bin/true", "a\0b"] })).toMatchObject(cut);
  expect(await run("echo", { environment: { ONE: "a\0b" } })).toMatchObject(cut);
});
