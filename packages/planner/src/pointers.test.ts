import { DIAGNOSTIC_CODES, type Diagnostic, promptLimits } from "@llmch/contract";
import { mutate } from "@llmch/testkit";
import { isJsonObject, type JsonValue, member } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { checkManifest, checkText, type PlanCheck } from "./check.ts";
import { checkOrders } from "./check-orders.ts";
import { compiledPlan, pointersWritten } from "./compiled-plan.ts";
import { examplePlan } from "./explanations/example.ts";
import { BEYOND_PLANS, EXPLANATIONS } from "./explanations/explanations.ts";
import { order, plan, simplePython, verifyOrder } from "./plan.fixture.ts";

const syntaxes = { python: () => simplePython, javascript: () => simplePython, bash: () => simplePython };
const check = (
  document: JsonValue,
  repoFiles: readonly string[] = [],
  spec?: string,
  ignored: readonly string[] = [],
  sizes: Readonly<Record<string, number>> = {},
) =>
  checkManifest(document, {
    ...{ repoFiles, syntaxes, ignored: new Set(ignored), ...(spec === undefined ? {} : { spec }) },
    room: { sizes: new Map(Object.entries(sizes)), ...promptLimits(400_000) },
  });
const found = ({ errors, warnings }: Pick<PlanCheck, "errors" | "warnings">) => [...errors, ...warnings];
const pointersOf = (code: string, all: readonly Diagnostic[]) =>
  all.filter((each) => each.code === code).map(({ pointer }) => pointer);

/** The value at a pointer, by RFC 6901; undefined if there is none. */
const valueAt = (document: JsonValue, pointer: string): JsonValue | undefined =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<JsonValue | undefined>((value, step) => {
      if (Array.isArray(value)) return /^(?:0|[1-9][0-9]*)$/.test(step) ? value[Number(step)] : undefined;
      return isJsonObject(value) ? member(value, step) : undefined;
    }, document);

const leadingNowhere = (document: JsonValue, all: readonly Diagnostic[]) =>
  all.filter(({ pointer }) => pointer === undefined || valueAt(document, pointer) === undefined);

/** A value that is trimmed, normalised, and given twice: this shifts the indices of later values in its list. */
const TWICE = ["src/m1.js", " ./src//m1.js "];

