import { pathFault, TOOL_NAMES, type ToolName } from "@llmch/contract";
import { callsOf, HOSTILE_PATHS, HOSTILE_TEXTS, mutate, readQuotes, type ScriptedCall } from "@llmch/testkit";
import { anyCharacter } from "@llmch/testkit/any-character";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conversation, LIMITS, resultsIn } from "./agent.fixture.ts";

const SECRET = "hidden-7f3a";
const FILES = {
  ".env": `TOKEN=${SECRET}\n`,
  ".git/config": SECRET,
  "denied/a.ts": `export const a = "${SECRET}";\n`,
  id_rsa: SECRET,
  "src/a.ts": "export const a = 1;\nexport const b = 2;\n",
  "src/crlf.txt": "one\r\ntwo\r\n",
  "src/large.txt": "a line of a large file\n".repeat(2_000),
  "src/link": { kind: "blocked", why: "it is a link" } as const,
};
const ALLOWED = ["src/a.ts", "src/crlf.txt", "src/large.txt", "src/new.ts", "src/link"];

const path = fc.oneof(
  fc.constantFrom(...Object.keys(FILES), ...ALLOWED, "src", "", ".", "**", "denied/**", "src/**/*.ts"),
  fc.constantFrom(...HOSTILE_PATHS),
  fc.string({ maxLength: 20, unit: anyCharacter }),
);
const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "",
      "a",
      "export const a = 1;",
      "a line of a large file\n",
      "\ud800",
      "one\r\n",
      SECRET,
      "TOKEN",
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS.map((each) => each.text)) },
  { weight: 2, arbitrary: fc.string({ maxLength: 60, unit: anyCharacter }) },
);
const edits = fc.array(fc.record({ find: text, replace: text }), { maxLength: 4 });
const ranges = fc.array(
  fc.record({ from: fc.integer({ min: -2, max: 5_000 }), to: fc.integer({ min: -2, max: 5_000 }) }),
  { maxLength: 4 },
);
const expression = fc.constantFrom("(a+)+$", "(.*a){12}b", "a|b", "(", "[^", "\\1", ".*", "(?=a)", "^$", "\\b");

/** Plausible arguments, by tool. */
const GIVEN: Readonly<Record<ToolName, fc.Arbitrary<unknown>>> = {
  list: fc.record({ path }),
  read: fc.record({ path, ranges }, { requiredKeys: ["path"] }),
  search: fc.record(
    { query: fc.oneof(text, expression), regex: fc.boolean(), ignore_case: fc.boolean(), path },
    { requiredKeys: ["query"] },
  ),
  symbols: fc.record({ path, name: text }, { requiredKeys: [] }),
  diff: fc.record({ path }, { requiredKeys: [] }),
  check: fc.record({ command: fc.oneof(fc.constantFrom("npm test", "npm test; rm -rf ."), text) }),
  edit: fc.record({ path, edits }),
  write: fc.record({ path, content: text, delete: fc.boolean(), revert: fc.boolean() }, { requiredKeys: ["path"] }),
  begin_anew: fc.record({}),
  propose: fc.record({ summary: text }),
  object: fc.record({ reason: text, needs: fc.array(text, { maxLength: 3 }) }, { requiredKeys: [] }),
};

/** Plausible, broken, or anything at all. */
const callOf = (name: ToolName): fc.Arbitrary<ScriptedCall> =>
  fc.oneof(
    { weight: 5, arbitrary: GIVEN[name].map((given) => [name, given] as const) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(GIVEN[name], fc.integer())
        .map(([given, seed]) => [name, mutate(JSON.stringify(given), seed)] as const),
    },
    { weight: 1, arbitrary: fc.anything().map((given) => [name, JSON.stringify(given) ?? "undefined"] as const) },
  );

const pool = (calls: fc.Arbitrary<ScriptedCall>, numRuns: number) => fc.sample(calls, { seed: 1, numRuns });

/** For a full trial use 10,000: `HOSTILE_TURNS=10000 npx vitest run --project property packages/agent/src/hostile`. */
const TURNS_EACH = Number(process.env.HOSTILE_TURNS ?? 500);
/** How many turns a hostile conversation has. */
const TURNS = 40;

const hostile = async (turns: readonly (readonly ScriptedCall[])[]) => {
  const ran: string[] = [];
  const results: string[] = [];
  let asked = 0;
  const checks = {
    commands: [{ name: "verify 1", command: "npm test" }],
    run: async (command: string) => {
      ran.push(command);
      return { ok: true, ending: "exit 0", output: "PWNED" };
    },
  };
  const limits = { turns: TURNS };
  const made = await conversation({
    files: FILES,
    allowed: ALLOWED,
    denyPaths: ["denied"],
    checks,
    limits,
    wholeFileBytes: 1_000,
    // Accepts no end, so that the conversation continues.
    readEnd: () => ({ ok: false, issues: ["not now"] }),
    replies: [],
    model: {
      ask: async ({ call, messages }) => {
        asked++;
        results.push(...resultsIn({ messages: messages.slice(-3) }));
        return callsOf(...(turns[call.turn - 1] ?? []));
      },
    },
  });
  return { ...made, ran, asked, results };
};

