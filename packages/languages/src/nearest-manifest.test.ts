import { expect, test } from "vitest";
import { nearestManifest } from "./nearest-manifest.ts";

const TRACKED = new Set([
  ...["package.json", "pyproject.toml", "packages/a/package.json", "packages/a/src/x.ts", "native/Cargo.toml"],
  ...["api/go.mod", "tools/Makefile"],
]);

test.each<[string, readonly string[], string | null]>([
  ["in a folder above", ["packages/a/src/deep/x.ts"], "packages/a/package.json"],
  ["of the root", ["src/x.mjs"], "package.json"],
  ["of the file's language", ["src/app.py"], "pyproject.toml"],
  ["of the file's language, though another is nearer", ["packages/a/script.py"], "pyproject.toml"],
  ["of any language if there is none of its own", ["native/readme.md"], "native/Cargo.toml"],
  ["of most files", ["README.md", "api/a.go", "api/b/c.go"], "api/go.mod"],
  ["of a program in C", ["tools/lib/a.c"], "tools/Makefile"],
  ["at the path itself", ["package.json"], "package.json"],
])("the manifest is the one %s", (_, paths, manifest) => expect(nearestManifest(paths, TRACKED)).toBe(manifest));

test("a repo without manifests has none", () => {
  expect(nearestManifest(["a/b.ts"], new Set(["a/b.ts"]))).toBeNull();
  expect(nearestManifest([], TRACKED)).toBeNull();
});
