import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { hasStrace } from "../kill.fixture.ts";
import { type Crash, makeCrashLab } from "./crash.fixture.ts";

/**
 * A few of the places, and whether the order is committed then; that git may be faster or not. The whole sweep is a matter
 * of `pnpm test:faults`.
 */
const SAMPLE: readonly (readonly [string, Crash, boolean | null])[] = [
  ["while git moves the branch", { kind: "git-call", git: "update-ref", call: { name: "rename", count: 1 } }, false],
  ["when half of the files are there", { kind: "own-call", call: { name: "rename", count: 5 } }, true],
  ["while a git of it goes on", { kind: "orphan", git: "update-ref" }, null],
];

test.skipIf(!hasStrace())("who is killed leaves the old state or the new one, and nothing else", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const lab = await makeCrashLab(path);
  for (const [where, crash, committed] of SAMPLE) {
    const result = await lab.try(crash, { stands: true });
    expect(result, where).toEqual({ killed: true, committed: committed ?? result.committed, faults: [] });
  }
});