describe.each(TOOL_NAMES)("hostile turns against %s", (name) => {
  test("never leave the draft's paths, show denied files, exceed a limit, or throw", async () => {
    const calls = pool(callOf(name), TURNS_EACH);
    const others = pool(fc.constantFrom<ToolName>("edit", "write").chain(callOf), 500);
    for (let turns = 0; turns < TURNS_EACH; ) {
      const script = Array.from({ length: TURNS }, (_, index) => {
        const at = turns + index;
        const call = calls[at % calls.length] ?? [name];
        return at % 3 === 0 ? [call, others[at % others.length] ?? ["edit"]] : [call];
      });
      // The script does not end the conversation; the limit does.
      const { outcome, scene, asked, results, ran } = await hostile(script);
      expect(["stuck"]).toContain(outcome.kind);
      expect(asked).toBeLessThanOrEqual(TURNS);
      turns += asked;
      for (const { path: written } of scene.draft.files()) expect(ALLOWED).toContain(written);
      for (const write of await scene.draft.writes()) expect(ALLOWED).toContain(write.path);
      for (const read of scene.files.inspected) {
        expect(pathFault(read)).toBeNull();
        expect([...Object.keys(FILES), ...ALLOWED]).toContain(read);
        expect(read).not.toMatch(/^(?:denied|\.env|\.git|id_rsa)/);
      }
      for (const command of ran) expect(command).toBe("verify 1");
      for (const [index, content] of results.entries()) {
        expect(Buffer.byteLength(content), `result ${index}`).toBeLessThan(40_000);
        // Anything that does not come from our files is the model's own text.
        if (name === "read" || name === "list")
          expect(
            readQuotes(content)
              .quotes.map((quote) => quote.text)
              .join(),
          ).not.toContain("TOKEN=");
      }
    }
  });
});

/** Calls of every tool that run into the text: in a file, its name, the output of a command, or an edit that does not fit. */
const meeting = (named: string): readonly ScriptedCall[] => [
  ["list"],
  ["list", { path: "docs/**" }],
  ["read", { path: "src/a.ts" }],
  ["read", { path: named }],
  ["search", { query: ".", regex: true }],
  ["symbols", { path: "src/a.ts" }],
  ["symbols", { name: "PWNED" }],
  ["check", { command: "npm test" }],
  ["check", { command: "no such command" }],
  ["edit", { path: "src/a.ts", edits: [{ find: "is not there PWNED", replace: "" }] }],
  ["edit", { path: "lost", edits: [{ find: "a", replace: "" }] }],
  ["write", { path: "src/b.ts", delete: true }],
  ["diff"],
  ["propose", { summary: "s" }],
  ["object", { reason: "r" }],
];

test.each(HOSTILE_TEXTS.map(({ title, text: said }) => [title, said] as const))(
  "stays in its quotes, whatever tool runs into it: %s",
  async (_, said) => {
    const named = `docs/${said.slice(0, 100)}`;
    const files = { "src/a.ts": said, "src/b.ts": said, [named]: said, [`docs/more ${said.slice(0, 60)}/x`]: said };
    const checks = {
      commands: [{ name: "verify 1", command: "npm test" }],
      run: async () => ({ ok: false, ending: "exit 1", output: said }),
    };
    const outlines = {
      outlineOf: async () => ({
        definitions: [
          { name: "PWNED", container: [], kind: "value" as const, line: 0, first: 0, last: 0, signature: "PWNED" },
        ],
        imports: [],
      }),
    };
    const { requests } = await conversation({
      files,
      checks,
      outlines,
      allowed: ["src/a.ts", "src/b.ts"],
      limits: { ...LIMITS, contextTokens: 4_000_000 },
      readEnd: () => ({ ok: false, issues: ["not now"] }),
      replies: [callsOf(...meeting(named)), "done"],
    });
    const results = resultsIn(requests[1]);
    expect(results).toHaveLength(meeting(named).length);
    const met = results.filter((content) => {
      const { outside, quotes } = readQuotes(content);
      expect(outside).not.toContain("PWNED");
      expect(quotes.length).toBeLessThanOrEqual(1);
      return quotes.length === 1;
    });
    expect(met.length).toBeGreaterThanOrEqual(8);
  },
);
