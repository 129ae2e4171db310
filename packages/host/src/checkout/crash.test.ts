import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { type Crash, hasStrace, makeCrashLab } from "./crash.fixture.ts";

/** A few of the places; the whole sweep is a matter of `pnpm test:faults`. */
const SAMPLE: readonly (readonly [string, Crash, "base" | "committed"])[] = [
  ["while git moves the branch", { kind: "git-call", git: "update-ref", call: { name: "rename", count: 1 } }, "base"],
  ["when half of the files are there", { kind: "own-call", call: { name: "rename", count: 5 } }, "committed"],
  ["while a git of it goes on", { kind: "orphan", git: "update-ref" }, "base"],
];

test.skipIf(!hasStrace())("who is killed leaves the old state or the new one, and nothing else", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const lab = await makeCrashLab(path);
  for (const [where, crash, state] of SAMPLE) {
    const result = await lab.try(crash, { stands: true });
    expect(result, where).toEqual({ killed: true, committed: state === "committed", faults: [] });
  }
});
