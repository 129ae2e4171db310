import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import type { Call } from "../kill.fixture.ts";
import { type Crash, makeCrashLab } from "./crash.fixture.ts";

const ownCall = (name: Call["name"], count: number): Crash => ({ kind: "own-call", call: { name, count } });

/**
 * A few of the places, the place where recovery is then killed, and whether the order is committed in the end. `pnpm test:faults`
 * tries all of them.
 */
const SAMPLE: readonly (readonly [string, Crash, Crash | undefined, boolean])[] = [
  [
    "git moves the branch",
    { kind: "git-call", git: "update-ref", call: { name: "rename", count: 1 } },
    undefined,
    false,
  ],
  ["git makes the candidate that commands see", { kind: "orphan", git: "commit-tree" }, undefined, false],
  ["half of the files are there", ownCall("rename", 7), ownCall("rename", 2), true],
];

test("a kill leaves either the old state or the new one", { tags: "strace" }, async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const lab = await makeCrashLab(path);
  for (const [where, first, second, committed] of SAMPLE) {
    const result = await lab.try(first, { stands: true, ...(second === undefined ? {} : { second }) });
    expect(result, where).toEqual({ killed: true, committed, faults: [] });
  }
});
