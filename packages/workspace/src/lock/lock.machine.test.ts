import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bootId, newOwnedName, thisMachine } from "@llmch/files";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { bundleProgram } from "../bundle.fixture.ts";
import { commonDirectory, DEAD } from "./lock.fixture.ts";
import { acquireLock, deadLocks } from "./lock.ts";
import { judgeHolder, parseLockRecord } from "./lock-record.ts";
import { raceForLock, recordText } from "./race.fixture.ts";

test.each([
  ["its process runs", {}, false, "alive"],
  ["its process is gone", {}, true, "dead"],
  ["the machine was started anew since", { boot_id: "older" }, false, "dead"],
  ["another host, or another process namespace", { machine: "00000000" }, true, "unknown"],
  ["another host that was started anew", { machine: "00000000", boot_id: "older" }, true, "unknown"],
])("a holder is judged: %s", (_, changes, gone, state) => {
  const record = parseLockRecord(recordText({ machine: "12345678", ...changes }));
  expect(record).not.toBeNull();
  expect(judgeHolder(record, { machine: "12345678", bootId: "boot", isGone: () => gone })).toBe(state);
});

test.each(["", "\0\0\0\0", '{"id":', "[]", "7", recordText({ id: "../../x" }), recordText({ pid: -1 })])(
  "an incomplete record belongs to a dead holder: %j",
  (text) => {
    expect(parseLockRecord(text)).toBeNull();
    const common = commonDirectory();
    common.put(common.file("work"), text);
    expect(acquireLock(common, "work", { run: "a" }).ok).toBe(true);
    expect(readdirSync(common.folder)).toHaveLength(1);
  },
);

test("a process id that no process can have belongs to a dead holder", () => {
  const common = commonDirectory();
  common.put(common.file("work"), recordText({ pid: 9e15, machine: thisMachine(), boot_id: bootId() }));
  expect(acquireLock(common, "work", { run: "a" }).ok).toBe(true);
});

test.each([
  ["a pipe", (file: string) => void spawnSync("mkfifo", [file])],
  ["a link to a device", (file: string) => symlinkSync("/dev/zero", file)],
  ["a link to nothing", (file: string) => symlinkSync("nowhere", file)],
])("%s in place of a lock keeps nobody out, and blocks nobody", (_, make) => {
  const common = commonDirectory();
  mkdirSync(common.folder);
  make(common.file("work"));
  expect(deadLocks(common)).toEqual([]);
  const lock = acquireLock(common, "work", { run: "a" });
  expect(lock).toMatchObject({ ok: true });
  expect(acquireLock(common, "work", { run: "b" })).toMatchObject({ ok: false, issues: [{ code: "locked" }] });
  if (lock.ok) lock.value.release();
  expect(existsSync(common.folder)).toBe(false);
});

test("a branch has one holder; a second run is told who it is; a release leaves nothing behind", () => {
  const common = commonDirectory();
  const now = () => new Date("2026-01-02T03:04:05Z");
  const first = acquireLock(common, "a/b c\u00e9", { run: "01RUN", now });
  expect(first).toMatchObject({ ok: true, value: { takenOverFrom: null } });
  const before = readdirSync(common.folder);
  const second = acquireLock(common, "a/b c\u00e9", { run: "other" });
  expect(second).toMatchObject({ ok: false, issues: [{ code: "locked" }] });
  const said = second.ok ? "" : second.issues[0].message;
  for (const part of ["01RUN", `process ${process.pid} on `, "2026-01-02T03:04:05.000Z"]) expect(said).toContain(part);
  expect(readdirSync(common.folder)).toEqual(before);

  const other = acquireLock(common, "a", { run: "other" });
  expect(other.ok).toBe(true);
  if (first.ok) {
    first.value.release();
    const again = acquireLock(common, "a/b c\u00e9", { run: "third" });
    expect(again.ok).toBe(true);
    first.value.release();
    expect(acquireLock(common, "a/b c\u00e9", { run: "fourth" }).ok).toBe(false);
    if (again.ok) again.value.release();
  }
  if (other.ok) other.value.release();
  expect(existsSync(common.folder)).toBe(false);
});

