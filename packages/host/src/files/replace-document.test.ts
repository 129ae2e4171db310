import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { replaceDocument } from "./replace-document.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "llmch-document-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(root, "case-"));
});

const write = (path: string) => replaceDocument(path, "ours: new", (beginning) => beginning.startsWith("ours"));

test("a new file is written, in folders that are made for it", async () => {
  const file = join(folder, "a/b/report.html");
  expect(await write(file)).toEqual({ ok: true, value: null });
  expect(readFileSync(file, "utf8")).toBe("ours: new");
});

test("a file of our making is replaced, also where a link leads to it", async () => {
  const file = join(folder, "report.html");
  writeFileSync(file, "ours: old");
  symlinkSync(file, join(folder, "link.html"));
  expect((await write(join(folder, "link.html"))).ok).toBe(true);
  expect(readFileSync(file, "utf8")).toBe("ours: new");
  expect(readdirSync(folder).sort()).toEqual(["link.html", "report.html"]);
});

test.each<[string, (file: string) => void, string]>([
  ["somebody else's file", (file) => writeFileSync(file, "mine"), "output-exists"],
  ["an empty file", (file) => writeFileSync(file, ""), "output-exists"],
  ["a folder", (file) => mkdirSync(file), "output-exists"],
  ["a pipe", (file) => execFileSync("mkfifo", [file]), "output-exists"],
  ["a link into a circle", (file) => symlinkSync(file, file), "not-writable"],
])("%s is refused, and stays", async (_what, make, code) => {
  const file = join(folder, "report.html");
  make(file);
  const before = readdirSync(folder);
  expect(await write(file)).toMatchObject({ ok: false, issues: [{ code }] });
  expect(readdirSync(folder)).toEqual(before);
});

test("a place below a file is refused", async () => {
  writeFileSync(join(folder, "file"), "");
  expect(await write(join(folder, "file/report.html"))).toMatchObject({
    ok: false,
    issues: [{ code: "not-writable" }],
  });
});
