import type { FileState } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import { setupKey } from "./setup.ts";

test("an installation is named by its commands, its folders and the lockfiles' bytes", async () => {
  const keyOf = (files: Readonly<Record<string, string>>, settings = {}, submodule: string | null = null) =>
    setupKey(
      { ...DEFAULT_SETTINGS.setup, commands: ["npm ci"], ...settings },
      {
        trackedFiles: async () => Object.keys(files),
        submodules: () => (submodule === null ? [] : [{ path: "lib", id: submodule }]),
        inspect: async (path): Promise<FileState> => {
          const text = files[path] ?? "";
          const data = Buffer.from(text);
          return {
            kind: "file",
            sha256: sha256Hex(text),
            bytes: data.length,
            data,
            text,
            marked: null,
            executable: false,
          };
        },
      },
    );
  const key = await keyOf({ "package-lock.json": "1", "a.js": "1" });
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await keyOf({ "package-lock.json": "1", "a.js": "2", "b.js": "" })).toBe(key);
  const others = [
    keyOf({ "package-lock.json": "2" }),
    keyOf({ "web/package-lock.json": "1" }),
    keyOf({ "package-lock.json": "1" }, { commands: ["npm install"] }),
    keyOf({ "package-lock.json": "1" }, { folders: ["x"] }),
    keyOf({ "package-lock.json": "1" }, {}, "1".repeat(40)),
    keyOf({ "package-lock.json": "1" }, {}, "2".repeat(40)),
  ];
  expect(new Set([key, ...(await Promise.all(others))]).size).toBe(7);
  expect(await keyOf({}, { commands: [] })).toBeNull();
});
