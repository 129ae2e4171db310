import { type Condition, type FileState, type RepoPath, repoPath } from "@llmch/contract";
import { sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import { startHashes, unmetConditions } from "./conditions.ts";

const FILES: Readonly<Record<string, string>> = {
  "a.ts": "export const a = 1;\n",
  "b.ts": "",
  "crlf.ts": "one\r\ntwo\r\n",
};

const workspaceOf = (files: Readonly<Record<string, string | null>>) => ({
  inspect: async (path: RepoPath): Promise<FileState> => {
    const text = files[path];
    if (text === undefined) return { kind: "missing" };
    const rest = { bytes: 1, data: null, marked: null, executable: false };
    return { kind: "file", sha256: sha256Hex(text ?? "binary"), text, ...rest };
  },
  isFile: async (path: RepoPath) => Object.hasOwn(files, path),
});

test.each<[Condition, string | null]>([
  [{ kind: "file_exists", path: "a.ts" }, null],
  [{ kind: "file_exists", path: "c.ts" }, "file_exists c.ts: there is no such file"],
  [{ kind: "file_absent", path: "c.ts" }, null],
  [{ kind: "file_absent", path: "a.ts" }, "file_absent a.ts: the file is there"],
  [{ kind: "file_contains", path: "a.ts", text: "const a" }, null],
  [
    { kind: "file_contains", path: "a.ts", text: "const.a" },
    'file_contains a.ts "const.a": the text does not stand in the file',
  ],
  [{ kind: "file_contains", path: "crlf.ts", text: "one\ntwo" }, null],
  [
    { kind: "file_contains", path: "a.ts", text: "1;\r\n" },
    'file_contains a.ts "1;\\r\\n": the text does not stand in the file',
  ],
  [{ kind: "file_contains", path: "c.ts", text: "x" }, 'file_contains c.ts "x": there is no such file'],
  [{ kind: "file_unchanged", path: "a.ts" }, null],
  [{ kind: "file_unchanged", path: "c.ts" }, "file_unchanged c.ts: there is no such file"],
  [{ kind: "file_unchanged", path: "b.ts", sha256: sha256Hex("") }, null],
  [
    { kind: "file_unchanged", path: "a.ts", sha256: sha256Hex("") },
    `file_unchanged a.ts: its SHA-256 is ${sha256Hex(FILES["a.ts"] ?? "")}, not ${sha256Hex("")}`,
  ],
])("before an order %o gives %s", async (condition, fault) => {
  expect(await unmetConditions([condition], workspaceOf(FILES))).toEqual(fault === null ? [] : [fault]);
});

test("a file that is not text contains no text", async () => {
  const condition: Condition = { kind: "file_contains", path: "a.bin", text: "x" };
  expect(await unmetConditions([condition], workspaceOf({ "a.bin": null }))).toEqual([
    'file_contains a.bin "x": the file is not UTF-8',
  ]);
});

test("after an order, a file is unchanged if it has the hash from the start", async () => {
  const postconditions: Condition[] = ["./a.ts", "b.ts"].map((path) => ({ kind: "file_unchanged", path }));
  const order = { ...ORDER, postconditions };
  const start = await startHashes(order, workspaceOf(FILES));
  expect([...start.keys()].map(repoPath)).toEqual(["a.ts", "b.ts"]);
  expect(await unmetConditions(postconditions, workspaceOf(FILES), start)).toEqual([]);
  const unmet = await unmetConditions(postconditions, workspaceOf({ ...FILES, "b.ts": "b" }), start);
  expect(unmet).toEqual([`file_unchanged b.ts: its SHA-256 is ${sha256Hex("b")}, not ${sha256Hex("")}`]);
});

const ORDER = {
  id: "WO-01",
  title: "",
  intent: "",
  preconditions: [],
  allowed_files: [],
  forbidden: [],
  acceptance_commands: ["true"],
  context_files: [],
  verify_exempt: false,
};
