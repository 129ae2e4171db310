import type { RepoPath } from "@llmch/contract";
import { memoryWorkspace } from "@llmch/testkit";
import { expect, test } from "vitest";
import { viewBeforeGates } from "./view-before-gates.ts";

test("once the gates are entered, nothing is read from what they run on", async () => {
  let isEntered = false;
  const refuse = (): never => {
    throw new Error("in its turn");
  };
  const view = viewBeforeGates(memoryWorkspace({ a: "1" }), () => isEntered, refuse);
  const path = "a" as RepoPath;
  expect(await view.inspect(path)).toMatchObject({ text: "1" });
  expect(await view.trackedFiles()).toEqual(["a"]);
  isEntered = true;
  for (const read of [view.trackedFiles, view.presentFiles, () => view.inspect(path), () => view.isFile(path)])
    await expect(read()).rejects.toThrow("in its turn");
});
