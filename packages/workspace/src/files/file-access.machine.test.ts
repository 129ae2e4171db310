import { execFileSync, spawn } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { toWrite } from "../worktree/worktree.fixture.ts";
import { writeFileInTree } from "./file-change.ts";
import { inspectFile } from "./file-state.ts";

/** A tree with one of each kind of entry, and a place outside it that nothing may change. */
const makeTree = () => {
  const { path, remove } = temporaryFolder();
  const root = join(path, "tree");
  const outside = join(path, "outside");
  for (const folder of [root, outside, join(root, "src"), join(root, "nested/.git"), join(root, "module")]) {
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(join(outside, "file"), "outside\n");
  writeFileSync(join(root, "src/a.ts"), "a\n");
  writeFileSync(join(root, "bytes"), Buffer.from([0x66, 0xff]));
  for (const name of ["caf\u00e9", "stra\u00dfe"]) writeFileSync(join(root, name), "x");
  symlinkSync(join(outside, "file"), join(root, "leaf"));
  symlinkSync(outside, join(root, "parent"));
  symlinkSync("parent", join(root, "chain"));
  symlinkSync(join(outside, "none"), join(root, "dangling"));
  execFileSync("mkfifo", [join(root, "pipe")]);
  return { root, outside, remove };
};

/** For the tests that change nothing. */
const still = makeTree();
afterAll(still.remove);

const freshTree = () => {
  const tree = makeTree();
  onTestFinished(tree.remove);
  return tree;
};

test.each([
  ["src/a.ts", { kind: "file", sha256: sha256Hex("a\n"), bytes: 2, text: "a\n" }],
  ["bytes", { kind: "file", bytes: 2, text: null }],
  ["src/none.ts", { kind: "missing" }],
  ["none/at/all", { kind: "missing" }],
  ["src", { kind: "obstructed", why: "src is a directory" }],
  ["src/a.ts/x", { kind: "obstructed", why: "src/a.ts is a file, not a directory" }],
  ["leaf", { kind: "blocked", why: "leaf is a symbolic link" }],
  ["parent/file", { kind: "blocked", why: "parent is a symbolic link" }],
  ["chain/file", { kind: "blocked", why: "chain is a symbolic link" }],
  ["dangling", { kind: "blocked", why: "dangling is a symbolic link" }],
  ["pipe", { kind: "blocked", why: "pipe is no regular file" }],
  ["nested/x", { kind: "blocked", why: "nested is a git repository of its own" }],
  ["module/x", { kind: "blocked", why: "module is a submodule" }],
  ["module", { kind: "blocked", why: "module is a submodule" }],
  ["src/A.ts", { kind: "missing", twin: "src/a.ts" }],
  ["SRC/b.ts", { kind: "blocked", why: "SRC differs from src only in how it is spelled" }],
  ["cafe\u0301", { kind: "missing", twin: "caf\u00e9" }],
  ["STRA\u1e9eE", { kind: "missing", twin: "stra\u00dfe" }],
  ["\u017frc/b.ts", { kind: "blocked", why: "\u017frc differs from src only in how it is spelled" }],
])("%s is recognised as what it is", (path, state) => {
  expect(inspectFile(still.root, path, new Set(["module"]))).toMatchObject(state);
});

test.each(["leaf", "parent/file", "chain/new", "dangling", "pipe", "src/a.ts/x", "src"])(
  "%s is not written through, over or around",
  (path) => {
    const { root, outside } = still;
    const before = readdirSync(root, { recursive: true }).sort();
    expect(writeFileInTree(root, toWrite(path, "x"))).toMatchObject({
      ok: false,
      issues: [expect.stringContaining(path)],
    });
    expect(readdirSync(root, { recursive: true }).sort()).toEqual(before);
    expect(readdirSync(outside)).toEqual(["file"]);
    expect(readFileSync(join(outside, "file"), "utf8")).toBe("outside\n");
  },
);

test("a file that is not its base any more is left alone", () => {
  const { root } = freshTree();
  expect(writeFileInTree(root, toWrite("src/a.ts", "b\n", "older\n"))).toEqual({
    ok: false,
    issues: ["src/a.ts is not what the proposal was made for"],
  });
  expect(writeFileInTree(root, toWrite("src/a.ts", "b\n")).ok).toBe(false);
  expect(readFileSync(join(root, "src/a.ts"), "utf8")).toBe("a\n");
  expect(readdirSync(join(root, "src"))).toEqual(["a.ts"]);
});

test("the other name of a hard link keeps its bytes", () => {
  const { root, outside } = freshTree();
  linkSync(join(outside, "file"), join(root, "twin"));
  expect(writeFileInTree(root, toWrite("twin", "new\n", "outside\n")).ok).toBe(true);
  expect(readFileSync(join(root, "twin"), "utf8")).toBe("new\n");
  expect(readFileSync(join(outside, "file"), "utf8")).toBe("outside\n");
});

test("a link that replaces a parent meanwhile leads nowhere outside", async () => {
  const { root, outside } = freshTree();
  const swapper = `
    const fs = require("node:fs");
    const [, root, outside] = process.argv;
    for (const end = Date.now() + 250; Date.now() < end; ) {
      try { fs.mkdirSync(root + "/swap"); } catch {}
      try { fs.rmSync(root + "/swap", { recursive: true, force: true }); fs.symlinkSync(outside, root + "/swap"); } catch {}
      try { fs.unlinkSync(root + "/swap"); } catch {}
    }`;
  const child = spawn(process.execPath, ["-e", swapper, root, outside], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let isRunning = true;
  void ended.then(() => {
    isRunning = false;
  });
  let written = 0;
  while (isRunning) {
    for (let count = 0; count < 50; count++) if (writeFileInTree(root, toWrite("swap/new", "x")).ok) written++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(written).toBeGreaterThan(0);
  expect(readdirSync(outside)).toEqual(["file"]);
  rmSync(join(root, "swap"), { recursive: true, force: true });
});

test("a sparse file, larger than any disk, is not read", () => {
  const { root } = freshTree();
  writeFileSync(join(root, "huge"), "");
  truncateSync(join(root, "huge"), 8 * 2 ** 40);
  const blocked = { kind: "blocked", why: expect.stringContaining("larger than 512 MB") };
  expect(inspectFile(root, "huge", new Set())).toEqual(blocked);
});
