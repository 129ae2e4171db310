import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growth, MOST_GROWTH } from "../../testkit/src/growth.ts";
import { isGitModules, normalizePath, pathFault, repoPath } from "./repo-path.ts";

describe("normalizePath gives the same as posixpath.normpath", () => {
  test.each([
    ["a", "a"],
    ["./a", "a"],
    ["a/", "a"],
    ["a//b", "a/b"],
    ["a/./b", "a/b"],
    ["a/../b", "b"],
    ["a/b/../../c", "c"],
    ["../../a", "../../a"],
    ["a/../../b", "../b"],
    ["a/..", "."],
    [".", "."],
    ["./", "."],
    ["/", "/"],
    ["//", "//"],
    ["///", "/"],
    ["//a", "//a"],
    ["///a", "/a"],
    ["/..", "/"],
    ["/../a", "/a"],
    ["//../a", "//a"],
    ["./../a", "../a"],
    [".a", ".a"],
    ["..a", "..a"],
    ["a..", "a.."],
    ["a/...", "a/..."],
    ["a /b", "a /b"],
    ["./ a", " a"],
    ["a\\..\\b", "a\\..\\b"],
    ["é/../ñ", "ñ"],
    ["a/b/./c/../d//e/", "a/b/d/e"],
  ])("%s → %s", (path, normal) => expect(normalizePath(path)).toBe(normal));

  test("except that the empty string stays empty", () => expect(normalizePath("")).toBe(""));

  test("and is idempotent", () => {
    const parts = fc.array(fc.constantFrom("", ".", "..", "...", "a", " ", "b c")).map((list) => list.join("/"));
    fc.assert(
      fc.property(parts, (path) => {
        expect(normalizePath(normalizePath(path))).toBe(normalizePath(path));
      }),
    );
  });
});

describe("pathFault", () => {
  test.each([
    ["src/a.js"],
    ["a b.py"],
    ["~/.bashrc"],
    ["-rf"],
    [".gitignore"],
    [".github/workflows/ci.yml"],
    ["docs/git.md"],
    ["src/../a.js"],
    ["a//b"],
    ["..a"],
    ["ünï/cödé.txt"],
    ["a{b}(c)!.txt"],
    ["x".repeat(255)],
    [`a/${"é".repeat(127)}`],
    [`${"a/".repeat(2047)}ab`],
  ])("accepts %s", (path) => {
    expect(pathFault(path)).toBeNull();
    expect(repoPath(path)).toBe(normalizePath(path));
  });

  test.each([
    ["", "is empty"],
    [".", "is the repo itself"],
    ["./", "is the repo itself"],
    ["a/..", "is the repo itself"],
    ["/etc/passwd", "is absolute"],
    ["//host/share", "is absolute"],
    ["..", "leads out of the repo"],
    ["../a", "leads out of the repo"],
    ["a/../../b", "leads out of the repo"],
    ["a\\b", "holds a backslash"],
    ["C:/a", "starts with a drive letter"],
    ["c:a", "starts with a drive letter"],
    ["./c:a", "starts with a drive letter"],
    ["a\0b", "holds a control character"],
    ["a\nb", "holds a control character"],
    ["a\u007f", "holds a control character"],
    ["a\u0085b", "holds a control character"],
    ["a\ud800", "is not valid Unicode"],
    ["a/*.js", "holds a glob character"],
    ["a?", "holds a glob character"],
    ["a[0].txt", "holds a glob character"],
    ["./ a", "starts or ends with white space"],
    [".git", "is inside .git/"],
    [".git/config", "is inside .git/"],
    ["a/.git/hooks/x", "is inside .git/"],
    [".GIT/config", "is inside .git/"],
    ["a/../.git/config", "is inside .git/"],
    [".git./config", "is inside .git/"],
    [".git /config", "is inside .git/"],
    ["git~1/config", "is inside .git/"],
    [".g\u200cit/config", "is inside .git/"],
    [".git:x/config", "is inside .git/"],
    ["．git/config", "is inside .git/"],
    ["x".repeat(256), "has a part of more than 255 bytes"],
    [`a/${"é".repeat(128)}`, "has a part of more than 255 bytes"],
    [`${"a/".repeat(2048)}a`, "is longer than 4096 bytes"],
    // A search that starts again at every space would take seconds here.
    [`a${" ".repeat(200_000)}b`, "is longer than 4096 bytes"],
  ])("%j %s", (path, fault) => {
    expect(pathFault(path)).toBe(fault);
    expect(repoPath(path)).toBeNull();
  });

  test("every accepted path stays inside the repo", () => {
    const parts = fc.oneof(fc.constantFrom("..", ".", "", ".git", "a", "*", "\\", "C:"), fc.string());
    fc.assert(
      fc.property(
        fc.array(parts).map((list) => list.join("/")),
        (text) => {
          const path = repoPath(text);
          if (path === null) return;
          expect(path).not.toMatch(/^\/|^\.\.(\/|$)|^\.?$|(^|\/)\.git(\/|$)|[\\*?[\0]/);
        },
      ),
    );
  });
});

describe("isGitModules", () => {
  test.each([
    [".gitmodules", true],
    [".GitModules", true],
    [".gitmodules. ", true],
    [".git\u200cmodules", true],
    ["gitmod~1", true],
    ["GI7EBA~2", true],
    ["gitmodules", false],
    ["docs/.gitmodules", false],
    [".gitmodules.md", false],
  ])("%j: %s", (path, expected) => {
    expect(isGitModules(path)).toBe(expected);
  });
});

test.each([" ", ".", "/", "a", ":", "a ", ". ", "\u200b", "/."])(
  "time is linear in a path's length: %j",
  async (unit) => {
    for (const path of [`a${unit.repeat(200_000)}b`, `a/b${unit.repeat(100_000)}c`]) {
      if (pathFault(path) === null) expect(normalizePath(path).length).toBeLessThan(10);
    }
    const judge = (path: string) => pathFault(path) ?? normalizePath(path);
    expect(await growth((size) => judge(`a${unit.repeat(size)}b`))).toBeLessThan(MOST_GROWTH);
    expect(await growth((size) => judge(`a/b${unit.repeat(size)}c`))).toBeLessThan(MOST_GROWTH);
  },
);
