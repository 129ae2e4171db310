import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { temporaryDirectory } from "./owner.ts";

test("the temporary directory is the first that an environment names", () => {
  expect(temporaryDirectory({ TMPDIR: "/a/", TMP: "/b", TEMP: "/c" })).toBe("/a");
  expect(temporaryDirectory({ TMPDIR: "", TMP: "/b", TEMP: "/c" })).toBe("/b");
  expect(temporaryDirectory({ TEMP: "/" })).toBe("/");
  expect(temporaryDirectory({})).toBe("/tmp");
});

test("for this process, it matches Node's", () => {
  expect(temporaryDirectory(process.env)).toBe(tmpdir());
});
