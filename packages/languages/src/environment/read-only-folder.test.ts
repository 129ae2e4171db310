import { expect, test } from "vitest";
import { readOnlyFolder } from "./read-only-folder.ts";

test.each<[string, string | null]>([
  [
    "error TS5033: Could not write file '/home/u/app/node_modules/.cache/a.tsbuildinfo': EROFS: read-only file system, open",
    "node_modules",
  ],
  ["Error: EROFS: read-only file system, mkdir '/w/node_modules/.vite'", "node_modules"],
  ["Error: EACCES: permission denied, open 'packages/a/node_modules/.tmp/x'", "node_modules"],
  ["OSError: [Errno 30] Read-only file system: '/w/.venv/lib/python3.12/site-packages/x.pth'", ".venv"],
  ["mkdir: cannot create directory 'node_modules/.cache': Read-only file system", "node_modules"],
  ["open /w/vendor/modules.txt: read-only file system", "vendor"],
  ["Error: EROFS: read-only file system, open '/etc/passwd'", null],
  ["Error: EACCES: permission denied, open 'src/inventor/a.js'", null],
  ["sh: 1: node_modules/.bin/tsc: Permission denied", null],
  ["Error: spawn /w/node_modules/.bin/esbuild EACCES", null],
  ["Error: Cannot find module '/w/node_modules/a/b.js'", null],
  ["    at write (/w/node_modules/a/b.js:1:2)\nError: EROFS: read-only file system, open '/etc/x'", null],
])("a command that fails with %j could not write to %j", (output, folder) => {
  expect(readOnlyFolder({ exitCode: 1, output })).toBe(folder);
  expect(readOnlyFolder({ exitCode: 0, output })).toBeNull();
});
