import { join } from "node:path";
import { temporaryFolder, throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { isTracked } from "./files-at-commits.ts";

test("a tracked file is told from an untracked one, and from one outside any repo", async () => {
  const repo = throwawayRepo({ "deep/run.json": "{}" });
  const folder = temporaryFolder();
  try {
    repo.write("deep/new.json", "{}");
    expect(await isTracked(join(repo.path, "deep/run.json"), process.env)).toBe(true);
    expect(await isTracked(join(repo.path, "deep/new.json"), process.env)).toBe(false);
    expect(await isTracked(join(repo.path, "deep/missing.json"), process.env)).toBe(false);
    expect(await isTracked(join(folder.path, "run.json"), process.env)).toBe(false);
  } finally {
    repo.remove();
    folder.remove();
  }
});
