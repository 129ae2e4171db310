import type { ToolName } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { callsOf, readQuotes, type ScriptedCall, strictAnswer } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";
import { beforeEach, describe, expect, test } from "vitest";
import { conversation, type LoopOptions, type MemoryFile, memoryScene, resultsIn } from "../agent.fixture.ts";
import type { Checks, Outlines } from "../ports.ts";
import { toolset } from "../toolset.ts";
import { checkDraft } from "./check-draft.ts";

const FILES: Readonly<Record<string, MemoryFile>> = {
  ".env": "TOKEN=hidden\n",
  "README.md": "# Shop\r\n\r\nSells.\r\n",
  "empty.txt": "",
  "image.png": { kind: "file", sha256: "aa", bytes: 4, text: null },
  link: { kind: "blocked", why: "it is a link" },
  "private/notes.md": "greet hidden\n",
  "src/cart.ts": "export const total = (cart) => {\n  let sum = 0;\n  return sum;\n};\n",
  "src/deep/greet.ts": "export const greet = (name) => 'Hello, ' + name;\n",
  "src/main.ts": "import { greet } from './deep/greet';\ngreet('you');\n",
};

/** The result of a call, after the calls before it. */
const call = async (calls: readonly ScriptedCall[], options: Partial<LoopOptions> = {}) => {
  const { requests, scene, outcome, events } = await conversation({
    files: FILES,
    allowed: ["src/cart.ts", "src/new.ts", "src/large.ts"],
    denyPaths: ["private"],
    replies: [callsOf(...calls), "done"],
    ...options,
  });
  const results = resultsIn(requests[1]);
  const last = results.at(-1) ?? "";
  const { outside, quotes } = readQuotes(last);
  return {
    said: outside.trim(),
    shown: quotes[0]?.text ?? "",
    label: quotes[0]?.label,
    scene,
    outcome,
    events,
    requests,
  };
};

describe("list", () => {
  test.each<[string, object, string, string]>([
    [
      "the whole repo, without what is denied",
      {},
      "7 files there",
      "README.md\nempty.txt\nimage.png\nlink\nsrc/cart.ts\nsrc/deep/greet.ts\nsrc/main.ts",
    ],
    ["a folder", { path: "src/" }, "3 files there", "src/cart.ts\nsrc/deep/greet.ts\nsrc/main.ts"],
    [
      "the root by its dot",
      { path: "." },
      "7 files there",
      "README.md\nempty.txt\nimage.png\nlink\nsrc/cart.ts\nsrc/deep/greet.ts\nsrc/main.ts",
    ],
    ["a glob", { path: "src/**/g*.ts" }, "1 file that the glob means", "src/deep/greet.ts"],
    ["a glob that means none", { path: "**/*.py" }, "0 files that the glob means", ""],
    ["a folder that is a file", { path: "src/main.ts" }, "that is a file: use `read`", ""],
    ["a folder that is denied", { path: "private" }, "there is no such folder", ""],
    ["a folder outside", { path: "../other" }, "that is no folder of the repo", ""],
  ])("%s", async (_, given, said, shown) => {
    expect(await call([["list", given]])).toMatchObject({ said, shown });
  });

  test("many files are summarized by folder", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`src/${index % 2 === 0 ? "a" : "b"}/${index}.ts`, ""]),
    );
    const { said, shown } = await call([["list", { path: "src" }]], { files });
    expect([said, shown]).toEqual(["2 entries there, of 400 files in all", "src/a/ (200 files)\nsrc/b/ (200 files)"]);
  });

  test("the draft is included", async () => {
    const calls: readonly ScriptedCall[] = [
      ["write", { path: "src/new.ts", content: "" }],
      ["write", { path: "src/cart.ts", delete: true }],
      ["list", { path: "src" }],
    ];
    expect((await call(calls)).shown).toBe("src/deep/greet.ts\nsrc/main.ts\nsrc/new.ts");
  });
});

