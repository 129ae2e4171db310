import { MAX_FILE_BYTES, MAX_PROPOSAL_BYTES, proposalDocument } from "@llmch/contract";
import { answerOf, proposalOf } from "@llmch/testkit";
import { MAX_EDITS, SHA256_OF_NOTHING } from "@llmch/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseProposal } from "./parse-proposal.fixture.ts";

const GOOD = answerOf({ "src/grüße.js": "export const wave = '👋';\n", "empty.txt": "" });
const write = (content: string, path = "a.txt") => ({ path, base_sha256: "0", content });
/** The form of strict structured output: every field is present. */
const absent = (form: object) => ({
  path: "a.txt",
  base_sha256: "0",
  ...{ content: null, edits: null, delete: false, rename_to: null },
  ...form,
});
const edit = (find: string) => ({ find, replace: "b" });
const answer = (...writes: readonly unknown[]): string => JSON.stringify({ summary: "", writes });
const faultOf = (text: string): string => {
  const verdict = parseProposal(text);
  return verdict.ok ? "" : verdict.issues.join("\n");
};

describe("an answer is read", () => {
  test.each([
    ["as it stands", GOOD],
    ["with white space around", `\n  ${GOOD}\n\n`],
    ["indented", JSON.stringify(JSON.parse(GOOD), null, 2)],
    ["after a byte order mark", `\ufeff${GOOD}`],
    ["in markdown fences", `\`\`\`json\n${GOOD}\n\`\`\`\n`],
    ["in fences with CRLF", `\`\`\`json\r\n${GOOD}\r\n\`\`\`\r\n`],
    ["in fences after a byte order mark", `\ufeff\`\`\`\n${GOOD}\n\`\`\``],
  ])("%s", (_, text) => {
    const verdict = parseProposal(text);
    expect(verdict.ok && proposalDocument(verdict.value)).toEqual(
      proposalOf({ "src/grüße.js": "export const wave = '👋';\n", "empty.txt": "" }),
    );
  });

  test("with fences, escapes and CRLF inside a file's content left alone", () => {
    const content = "\ufeff```js\r\n1\r\n```\r\n\u0000\t{{ORDER}}\u2028";
    const verdict = parseProposal(answer(write(content)));
    expect(verdict.ok && verdict.value.writes[0]).toMatchObject({ kind: "content", content });
  });

  test("with unknown keys, including `__proto__` and `constructor`", () => {
    const text = `{"summary": "", "writes": [${JSON.stringify(write("x"))}], "__proto__": {"polluted": 1}, "constructor": 1}`;
    expect(parseProposal(text).ok).toBe(true);
    expect({}).not.toHaveProperty("polluted");
  });
});

test.each([
  `Here:\n\`\`\`json\n${GOOD}\n\`\`\``,
  `\`\`\`json\n${GOOD}\n\`\`\`\nThat is it.`,
  `Let me see.</think>${GOOD}`,
])("words around the only fence, or thoughts before a mark, are not part of the answer: %#", (text) => {
  expect(parseProposal(text)).toEqual(parseProposal(GOOD));
  expect(faultOf(text.slice(0, text.indexOf(GOOD) + GOOD.length - 1))).not.toBe("");
});

test("an answer that was cut anywhere is told to say less", () => {
  const texts = Array.from({ length: GOOD.length - 1 }, (_, index) => GOOD.slice(0, index + 1));
  expect(texts.filter((text) => !/ends before its JSON does \(.*\), .* answer with less/.test(faultOf(text)))).toEqual(
    [],
  );
  for (const around of ["\ufeff", "\n\n", "<think>a</think>\n\n", "```json\n"])
    expect(faultOf(`${around}${GOOD.slice(0, 20)}`)).toContain("answer with less");
  expect(faultOf(`\n\n\n\n${GOOD} x`)).toMatch(/^the answer is not JSON: /);
  expect(faultOf('\n\n\n\n{"a": 1,}')).toMatch(/^the answer is not JSON: /);
  expect(faultOf(`\`\`\`sh\nls\n\`\`\`\nThat is it.`)).toMatch(/^the answer is not JSON: /);
  expect(faultOf("")).toMatch(/^the answer is not JSON: /);
  expect(faultOf('{"summary": "", "writes": nothing}')).toMatch(/^the answer is not JSON: /);
});