describe("a diagnostic's pointer leads into the given document", () => {
  const shifted = plan([
    order(1, {
      preconditions: [5, { kind: "file_exists", path: "src/m1.js" }, { kind: "file_exists", path: " ./none.js " }],
      allowed_files: [...TWICE, "a*", "src/m1.js", "../b"],
      context_files: [" README.md", "README.md", "c?"],
      acceptance_commands: ["npm test", " npm test", "a | b ", 7, "a | b", "echo 'x"],
    }),
    order(2, { forbidden: ["a", "a ", 5] }),
  ]);

  test.each<[string, readonly string[]]>([
    ["E003", ["/work_orders/0/acceptance_commands/2"]],
    ["E004", ["/work_orders/0/allowed_files/2", "/work_orders/0/context_files/2"]],
    ["E005", ["/work_orders/0/preconditions/0", "/work_orders/1/forbidden/2"]],
    ["E007", ["/work_orders/0/acceptance_commands/5"]],
    ["E101", ["/work_orders/0/preconditions/1/path", "/work_orders/0/preconditions/2/path"]],
    ["E104", ["/work_orders/0/allowed_files/2", "/work_orders/0/allowed_files/4"]],
  ])("%s, after duplicates and values of another type", (code, pointers) => {
    expect(pointersOf(code, found(check(shifted)))).toEqual(pointers);
  });

  test("for an order judged by itself, after an unreadable one", () => {
    const { errors } = checkOrders([undefined, order(1, { acceptance_commands: ["x", "x", "a | b"] }), 5], syntaxes);
    expect(errors.map(({ code, wo_id, pointer }) => [code, wo_id, pointer])).toEqual([
      ["E003", "WO-01", "/work_orders/1/acceptance_commands/2"],
      ["E000", "index-2", "/work_orders/2"],
    ]);
  });

  test.each(Object.entries(EXPLANATIONS).filter(([code]) => !(code in BEYOND_PLANS)))("%s", (code, { broken }) => {
    const document = examplePlan(broken);
    const refusing = () => ({ ...simplePython, syntaxFault: () => ({ message: "invalid syntax", place: null }) });
    const checked =
      code === "E006"
        ? checkManifest(document, {
            repoFiles: [],
            syntaxes: { python: refusing, javascript: refusing, bash: refusing },
          })
        : check(document, broken.repo, broken.spec, broken.ignored, broken.sizes);
    const all = found(checked).filter((each) => each.code === code);
    expect(all).not.toEqual([]);
    // A document that is too large is not searched, so the finding has no pointer.
    if (code === "E202") expect(pointersOf(code, all)).toEqual([undefined]);
    else expect(leadingNowhere(document, all)).toEqual([]);
  });

  test("in 300 mutated plans", () => {
    const faulty = order(3, { context_files: [".env"], acceptance_commands: ["true", "node $X"], fulfils: ["B."] });
    const requires = ["none", { kind: "file_exists", path: "none" }];
    const text = JSON.stringify({
      ...shifted,
      verify_contract: { requires },
      work_orders: [shifted, plan([faulty])].flatMap(({ work_orders }) => work_orders ?? []),
    });
    const codes = new Set<string>();
    const wrong: number[] = [];
    for (let seed = 0; seed < 300; seed++) {
      const mutated = mutate(text, seed);
      const { json, ...checked } = checkText(mutated, { repoFiles: ["README.md"], syntaxes, spec: "A b. C d." });
      if (!json) continue;
      for (const { code } of found(checked)) codes.add(code);
      const document: JsonValue = JSON.parse(mutated.replace(/^\ufeff/, ""));
      if (leadingNowhere(document, found(checked)).length > 0) wrong.push(seed);
    }
    expect(wrong).toEqual([]);
    const ofPlans = Object.keys(DIAGNOSTIC_CODES).filter((code) => !(code in BEYOND_PLANS));
    expect(codes.size).toBeGreaterThan(ofPlans.length / 3);
  });
});

describe("a pointer into a written plan", () => {
  const answer = plan(
    [
      verifyOrder(1),
      order(2, {
        preconditions: [],
        context_files: ["README.md", "./README.md", ".env"],
        acceptance_commands: ["node src/m2.js", "node src/m2.js ", "true"],
        depends_on: ["WO-01", "WO-07"],
      }),
    ],
    { verify_contract: { requires: ["none", { kind: "file_exists", path: "README.md" }] } },
  );
  const options = { repoFiles: ["README.md", ".env", "scripts/verify.sh"], syntaxes, dropVerifyScriptOrder: true };
  const checked = checkManifest(answer, options);
  const written = compiledPlan(checked, { plannerRunId: "run", compileHash: "hash", repoCommit: null });

  test.each([
    ["W204", "true"],
    ["W210", ".env"],
    ["W228", "WO-07"],
  ])("accounts for dropped parts: %s", (code, value) => {
    const [pointer] = pointersOf(code, checked.warnings);
    expect(valueAt(answer, pointer ?? "?")).toBe(value);
    expect(valueAt(written.manifest, pointersWritten(written)(pointer ?? "?"))).toBe(value);
  });

  test("leads to the contract if the part was dropped from it", () => {
    expect(pointersOf("W201", checked.warnings)).toEqual(["/verify_contract/requires/0"]);
    expect(pointersWritten(written)("/verify_contract/requires/0")).toBe("/verify_contract");
  });

  test("leads to the new place of an order or a field", () => {
    expect(["/work_orders/1", "/work_orders/1/allowed_files"].map(pointersWritten(written))).toEqual([
      "/work_orders/0",
      "/work_orders/0/allowed_files",
    ]);
  });
});