describe("read", () => {
  test.each<[string, object, string, string]>([
    [
      "a file",
      { path: "src/main.ts" },
      "2 lines, 52 bytes",
      "1|import { greet } from './deep/greet';\n2|greet('you');",
    ],
    ["a file with CRLF", { path: "README.md" }, "3 lines, 18 bytes", "1|# Shop\n2|\n3|Sells."],
    [
      "ranges, each line once",
      { path: "src/cart.ts", ranges: [{ from: 4 }, { from: 1, to: 2 }, { from: 2, to: 2 }] },
      "4 lines, 65 bytes",
      "1|export const total = (cart) => {\n2|  let sum = 0;\n4|};",
    ],
    [
      "a range beyond the end",
      { path: "src/main.ts", ranges: [{ from: 9 }] },
      "the file ends before that: it has 2 lines, 52 bytes",
      "",
    ],
    ["an empty file", { path: "empty.txt" }, "the file is empty", ""],
    ["a file that is no text", { path: "image.png" }, "that file (4 bytes) is not UTF-8 text, or too large", ""],
    [
      "a link",
      { path: "link" },
      "that path is not a file that can be shown: it is a link, a folder, or lies behind one",
      "",
    ],
    ["a secret", { path: ".env" }, "that file is not shown: it may hold a secret, or the settings exclude it", ""],
    [
      "a denied file",
      { path: "private/notes.md" },
      "that file is not shown: it may hold a secret, or the settings exclude it",
      "",
    ],
    ["no file", { path: "src/lost.ts" }, "there is no such file in the repo: look with `list` or `search`", ""],
    ["an allowed file that is not there yet", { path: "src/new.ts" }, "there is no such file", ""],
    ["git's own files", { path: ".git/config" }, "that path is inside .git/", ""],
    ["an absolute path", { path: "/etc/passwd" }, "that path is absolute", ""],
    ["a way out", { path: "src/../../x" }, "that path leads out of the repo", ""],
  ])("%s", async (_, given, said, shown) => {
    expect(await call([["read", given]])).toMatchObject({ said, shown });
  });

  test("an untracked file is not found", async () => {
    const files = { ...FILES, trackedOnly: "x" };
    const { scene } = await call([["read", { path: "src/lost.ts" }]], { files });
    expect(scene.files.inspected).not.toContain("src/lost.ts");
  });

  test("a file that is too long is cut between lines, and the result says how to see more", async () => {
    const files = { "long.txt": Array.from({ length: 9_000 }, (_, index) => `line ${index + 1}\n`).join("") };
    const { said, shown } = await call([["read", { path: "long.txt" }]], { files });
    const last = Number(/(\d+)\|line \d+$/.exec(shown)?.[1]);
    expect(said).toContain(`shown up to line ${last}: ask for the rest from line ${last + 1} on`);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(24 * 1024);
    const rest = await call([["read", { path: "long.txt", ranges: [{ from: last + 1, to: last + 2 }] }]], { files });
    expect(rest.shown).toBe(`${last + 1}|line ${last + 1}\n${last + 2}|line ${last + 2}`);
  });

  test("a secret in a file is removed", async () => {
    const redact = (text: string) => text.replaceAll("hunter2", "[redacted]");
    const files = { "a.ts": "const key = 'hunter2';\n" };
    expect((await call([["read", { path: "a.ts" }]], { files, redact })).shown).toBe("1|const key = '[redacted]';");
    expect((await call([["search", { query: "hunter" }]], { files, redact })).said).toBe("no line of 1 file matches");
  });
});