test.each([
  ["missing", { base_sha256: "missing" }],
  ["nothing", { base_sha256: null }],
  ["the empty string", { base_sha256: "" }],
  ["the hash of no bytes", { base_sha256: SHA256_OF_NOTHING }],
  ["no member", {}],
])("the base of a new file may be written as %s", (_, base) => {
  const verdict = parseProposal(answer({ path: "a.txt", ...base, content: "x" }));
  expect(verdict.ok && verdict.value.writes).toEqual([
    { path: "a.txt", base_sha256: SHA256_OF_NOTHING, kind: "content", content: "x" },
  ]);
});

test.each([
  ["content", write("x"), { kind: "content", content: "x" }],
  ["content, every field there", absent({ content: "" }), { kind: "content", content: "" }],
  ["content, and no edits", { ...write("x"), edits: [] }, { kind: "content", content: "x" }],
  ["edits", absent({ edits: [edit("a")] }), { kind: "edits", edits: [edit("a")] }],
  ["a delete", absent({ delete: true }), { kind: "delete" }],
  ["a rename", absent({ rename_to: "b.txt" }), { kind: "rename", rename_to: "b.txt", edits: [] }],
  [
    "a rename with edits",
    absent({ rename_to: "b.txt", edits: [edit("a")] }),
    { kind: "rename", rename_to: "b.txt", edits: [edit("a")] },
  ],
])("a write is parsed in its form: %s", (_, document, form) => {
  const verdict = parseProposal(answer(document));
  expect(verdict.ok && verdict.value.writes).toEqual([{ path: "a.txt", base_sha256: "0", ...form }]);
  // The recorded form reads back as the same proposal.
  const recorded = verdict.ok ? JSON.stringify(proposalDocument(verdict.value)) : "";
  expect(parseProposal(recorded)).toEqual(verdict);
});

