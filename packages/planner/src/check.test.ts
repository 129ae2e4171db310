import type { JsonObject, JsonValue } from "@llmch/text";
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
      {
        order: order(1, { title: "Add" }),
        verifyExempt: true,
        isDone: false,
        index: 0,
        given: order(1, { title: " Add " }),
      },
      { order: order(2), verifyExempt: false, isDone: false, index: 1, given: order(2) },
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

  test("an order that is done needs and gives nothing any more", () => {
    const manifest = plan([order(1), order(2)]);
    const repoFiles = ["src/m1.js"];
    expect(checkManifest(manifest, { ...options, repoFiles }).errors).toMatchObject([{ code: "E101", wo_id: "WO-01" }]);
    const isDone = ({ id }: JsonObject) => id === "WO-01";
    const check = checkManifest(manifest, { ...options, repoFiles, isDone });
    expect([check.errors, check.orders.map(({ isDone }) => isDone)]).toEqual([[], [true, false]]);
    expect(checkManifest(manifest, { ...options, isDone }).errors).toMatchObject([{ code: "E101", wo_id: "WO-02" }]);
  });

  test("with an error there are no exemptions and no orders, but still the manifest", () => {
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

describe("the verify-script order, if the repo has the script", () => {
  const manifest = plan([verifyOrder(1), order(2, { preconditions: [exists("src/m1.js")] }), order(3)]);

  test("is judged like any other by a plain check", () => {
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

  test("stays if the repo has no script, or if it makes more than the script", () => {
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

  test("leaves no plan if there is no other order", () => {
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

test("keys such as __proto__ are unknown keys like any other", () => {
  const text = JSON.stringify(plan([order(1)])).replace(
    /\{/g,
    '{"__proto__": {"polluted": 1}, "constructor": {"prototype": 1}, "hasOwnProperty": 1, "toString": null, ',
  );
  const check = checkText(text.replaceAll(", }", "}"), options);
  expect(check.errors).toEqual([]);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});
