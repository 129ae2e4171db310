import type { JsonValue } from "@llmch/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";
import { settingList, settingNamed, variableOf } from "./setting-list.ts";

const kindOf = (name: string) => {
  const setting = settingNamed(name);
  if (setting === undefined) throw new Error(`there is no setting ${name}`);
  return setting.kind;
};

describe("a value in a file", () => {
  test.each<[name: string, value: JsonValue, read: unknown]>([
    ["planner.model", "gpt-9", ["gpt-9"]],
    ["planner.model", " openai:gpt-9 ", ["gpt-9"]],
    ["planner.model", ["a", "openai:a", "Anthropic:b"], ["a", "anthropic:b"]],
    ["planner.temperature", null, null],
    ["planner.temperature", 0.5, 0.5],
    ["factory.max_attempts", 1, 1],
    ["review.model", "replay:a,b.jsonl", "replay:a,b.jsonl"],
    ["verify.commands", ["npm test", "sh -c 'a && b'"], ["npm test", "sh -c 'a && b'"]],
    [
      "verify.fix",
      ["black", { command: "eslint --fix", files: ["*.js"] }],
      [
        { command: "black", files: [] },
        { command: "eslint --fix", files: ["*.js"] },
      ],
    ],
    ["setup.derive", [{ command: "npm i", files: ["a.lock"] }], [{ command: "npm i", files: ["a.lock"], when: [] }]],
    ["verify.languages", ["python", "c"], ["python", "c"]],
    ["budget.usd", 0, 0],
    ["budget.usd", -0, 0],
    ["network.trusted_hosts", ["Models.example.com:8443", "[::1]"], ["models.example.com:8443", "[::1]"]],
    [
      "models.prices",
      { x: { input: 1, output: 2 } },
      { x: { input: 1, cached_input: null, cache_write: null, output: 2 } },
    ],
    [
      "models.compatible",
      { a: { base_url: "http://h:1/v1" } },
      { a: { base_url: "http://h:1/v1", key_variable: null, key_command: null, api: "chat", model: null } },
    ],
    [
      "models.compatible",
      { a: { base_url: "https://h/openai/v1?api-version=2026-01-01-preview&x=1", model: "m" } },
      { a: expect.objectContaining({ base_url: "https://h/openai/v1?api-version=2026-01-01-preview&x=1" }) },
    ],
  ])("%s: %j", (name, value, read) => {
    expect(kindOf(name).read(value)).toEqual({ ok: true, value: read });
  });

  test.each<[name: string, value: JsonValue]>([
    ["planner.model", []],
    ["planner.model", ""],
    ["planner.model", "antropic:x"],
    ["planner.model", ["a", 1]],
    ["planner.model", "a,b"],
    ["review.model", "a, anthropic:b"],
    ["planner.model", "a\nb"],
    ["planner.temperature", "0.5"],
    ["planner.temperature", 2.1],
    ["factory.max_attempts", 0],
    ["factory.max_attempts", 1.5],
    ["factory.max_attempts", true],
    ["factory.max_attempts", null],
    ["planner.reasoning_effort", " "],
    ["verify.commands", "npm test"],
    ["verify.commands", ["npm ci && npm test"]],
    ["verify.commands", ["npm 'test"]],
    ["verify.light_commands", [""]],
    ["verify.light_commands", ["A=1 npm test"]],
    ["verify.fix", ["A= black"]],
    ["verify.fix", ["black && ruff"]],
    ["verify.fix", [{ command: "black", files: ["/a.py"] }]],
    ["setup.derive", ["npm i"]],
    ["setup.derive", [{ command: "npm i", files: [] }]],
    ["setup.derive", [{ command: "npm i", files: ["../a.lock"] }]],
    ["setup.derive", [{ command: "npm i", files: [".git/config"] }]],
    ["setup.derive", [{ command: "npm i", files: ["a.lock"], when: ["../b"] }]],
    ["verify.languages", ["Python 3"]],
    ["budget.usd", -0.01],
    ["network.trusted_hosts", "a.example"],
    ["network.trusted_hosts", ["https://a.example"]],
    ["network.trusted_hosts", ["a.example/path"]],
    ["models.prices", { x: { input: 1 } }],
    ["models.prices", { x: { input: 1, output: -1 } }],
    ["models.compatible", [{ base_url: "http://h" }]],
    ["models.compatible", { a: { base_url: "ftp://h" } }],
    ["models.compatible", { a: { base_url: "https://me:key@h/v1" } }],
    ["models.compatible", { a: { base_url: "https://h/v1?key=0123456789" } }],
    ["models.compatible", { a: { base_url: "https://h/v1?v=1&api_key=0123456789" } }],
    ["models.compatible", { a: { base_url: "https://h/v1?v=sk-0123" } }],
    ["models.compatible", { a: { base_url: "https://h/v1?v=0123456789012345678901234567890" } }],
    ["models.compatible", { a: { base_url: "https://h/v1?v=1#a" } }],
    ["models.compatible", { a: { base_url: "http://h", key_variable: "sk-0123456789" } }],
    ["models.compatible", { a: { base_url: "http://h", key_variable: "AIzaSyD0123456789abcdefghij" } }],
    ["models.compatible", { a: { base_url: "http://h", api: "grpc" } }],
    ["models.compatible", { a: { base_url: "http://h", key: "x" } }],
    ["models.compatible", { "../a": { base_url: "http://h" } }],
  ])("is refused for %s: %j", (name, value) => {
    expect(kindOf(name).read(value)).toMatchObject({ ok: false });
  });
});