describe("search", () => {
  test.each<[string, object, string, string]>([
    [
      "a text",
      { query: "greet(" },
      "1 line in 1 file; 1 file that is no text or too large left out",
      "src/main.ts:2|greet('you');",
    ],
    [
      "an expression",
      { query: "^export const \\w+ =", regex: true, path: "src" },
      "2 lines in 2 files",
      "src/cart.ts:1|export const total = (cart) => {\nsrc/deep/greet.ts:1|export const greet = (name) => 'Hello, ' + name;",
    ],
    [
      "in a glob, any case",
      { query: "GREET", ignore_case: true, path: "**/main.*" },
      "2 lines in 1 file",
      "src/main.ts:1|import { greet } from './deep/greet';\nsrc/main.ts:2|greet('you');",
    ],
    [
      "the end of a line with CRLF",
      { query: "Sells\\.$", regex: true },
      "1 line in 1 file; 1 file that is no text or too large left out",
      "README.md:3|Sells.",
    ],
    [
      "letters that mean something in expressions",
      { query: "(name) =>" },
      "1 line in 1 file; 1 file that is no text or too large left out",
      "src/deep/greet.ts:1|export const greet = (name) => 'Hello, ' + name;",
    ],
    ["nothing", { query: "lost", path: "src" }, "no line of 3 files matches", ""],
    [
      "what is denied",
      { query: "hidden" },
      "no line of 7 files matches; 1 file that is no text or too large left out",
      "",
    ],
    ["where no files are", { query: "a", path: "lost" }, "there are no files there", ""],
    [
      "an expression that is none",
      { query: "(", regex: true },
      "the expression cannot be used: missing closing ): `(`",
      "",
    ],
    ["several lines", { query: "a\nb" }, "the query has several lines: one line is looked for at a time", ""],
  ])("%s", async (_, given, said, shown) => {
    expect(await call([["search", given]])).toMatchObject({ said, shown });
  });

  test("many matches are cut, and long lines are shown around the match", async () => {
    const files = { "a.txt": "needle\n".repeat(1_000), "b.txt": `${"-".repeat(9_000)}pin${"-".repeat(9_000)}\n` };
    expect(await call([["search", { query: "needle" }]], { files })).toMatchObject({
      said: "1000 lines in 1 file; the first 200 are shown: narrow the query, or name a folder",
    });
    const several = { "a.txt": "needle\n".repeat(50), "b.txt": "a\nneedle 2\n", "c.txt": "needle 3\nneedle 4\n" };
    expect(await call([["search", { query: "needle" }]], { files: several })).toMatchObject({
      said: "53 lines in 3 files; each file is shown with its count and its first line: name one to see the others",
      shown: "50 lines, a.txt:1|needle\n1 line, b.txt:2|needle 2\n2 lines, c.txt:1|needle 3",
    });
    const fifty = { ...several, "a.txt": "needle\n".repeat(47) };
    expect((await call([["search", { query: "needle" }]], { files: fifty })).said).toBe("50 lines in 3 files");
    const { shown } = await call([["search", { query: "pin" }]], { files });
    expect(shown).toContain("pin");
    expect(shown.length).toBeLessThan(400);
  });
});

describe("symbols", () => {
  const outlines = {
    outlineOf: async (path: string, text: string) => {
      if (!path.endsWith(".ts")) return null;
      const definitions = text.split("\n").flatMap((each, line) => {
        const name = /const (\w+)/.exec(each)?.[1];
        return name === undefined
          ? []
          : [{ name, container: [], kind: "value" as const, line, first: line, last: line, signature: each.trimEnd() }];
      });
      return { definitions, imports: [] };
    },
  };
  test.each<[string, object, string, string]>([
    ["of a file", { path: "src/cart.ts" }, "1 definition", "src/cart.ts:1-1|export const total = (cart) => {"],
    [
      "of a name",
      { name: "greet" },
      "1 definition",
      "src/deep/greet.ts:1-1|export const greet = (name) => 'Hello, ' + name;",
    ],
    ["of a name in something that is not there", { name: "Shop.greet" }, "0 definitions", ""],
    [
      "of a file that cannot be parsed",
      { path: "README.md" },
      "files of this kind are not parsed: use `read` or `search`",
      "",
    ],
    ["of a secret", { path: ".env" }, "that file is not shown: it may hold a secret, or the settings exclude it", ""],
    ["of both", { path: "a", name: "b" }, "one of `path` and `name` is wanted", ""],
  ])("%s", async (_, given, said, shown) => {
    expect(await call([["symbols", given]], { outlines })).toMatchObject({ said, shown });
  });
});

