import type { JsonValue } from "@llmch/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkManifest, checkText } from "./check.ts";
import { noPython, order, plan, simplePython, verifyOrder } from "./plan.fixture.ts";

const options = { repoFiles: [], syntaxes: { python: () => simplePython } };
const exists = (path: string) => ({ kind: "file_exists", path });
const withScript = { repoFiles: ["scripts/verify.sh"], syntaxes: { python: noPython } };

describe("checkManifest", () => {
  test("gives the normalised manifest, and each order with its exemption", () => {
    const manifest = plan([order(1, { title: " Add " }), order(2)], {
      verify_contract: { command: "x", requires: [exists("src/m1.js"), exists("./src/m2.js"), exists("README.md")] },
    });
    const check = checkManifest(manifest, { ...options, repoFiles: ["README.md"] });
    expect(check.verifyExempt).toEqual({ "WO-01": true, "WO-02": false });
    expect(check.orders).toEqual([
      { order: order(1, { title: "Add" }), verifyExempt: true, index: 0, given: order(1, { title: " Add " }) },
      { order: order(2), verifyExempt: false, index: 1, given: order(2) },
    ]);
    expect(check.manifest?.work_orders).toEqual(check.orders.map((standing) => standing.order));
  });

  test.each<[string, JsonValue, boolean[]]>([
    ["no contract", null, [false, false]],
    ["an empty one", {}, [false, false]],
    ["one without requirements", { command: "x", requires: [] }, [false, false]],
    ["a file that is to stay away", { requires: [{ kind: "file_absent", path: "src/m2.js" }] }, [false, true]],
  ])("computes exemptions under %s", (_, verify_contract, exempt) => {
    const claimed = [order(1, { verify_exempt: true }), order(2, { verify_exempt: true })];
    expect(Object.values(checkManifest(plan(claimed, { verify_contract }), options).verifyExempt)).toEqual(exempt);
  });

  test("with an error there are no exemptions and no orders, and the manifest is there all the same", () => {
    const check = checkManifest(plan([order(2)]), options);
    expect(check).toMatchObject({ verifyExempt: {}, orders: [] });
    expect(check.manifest).not.toBeNull();
  });

  test("loads no parser for a plan without Python, and asks about each program once", () => {
    expect(checkManifest(plan([order(1)]), { repoFiles: [], syntaxes: { python: noPython } }).errors).toEqual([]);
    const asked: string[] = [];
    const syntaxFault = (code: string) => {
      asked.push(code);
      return null;
    };
    const python = () => ({ ...simplePython, syntaxFault });
    const commands = { acceptance_commands: ["python -c 'import os'"] };
    checkManifest(plan([order(1, commands), order(2, commands)]), { repoFiles: [], syntaxes: { python } });
    expect(asked).toEqual(["import os"]);
  });
});

describe("the verify-script order, where the repo has the script", () => {
  const manifest = plan([verifyOrder(1), order(2, { preconditions: [exists("src/m1.js")] }), order(3)]);

  test("is judged as any other by a mere check", () => {
    const { errors } = checkManifest(manifest, withScript);
    expect(errors.map(({ code, wo_id }) => `${code} ${wo_id}`)).toEqual(["E101 WO-01", "E101 WO-02"]);
  });

  test("is dropped from the chain by the compile loop, and the others keep their ids", () => {
    const { errors } = checkManifest(manifest, { ...withScript, dropVerifyScriptOrder: true });
    expect(errors.map(({ code, wo_id }) => `${code} ${wo_id}`)).toEqual(["E101 WO-02"]);
  });

  test("still counts in the list of ids, and is judged by itself", () => {
    const broken = plan([{ ...verifyOrder(1), forbidden: 5 }, order(1, { preconditions: [] })]);
    const { errors } = checkManifest(broken, { ...withScript, dropVerifyScriptOrder: true });
    expect(errors.map(({ code, wo_id }) => `${code} ${wo_id}`)).toEqual(["E005 WO-01", "E001 WO-01"]);
  });

  test("stays where the repo has no script, or where it makes more than the script", () => {
    const check = (orders: readonly JsonValue[], repoFiles: readonly string[]) =>
      checkManifest(plan(orders), { repoFiles, syntaxes: { python: noPython }, dropVerifyScriptOrder: true });
    expect(check([verifyOrder(1)], []).orders).toHaveLength(1);
    const more = {
      ...verifyOrder(1),
      preconditions: [],
      allowed_files: ["scripts/verify.sh", "a"],
      postconditions: [],
    };
    expect(check([more], ["scripts/verify.sh"]).orders).toHaveLength(1);
  });

  test("leaves no plan where there is no other order", () => {
    const check = checkManifest(plan([verifyOrder(1)]), { ...withScript, dropVerifyScriptOrder: true });
    expect(check.errors.map(({ code }) => code)).toEqual(["E000"]);
  });
});

