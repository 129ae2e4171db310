import { expect, test } from "vitest";
import { deniedPaths } from "./denied-paths.ts";

const NAMED = [".env.test", "docs/named.md"];

test.each<[string, readonly string[] | null, readonly string[], string, boolean]>([
  ["a plain file", null, [], "src/a.ts", false],
  ["what looks like a secret", null, [], "config/.env", true],
  ["what looks like a secret and is named", null, [], ".env.test", false],
  ["what is named and denied", null, [".env*"], ".env.test", true],
  ["all of a denied folder", null, ["private"], "a/private/b/c.md", true],
  ["all that a denied glob means", null, ["src/*"], "src/a/b.ts", true],
  ["what is allowed", ["src/**"], [], "src/a/b.ts", false],
  ["what is in an allowed folder", ["./src/"], [], "src/a/b.ts", false],
  ["what is not allowed", ["src/**"], [], "test/a.ts", true],
  ["what is not allowed but named", ["src/**"], [], "docs/named.md", false],
  ["what is allowed and looks like a secret", ["**"], [], "id_rsa", true],
])("%s", (_, allow_paths, deny_paths, path, expected) => {
  expect(deniedPaths({ allow_paths, deny_paths }, NAMED)(path)).toBe(expected);
});
