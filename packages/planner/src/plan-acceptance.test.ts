import { wholeOf } from "@llmch/contract";
import type { JsonObject, JsonValue } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { answeredPlan } from "./answered-plan.ts";
import { checkManifest } from "./check.ts";
import { compiledPlan } from "./compiled-plan.ts";
import { normalizeManifest } from "./normalize.ts";
import { order, plan, simplePython } from "./plan.fixture.ts";
import { report } from "./rules/rules.fixture.ts";

const TWO = [order(1), order(2)];
const whole = (...plan_acceptance: readonly JsonValue[]) => plan(TWO, { plan_acceptance });
const syntaxes = { python: () => simplePython };
const checked = (document: JsonValue, repoFiles: readonly string[] = []) =>
  checkManifest(document, { repoFiles, syntaxes, dropVerifyScriptOrder: true });
const compiled = (document: JsonValue) =>
  compiledPlan(checked(document), { plannerRunId: "01", compileHash: "0", repoCommit: null });

describe("check files", () => {
  const checks = [
    { name: "a.py", content: "  import m1\n\nassert m1\n\n", hidden: false },
    { name: "h.py", content: "import m1", hidden: true },
  ];
  const commands = ["python $LLMCH_CHECKS/a.py", { command: "python $LLMCH_CHECKS/h.py", hidden: true }];
  const planned = (given: JsonValue) => plan([order(1, { acceptance_commands: commands })], { checks: given });

  test("are written with the plan, letter by letter, and not with its orders", () => {
    const { manifest, orders } = compiled(
      planned([
        { ...checks[0], name: " a.py " },
        { ...checks[1], more: 1 },
      ] as JsonValue),
    );
    expect(manifest.checks).toEqual(checks);
    expect(orders[0]).not.toHaveProperty("checks");
  });

  test("leave a plan without them as it was", () => {
    for (const none of [[], null]) {
      const { manifest, manifestSha256 } = compiled(plan(TWO, { checks: none }));
      expect(manifest).not.toHaveProperty("checks");
      expect(manifestSha256).toBe(compiled(plan(TWO)).manifestSha256);
    }
  });

  test("stay in an answer with single orders, unless it has others", () => {
    const base = planned(checks);
    const answer = (changes: JsonObject) => {
      const read = answeredPlan(JSON.stringify({ revised_orders: [order(1)], ...changes }), base);
      return read.ok ? wholeOf(read.value.document).checks : null;
    };
    expect(answer({ checks: null })).toEqual(checks);
    expect(answer({ checks: checks.slice(1) })).toEqual(checks.slice(1));
  });
});

describe("what holds once all orders have landed is judged as any command", () => {
  test.each<[string, JsonValue, readonly string[]]>([
    ["a good one", "node src/m2.js", []],
    ["a good hidden one", { command: "node src/m2.js", hidden: true }, []],
    [
      "E003",
      "node src/m1.js | cat",
      ['command "node src/m1.js | cat" has the shell operator `|`, and no shell runs it'],
    ],
    ["E007", "echo 'x", [expect.stringMatching(/^command "echo 'x"/)]],
    ["E201", "", ['command "" names no program']],
    ["E105", "bash scripts/verify.sh", ['command "bash scripts/verify.sh" is the verify script, which runs anyway']],
    ["W203", "node src/m1.js $HOME", ['command "node src/m1.js $HOME" has "$HOME", which no shell interprets']],
    ["W204", "echo done", ['command "echo done" cannot fail, so it tests nothing']],
    [
      "W205",
      "node src/m9.js",
      [expect.stringMatching(/runs "src\/m9\.js", which neither the repo nor an order so far/)],
    ],
    ["W101", 'python -c "import nowhere"', [expect.stringMatching(/imports "nowhere"/)]],
    ["E005", { hidden: true }, [expect.stringMatching(/^the plan does not meet the schema: \/plan_acceptance\/2 /)]],
    ["E005", { cmd: "node a.js" }, [expect.stringMatching(/\/plan_acceptance\/2 /)]],
    ["E005", 3, [expect.stringMatching(/\/plan_acceptance\/2 /)]],
  ])("%s", (name, command, messages) => {
    const { errors, warnings } = checked(whole("node src/m1.js", " node src/m1.js", command), ["scripts/verify.sh"]);
    expect([...errors, ...warnings]).toEqual(
      messages.map((message) => ({
        ...{ code: name, wo_id: null, field: "plan_acceptance", message, pointer: "/plan_acceptance/2" },
      })),
    );
  });

  test("E006, by its language's parser", () => {
    const refusing = { ...simplePython, syntaxFault: () => ({ message: "invalid syntax", place: null }) };
    const manifest = whole('python -c "if"');
    expect(report({ manifest, syntaxes: { python: () => refusing } })).toEqual([
      expect.stringMatching(/^E006 - plan_acceptance: /),
    ]);
  });

  test("one that is no list is refused", () => {
    for (const plan_acceptance of ["node x.js", { command: "node x.js" }])
      expect(report({ manifest: plan(TWO, { plan_acceptance }) })).toEqual([
        expect.stringMatching(/^E005 - plan_acceptance: the plan does not meet the schema: \/plan_acceptance must be /),
      ]);
    for (const plan_acceptance of [null, []]) expect(report({ manifest: plan(TWO, { plan_acceptance }) })).toEqual([]);
  });

  test("it may use the files of every order, and an order's removal counts", () => {
    expect(report({ manifest: whole("node src/m2.js", "node src/m1.js") })).toEqual([]);
  });
});

test("it is trimmed and loses duplicates, as an order's", () => {
  const given = whole(" node a.js ", "node a.js", { command: " b ", hidden: true }, "node a.js");
  const normal = normalizeManifest(given);
  expect(wholeOf(normal).plan_acceptance).toEqual(["node a.js", { command: "b", hidden: true }]);
  expect(normalizeManifest(normal)).toBe(normal);
});

describe("a compiled plan", () => {
  test("holds it before its orders, plain commands as text, and its hash covers it", () => {
    const one = compiled(
      whole({ command: "node src/m2.js", hidden: false }, { command: "node src/m1.js", hidden: true }),
    );
    expect(Object.keys(one.manifest)).toEqual(["system_overview", "verify_contract", "plan_acceptance", "work_orders"]);
    expect(one.manifest.plan_acceptance).toEqual(["node src/m2.js", { command: "node src/m1.js", hidden: true }]);
    expect(compiled(whole("node src/m2.js")).manifestSha256).not.toBe(one.manifestSha256);
  });

  test("of an answer without it is what it was before", () => {
    const before = compiled(plan(TWO));
    expect(before.manifest).not.toHaveProperty("plan_acceptance");
    for (const plan_acceptance of [null, []])
      expect(compiled(plan(TWO, { plan_acceptance })).manifestSha256).toBe(before.manifestSha256);
  });
});

describe("an answer with single orders", () => {
  const answer = (changes: JsonObject) => {
    const read = answeredPlan(JSON.stringify({ revised_orders: [], ...changes }), whole("node src/m2.js"));
    return read.ok ? wholeOf(read.value.document).plan_acceptance : read.issues;
  };
  test.each<[string, JsonObject, JsonValue]>([
    ["leaves it as it was", { plan_acceptance: null }, ["node src/m2.js"]],
    ["of before leaves it too", {}, ["node src/m2.js"]],
    ["may change it", { plan_acceptance: ["node src/m1.js"] }, ["node src/m1.js"]],
    ["may take it away", { plan_acceptance: [] }, []],
  ])("%s", (_, changes, left) => {
    expect(answer(changes)).toEqual(left);
  });
});
