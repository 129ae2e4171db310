import type { PlanSource } from "@llmch/config";
import { DIAGNOSTIC_CODES } from "@llmch/contract";
import { BEYOND_PLANS } from "@llmch/planner/explanations";
import { describe, expect, test } from "vitest";
import { locate } from "./locate.ts";
import { diagnosticsOf, type Members, manifestSource, orderText, planText } from "./plan.fixture.ts";

const order = (members: Members) => planText([orderText(members)]);
const second = { id: '"WO-02"', postconditions: "[]", preconditions: "[]" };
const promised = (path: string) => `[{ "kind": "file_exists", "path": "${path}" }]`;

const OTHER = { ...second, allowed_files: '["src/b.js"]', notes: '«"From src/a.js: sum(b) adds."»' };

/** Plans by their code; « and » surround the place where it is shown. */
const PLANS: readonly (readonly [code: string, title: string, text: string])[] = [
  ["E000", "no JSON", '{"work_orders": «n»ope}'],
  ["E000", "cut off", '{"work_orders": [\n{"id": "WO-01"}«»\n'],
  ["E000", "a comma too many", '{"work_orders": [1,«]»}'],
  ["E000", "a comment", '{«/»/ mine\n"work_orders": []}'],
  ["E000", "a key twice", '{"work_orders": [],\n  «"»work_orders": []}'],
  ["E000", "too deep", `{"a":${"[".repeat(63)}«[»1`],
  ["E000", "a list", "«[]»"],
  ["E000", "an empty list", '{"work_orders": «[]»}'],
  ["E000", "no list", '{"work_orders":\n«5»}'],
  ["E000", "an element", planText([orderText(), "«7»"])],
  ["E000", "a contract", planText([orderText()], "«[1]»")],
  ["E001", "malformed", order({ id: "«7»" })],
  ["E001", "with space around it", order({ id: '«" WO-1 "»' })],
  ["E001", "missing", order({ id: null }).replace("[\n{", "[\n«{»")],
  ["E001", "twice", planText([orderText(), orderText({ ...second, id: '«"WO-01"»' })])],
  ["E003", "a command", order({ acceptance_commands: '["node a.js", «"a | \\"b\\""»]' })],
  ["E003", "a long command", order({ acceptance_commands: `["x", «"a | ${"b".repeat(500)}"»]` })],
  ["E003", "a spelt-out command", order({ acceptance_commands: '[«"\\u0061 \\u007c b"»]' })],
  ["E003", "trimmed, and twice", order({ acceptance_commands: '["x", «"  a | b "», "a | b"]' })],
  ["E004", "a path", order({ context_files: '["README.md", «"src/*.js"»]' })],
  ["E005", "a type", order({ title: "«5»" })],
  ["E005", "a list's element, behind a duplicate", order({ allowed_files: '["src/a.js", "./src/a.js", «5»]' })],
  ["E005", "a path", order({ allowed_files: '["src/a.js", «"../b"»]' })],
  ["E005", "a key missing", order({ forbidden: null }).replace('"WO-01"', '«"WO-01"»')],
  ["E005", "too many", order({ context_files: `«[${[..."abcdefghijk"].map((x) => `"${x}"`)}]»` })],
  ["E005", "below a member", order({ preconditions: '[{ "kind": «"dir"», "path": "a" }]' })],
  ["E005", "of two with one id", planText([orderText(), orderText({ title: "«5»" })])],
  ["E006", "a program", order({ acceptance_commands: `["x", «"python -c '!!'"»]` })],
  ["E007", "a command", order({ acceptance_commands: `["x", «"echo 'a"»]` })],
  ["E205", "a command", order({ acceptance_commands: '["x", «"python $LLMCH_CHECKS/a.py"»]' })],
  ["E205", "a file", `{"checks": [«{"name": "../a.py", "content": ""}»],\n"work_orders": [${orderText()}]}`],
  ["E101", "a path", order({ preconditions: '[{ "path": «"./no//file.js"», "kind": "file_exists" }]' })],
  [
    "E101",
    "the right one of two with one path",
    order({
      preconditions: `[{ "kind": "file_exists", "path": "README.md" }, { "kind": "file_absent", "path": «"README.md"» }]`,
    }),
  ],
  [
    "E102",
    "a path",
    order({
      preconditions: `[{ "kind": "file_exists", "path": «"x/y"» }, { "kind": "file_absent", "path": "x/y" }]`,
    }),
  ],
  ["E103", "a path", order({ postconditions: '[{ "kind": "file_exists", "path": «"src/ü 日本.js"» }]' })],
  ["E104", "a path", order({ allowed_files: '["src/a.js",\n\t«"src/日本/../b.js"»]' })],
  [
    "E104",
    "in the second of two with one id",
    planText([orderText(), orderText({ allowed_files: '["src/a.js", «"z"»]' })]),
  ],
  ["E105", "a command", order({ acceptance_commands: '["x", «"bash ./scripts/verify.sh"»]' })],
  ["E106", "a path", planText([orderText()], '{ "requires": [{ "kind": "file_exists", "path": «"no.sh"» }] }')],
  ["E201", "an empty command", order({ acceptance_commands: '["node src/a.js", «" "»]' })],
  [
    "E203",
    "a path",
    order({
      allowed_files: '["src/old.js"]',
      postconditions: `[{ "kind": "file_absent", "path": «"src/old.js"» }, { "kind": "file_exists", "path": "src/old.js" }]`,
    }),
  ],
  ["E204", "a path", order({ preconditions: '[{ "kind": "file_contains", "path": «"no.js"», "text": "x" }]' })],
  ["W101", "a command", order({ acceptance_commands: `["x", «"python -c 'import nowhere'"»]` })],
  [
    "W201",
    "an element",
    planText([orderText()], '{ "requires": [{ "kind": "file_exists" }, «{ "kind": "no" }»] }').replace(
      '[{ "kind": "file_exists" }, ',
      "[",
    ),
  ],
  ["W201", "the overview", planText([orderText()]).replace("{", '{ "system_overview": «"x"»,')],
  ["W203", "a command", order({ acceptance_commands: '["node src/a.js", «"node src/a.js 2>&1"»]' })],
  ["W204", "a command", order({ acceptance_commands: '["node src/a.js", «"echo done"»]' })],
  ["W205", "a command", order({ acceptance_commands: '["node src/a.js", «"node src/never.js"»]' })],
  ["W206", "a path", planText([orderText(), orderText({ ...second, allowed_files: '[«"src/a.js"»]' })])],
  ["W207", "a field", order({ acceptance_commands: '«["true"]»' })],
  [
    "W208",
    "a path",
    planText([
      orderText({ allowed_files: '["test/a.test.js"]', postconditions: promised("test/a.test.js") }),
      orderText({ ...second, allowed_files: '["src/b.js", «"test/a.test.js"»]', postconditions: "[]" }),
    ]),
  ],
  [
    "W209",
    "a field",
    order({ postconditions: "[]", allowed_files: `«${JSON.stringify([..."abcdefghijklmnopqrs"])}»` }),
  ],
  ["W210", "a path", order({ context_files: '["README.md", «".env"»]' })],
  [
    "W211",
    "a path",
    order({ allowed_files: '["src/no.js"]', postconditions: '[{ "kind": "file_absent", "path": «"src/no.js"» }]' }),
  ],
  ["W222", "a quote", order({ fulfils: '["It adds numbers.", «"It adds words."»]' })],
  ["W222", "all orders", order({ fulfils: '["It adds numbers."]' }).replace('"work_orders"', '«"work_orders"»')],
  ["W223", "a text", planText([orderText(), orderText(OTHER)])],
  [
    "W226",
    "a field",
    order({
      intent: '"Build on src/old.js."',
      preconditions: '[{ "kind": "file_exists", "path": "src/old.js" }]',
      context_files: "«[]»",
    }),
  ],
  [
    "W227",
    "a command",
    order({
      notes: '"Refused with: x: there is no such note here"',
      acceptance_commands: `[«"node -e \\"if (require('./src/a.js') !== 'x: there is no such tag here') throw 1\\""»]`,
    }),
  ],
  ["W228", "an order", order({ depends_on: '[«"WO-02"»]' })],
  ["W234", "a list of paths", order({ allowed_files: '«["src/large.js"]»', postconditions: "[]" })],
  ["W235", "a command", order({ acceptance_commands: `["test -f a", «"python -c 'import os; os._exit(3)'"»]` })],
  ["W233", "a path", order({ allowed_files: '["src/a.js", «"dist/a.js"»]', postconditions: "[]" })],
  ["W229", "a member", order({ depend_on: '«"WO-02"»' })],
  ["W224", "a field", order({ acceptance_commands: '«["node --check src/a.js"]»' })],
];

