import { promptLimits } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { memoryLedger, scriptedModel, steadyClock } from "@llmch/testkit";
import { formatDiagnostic, isJsonObject, type JsonObject, type JsonValue, objectMember } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { checkManifest } from "../check.ts";
import { compilePlan } from "../compile.ts";
import type { CompileInputs } from "../compile-inputs.ts";
import { writtenOrders } from "../compiled-plan.ts";
import { noPython, order, plan } from "../plan.fixture.ts";
import { isCitable } from "./e307-citation.ts";
import { type PlanWindow, plannedWindow, planWindow } from "./window.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const OLD = ["dates are UTC", "the store is one file"];
const WINDOW: PlanWindow = {
  first_order: 6,
  most_orders: 2,
  standing: "M1 is reached; M2 is next.",
  notes: OLD,
  citable: ["WO-03", COMMIT, "npm run e2e"],
};

const kept = OLD.map((note) => ({ before: note, now: note, why: "" }));
const abort = { order: "WO-03", reason: "The service is gone.", cites: ["WO-03"] };
/** An order of the window: its file is there, and nothing is said of orders before it. */
const own = (number: number, changes: JsonObject = {}): JsonObject =>
  order(number, { preconditions: [], context_files: [], ...changes });
const window = (orders: readonly JsonValue[], changes: JsonObject = {}): JsonObject =>
  plan(orders, { completes: false, notes: kept, abort: null, ...changes });

const found = (document: JsonObject, changes: Partial<PlanWindow> = {}): readonly string[] =>
  checkManifest(document, {
    ...{ repoFiles: [], syntaxes: { python: noPython }, spec: "Build it. Ship it." },
    window: { ...WINDOW, ...changes },
  })
    .errors.map(formatDiagnostic)
    .map((line) => line.replace(/^\[(.{4})\]/, "$1"));

const added = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ before: null, now: `note ${from + index}`, why: "new" }));

test("a note is one printable line", () => {
  const notes = [{ before: null, now: "one \u001b[31m red\nline\u202e ", why: "" }];
  expect(plannedWindow({ notes }).notes).toEqual(["one red line"]);
});

test.each<[string, JsonObject, readonly string[]]>([
  ["a window that keeps its notes", window([own(6), own(7)]), []],
  ["one that reaches its milestone", window([own(6)], { completes: true }), []],
  ["one that finds it reached", window([], { completes: true }), []],
  ["one that gives an order up", window([], { abort }), []],
  [
    "one that changes a note, drops one and adds one",
    window([own(6)], {
      notes: [
        { before: OLD[0] ?? "", now: "dates are local", why: "the user said so" },
        { before: OLD[1] ?? "", now: null, why: "needless" },
        { before: null, now: "ports are random", why: "" },
      ],
    }),
    [],
  ],
  ["the most notes", window([own(6)], { notes: [...kept, ...added(8)] }), []],
  ["a note too many", window([own(6)], { notes: [...kept, ...added(9)] }), ["E305 11 notes, of 10"]],
  [
    "no notes",
    window([own(6)], { notes: [] }),
    OLD.map((note) => `E305 the note "${note}" of the window before is named by no entry`),
  ],
  [
    "a note that is named twice",
    window([own(6)], { notes: [...kept, { before: OLD[0] ?? "", now: null, why: "" }] }),
    [`E305 the note "${OLD[0]}" of the window before is named 2 times`],
  ],
  [
    "a note that is made up, one of nothing, and one that says what another says",
    window([own(6)], {
      notes: [
        ...kept,
        { before: "it rains", now: "it snows", why: "" },
        { before: null, now: " ", why: "" },
        { before: null, now: `${OLD[0]}`, why: "" },
      ],
    }),
    [
      'E305 the window before has no note "it rains"',
      "E305 an entry names no note, old or new",
      `E305 the note "${OLD[0]}" is there twice`,
    ],
  ],
  [
    "a long note",
    window([own(6)], { notes: [...kept, { before: null, now: "x".repeat(121), why: "" }] }),
    [expect.stringMatching(/^E305 the note "x+.*" has 121 characters, of 120$/)],
  ],
  [
    "ids that start anew",
    window([own(1), own(2)]),
    [
      'E306 WO-01: id "WO-01" stands where WO-06 is due: this window\'s ids count on from WO-06',
      'E306 WO-02: id "WO-02" stands where WO-07 is due: this window\'s ids count on from WO-06',
    ],
  ],
  ["an id that is none", window([own(6, { id: "6" })]), [expect.stringMatching(/^E001 6: id "6" is not/)]],
  ["too many orders", window([own(6), own(7), own(8)]), ["E306 3 orders, of 2 that this window may have"]],
  [
    "nothing to do",
    window([]),
    ["E306 `work_orders` is empty, although the window neither completes its milestone nor gives an order up"],
  ],
  [
    "orders beside one that is given up",
    window([own(6)], { abort }),
    ['E306 it gives up "WO-03", and still has orders'],
  ],
  [
    "giving up what is complete",
    window([], { abort, completes: true }),
    ['E306 it gives up "WO-03", and still completes its milestone'],
  ],
  [
    "giving up without a reason",
    window([], { abort: { ...abort, reason: "" } }),
    ["E306 `abort` says which order is given up, and why"],
  ],
  [
    "giving up without evidence",
    window([], { abort: { ...abort, cites: [] } }),
    ["E307 the order is given up, and nothing is cited that shows why"],
  ],
  [
    "citing what is not there",
    window([], { abort: { ...abort, cites: ["WO-03", "WO-99"] } }),
    ['E307 the build has no order, commit or failed command "WO-99" to cite'],
  ],
  [
    "no list of orders",
    { ...window([]), work_orders: null },
    ["E000 `work_orders` is null, not a list", expect.any(String)],
  ],
])("%s", (_, document, expected) => {
  expect(found(document)).toEqual(expected);
});

