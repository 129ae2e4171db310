import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { thisMachine } from "@llmch/files";
import { expect, onTestFinished, test } from "vitest";
import { cancelRun } from "./cancel-run.ts";

const RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

test("no process is interrupted because a folder that anybody made names it", async () => {
  const root = mkdtempSync(join(tmpdir(), "llmch-cancel-"));
  const stranger = spawn("sleep", ["60"]);
  onTestFinished(() => {
    stranger.kill();
    rmSync(root, { recursive: true });
  });
  const folder = join(root, "factory", RUN);
  mkdirSync(folder, { recursive: true });
  for (const pid of [stranger.pid, 1, 0]) {
    writeFileSync(join(folder, ".reserve"), `llmch-${thisMachine()}-${pid}-0-${RUN}\n`);
    expect(await cancelRun(RUN, root, { env: { XDG_STATE_HOME: root }, cwd: root })).toMatchObject({
      ok: false,
      issues: [{ code: "run-dead", hint: expect.any(String) }],
    });
  }
  await setTimeout(100);
  expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
});
