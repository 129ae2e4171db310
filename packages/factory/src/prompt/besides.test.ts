import type { WorkOrder } from "@llmch/contract";
import { type MemoryFiles, orderScene, readQuotes } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import type { Outlines } from "../job/ports.ts";
import { carryOut } from "../order.ts";

const NONE: Outlines = { outlineOf: async () => null };

/** The files that an order's first prompt quotes: labels with texts. */
const quotedFor = async (
  files: MemoryFiles,
  order: Partial<WorkOrder>,
  settings = {},
  outlines = NONE,
): Promise<ReadonlyMap<string, string>> => {
  const scene = orderScene({ files, order, settings, replies: ["nothing"], maxAttempts: 1 });
  await carryOut(scene.job, { ...scene.ports, outlines });
  const { quotes } = readQuotes(scene.ports.model.requests[0]?.prompt ?? "");
  return new Map(quotes.map(({ label, text }) => [label, text]));
};
const labelsFor = async (...args: Parameters<typeof quotedFor>): Promise<readonly string[]> =>
  [...(await quotedFor(...args)).keys()].filter((label) => label !== "paths" && label !== "work order");

const EXAMPLE = "(an existing test, as an example)";

describe("the manifest that defines how tests run", () => {
  const files = {
    "package.json": '{"name": "root"}\n',
    "packages/a/package.json": '{"name": "a"}\n',
    "packages/a/src/x.js": "1\n",
    "src/y.js": "2\n",
  };
  const order = (path: string, more: Partial<WorkOrder> = {}) => ({ allowed_files: [path], ...more });

  test("is shown as read-only: the one nearest to what the order writes", async () => {
    expect(await labelsFor(files, order("packages/a/src/x.js"))).toEqual([
      "packages/a/package.json",
      "packages/a/src/x.js",
    ]);
    expect((await quotedFor(files, order("src/y.js"))).get("package.json")).toBe('{"name": "root"}');
  });

  test("is shown once, whether the order reads it or writes it", async () => {
    const named = order("src/y.js", { context_files: ["packages/a/src/x.js", "package.json"] });
    expect(await labelsFor(files, named)).toEqual(["package.json", "packages/a/src/x.js", "src/y.js"]);
    const written = { allowed_files: ["src/y.js", "package.json"] };
    expect((await labelsFor(files, written)).filter((label) => label === "package.json")).toHaveLength(1);
  });

  test("is left out if there is no room, and cut if it is long", async () => {
    const large = { ...files, "package.json": `{\n${'  "a": 1,\n'.repeat(2_000)}}\n` };
    expect(await labelsFor(large, order("src/y.js"))).toEqual([
      expect.stringMatching(/^package\.json \(its first 81\d\d of 20004 bytes\)$/),
      "src/y.js",
    ]);
    const full = { ...large, "src/y.js": "y".repeat(1_000) };
    expect(await labelsFor(full, order("src/y.js"), { fileBytes: 1_024 })).toEqual(["src/y.js"]);
  });
});

describe("an existing test as an example", () => {
  const files = {
    "lib/a.js": "1\n",
    "lib/a.test.js": "test a\n",
    "other/b.test.js": "test b\n",
    "other/c_test.py": "def test_c(): pass\n",
    "lib/.env.test.js": "TOKEN=hidden\n",
  };
  const order = { allowed_files: ["lib/new.js", "lib/new.test.js"] };

  test("is the one nearest to the order's new test", async () => {
    expect(await labelsFor(files, order)).toEqual([`lib/a.test.js ${EXAMPLE}`]);
    expect(await labelsFor(files, { allowed_files: ["other/new.test.js"] })).toEqual([`other/b.test.js ${EXAMPLE}`]);
    expect(await labelsFor(files, { allowed_files: ["lib/new_test.py"] })).toEqual([`other/c_test.py ${EXAMPLE}`]);
  });

  test.each<[string, Partial<WorkOrder>]>([
    ["writes no test", { allowed_files: ["lib/new.js"] }],
    ["changes a test that is there", { allowed_files: ["lib/new.js", "lib/a.test.js"] }],
    ["shows a test", { ...order, context_files: ["other/b.test.js"] }],
  ])("is not shown if the order %s", async (_, wanted) => {
    expect((await labelsFor(files, wanted)).join()).not.toContain(EXAMPLE);
  });

  test("is never a file that looks like a secret, nor one that is not tracked", async () => {
    const only = { "lib/.env.test.js": "TOKEN=hidden\n" };
    expect(await labelsFor(only, order)).toEqual([]);
  });

  test("is a short one if one of the nearest is", async () => {
    const long = { ...files, "lib/a.test.js": "x();\n".repeat(3_000) };
    expect(await labelsFor(long, order)).toEqual([`other/b.test.js ${EXAMPLE}`]);
  });

  test("is otherwise the first definitions of a long one", async () => {
    const text = "test a\n".repeat(3_000);
    const range = (first: number, last: number) =>
      ({ first, last, line: first, name: "a", signature: "a", container: [], kind: "function" }) as const;
    const outline = { imports: [], definitions: [range(0, 99), range(100, 899), range(900, 2_999)] };
    const long = { "lib/a.test.js": text };
    const quoted = await quotedFor(long, order, {}, { outlineOf: async () => outline });
    const label = "lib/a.test.js (an existing test, as an example; its first 6300 of 21000 bytes)";
    expect(quoted.get(label)?.split("\n")).toHaveLength(900);
    // Without a parser, whole lines.
    const [unparsed = ""] = [...(await quotedFor(long, order)).values()].slice(-2);
    expect(unparsed.split("\n")).toHaveLength(1_170);
  });
});
