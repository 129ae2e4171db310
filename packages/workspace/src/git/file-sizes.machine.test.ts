import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { fileSizes } from "./files-at-commits.ts";

test("sizes are those of a commit's files, or of files on disk; anything else is left out", async () => {
  const repo = throwawayRepo({ "a b.js": "12345", "é.md": "é", "folder/c.js": "" });
  try {
    const commit = repo.git("rev-parse", "HEAD").trim();
    repo.write("a b.js", "1");
    repo.write("new.js", "123");
    symlinkSync("a b.js", join(repo.path, "link"));
    mkdirSync(join(repo.path, "empty"));
    const paths = ["missing", "a b.js", "folder", "é.md", "new.js", "line\nbreak", "folder/c.js", "link", "empty"];
    const sizes = (at: string | null) => fileSizes(repo.path, at, paths, process.env);
    const [committed, standing] = [await sizes(commit), await sizes(null)];
    expect(Object.fromEntries(committed)).toEqual({ "a b.js": 5, "é.md": 2, "folder/c.js": 0 });
    expect(Object.fromEntries(standing)).toEqual({ "a b.js": 1, "é.md": 2, "new.js": 3, "folder/c.js": 0 });
    expect(await sizes("0".repeat(40))).toEqual(new Map());
  } finally {
    repo.remove();
  }
});