describe("the text of a flag or a variable", () => {
  test.each([
    ["planner.model", "a, anthropic:b", ["a", "anthropic:b"]],
    ["planner.temperature", "none", null],
    ["planner.temperature", ".5", 0.5],
    ["network.trusted_hosts", "a.example, b.example:1", ["a.example", "b.example:1"]],
    ["verify.commands", '["npm test", "npx eslint a,b"]', ["npm test", "npx eslint a,b"]],
    ["verify.commands", "npm test\nnpx eslint a,b\n", ["npm test", "npx eslint a,b"]],
    ["models.compatible", '{"a": {"base_url": "http://h"}}', { a: expect.objectContaining({ base_url: "http://h" }) }],
  ])("%s: %s", (name, text, value) => {
    expect(kindOf(name).fromText(text)).toEqual({ ok: true, value });
  });

  test.each([
    ["factory.max_attempts", "1e3"],
    ["factory.max_attempts", "0x10"],
    ["factory.max_attempts", "many"],
    ["budget.usd", "5 dollars"],
    ["models.prices", "{"],
    ["verify.commands", '["npm test", '],
    ["verify.light_commands", '[["npm test"]]'],
  ])("is refused for %s: %s", (name, text) => {
    expect(kindOf(name).fromText(text)).toMatchObject({ ok: false });
  });
});

test("a variable before a command is told with the cure, wherever the list is written", () => {
  const { fromText } = kindOf("verify.commands");
  for (const text of ["npm test\nA=1 npm test", '["A=1 npm test"]'])
    expect(fromText(text)).toMatchObject({ issues: [expect.stringContaining("in verify.env")] });
  expect(fromText("./a=b/run\nenv A=1 npm test")).toMatchObject({ ok: true });
});

test("every default is a valid value in a settings file", () => {
  for (const { name, kind, default: fallback } of settingList()) {
    expect([name, kind.read(JSON.parse(JSON.stringify(fallback)))]).toEqual([name, { ok: true, value: fallback }]);
  }
});

test("a kind reads its own values back unchanged, so a recorded run can be resumed", () => {
  fc.assert(
    fc.property(fc.constantFrom(...settingList()), fc.jsonValue(), ({ kind }, value) => {
      const read = kind.read(value as JsonValue);
      if (read.ok) expect(kind.read(JSON.parse(JSON.stringify(read.value)))).toEqual(read);
    }),
  );
});

test("settings have separate variables, except for the timeouts, which share one", () => {
  const names = settingList().map(variableOf);
  const shared = names.filter((name, index) => names.indexOf(name) !== index);
  expect(shared).toEqual(["LLMCH_TOTAL_TIMEOUT_MS"]);
  expect(names).toContain("LLMCH_PLANNER_MODEL");
});

test.each([
  ["modle", "model"],
  ["MODEL", "model"],
  ["max-attempts", "max_attempts"],
  ["reasoning_efort", "reasoning_effort"],
  ["colour", null],
  ["x".repeat(1000), null],
])("the name nearest to %s is %s", (written, nearest) => {
  expect(nearestName(written, ["model", "max_attempts", "reasoning_effort", "usd"])).toBe(nearest);
});
