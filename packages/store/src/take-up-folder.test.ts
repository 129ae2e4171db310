import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeUpFolder } from "./take-up-folder.ts";

test("a folder's contents replace what is there, and the rest stays", () => {
  const run = mkdtempSync(join(tmpdir(), "llmch-run-"));
  try {
    const write = (path: string, text: string) => {
      mkdirSync(join(run, path, ".."), { recursive: true });
      writeFileSync(join(run, path), text);
    };
    write("attempt_1/old.txt", "old");
    write("attempt_1/result.json", "old");
    write("speculation-1/attempt_1/result.json", "new");
    write("speculation-1/attempt_1/turn_2/prompt.txt", "new");
    write("speculation-1/baseline.json", "new");
    takeUpFolder(run, "speculation-1");
    const read = (path: string) => readFileSync(join(run, path), "utf8");
    expect(read("attempt_1/old.txt")).toBe("old");
    expect(["attempt_1/result.json", "attempt_1/turn_2/prompt.txt", "baseline.json"].map(read)).toEqual(
      Array(3).fill("new"),
    );
    expect(existsSync(join(run, "speculation-1"))).toBe(false);
    takeUpFolder(run, "speculation-1");
  } finally {
    rmSync(run, { recursive: true });
  }
});