describe("checkText", () => {
  test.each([
    ["", false],
    ["not JSON", false],
    ['{"work_orders": [], "work_orders": []}', false],
    ["[".repeat(100_000), false],
    ["[]", true],
    ["null", true],
  ])("%j", (text, json) => {
    const check = checkText(text.slice(0, 200_000), options);
    expect(check.json).toBe(json);
    expect(check.errors.map(({ code, wo_id, field }) => [code, wo_id, field])).toEqual([["E000", null, null]]);
  });
});

const junk: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.jsonValue().map((any): JsonValue => JSON.parse(JSON.stringify(any))),
  fc.constantFrom<JsonValue>("", "..", "*", "WO-01", "python -c 'x !!'", "a | 'b", "\ud800", 1e308, {}, [], null),
);

/** A value after something at a random place was replaced, removed or added. */
const mutated = (value: JsonValue): fc.Arbitrary<JsonValue> => {
  if (typeof value !== "object" || value === null) return junk;
  const entries = Object.entries(value);
  if (entries.length === 0) return junk;
  return fc.nat(entries.length - 1).chain((at) => {
    const inner = entries[at]?.[1] ?? null;
    return fc
      .oneof(
        { weight: 5, arbitrary: mutated(inner) },
        { weight: 1, arbitrary: junk },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
      .map((replacement) => {
        const kept = entries.flatMap(([key, old], index): [string, JsonValue][] =>
          index !== at ? [[key, old]] : replacement === undefined ? [] : [[key, replacement]],
        );
        return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
      });
  });
};

describe("whatever the input", () => {
  const sound = plan(
    [verifyOrder(1), order(2, { preconditions: [] }), order(3, { acceptance_commands: ["python -c 'import os'"] })],
    {
      verify_contract: { command: "x", requires: [exists("scripts/verify.sh")] },
    },
  );
  const holds = (document: JsonValue) => {
    const before = JSON.stringify(document);
    const { errors, warnings, verifyExempt, orders } = checkManifest(document, {
      ...options,
      dropVerifyScriptOrder: true,
    });
    for (const { code } of errors) expect(code).toMatch(/^E/);
    for (const { code } of warnings) expect(code).toMatch(/^W/);
    expect(orders.length > 0).toBe(errors.length === 0);
    expect(Object.keys(verifyExempt)).toHaveLength(orders.length);
    expect(JSON.stringify(document)).toBe(before);
  };

  test("any JSON gives diagnostics and never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => holds(JSON.parse(JSON.stringify(value)))),
      { numRuns: 300 },
    );
  });

  test("so does any order inside a plan", () => {
    fc.assert(fc.property(fc.array(fc.jsonValue()), (orders) => holds(plan(JSON.parse(JSON.stringify(orders))))));
  });

  test("so does a sound plan with a few things changed", () => {
    const broken = mutated(sound).chain(mutated).chain(mutated);
    fc.assert(fc.property(broken, holds), { numRuns: 600 });
  });

  test("values that cannot be made a text are said as well", () => {
    const odd = { toString: false, valueOf: false };
    const conditions = [odd, { kind: odd, path: odd }];
    const document = {
      system_overview: [odd],
      verify_contract: { command: odd, requires: conditions },
      work_orders: [odd, order(2, { id: odd, title: odd, preconditions: conditions, acceptance_commands: [odd] })],
    };
    holds(JSON.parse(JSON.stringify(document)));
  });

  test("so does any text", () => {
    const whole = JSON.stringify(sound);
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(20), fc.string(), (at, length, text) => {
        checkText(whole.slice(0, at) + text + whole.slice(at + length), options);
      }),
      { numRuns: 300 },
    );
  });

  test("keys such as __proto__ are unknown keys like any other", () => {
    const text = JSON.stringify(plan([order(1)])).replace(
      /\{/g,
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": 1}, "hasOwnProperty": 1, "toString": null, ',
    );
    const check = checkText(text.replaceAll(", }", "}"), options);
    expect(check.errors).toEqual([]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});
