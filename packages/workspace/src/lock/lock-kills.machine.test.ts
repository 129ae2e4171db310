import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { bundleProgram } from "../bundle.fixture.ts";
import { type Call, killing } from "../kill.fixture.ts";
import { commonDirectory, DEAD } from "./lock.fixture.ts";
import { acquireLock } from "./lock.ts";
import { recordText } from "./race.fixture.ts";

const TAKER = `
  import { acquireLock } from "./lock/lock.ts";
  const asked = acquireLock({ commonDir: process.argv[2] }, "work", { run: "01TAKER" });
  asked.value.release();
`;

const CALLS: readonly Call[] = [
  { name: "fsync", count: 1 },
  { name: "link", count: 1 },
  { name: "rename", count: 1 },
  ...[1, 2, 3].map((count) => ({ name: "unlink" as const, count })),
  { name: "rmdir", count: 1 },
];

test("a kill during a take-over or a release leaves a lock that the next run can take over", {
  tags: "strace",
}, async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const program = join(path, "taker.mjs");
  await bundleProgram(TAKER, program);
  for (const call of CALLS) {
    const common = commonDirectory();
    common.put(common.file("work"), recordText({ ...DEAD, id: "A".repeat(26) }));
    common.put(common.file("work", `.after-${"A".repeat(26)}`), recordText({ ...DEAD, id: "B".repeat(26) }));
    const trace = ["-o", join(path, "trace"), ...killing(call)];
    const ran = spawnSync("strace", [...trace, process.execPath, program, common.commonDir], { encoding: "utf8" });
    expect(ran.signal, `${call.name} ${call.count}`).toBe("SIGKILL");
    const next = acquireLock(common, "work", { run: "next" });
    expect(next.ok, `${call.name} ${call.count}`).toBe(true);
    expect(readdirSync(common.folder), `${call.name} ${call.count}`).toEqual([basename(common.file("work"))]);
    if (next.ok) next.value.release();
    expect(existsSync(common.folder)).toBe(false);
  }
});