test.each([
  ["an order", "WO-03", true],
  ["a command", "npm run e2e", true],
  ["a commit", COMMIT, true],
  ["its first seven characters", COMMIT.slice(0, 7), true],
  ["six of them", COMMIT.slice(0, 6), false],
  ["seven others", COMMIT.slice(1, 8), false],
  ["the beginning of a command", "npm run", false],
  ["nothing", "", false],
])("%s can be cited or not", (_, cite, expected) => {
  expect(isCitable(cite, WINDOW.citable)).toBe(expected);
});

test("a window is not held to sentences that others bring, but to its quotes", () => {
  const options = { repoFiles: [], syntaxes: { python: noPython }, spec: "It must build it. It must ship it." };
  const warned = (fulfils: readonly string[], of: PlanWindow | null) =>
    checkManifest(window([own(6, { id: of === null ? "WO-01" : "WO-06", fulfils: [...fulfils] })]), {
      ...options,
      window: of,
    }).warnings.filter(({ code }) => code === "W222").length;
  expect(warned(["It must build it."], WINDOW)).toBe(0);
  expect(warned(["It must build it.", "It must fly."], WINDOW)).toBe(1);
  expect(warned(["It must build it."], null)).toBe(1);
});

test("a build without a scope asks for no window", () => {
  const part = { ...WINDOW, build: "B", window: 1, commit: COMMIT };
  expect(planWindow({ ...part, standing: null })).toBeNull();
  expect(planWindow(undefined)).toBeNull();
  expect(planWindow(part)).toMatchObject(WINDOW);
});

const INPUTS: CompileInputs = {
  ...{ spec: "Build it.", template: "Plan this.\n{{PRODUCT_SPEC}}\n", doctrine: "", repoHints: null },
  ...{ repoFiles: [], repoCommit: COMMIT, limits: promptLimits(400_000), plannerRunId: "01RUN" },
  settings: { ...DEFAULT_SETTINGS.planner, model: ["model-1"], max_attempts: 3 },
  window: WINDOW,
};

const compile = async (...answers: readonly JsonObject[]) => {
  const ledger = memoryLedger();
  const model = scriptedModel(answers.map((each) => JSON.stringify(each)));
  const ports = { model, ledger, clock: steadyClock(), syntaxes: { python: noPython } };
  const outcome = await compilePlan(INPUTS, ports);
  return { outcome, requests: model.requests, artifacts: ledger.artifacts, events: ledger.events };
};

describe("a window is compiled", () => {
  test("from where the build stands, with ids that go on, and without an acceptance of its own", async () => {
    const acceptance = ["node end.js"];
    const { outcome, requests, artifacts } = await compile(window([own(6), own(7)], { plan_acceptance: acceptance }));
    const [{ prompt, answerSchema } = { prompt: "", answerSchema: null }] = requests;
    for (const told of [WINDOW.standing, "the next 2 orders at most, from WO-06", ...OLD, ...WINDOW.citable])
      expect(prompt).toContain(told);
    const { schema = null } = answerSchema ?? {};
    const names = Object.keys(isJsonObject(schema) ? objectMember(schema, "properties") : {});
    expect(names).toEqual(expect.arrayContaining(["work_orders", "completes", "notes", "abort"]));
    expect(names).not.toContain("plan_acceptance");
    if (outcome.kind !== "compiled") throw new Error(outcome.kind);
    expect(outcome.window).toEqual({ completes: false, notes: OLD, changes: kept, abort: null });
    expect(writtenOrders(outcome.plan).map(([name]) => name)).toEqual([
      ...["WO-06.json", "WO-07.json", "WORK_ORDERS_MANIFEST.json"],
    ]);
    expect(outcome.plan.manifest).not.toHaveProperty("plan_acceptance");
    expect([...artifacts.keys()]).toContain("output/WO-07.json");
  });

  test("again where it broke a rule; of single orders the rest of the answer counts anew", async () => {
    const changed = { revised_orders: [own(6)], work_orders: null, completes: true, notes: kept, abort: null };
    const { outcome, requests } = await compile(window([own(6)], { notes: [] }), changed);
    expect(requests[1]?.prompt).toContain("- E305: ");
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 2, window: { completes: true, notes: OLD } });
  });

  test.each([
    ["gives an order up", { abort }],
    ["holds its milestone reached", { completes: true }],
  ])("into no orders if it %s: that is a plan, and nothing is written", async (_, changes) => {
    const { outcome, artifacts, events } = await compile(window([], changes));
    expect(outcome).toMatchObject({ kind: "compiled", plan: { orders: [] }, window: changes });
    expect([...artifacts.keys()].join()).not.toContain("output/");
    expect(artifacts.get("compile/compile_summary.json")).toMatchObject({ success: true, window: changes });
    expect(events.map(({ type }) => type)).not.toContain("plan_written");
  });
});
