import { type FileWrite, promptLimits, type Stage, type WriteForm } from "@llmch/contract";
import { type MemoryFiles, memoryWorkspace, workOrder } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readOrderFiles } from "../prompt/order-files.ts";
import { validateProposal } from "./validate.ts";

const LATIN = new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]);
/** A byte order mark, byte by byte. */
const MARK = "\xef\xbb\xbf";
const LOGO = new Uint8Array([0x89, 0x00, 0xff]);
const REPO: MemoryFiles = {
  "a.js": "one\ntwo\n",
  "b.js": "b\n",
  "crlf.txt": "one\r\ntwo\r\n",
  "bom.txt": "\ufeffone\r\ntwo\n",
  "mixed.txt": "one\r\ntwo\r\nthree\n",
  "latin.txt": LATIN,
  "logo.png": LOGO,
  "empty.txt": "",
  "large.js": "// large\n".repeat(10_000),
  "link.js": { blocked: "link.js is a symbolic link" },
  obstructed: { obstructed: "it is a folder" },
  "shown.js": "shown\n",
};
const ORDER = workOrder({
  allowed_files: [
    ...Object.keys(REPO).filter((path) => path !== "shown.js"),
    "new.js",
    "lib/New.js",
    "lib/new.js",
    "Lib/x.js",
    "new.js/x",
    "A.js",
  ],
  postconditions: [],
  context_files: ["shown.js"],
});
const SETTINGS = promptLimits(400_000);

/** A write with the right base hash. */
const on = (path: string, form: WriteForm, base?: string): FileWrite => {
  const file = REPO[path];
  const standing = typeof file === "string" || file instanceof Uint8Array ? file : "";
  return { path, base_sha256: base ?? sha256Hex(standing), ...form };
};
const content = (path: string, text = "new\n"): FileWrite => on(path, { kind: "content", content: text });
const edits = (path: string, ...pairs: readonly (readonly [string, string])[]): FileWrite =>
  on(path, { kind: "edits", edits: pairs.map(([find, replace]) => ({ find, replace })) });
const gone = (path: string): FileWrite => on(path, { kind: "delete" });
const moved = (path: string, rename_to: string, ...pairs: readonly (readonly [string, string])[]): FileWrite =>
  on(path, { kind: "rename", rename_to, edits: pairs.map(([find, replace]) => ({ find, replace })) });

const FILES = readOrderFiles(ORDER, memoryWorkspace(REPO));
const verdictOn = async (...writes: readonly FileWrite[]) =>
  validateProposal(ORDER, { summary: "", writes }, await FILES, SETTINGS);
/** What the proposal leaves at each path; null for a removed one. */
const left = async (...writes: readonly FileWrite[]): Promise<unknown> => {
  const verdict = await verdictOn(...writes);
  if (!verdict.ok) return verdict;
  return Object.fromEntries(
    verdict.changes.map((change) => [
      change.path,
      change.kind === "remove" ? null : Buffer.from(change.content).toString("latin1"),
    ]),
  );
};

