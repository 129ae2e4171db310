import { settingNamed } from "@llmch/contract/settings";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changedSettings } from "./change-setting.ts";
import { commentedJson, plainValue } from "./commented-json.ts";

const SECRET = "my-own-secret-1";
const change = (text: string | null, name: string, value?: unknown, writer: "repo" | "user" = "repo") => {
  const setting = settingNamed(name);
  if (setting === undefined) throw new Error(name);
  const json = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  return changedSettings({ path: "/r/f.json", name: "f.json", text, writer }, setting, json, [SECRET]);
};
const changed = (text: string | null, name: string, value?: unknown) => {
  const result = change(text, name, value);
  return result.ok ? result.value : result.issues.map(({ message }) => message);
};

test("a new file contains its schema and only that setting", () => {
  const text = changed(null, "budget.usd", 5);
  expect(text).toMatch(/^\{\n {2}"\$schema": "https:\S+",\n {2}"budget": \{\n {4}"usd": 5\n {2}\}\n\}\n$/);
});

test.each([
  ["a value", '{ "budget": { "usd": 1, "tokens": 2 } }', '{ "budget": { "usd": 5, "tokens": 2 } }'],
  ["its comment", '{\n"budget": {\n"usd": 1, // why\n}}', '{\n"budget": {\n"usd": 5, // why\n}}'],
  [
    "a comment with its setting",
    '{\n\t"budget": {\n\t\t"tokens": 2 // why\n\t}\n}',
    '{\n\t"budget": {\n\t\t"usd": 5,\n\t\t"tokens": 2 // why\n\t}\n}',
  ],
  [
    "a trailing comma",
    '{\n "budget": {\n  "tokens": 2, /* a */ // b\n },\n}',
    '{\n "budget": {\n  "usd": 5,\n  "tokens": 2, /* a */ // b\n },\n}',
  ],
  ["what is in one line", '{"budget":{"tokens":2}}', '{\n  "budget": {\n    "usd": 5,\n    "tokens": 2\n  }\n}'],
  ["an empty group", '{\n  "budget": {}\n}', '{\n  "budget": {\n    "usd": 5\n  }\n}'],
  ["an empty file", "{}\n", '{\n  "budget": {\n    "usd": 5\n  }\n}\n'],
  [
    "the other groups",
    '{\n    "factory": {}\n    // a\n}',
    '{\n    "factory": {},\n    "budget": {\n        "usd": 5\n    }\n    // a\n}',
  ],
  [
    "line ends of Windows",
    '\ufeff{\r\n  "budget": {\r\n    "tokens": 2\r\n  }\r\n}',
    '\ufeff{\r\n  "budget": {\r\n    "usd": 5,\r\n    "tokens": 2\r\n  }\r\n}',
  ],
])("set keeps %s", (_, text, expected) => {
  expect(changed(text, "budget.usd", 5)).toBe(expected);
});

test.each([
  [
    "a line, but no comment",
    '{\n"budget": {\n  // keep\n  "usd": 1, // why\n  "tokens": 2\n}}',
    '{\n"budget": {\n  // keep\n   // why\n  "tokens": 2\n}}',
  ],
  ["a line", '{\n"budget": {\n  "usd": 1,\n  "tokens": 2\n}}', '{\n"budget": {\n  "tokens": 2\n}}'],
  [
    "the last line",
    '{\n"budget": {\n  "tokens": 2, // keep\n  "usd": 1\n}}',
    '{\n"budget": {\n  "tokens": 2 // keep\n}}',
  ],
  ["the only one", '{ "budget": { "usd": 1, }, }', '{ "budget": {  }, }'],
  ["the first of a line", '{"budget": {"usd": 1, "tokens": 2}}', '{"budget": { "tokens": 2}}'],
  ["the last of a line", '{"budget": {"tokens": 2, "usd": 1}}', '{"budget": {"tokens": 2 }}'],
  ["nothing, in a group that lacks it", '{"budget": {"tokens": 2}}', '{"budget": {"tokens": 2}}'],
  ["nothing, without the group", "{ /* a */ }", "{ /* a */ }"],
])("unset removes %s", (_, text, expected) => {
  expect(changed(text, "budget.usd")).toBe(expected);
});

test.each([
  [null, "network.trusted_hosts", ["a.example"], /^network\.trusted_hosts is not for the repo to say$/],
  [null, "budget.usd", -1, /^budget\.usd must be a number/],
  [null, "factory.model", "sk-abcdefgh12345678", /^there seems to be a key in factory\.model$/],
  [null, "verify.commands", [`curl ${SECRET}`], /^there seems to be a key in verify\.commands/],
  [null, "factory.model", "replay:../../m", /^factory\.model names a file outside the repo/],
  ['{"budget": {"usd": 1},\n "factroy": {}}', "budget.usd", 5, /^f\.json:2:2: there is no setting factroy$/],
  ['{"budget": {"usd": 1, "usd": 2}}', "budget.usd", 5, /^f\.json:1:\d+: this key appears twice$/],
  ['{"budget": 1}', "budget.usd", 5, /^f\.json:1:12: budget must be an object/],
  ["[]", "budget.usd", 5, /^f\.json:1:1: the file must be an object/],
  ["{", "budget.usd", 5, /^f\.json:1:2: this is not JSON/],
  ["", "budget.usd", 5, /^f\.json:1:1: this is not JSON/],
  [`{}//${"x".repeat(256 * 1024)}`, "budget.usd", 5, /^f\.json would be larger than/],
])("%j is not changed by %s = %j", (text, name, value, message) => {
  expect(changed(text, name, value)).toEqual([expect.stringMatching(message)]);
});

test("a change may fix the file's only fault, and a user may set what a repo may not", () => {
  expect(changed('{"budget": {"usd": "a"}}', "budget.usd", 5)).toBe('{"budget": {"usd": 5}}');
  expect(change(null, "network.trusted_hosts", ["a.example"], "user")).toMatchObject({ ok: true });
  const refused = change(null, "network.trusted_hosts", ["a.example"]);
  expect(refused).toMatchObject({ issues: [{ hint: "set it in your own file, with --user" }] });
});

test("whatever is between the members of a file, only the setting changes, and every comment stays", () => {
  const gap = fc.constantFrom("", " ", "\n", "\n  ", "// c\n", " /* c */ ", '\n// "usd": 1,\n');
  const member = fc.tuple(gap, fc.constantFrom("tokens", "minutes", "usd"), gap, gap, gap);
  const group = fc
    .tuple(fc.uniqueArray(member, { selector: ([, name]) => name }), gap, fc.boolean())
    .map(
      ([members, last, trails]) =>
        `{${members.map(([a, name, b, c, d]) => `${a}"${name}"${b}:${c}1${d}`).join(",")}${trails && members.length > 0 ? "," : ""}${last}}`,
    );
  const documentOf = (text: string) => {
    const read = commentedJson(text);
    return "root" in read ? plainValue(read.root) : read.fault;
  };
  const count = (text: string) => text.split(/\/[/*]/).length;
  fc.assert(
    fc.property(group, gap, (budget, before) => {
      const text = `${before}{"budget": ${budget}}`;
      const was = documentOf(text);
      const members = typeof was === "object" && was !== null && "budget" in was ? was.budget : null;
      const set = changed(text, "budget.usd", 5);
      expect(documentOf(String(set))).toEqual({ budget: { ...Object(members), usd: 5 } });
      expect(count(String(set))).toBe(count(text));
      const { usd: _, ...others } = Object(members);
      expect(documentOf(String(changed(text, "budget.usd")))).toEqual({ budget: others });
    }),
    { numRuns: 200 },
  );
});
