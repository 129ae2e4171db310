import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene } from "../scene.ts";

test("init offers the lines that keep runs and orders out of commits, and loses no byte of what is there", async () => {
  const scene = createScene();
  const file = join(scene.repo, ".gitignore");
  writeFileSync(file, "dist\r\n# keep");
  const init = async (...flags: string[]) => {
    rmSync(join(scene.repo, "llmch.config.json"), { force: true });
    return (await scene.llmch(["init", ...flags], { cwd: scene.repo })).stdout;
  };
  expect(await init()).toContain("(--yes adds them):\n/artifacts/\n/wo/\n");
  expect(readFileSync(file, "utf8")).toBe("dist\r\n# keep");
  expect(await init("--yes")).toContain(".gitignore has /artifacts/ and /wo/ now.\n");
  const after = "dist\r\n# keep\r\n/artifacts/\r\n/wo/\r\n";
  expect(readFileSync(file, "utf8")).toBe(after);
  expect(await init("--yes")).not.toContain(".gitignore");
  writeFileSync(file, Buffer.from([0xff, 0x0a]));
  expect(await init("--yes")).toContain(".gitignore stays as it is");
  expect(readFileSync(file)).toEqual(Buffer.from([0xff, 0x0a]));
});