describe("a proposal leaves", () => {
  test.each<[string, readonly FileWrite[], Readonly<Record<string, string | null>>]>([
    ["what edits make of a file", [edits("a.js", ["two", "2"], ["one", "1"])], { "a.js": "1\n2\n" }],
    ["line ends as they are", [edits("crlf.txt", ["one\ntwo\n", "1\n2\n3\n"])], { "crlf.txt": "1\r\n2\r\n3\r\n" }],
    [
      "the line ends of a file that is written whole",
      [content("crlf.txt", "1\ntwo\n")],
      { "crlf.txt": "1\r\ntwo\r\n" },
    ],
    ["those that the answer has", [content("crlf.txt", "1\r\ntwo\n")], { "crlf.txt": "1\r\ntwo\n" }],
    ["a byte order mark, and not twice", [content("bom.txt", "1\n2\n")], { "bom.txt": `${MARK}1\n2\n` }],
    ["the mark that the answer has", [content("bom.txt", "\ufeff1\r\n")], { "bom.txt": `${MARK}1\r\n` }],
    ["the more frequent line end", [content("mixed.txt", "1\n2\n")], { "mixed.txt": "1\r\n2\r\n" }],
    ["plain line ends in a new file", [content("new.js", "1\n")], { "new.js": "1\n" }],
    ["nothing where nothing is to be left", [content("bom.txt", "")], { "bom.txt": "" }],
    ["bytes that are no UTF-8", [edits("latin.txt", ["caf", "th"])], { "latin.txt": "th\xe9\n" }],
    ["no file that is deleted", [gone("a.js"), gone("empty.txt")], { "a.js": null, "empty.txt": null }],
    ["a renamed file at its new path", [moved("a.js", "new.js")], { "a.js": null, "new.js": "one\ntwo\n" }],
    ["a file renamed to another spelling of its name", [moved("a.js", "A.js")], { "a.js": null, "A.js": "one\ntwo\n" }],
    ["a file written anew in another spelling", [gone("a.js"), content("A.js")], { "a.js": null, "A.js": "new\n" }],
    ["a renamed file edited", [moved("a.js", "new.js", ["one", "1"])], { "a.js": null, "new.js": "1\ntwo\n" }],
    ["any bytes of a renamed file", [moved("logo.png", "new.js")], { "logo.png": null, "new.js": "\x89\x00\xff" }],
    [
      "two files that change places",
      [moved("a.js", "b.js"), moved("b.js", "a.js")],
      { "b.js": "one\ntwo\n", "a.js": "b\n" },
    ],
    [
      "a file in the place of a deleted one",
      [gone("b.js"), moved("a.js", "b.js")],
      { "a.js": null, "b.js": "one\ntwo\n" },
    ],
    [
      "a chain",
      [moved("a.js", "b.js"), moved("b.js", "new.js")],
      { "a.js": null, "b.js": "one\ntwo\n", "new.js": "b\n" },
    ],
    [
      "a large file edited or gone",
      [moved("large.js", "new.js")],
      { "large.js": null, "new.js": "// large\n".repeat(10_000) },
    ],
    ["an empty file filled", [content("empty.txt")], { "empty.txt": "new\n" }],
    ["what is no text replaced", [content("logo.png")], { "logo.png": "new\n" }],
    ["a file where a folder is made", [gone("a.js"), content("new.js/x")], { "a.js": null, "new.js/x": "new\n" }],
  ])("%s", async (_, writes, expected) => expect(await left(...writes)).toEqual(expected));

  test("removals first, and one change per path", async () => {
    const verdict = await verdictOn(content("new.js"), gone("a.js"), moved("b.js", "lib/new.js"));
    expect(verdict.ok && verdict.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "remove a.js",
      "remove b.js",
      "write new.js",
      "write lib/new.js",
    ]);
  });
});

const run = (write: FileWrite): FileWrite => ({ ...write, executable: true });

test("a new script is executable if the answer says so, and what was executable stays it", async () => {
  const script = "#!/bin/sh\n";
  const verdict = await verdictOn(run(content("new.js", script)), content("lib/new.js", script));
  expect(verdict.ok && verdict.changes.map(({ path, ...change }) => [path, change])).toMatchObject([
    ["new.js", { executable: true }],
    ["lib/new.js", { executable: null }],
  ]);
});