describe("edit, write and diff", () => {
  const sum: ScriptedCall = ["edit", { path: "src/cart.ts", edits: [{ find: "sum = 0", replace: "sum = 1" }] }];
  const outside: ScriptedCall = ["write", { path: "src/main.ts", content: "" }];
  test.each<[string, readonly ScriptedCall[], string, string]>([
    ["an edit", [sum], "1 edit made: the file has 4 lines now", ""],
    [
      "the draft is read",
      [sum, ["read", { path: "src/cart.ts", ranges: [{ from: 2, to: 2 }] }]],
      "4 lines, 65 bytes",
      "2|  let sum = 1;",
    ],
    [
      "the draft is searched",
      [sum, ["search", { query: "sum = 1", path: "src" }]],
      "1 line in 1 file",
      "src/cart.ts:2|  let sum = 1;",
    ],
    [
      "the difference",
      [sum, ["diff"]],
      "1 file differs",
      "--- src/cart.ts\n+++ src/cart.ts\n@@ -1,4 +1,4 @@\n export const total = (cart) => {\n-  let sum = 0;\n+  let sum = 1;\n   return sum;\n };",
    ],
    ["no difference", [["diff"]], "the draft changes nothing there", ""],
    [
      "taken back",
      [sum, ["write", { path: "src/cart.ts", revert: true }], ["diff", {}]],
      "the draft changes nothing there",
      "",
    ],
    ["a new file", [["write", { path: "src/new.ts", content: "a\nb\n" }]], "written: the file has 2 lines now", ""],
    [
      "a file taken away",
      [["write", { path: "src/cart.ts", delete: true }], ["diff"]],
      "1 file differs",
      "--- src/cart.ts\n+++ (deleted)",
    ],
    ["outside the allowed files", [outside], "that file may not be written", "src/cart.ts\nsrc/new.ts\nsrc/large.ts"],
    [
      "two forms at once",
      [["write", { path: "src/new.ts", content: "", delete: true }]],
      "not made",
      "exactly one of `content`, `delete` and `revert` is wanted",
    ],
    [
      "no form",
      [["write", { path: "src/new.ts" }]],
      "not made",
      "exactly one of `content`, `delete` and `revert` is wanted",
    ],
    [
      "nothing to edit",
      [["edit", { path: "src/new.ts", edits: [{ find: "a", replace: "" }] }]],
      "not made",
      "is not there, so that it cannot be edited: use `write`",
    ],
    [
      "half a surrogate pair",
      [["write", { path: "src/new.ts", content: "\ud800" }]],
      "not made",
      "is not valid Unicode: it holds half of a surrogate pair",
    ],
    [
      "too large",
      [["write", { path: "src/new.ts", content: "a".repeat(300_000) }]],
      "not made",
      "would have 300000 bytes, and 204800 are the most that it may have",
    ],
  ])("%s", async (_, calls, said, shown) => {
    expect(await call(calls)).toMatchObject({ said, shown });
  });

  test("a file that is written whole keeps its form, and a new script may be executable", async () => {
    const script = { path: "src/new.ts", content: "#!/bin/sh\n", executable: true };
    const { scene } = await call(
      [
        ["write", { path: "README.md", content: "# Shop\n" }],
        ["write", script],
        ["edit", { path: "src/new.ts", edits: [{ find: "/sh", replace: "/sh -e" }] }],
      ],
      { allowed: ["README.md", "src/new.ts"] },
    );
    expect(await scene.draft.writes()).toMatchObject([
      { path: "README.md", content: "# Shop\r\n" },
      { path: "src/new.ts", content: "#!/bin/sh -e\n", executable: true },
    ]);
    const { shown } = await call([["write", { ...script, path: "src/cart.ts" }]]);
    expect(shown).toContain("cannot be made executable");
  });

  test("an edit that does not fit says what is nearest", async () => {
    const { said, shown } = await call([
      ["edit", { path: "src/cart.ts", edits: [{ find: "let sum = 9;", replace: "" }] }],
    ]);
    expect(said).toBe("not made");
    expect(shown).toContain("src/cart.ts:2: the find of edit 1 does not stand there; line 2 is nearest");
  });

  test("a large file can be edited but not rewritten, and is proposed as edits", async () => {
    const large = Array.from({ length: 3_000 }, (_, index) => `const value${index} = ${index};\n`).join("");
    const edited: ScriptedCall = [
      "edit",
      { path: "src/large.ts", edits: [{ find: "value7 = 7;", replace: "value7 = 8;" }] },
    ];
    const anew: ScriptedCall = ["write", { path: "src/large.ts", content: "" }];
    const { scene, shown } = await call([edited, anew], { files: { "src/large.ts": large } });
    expect(shown).toContain("is larger than 16384 bytes");
    expect(await scene.draft.writes()).toMatchObject([
      { kind: "edits", edits: [{ find: "const value7 = 7;\n", replace: "const value7 = 8;\n" }] },
    ]);
  });

  test.each(["image.png", "link"])("a file that is not text cannot be written: %s", async (path) => {
    const { said } = await call([["write", { path, content: "a" }]], { allowed: [path] });
    expect(said).toBe("not made");
  });
});