test("a dead holder's lock is taken over, through all that dead processes left", () => {
  const common = commonDirectory();
  const ids = ["A", "B", "C", "D"].map((letter) => letter.repeat(26));
  const [a = "", b = "", c = "", d = ""] = ids;
  common.put(common.file("work"), recordText({ ...DEAD, id: a }));
  common.put(common.file("work", `.after-${a}`), recordText({ ...DEAD, id: b, run: "01DEAD" }));
  // What a slow process left when it was killed: nothing leads there.
  common.put(common.file("work", `.after-${c}`), recordText({ id: d }));
  const abandoned = `${newOwnedName().replace(/-\d+-\d+-/, "-4194303-7-")}.tmp`;
  common.put(join(common.folder, abandoned), "half");
  common.put(join(common.folder, `${newOwnedName()}.tmp`), "of a living one");
  expect(deadLocks(common).map(({ run }) => run)).toEqual(["01DEAD"]);

  const taken = acquireLock(common, "work", { run: "new" });
  expect(taken).toMatchObject({ ok: true, value: { takenOverFrom: { id: b, run: "01DEAD" } } });
  expect(deadLocks(common)).toEqual([]);
  expect(readdirSync(common.folder).filter((name) => !name.endsWith(".tmp"))).toHaveLength(1);
  expect(readdirSync(common.folder)).toHaveLength(2);
  expect(readFileSync(common.file("work"), "utf8")).toContain(`"run":"new"`);
});

test("a holder that cannot be seen from here is not taken over, and the hint names the file", () => {
  const common = commonDirectory();
  common.put(common.file("work"), recordText({ ...DEAD, machine: "00000000" }));
  const hint = expect.stringContaining(common.file("work"));
  expect(acquireLock(common, "work", { run: "a" })).toMatchObject({ ok: false, issues: [{ code: "locked", hint }] });
  expect(readdirSync(common.folder)).toHaveLength(1);
});

test("a lock that cannot be made is reported", () => {
  const common = commonDirectory();
  writeFileSync(common.folder, "");
  expect(acquireLock(common, "work", { run: "a" })).toMatchObject({ ok: false, issues: [{ code: "not-writable" }] });
});

test("of those who ask at the same time one wins, even if a dead process holds it", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const { faults } = await raceForLock(path, { rounds: 10, racers: 3 });
  expect(faults).toEqual([]);
});

const HOLDER = `
  import { acquireLock } from "./lock/lock.ts";
  const asked = acquireLock({ commonDir: process.argv[2] }, "work", { run: "01HOLDER" });
  console.log(asked.ok);
  setInterval(() => {}, 1000);
`;

test("a killed process's lock is free at once, even before its parent has noticed", async () => {
  const common = commonDirectory();
  const program = join(common.commonDir, "holder.mjs");
  await bundleProgram(HOLDER, program);
  // The shell stops itself before it can reap its child.
  const script = '"$0" "$@" & echo $!; kill -STOP $$';
  const shell = spawn("/bin/sh", ["-c", script, process.execPath, program, common.commonDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void shell.kill("SIGKILL"));
  let said = "";
  for await (const chunk of shell.stdout) {
    said += chunk;
    if (said.includes("true")) break;
  }
  expect(acquireLock(common, "work", { run: "mine" })).toMatchObject({ ok: false, issues: [{ code: "locked" }] });
  process.kill(Number.parseInt(said, 10), "SIGKILL");
  const taken = { ok: true, value: { takenOverFrom: { run: "01HOLDER" } } };
  await expect.poll(() => acquireLock(common, "work", { run: "mine" }), { interval: 1 }).toMatchObject(taken);
});