const regionOf = (marked: string) => {
  const before = marked.slice(0, marked.indexOf("«")).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  const length = marked.indexOf("»") - marked.indexOf("«") - 1;
  return { line: before.length, column, endColumn: column + length };
};
const unmarked = (marked: string) => marked.replace(/[«»]/g, "");

const placesOf = (code: string, text: string, source: PlanSource) =>
  locate(
    diagnosticsOf(text).filter((found) => found.code === code),
    source,
  ).map(({ place }) => place);

const SPELLINGS: readonly (readonly [string, (text: string) => string])[] = [
  ["as written", (text) => text],
  ["with CRLF", (text) => text.replaceAll("\n", "\r\n")],
  ["on one line", (text) => text.trimEnd().replaceAll("\n", " ")],
  ["with tabs", (text) => text.replaceAll(/^ */gm, "\t")],
];

describe.each(SPELLINGS)("%s", (_, spell) => {
  test.each(PLANS)("%s is shown at its place: %s", (code, _title, marked) => {
    if (/\/\/ mine/.test(marked) && !spell(marked).includes("\n")) return;
    const text = unmarked(spell(marked));
    const region = regionOf(spell(marked));
    expect(placesOf(code, text, manifestSource(text))).toContainEqual({ path: "/repo/plan.json", region });
  });
});