describe("check", () => {
  const ran: unknown[] = [];
  beforeEach(() => void ran.splice(0));
  const checks = {
    commands: [
      { name: "verify 1", command: "npm test" },
      { name: "check 1", command: "npm run lint" },
    ],
    run: async (name: string, draft: unknown, only: unknown) => {
      ran.push([name, draft, only]);
      return { ok: false, ending: "exit 1", output: "took 12.5 s: 1 failed\n" };
    },
  };
  test("runs a command on the draft, and the hash covers the stable part of its output", async () => {
    const { said, shown, requests } = await call(
      [
        ["write", { path: "src/new.ts", content: "a" }],
        ["check", { command: "npm test" }],
      ],
      { checks },
    );
    expect([said, shown]).toEqual(["failed: exit 1", "took 12.5 s: 1 failed"]);
    expect(ran).toEqual([["verify 1", [{ path: "src/new.ts", text: "a" }], null]]);
    expect(requests[1]?.messages.at(-1)?.stableContent).toContain("took <time>: <n> failed");
    expect(requests[0]?.tools?.find(({ name }) => name === "check")?.parameters).toMatchObject({
      properties: {
        command: {
          enum: ["verify 1", "check 1"],
          // The order's prompt lists the others.
          description: expect.stringMatching(/as the order lists them\.\ncheck 1: npm run lint$/),
        },
      },
    });
  });

  test("names the members of a planner's draft, whose form the request has besides", () => {
    const order = { $ref: "#/$defs/order" };
    const orNull = (schema: JsonObject) => ({ anyOf: [schema, { type: "null" }] });
    const members = {
      ...{
        overview: { type: "array", items: { type: "string", description: "A sentence." } },
        orders: orNull({ type: "array", items: order }),
      },
      ...{
        verify: orNull({ type: "object", properties: { command: { type: "string" } } }),
        notes: { type: ["string", "null"] },
      },
    };
    const drafts = { schema: { type: "object", properties: members }, judge: async () => ({ said: "", text: "" }) };
    expect(checkDraft.definition({ ...memoryScene({ files: {} }), drafts }).parameters).toEqual({
      type: "object",
      properties: {
        ...{
          overview: { type: "array", items: { type: "string" } },
          orders: { type: "array", items: { type: "object" } },
        },
        ...{ verify: { type: "object" }, notes: { type: ["string", "null"] } },
      },
    });
  });

  test("runs a single test, or the tests of some files, on request", async () => {
    await call([["check", { command: "verify 1", tests: ["a.test.ts"] }]], { checks });
    expect(ran.splice(0)).toEqual([["verify 1", [], { files: ["a.test.ts"] }]]);
    await call([["check", { command: "npm test", test: "adds" }]], { checks });
    const { said } = await call([["check", { command: "npm test", test: "" }]], { checks });
    expect(said).toContain("test");
    expect(ran).toEqual([["verify 1", [], { name: "adds" }]]);
  });

  test("runs no other command, and is not offered without any", async () => {
    expect((await call([["check", { command: "npm test; rm -rf ." }]], { checks })).said).toBe(
      "that command cannot be run: only these can",
    );
    const { said, requests } = await call([["check", { command: "npm test" }]]);
    expect(said).toContain(
      "there is no such tool: there are list, read, search, symbols, diff, edit, write, propose, object",
    );
    expect(requests[0]?.tools?.map(({ name }) => name)).not.toContain("check");
  });
});