describe("an answer is refused", () => {
  test.each([
    ["nothing", "", /not JSON/],
    ["words", "Sure! Here it is.", /not JSON/],
    ["words before", `Here:\n${GOOD}`, /not JSON/],
    ["words after", `${GOOD}\nDone.`, /not JSON/],
    ["two objects", `${GOOD}\n${GOOD}`, /not JSON/],
    ["two pairs of fences", `\`\`\`\n\`\`\`json\n${GOOD}\n\`\`\`\n\`\`\``, /not JSON/],
    ["NaN", '{"summary": NaN, "writes": []}', /not JSON/],
    ["a number past all bounds", '{"summary": "", "writes": [], "more": 1e400}', /too large/],
    ["a trailing comma", '{"summary": "", "writes": [],}', /not JSON/],
    ["single quotes", "{'summary': ''}", /not JSON/],
    ["a key twice", '{"summary": "", "summary": "", "writes": []}', /"summary" twice/],
    ["a key twice, spelled otherwise", '{"summary": "", "writes": [{"path": "a", "p\\u0061th": "b"}]}', /"path" twice/],
    ["a nest of brackets", "[".repeat(100_000), /levels/],
    ["a list", "[]", /not a write proposal/],
    ["null", "null", /not a write proposal/],
    ["no writes", '{"summary": ""}', /writes/],
    ["an empty list of writes", '{"summary": "", "writes": []}', /writes/],
    ["no summary", JSON.stringify({ writes: [write("x")] }), /summary/],
    ["a write without content", answer({ path: "a", base_sha256: "0" }), /"a" says nothing .* one of `content`/],
    ["a base that is no text", answer({ ...write(""), base_sha256: 5 }), /\/writes\/0\/base_sha256/],
    ["a content that is no text", answer({ ...write(""), content: 1 }), /\/writes\/0\/content must be string/],
    ["a write whose every form is absent", answer(absent({})), /"a.txt" says nothing of what is to become of it/],
    ["a write in two forms", answer({ ...write("x"), delete: true }), /has content and delete at once/],
    ["content and edits", answer({ ...write("x"), edits: [edit("a")] }), /has content and edits at once/],
    ["content and a rename", answer({ ...write("x"), rename_to: "b" }), /has content and rename_to at once/],
    ["edits of what goes", answer(absent({ edits: [edit("a")], delete: true })), /has edits and delete at once/],
    ["a rename of what goes", answer(absent({ delete: true, rename_to: "b" })), /has delete and rename_to at once/],
    ["an edit that finds nothing", answer(absent({ edits: [edit("")] })), /\/writes\/0\/edits\/0\/find/],
    ["an edit without a replacement", answer(absent({ edits: [{ find: "a" }] })), /\/writes\/0\/edits\/0.*replace/],
    ["half a surrogate pair in an edit", answer(absent({ edits: [edit("\ud83d")] })), /half/],
    [
      "too many edits",
      answer(absent({ edits: Array.from({ length: MAX_EDITS + 1 }, () => edit("a")) })),
      /501 edits; a proposal has at most 500/,
    ],
    ["a path that is no text", answer({ ...write(""), path: 1 }), /\/writes\/0\/path must be string/],
    ["a write that is no object", answer("a.txt"), /\/writes\/0 must be object/],
    [
      "half a surrogate pair",
      '{"summary": "", "writes": [{"path": "a", "base_sha256": "", "content": "\\ud83d"}]}',
      /half/,
    ],
  ])("with %s", (_, text, fault) => {
    expect(faultOf(text)).toMatch(fault);
  });

  test("wherever it is cut off", () => {
    const bytes = Buffer.from(`\`\`\`json\n${GOOD}\n\`\`\``);
    const plain = Buffer.from(GOOD);
    for (const whole of [bytes, plain]) {
      expect(parseProposal(whole.toString()).ok).toBe(true);
      for (let end = 0; end < whole.length; end++) {
        expect(parseProposal(whole.subarray(0, end).toString()).ok, `cut after ${end} bytes`).toBe(false);
      }
    }
  });

  test("as a value, whatever it holds", () => {
    const mangled = fc.tuple(fc.nat(GOOD.length), fc.nat(8), fc.string()).map(([at, gone, put]) => {
      return GOOD.slice(0, at) + put + GOOD.slice(at + gone);
    });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), mangled), (text) => {
        const verdict = parseProposal(text);
        if (!verdict.ok) expect(verdict.issues[0]).toMatch(/\S/);
      }),
    );
  });
});

describe("sizes are counted in bytes of UTF-8", () => {
  test.each([
    ["a", 1],
    ["é", 2],
    ["€", 3],
    ["😀", 4],
  ])("a file of %s", (unit, width) => {
    const ofBytes = (bytes: number): string => unit.repeat(Math.floor(bytes / width)) + "x".repeat(bytes % width);
    expect(faultOf(answer(write(ofBytes(MAX_FILE_BYTES - 1))))).toBe("");
    expect(faultOf(answer(write(ofBytes(MAX_FILE_BYTES))))).toBe("");
    expect(faultOf(answer(write(ofBytes(MAX_FILE_BYTES + 1))))).toBe(
      "a.txt has 204801 bytes; a file has at most 204800",
    );
  });

  test("all files together", () => {
    const total = (bytes: number): string => {
      const whole = MAX_FILE_BYTES;
      return answer(write("x".repeat(whole)), write("x".repeat(whole), "b"), write("x".repeat(bytes - 2 * whole), "c"));
    };
    expect(faultOf(total(MAX_PROPOSAL_BYTES - 1))).toBe("");
    expect(faultOf(total(MAX_PROPOSAL_BYTES))).toBe("");
    expect(faultOf(total(MAX_PROPOSAL_BYTES + 1))).toBe("the files have 512001 bytes; a proposal has at most 512000");
  });

  test("both sides of edits", () => {
    const half = "x".repeat(MAX_FILE_BYTES / 2);
    expect(faultOf(answer(absent({ edits: [{ find: half, replace: half }] })))).toBe("");
    expect(faultOf(answer(absent({ edits: [{ find: half, replace: `${half}x` }] })))).toMatch(/has 204801 bytes/);
  });

  test("an empty file is a file", () => {
    expect(parseProposal(answer(write(""))).ok).toBe(true);
  });
});
