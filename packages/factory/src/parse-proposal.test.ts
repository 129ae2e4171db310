import { MAX_FILE_BYTES, MAX_PROPOSAL_BYTES } from "@llmch/contract";
import { answerOf, proposalOf } from "@llmch/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseProposal } from "./parse-proposal.ts";

const GOOD = answerOf({ "src/grüße.js": "export const wave = '👋';\n", "empty.txt": "" });
const write = (content: string, path = "a.txt") => ({ path, base_sha256: "0", content });
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
    expect(verdict).toEqual({
      ok: true,
      value: proposalOf({ "src/grüße.js": "export const wave = '👋';\n", "empty.txt": "" }),
    });
  });

  test("with fences, escapes and CRLF inside a file's content left alone", () => {
    const content = "\ufeff```js\r\n1\r\n```\r\n\u0000\t{{ORDER}}\u2028";
    const verdict = parseProposal(answer(write(content)));
    expect(verdict.ok && verdict.value.writes[0]?.content).toBe(content);
  });

  test("with keys that nobody knows, `__proto__` and `constructor` among them", () => {
    const text = `{"summary": "", "writes": [${JSON.stringify(write("x"))}], "__proto__": {"polluted": 1}, "constructor": 1}`;
    expect(parseProposal(text).ok).toBe(true);
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("an answer is refused", () => {
  test.each([
    ["nothing", "", /not JSON/],
    ["words", "Sure! Here it is.", /not JSON/],
    ["words before", `Here:\n${GOOD}`, /not JSON/],
    ["words after", `${GOOD}\nDone.`, /not JSON/],
    ["words before fences", `Here:\n\`\`\`json\n${GOOD}\n\`\`\``, /not JSON/],
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
    ["a write without content", answer({ path: "a", base_sha256: "0" }), /\/writes\/0.*content/],
    ["a write without a base", answer({ path: "a", content: "" }), /\/writes\/0.*base_sha256/],
    ["a content that is no text", answer({ ...write(""), content: null }), /\/writes\/0\/content must be string/],
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

  test("wherever it was cut off", () => {
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

  test("an empty file is a file", () => {
    expect(parseProposal(answer(write(""))).ok).toBe(true);
  });
});
