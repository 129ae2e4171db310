import type { JsonValue } from "@llmch/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { settingList, settingNamed } from "./setting-list.ts";
import { judgeSettings } from "./settings-document.ts";

const KEY = "sk-canary-0123456789";

describe("a fault", () => {
  test.each<[title: string, document: JsonValue, path: string, said: RegExp]>([
    ["no object", [], "", /^the file must be an object of settings/],
    ["an unknown group", { planer: {} }, "planer", /no setting planer: did you mean planner\?$/],
    ["a setting outside its group", { model: "a" }, "model", /inside its group: \{"planner": \{"model": …\}\}$/],
    ["a full name", { "budget.usd": 1 }, "budget.usd", /\{"budget": \{"usd": …\}\}$/],
    ["a group that is none", { planner: 1 }, "planner", /^planner must be an object of the settings of planner/],
    ["a misspelt name", { factory: { modle: "a" } }, "factory.modle", /did you mean factory\.model\?$/],
    [
      "a name of another group",
      { planner: { timeout_seconds: 1 } },
      "planner.timeout_seconds",
      /did you mean factory\.timeout_seconds\?$/,
    ],
    ["a name like no other", { planner: { colour: 1 } }, "planner.colour", /`llmch config` lists them all$/],
    [
      "a bad value",
      { planner: { max_attempts: 0 } },
      "planner.max_attempts",
      /must be a whole number from 1 to 1000000/,
    ],
    [
      "one of a list",
      { planner: { model: ["a", ""] } },
      "planner.model.1",
      /^planner\.model\[1\] must be a model's name/,
    ],
    [
      "a variable before a command that verifies",
      { verify: { commands: ["npm test", "PYTHONPATH=. pytest"] } },
      "verify.commands.1",
      /begins with its program \(put its variables in verify\.env: \{"NAME": "value"\}\)/,
    ],
    [
      "a variable before any other command",
      { setup: { commands: ["A='b c' npm ci"] } },
      "setup.commands.0",
      /begins with its program \(write `env` before its variables\)/,
    ],
    [
      "a member of a server",
      { models: { compatible: { a: { base_url: "x" } } } },
      "models.compatible.a.base_url",
      /http or https address/,
    ],
    [
      "a member too many",
      { models: { compatible: { a: { base_url: "http://h", modle: "x" } } } },
      "models.compatible.a.modle",
      /did you mean models\.compatible\.a\.model\?$/,
    ],
    ["a member that is missing", { models: { prices: { a: { input: 1 } } } }, "models.prices.a", /has no `output`/],
    [
      "a name that cannot be one",
      { models: { compatible: { "-": { base_url: "http://h" } } } },
      "models.compatible.-",
      /has no possible name/,
    ],
    ["$schema", { $schema: 1 }, "$schema", /must be the address of a JSON Schema/],
  ])("%s is reported at its place", (_, document, path, said) => {
    const { faults } = judgeSettings(document, "user");
    expect(faults.map((fault) => fault.path.join("."))).toEqual([path]);
    expect(`${faults[0]?.message}: ${faults[0]?.hint}`).toMatch(said);
  });

  test("does not hide others, or valid values", () => {
    const document = { planner: { model: 1, max_attempts: 3 }, factory: { modle: "a" }, budget: { usd: -1 } };
    const { values, faults } = judgeSettings(document, "repo");
    expect(values).toEqual({ "planner.max_attempts": 3 });
    expect(faults).toHaveLength(3);
  });
});

describe("a key in a file", () => {
  const server = (members: object): JsonValue => ({
    models: { compatible: { a: { base_url: "http://h", ...members } } },
  });
  test.each<[title: string, document: JsonValue]>([
    ["as a model", { planner: { model: KEY } }],
    ["as a server's model", server({ model: `x ${KEY}` })],
    ["as a variable's name", server({ key_variable: KEY })],
    ["under a name of its own", server({ api_key: KEY })],
    ["of another form under a name of its own", server({ apiKey: "0123456789" })],
    ["as a setting", { planner: { openai_api_key: KEY } }],
    ["as a group", { token: "0123456789" }],
    ["as a name", { [KEY]: 1 }],
    ["as a server's name", { models: { compatible: { [KEY]: {} } } }],
    ["that the environment has", server({ model: "geheim-12345678" })],
  ])("%s is refused, and not repeated", (_, document) => {
    const { faults } = judgeSettings(document, "user", ["geheim-12345678"]);
    const said = JSON.stringify(faults.map(({ message, hint }) => [message, hint]));
    expect(said).toContain("name the variable that holds it");
    expect(said).not.toMatch(/canary|geheim/);
  });
});

test("a user-only setting is refused only in the repo's file", () => {
  const document = { network: { trusted_hosts: ["a.example"] } };
  expect(judgeSettings(document, "user")).toEqual({ values: { "network.trusted_hosts": ["a.example"] }, faults: [] });
  expect(judgeSettings(document, "repo")).toMatchObject({
    values: {},
    faults: [{ path: ["network", "trusted_hosts"] }],
  });
});

const settings = settingList();
/** Documents with known names and values of any kind. */
const documents = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.oneof(fc.constantFrom("planner", "factory", "budget", "network", "models", "__proto__"), fc.string()),
    fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.oneof(fc.constantFrom(...settings.map(({ key }) => key)), fc.string()), fc.jsonValue()),
      fc.record({ compatible: fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.jsonValue())) }),
    ),
  ),
);

test("any document gives only valid values, and faults at existing paths", () => {
  fc.assert(
    fc.property(documents, fc.constantFrom("repo" as const, "user" as const), (document, writer) => {
      const judged = judgeSettings(document as JsonValue, writer);
      for (const [name, value] of Object.entries(judged.values)) {
        expect(settingNamed(name)?.kind.read(JSON.parse(JSON.stringify(value)))).toMatchObject({ ok: true });
      }
      for (const { path, hint } of judged.faults) {
        let at: unknown = document;
        for (const step of path) {
          expect(Object.hasOwn(at as object, step)).toBe(true);
          at = Object.entries(at as object).find(([name]) => name === String(step))?.[1];
        }
        expect(hint).not.toBe("");
      }
    }),
    { numRuns: 150 },
  );
});