describe("a proposal is refused", () => {
  test.each<[string, readonly FileWrite[], Stage, RegExp]>([
    ["a rename out of scope", [moved("a.js", "other.js")], "write_scope_violation", /"other\.js": not in allowed/],
    ["a rename to what is only shown", [moved("a.js", "shown.js")], "write_scope_violation", /not in allowed/],
    ["a rename out of the repo", [moved("a.js", "../x")], "write_scope_violation", /leads out/],
    ["a rename into .git", [moved("a.js", ".GIT/hooks/x")], "write_scope_violation", /inside \.git/],
    ["a rename to .gitmodules", [moved("a.js", ".gitmodules")], "write_scope_violation", /\.gitmodules is never/],
    [
      "an executable file that is no script",
      [run(content("new.js", "1\n"))],
      "write_scope_violation",
      /begins with `#!`/,
    ],
    [
      "one that stands already",
      [run(content("a.js", "#!a\n"))],
      "write_scope_violation",
      /a file that the answer makes/,
    ],
    ["one that goes", [run(gone("a.js"))], "write_scope_violation", /a file that the answer makes/],
    ["a rename over a link", [moved("a.js", "link.js")], "write_scope_violation", /symbolic link/],
    ["a delete of a link", [gone("link.js")], "write_scope_violation", /symbolic link/],
    ["a delete of what is only shown", [on("shown.js", { kind: "delete" })], "write_scope_violation", /not in allowed/],
    ["a rename to itself", [moved("a.js", "./a.js")], "write_scope_violation", /renamed to itself/],
    [
      "two renames to one path",
      [moved("a.js", "new.js"), moved("b.js", "new.js")],
      "write_scope_violation",
      /new\.js: .*twice/,
    ],
    ["a rename to what is written", [moved("a.js", "new.js"), content("new.js")], "write_scope_violation", /twice/],
    [
      "a rename to what is edited",
      [moved("a.js", "b.js"), edits("b.js", ["b", "c"])],
      "write_scope_violation",
      /twice/,
    ],
    [
      "a delete of what is edited",
      [gone("a.js"), edits("a.js", ["one", "1"])],
      "write_scope_violation",
      /a\.js: .*twice/,
    ],
    [
      "two spellings",
      [content("lib/new.js"), moved("a.js", "lib/New.js")],
      "write_scope_violation",
      /only in how it is spelled/,
    ],
    [
      "a file beside its other spelling",
      [content("A.js")],
      "write_scope_violation",
      /A\.js: it differs from a\.js only/,
    ],
    [
      "a file in another spelling of one that is edited",
      [content("A.js"), edits("a.js", ["one", "1"])],
      "write_scope_violation",
      /differs from a\.js only|differs from A\.js only/,
    ],
    [
      "two spellings of a folder",
      [content("lib/new.js"), content("Lib/x.js")],
      "write_scope_violation",
      /differs from Lib only/,
    ],
    ["a file below a file", [content("new.js"), content("new.js/x")], "write_scope_violation", /makes new\.js a file/],
    ["a delete of what is not there", [gone("new.js")], "stale_context", /no file to delete/],
    ["edits of what is not there", [edits("new.js", ["a", "b"])], "stale_context", /no file to edit/],
    ["a rename of what is not there", [moved("new.js", "lib/new.js")], "stale_context", /no file to rename/],
    ["a delete on another base", [on("a.js", { kind: "delete" }, sha256Hex("x"))], "stale_context", /base_sha256/],
    ["a rename over a file", [moved("a.js", "b.js")], "stale_context", /a file at b\.js already/],
    ["a rewrite of a large file", [content("large.js")], "stale_context", /larger than \d+ bytes.*`edits`/],
    ["a rewrite of what is not all UTF-8", [content("latin.txt")], "stale_context", /not UTF-8 throughout/],
    ["an edit that is nowhere", [edits("a.js", ["three", "3"])], "stale_context", /edit 1 does not stand there/],
    [
      "an edit of what is shown in place of a byte",
      [edits("latin.txt", ["\ufffd", "e"])],
      "stale_context",
      /does not stand/,
    ],
    ["edits of what is no text", [edits("logo.png", ["a", "b"])], "stale_context", /not text/],
    [
      "a folder in the way",
      [moved("a.js", "obstructed")],
      "write_failed",
      /obstructed cannot be written: it is a folder/,
    ],
    ["edits of an empty file", [edits("empty.txt", ["a", "b"])], "stale_context", /nothing like it/],
  ])("for %s", async (_, writes, stage, fault) => {
    const verdict = await verdictOn(...writes);
    if (verdict.ok) throw new Error("it was accepted");
    expect(verdict.stage).toBe(stage);
    expect(verdict.faults.join("\n")).toMatch(fault);
  });

  test("if edits make a file too large, or the file is too large for edits", async () => {
    const most = 10 * 1024 * 1024;
    const judged = async (size: number, text: string) => {
      const order = workOrder({ allowed_files: ["a.js"], postconditions: [] });
      const before = `one${"-".repeat(size - 3)}`;
      const files = await readOrderFiles(order, memoryWorkspace({ "a.js": before }));
      const write: FileWrite = {
        ...{ path: "a.js", base_sha256: sha256Hex(before) },
        ...{ kind: "edits", edits: [{ find: "one", replace: text }] },
      };
      return validateProposal(order, { summary: "", writes: [write] }, files, SETTINGS);
    };
    expect(await judged(most, "two")).toMatchObject({ ok: true });
    expect(await judged(most, "four")).toMatchObject({
      ...{ ok: false, faults: [expect.stringContaining(`would have ${most + 1} bytes`)] },
    });
    expect(await judged(most + 1, "two")).toMatchObject({
      ...{ ok: false, faults: [expect.stringContaining(`has ${most + 1} bytes`)] },
    });
  });

  test("if there are too many edits to search for in a large file", async () => {
    const text = `one\ntwo\n${"-".repeat(1024 * 1024)}`;
    const files = await readOrderFiles(ORDER, memoryWorkspace({ "a.js": text }));
    const judged = (count: number) => {
      const pairs = Array.from({ length: count }, () => ["one", "1"] as const);
      const write = { ...edits("a.js", ...pairs), base_sha256: sha256Hex(text) };
      return validateProposal(ORDER, { summary: "", writes: [write] }, files, SETTINGS);
    };
    const fault = "a.js: 200 edits are too many for a file of 1048584 bytes; make at most 199";
    expect(judged(200)).toMatchObject({ ok: false, stage: "stale_context", faults: [fault] });
  });
});