describe("a bad call is answered with its error", () => {
  test.each<[string, ScriptedCall, string]>([
    ["an invented tool", ["shell", { cmd: "ls" }], "there is no such tool: there are list"],
    ["no JSON", ["read", '{"path": "a'], "the arguments are not read (syntax"],
    ["no object", ["read", "[1]"], "the arguments are no JSON object"],
    ["a key twice", ["read", '{"path":"a","path":"b"}'], "the arguments are not read (duplicate-key"],
    ["a member that is missing", ["read", {}], "the document must have required property 'path'"],
    ["a member of another type", ["read", { path: 1 }], "/path must be string"],
    [
      "a member that is not known",
      ["read", { path: "a", lines: 1 }],
      "the document must NOT have additional properties",
    ],
    ["no summary", ["propose", {}], "the document must have required property 'summary'"],
  ])("%s", async (_, asked, said) => {
    const { said: told, events } = await call([asked]);
    expect(told).toContain(said);
    expect(events).toMatchObject([{ type: "tool_called", ok: false }]);
  });

  test("an empty text counts as no arguments, and null as omitted", async () => {
    expect((await call([["list", ""]])).said).toBe("7 files there");
    expect((await call([["list", { path: null }]])).said).toBe("7 files there");
  });
});

describe("null in an argument is an argument that is left out", () => {
  const checks: Checks = {
    commands: [{ name: "verify", command: "npm test" }],
    run: async (name, _, only) => ({ ok: true, ending: "exit code 0", output: JSON.stringify([name, only]) }),
  };
  const outlines: Outlines = { outlineOf: async () => null };
  const tried = memoryScene({ files: FILES, allowed: ["src/cart.ts"], checks, outlines });
  const CALLS: Readonly<Partial<Record<ToolName, readonly JsonObject[]>>> = {
    list: [{}],
    read: [{ path: "src/cart.ts" }, { path: "src/cart.ts", ranges: [{ from: 3 }] }],
    search: [{ query: "greet" }],
    symbols: [{ path: "src/cart.ts" }, { name: "greet" }],
    diff: [{}],
    check: [{ command: "verify" }, { command: "verify", test: "sums" }, { command: "verify", tests: ["a.test.js"] }],
    edit: [{ path: "src/cart.ts", edits: [{ find: "= 0", replace: "= 1" }] }],
    write: [
      { path: "src/cart.ts", content: "" },
      { path: "src/cart.ts", delete: true },
      { path: "src/cart.ts", revert: true },
    ],
    propose: [{ summary: "Done." }],
    object: [
      { reason: "No.", needs: ["a.js"] },
      { reason: "No.", blocked_by: ["a.js"] },
      { reason: "No.", contradiction: { command: "npm test", sentence: "It tests." } },
    ],
  };

  test.each(toolset("author", DEFAULT_SETTINGS.tools).definitions(tried))("of $name", async ({ name, parameters }) => {
    const cases = Object.entries(CALLS).find(([tool]) => tool === name)?.[1] ?? [];
    expect(cases).not.toEqual([]);
    for (const given of cases) {
      const [whole, sparse] = await Promise.all(
        [strictAnswer(parameters, given), given].map((each) => call([[name, each]], { checks, outlines })),
      );
      expect([whole?.said, whole?.shown]).toEqual([sparse?.said, sparse?.shown]);
      expect(whole?.said).not.toMatch(/wanted|must/);
      expect(whole?.outcome.kind).toBe(sparse?.outcome.kind);
    }
  });
});

describe("the end", () => {
  test("an objection is passed on unchanged", async () => {
    const { outcome } = await call([
      ["object", { reason: "No.", needs: null, contradiction: { command: null, condition: "x", sentence: "y" } }],
    ]);
    expect(outcome).toMatchObject({
      kind: "ended",
      value: { tool: "object", objection: { reason: "No.", contradiction: { condition: "x" } } },
    });
  });

  test("calls after a proposal are not run", async () => {
    const { outcome, events } = await call([
      ["propose", { summary: "s" }],
      ["write", { path: "src/new.ts", content: "" }],
    ]);
    expect(outcome).toMatchObject({ kind: "ended", value: { writes: [] } });
    expect(events).toHaveLength(1);
  });
});