test("every code is shown somewhere", () => {
  // Diagnostics that only a run finds are about a list of commands, as E007 is. A division is in no file of the user's, and other documents than plans have places of their own.
  const shown = new Set([...PLANS.map(([code]) => code), "E202", ...Object.keys(BEYOND_PLANS)]);
  expect(Object.keys(DIAGNOSTIC_CODES).filter((code) => !shown.has(code))).toEqual([]);
});

test("a byte order mark counts in no column", () => {
  const text = unmarked('\ufeff{"work_orders": «[]»}');
  expect(placesOf("E000", text, manifestSource(text))).toEqual([
    { path: "/repo/plan.json", region: { line: 1, column: 17, endColumn: 19 } },
  ]);
});

test("a file that is too large is shown as only the file, and is not parsed", () => {
  const source = manifestSource("");
  const found = { code: "E202", wo_id: null, message: "the plan has 30000 orders", field: null } as const;
  expect(locate([found], source)).toEqual([{ diagnostic: found, place: { path: "/repo/plan.json", region: null } }]);
});

test("an answer between fences is shown by its own lines", () => {
  const json = '{"work_orders":\n nope}';
  const text = `\`\`\`json\n${json}\n\`\`\`\n`;
  const source: PlanSource = { kind: "manifest", manifest: { path: "/a.txt", text, start: text.indexOf(json) } };
  expect(placesOf("E000", json, source)).toEqual([{ path: "/a.txt", region: { line: 3, column: 2, endColumn: 3 } }]);
});

test("a text crafted to be deep for a repairing parser has no place, and crashes nothing", () => {
  const text = `{"a":${"[},".repeat(50_000)}`;
  expect(placesOf("E000", text, manifestSource(text))).toHaveLength(1);
});

test("a file that is gone has no line", () => {
  const found = { code: "E001", wo_id: "WO-01", message: "?", field: "id", pointer: "/work_orders/0/id" } as const;
  expect(locate([found], manifestSource("not JSON"))[0]?.place).toMatchObject({ region: { line: 1, column: 1 } });
  expect(locate([found], manifestSource("{}"))[0]?.place).toMatchObject({ region: { line: 1, column: 1 } });
});

test("steps of a pointer are unescaped, and name no member that is inherited", () => {
  const text = '{"a/b":\n{"~1":\n1}}';
  const lineOf = (pointer: string) =>
    locate([{ code: "E001", wo_id: null, message: "?", field: null, pointer }], manifestSource(text))[0]?.place?.region
      ?.line;
  expect(["", "/a~1b", "/a~1b/~01", "/constructor", "/a~1b/0"].map(lineOf)).toEqual([1, 1, 3, 1, 1]);
});

describe("a directory of orders", () => {
  const file = (name: string, text: string) => ({ path: `/wo/${name}`, text });
  const orders = [orderText(), orderText({ ...second, id: null, allowed_files: '["src/b.js",\n"src/c.js"]' })];
  const source: PlanSource = {
    kind: "orders",
    orders: [file("WO-01.json", orders[0] ?? ""), file("WO-02.json", orders[1] ?? "")],
    manifest: file(
      "WORK_ORDERS_MANIFEST.json",
      '{"verify_contract":{"requires":[{"kind":"file_exists",\n"path":"no"}]}}',
    ),
  };
  const placeOf = (pointer: string | undefined, from = source) => {
    const found = { code: "E103", wo_id: null, message: "?", field: null } as const;
    return locate([pointer === undefined ? found : { ...found, pointer }], from)[0]?.place;
  };

  test.each([
    ["an order's value", "/work_orders/0/allowed_files/0", "/wo/WO-01.json", 7],
    ["a later order's value", "/work_orders/1/allowed_files/1", "/wo/WO-02.json", 7],
    ["a field where the value is not found", "/work_orders/1/allowed_files/2", "/wo/WO-02.json", 6],
    ["an order where the field is missing", "/work_orders/0/notes", "/wo/WO-01.json", 2],
    ["the contract", "/verify_contract/requires/0/path", "/wo/WORK_ORDERS_MANIFEST.json", 2],
  ])("%s", (_, pointer, path, line) => {
    expect(placeOf(pointer)).toMatchObject({ path, region: { line } });
  });

  test("a diagnostic about no file has no place", () => {
    expect(placeOf("/work_orders/77/id")).toBeNull();
    expect(placeOf("/work_orders")).toBeNull();
    expect(placeOf("/verify_contract", { ...source, manifest: null })).toBeNull();
    expect(placeOf(undefined)).toBeNull();
  });

  test("a file that is no JSON", () => {
    const broken: PlanSource = { kind: "orders", orders: [file("WO-01.json", "{ x")], manifest: null };
    const place = { path: "/wo/WO-01.json", region: { line: 1, column: 3, endColumn: 4 } };
    expect(placeOf("/work_orders/0", broken)).toEqual(place);
  });
});