/** Writes of every form, valid and invalid. */
const anyWrites = fc.uniqueArray(
  fc.constantFrom(
    ...[
      content("a.js"),
      content("new.js"),
      content("lib/new.js"),
      edits("a.js", ["one", "1"]),
      edits("b.js", ["x", "1"]),
    ],
    ...[
      gone("a.js"),
      gone("b.js"),
      gone("new.js"),
      moved("a.js", "b.js"),
      moved("b.js", "a.js"),
      moved("b.js", "new.js"),
    ],
    ...[moved("a.js", "lib/New.js", ["two", "2"]), moved("empty.txt", "../x"), content("large.js")],
  ),
  { minLength: 1, maxLength: 4 },
);

test("the result of a proposal does not depend on the order of writes, names each allowed path once, and loses no file silently", async () => {
  let taken = 0;
  const pairs = anyWrites.chain((writes) =>
    fc.tuple(fc.constant(writes), fc.shuffledSubarray(writes, { minLength: writes.length })),
  );
  await fc.assert(
    fc.asyncProperty(pairs, async ([one, other]) => {
      const verdict = await verdictOn(...one);
      const second = await verdictOn(...other);
      expect(second.ok).toBe(verdict.ok);
      if (!verdict.ok || !second.ok) return;
      taken++;
      const sorted = (changes: typeof verdict.changes) => [...changes].sort((a, b) => (a.path < b.path ? -1 : 1));
      expect(sorted(second.changes)).toEqual(sorted(verdict.changes));
      const paths = verdict.changes.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths.every((path) => ORDER.allowed_files.includes(path))).toBe(true);
      const removed = verdict.changes.filter(({ kind }) => kind === "remove").map(({ path }) => path);
      const leaving = one.filter(({ kind }) => kind === "delete" || kind === "rename").map(({ path }) => path);
      expect(removed.every((path) => leaving.includes(path))).toBe(true);
    }),
    { numRuns: 300 },
  );
  expect(taken).toBeGreaterThan(30);
});
