import { sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import { addSeen, partsRead, type Seen } from "./parts-read.ts";

/** Thirty functions of five lines, and a text without definitions. */
const NAMES = Array.from({ length: 30 }, (_, index) => `work${index}`);
const CODE = NAMES.flatMap((name) => [`${name}() {`, "  one", `  ${name}`, "  three", "}"]);
const WORDS = Array.from({ length: 60 }, (_, index) => `entry ${index + 1}`);
const TEXTS: Readonly<Record<string, string>> = {
  "a.js": `${CODE.join("\n")}\n`,
  "notes.md": `${WORDS.join("\r\n")}\r\n`,
  "long.js": `${NAMES.flatMap((name) => [`${name}() {`, ...Array<string>(198).fill(`  ${"x".repeat(10)}`), "}"]).join("\n")}\n`,
};
const defined = (name: string, index: number, size: number) => {
  const first = index * size;
  return {
    name,
    container: ["Work"],
    kind: "function" as const,
    line: first,
    first,
    last: first + size - 1,
    signature: name,
  };
};
const PORTS = {
  files: {
    trackedFiles: async () => Object.keys(TEXTS),
    inspect: async (path: string) => {
      const text = TEXTS[path];
      return text === undefined
        ? ({ kind: "missing" } as const)
        : { kind: "file" as const, sha256: "", bytes: 0, text };
    },
  },
  outlines: {
    outlineOf: async (path: string) =>
      path.endsWith(".js")
        ? { imports: [], definitions: NAMES.map((name, index) => defined(name, index, path === "a.js" ? 5 : 200)) }
        : null,
  },
  redact: (text: string) => text,
};
const call = (path: string | null, ...lines: readonly string[]) => ({
  ...{ id: "1", name: "read", arguments: JSON.stringify({ path }), ok: true },
  result: ["said", "", "--- begin a label 0123", ...lines, "--- end 0123"].join("\n"),
});
const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${first + index}|text`);
const ORDER = { title: "Do it", intent: "Let work3 wait.", allowed_files: ["a.js"], context_files: ["notes.md"] };

test.each<[string, object[], readonly (readonly [string | null, string])[], object?]>([
  ["nothing was shown", [], []],
  ["a definition was read that the order does not name", [call("./a.js", ...numbered(6, 9))], [["Work.work1", "6-10"]]],
  ["less than half of it was read", [call("a.js", ...numbered(6, 7))], []],
  ["a search found a line of what the order names", [call(null, "a.js:18|  work3")], [["Work.work3", "16-20"]]],
  [
    "symbols told what the order names, and others",
    [call(null, "a.js:16-20|work3()", "a.js:21-25|work4()")],
    [["Work.work3", "16-20"]],
  ],
  ["all of a file was read", [call("a.js", ...numbered(1, 150))], [["Work.work3", "16-20"]]],
  [
    "what is named comes first",
    [call("a.js", ...numbered(1, 5), ...numbered(18, 18))],
    [
      ["Work.work3", "16-20"],
      ["Work.work0", "1-5"],
    ],
  ],
  ["lines of a text were read, and one was found", [call("notes.md", ...numbered(7, 10), "50|x")], [[null, "7-10"]]],
  ["a file was read that is not the order's", [call("a.js", ...numbered(6, 9))], [], { allowed_files: ["b.js"] }],
  [
    "twenty parts at most are kept",
    [call("a.js", ...NAMES.slice(0, 24).flatMap((_, at) => numbered(at * 5 + 1, at * 5 + 3)))],
    NAMES.slice(0, 20).map((name, at) => [`Work.${name}`, `${at * 5 + 1}-${at * 5 + 5}`]),
    { intent: "Do." },
  ],
  [
    "little is kept of long ones",
    [call("long.js", ...numbered(1, 2000))],
    [["Work.work0", "1-200"]],
    { intent: "Do.", allowed_files: ["long.js"] },
  ],
])("of what a planner was shown, an order keeps what it needs: %s", async (_, results, kept, change = {}) => {
  const seen: Seen = { pages: new Set(), lines: new Set() };
  addSeen(
    seen,
    results.map((result) => ({ ...result })),
  );
  const parts = await partsRead({ ...ORDER, ...change }, seen, PORTS);
  expect((parts ?? []).map(({ symbol, lines }) => [symbol, lines])).toEqual(kept);
});

test("the first page counts as shown, and a part is told by the hash of its lines without their ends", async () => {
  const shown = CODE.slice(15, 20).join("\n");
  const seen: Seen = { pages: new Set([`The repo:\n${shown}\n`]), lines: new Set() };
  addSeen(seen, [call("notes.md", ...numbered(1, 3))]);
  expect(await partsRead(ORDER, seen, PORTS)).toEqual([
    { path: "a.js", symbol: "Work.work3", lines: "16-20", sha256: sha256Hex(shown) },
    { path: "notes.md", symbol: null, lines: "1-3", sha256: sha256Hex("entry 1\nentry 2\nentry 3") },
  ]);
});
