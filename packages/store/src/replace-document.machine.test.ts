import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
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
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
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

test("a file that llmch made is replaced, even through a link", async () => {
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

test("a kill during a write leaves the old document or the new one, and the next write cleans up after it", async () => {
  const outfile = join(folder, "writer.mjs");
  const contents = `
    import { replaceDocument } from "./replace-document.ts";
    for (;;) await replaceDocument(process.argv[2], "ours".repeat(1_000_000), () => true);`;
  const stdin = { contents, resolveDir: import.meta.dirname, loader: "ts" } as const;
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  const place = join(folder, "reports");
  mkdirSync(place);
  writeFileSync(join(place, ".mine.tmp"), "mine");
  const file = join(place, "report.html");
  for (let left = 0; left === 0; ) {
    const child = spawn(process.execPath, [outfile, file], { stdio: "ignore" });
    const gone = new Promise((resolve) => child.once("exit", resolve));
    while (readdirSync(place).length < 3) await sleep(1);
    child.kill("SIGKILL");
    await gone;
    // It may have ended between two writes.
    left = readdirSync(place).length - 2;
    if (existsSync(file)) expect(readFileSync(file).length).toBe(4_000_000);
  }
  expect((await write(file)).ok).toBe(true);
  expect(readdirSync(place).sort()).toEqual([".mine.tmp", "report.html"]);
  expect(readFileSync(file, "utf8")).toBe("ours: new");
});
