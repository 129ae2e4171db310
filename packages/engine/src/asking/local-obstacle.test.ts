import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { transportOf } from "@llmch/models";
import { afterAll, expect, test } from "vitest";
import { localObstacle } from "./local-obstacle.ts";

const folder = mkdtempSync(join(tmpdir(), "llmch-local-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "tiny.gguf"), "GGUF\x03");
writeFileSync(join(folder, "page.gguf"), "<!doctype html>");
writeFileSync(join(folder, "empty.gguf"), "");
mkdirSync(join(folder, "folder.gguf"));

const connectionsTo = (...names: readonly string[]) => ({
  transport: transportOf(DEFAULT_SETTINGS),
  byModel: new Map(names.map((name) => [`local:${name}`, { kind: "file", path: join(folder, name) } as const])),
});
const installed = () => async () => ({});

test.each([
  ["a model", ["tiny.gguf"], null],
  ["no file", ["tiny.gguf", "gone.gguf"], "there is no such file"],
  ["a folder", ["folder.gguf"], "it is a directory"],
  ["another format", ["page.gguf"], "GGUF"],
  ["an empty file", ["empty.gguf"], "GGUF"],
])("a local model is checked before anything is asked: %s", async (_, names, why) => {
  const obstacle = await localObstacle(connectionsTo(...names), installed);
  expect(obstacle).toEqual(
    why && expect.objectContaining({ code: "unreadable-input", message: expect.stringContaining(why) }),
  );
});

test("only a local model needs node-llama-cpp", async () => {
  const missing = { code: "module-missing", hint: expect.stringContaining("npm install node-llama-cpp") };
  expect(await localObstacle(connectionsTo("tiny.gguf"), () => null)).toMatchObject(missing);
  expect(await localObstacle(connectionsTo(), () => null)).toBeNull();
});
