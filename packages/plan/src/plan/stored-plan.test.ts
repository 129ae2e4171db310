import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promptLimits } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { monotonicClock } from "@llmch/files";
import { compilePlan, type PlanQuestion } from "@llmch/planner";
import { createRun, type RunStore } from "@llmch/store";
import { gitIn, scriptedModel, temporaryFolder } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";
import { afterAll, describe, expect, test } from "vitest";
import { recordedQuestion, storedPlan } from "./stored-plan.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const HASH = "a".repeat(64);
const QUESTION: PlanQuestion = {
  spec: "Build a module.",
  template: "{{PRODUCT_SPEC}}",
  doctrine: "",
  repoHints: null,
  repoFiles: ["README.md"],
  repoCommit: "1".repeat(40),
  settings: DEFAULT_SETTINGS.planner,
  limits: promptLimits(400_000),
};
const MANIFEST = {
  system_overview: [],
  verify_contract: null,
  work_orders: [
    {
      id: "WO-01",
      title: "Add a module",
      intent: "Build it.",
      preconditions: [{ kind: "file_exists", path: "README.md" }],
      postconditions: [{ kind: "file_exists", path: "a.js" }],
      allowed_files: ["a.js"],
      forbidden: [],
      acceptance_commands: ["node a.js"],
      context_files: [],
      notes: null,
    },
  ],
};
const READ = [{ path: "README.md", symbol: null, lines: "1-3", sha256: HASH }];
const idOf = (number: number) => `01${String(number).padStart(24, "0")}`;

interface Made {
  readonly record?: (run: JsonObject) => JsonObject;
  /** Called before the run is sealed. */
  readonly before?: (store: RunStore) => void;
  /** Called after the run is sealed. */
  readonly after?: (directory: string) => void;
  readonly isSealed?: boolean;
}

let stores = 0;
const newRoot = (): string => join(folder.path, `store-${++stores}`);

/** A planner's run that passed, as `llmch plan` leaves it. */
const makeRun = async (root: string, number: number, { record, before, after, isSealed = true }: Made = {}) => {
  const store = await createRun(root, "planner", idOf(number));
  const model = scriptedModel([JSON.stringify(MANIFEST)]);
  const ports = {
    model,
    explorer: { ask: model.ask, partsRead: async () => READ },
    ledger: store,
    clock: monotonicClock,
    syntaxes: {},
  };
  const compiled = await compilePlan({ ...QUESTION, plannerRunId: idOf(number) }, ports);
  if (compiled.kind !== "compiled") throw new Error(compiled.kind);
  const run: JsonObject = {
    run_id: idOf(number),
    kind: "planner",
    success: true,
    config: { replay: null },
    inputs: { question_sha256: HASH },
    outputs: { manifest_sha256: compiled.plan.manifestSha256 },
  };
  await store.record("run.json", record === undefined ? run : record(run));
  await store.settle();
  before?.(store);
  if (isSealed) await store.close();
  else store.abandon();
  after?.(store.directory);
  return compiled;
};

test("a plan for the same question is taken as it was written", async () => {
  const root = newRoot();
  const { plan } = await makeRun(root, 1);
  const stored = await storedPlan(root, QUESTION, HASH, process.env);
  expect(stored).toMatchObject({ runId: idOf(1), isAsWritten: true, outcome: { kind: "compiled", attempts: 0 } });
  expect(stored?.outcome.kind === "compiled" && stored.outcome.plan.manifest).toEqual(plan.manifest);
  expect(plan.orders[0]?.provenance).toMatchObject({ read: READ });
  expect(recordedQuestion(join(root, "planner", idOf(1)))).toBe(HASH);
});

test("the newest is taken, or an older one if it cannot be used", async () => {
  const root = newRoot();
  await makeRun(root, 1);
  await makeRun(root, 2);
  await makeRun(root, 3, { after: (directory) => rmSync(join(directory, "output"), { recursive: true }) });
  expect((await storedPlan(root, QUESTION, HASH, process.env))?.runId).toBe(idOf(2));
});

test("orders name the commit that they were planned at, whatever was committed since", async () => {
  const root = newRoot();
  await makeRun(root, 1);
  const stored = await storedPlan(root, { ...QUESTION, repoCommit: "2".repeat(40) }, HASH, process.env);
  expect(stored?.isAsWritten).toBe(true);
  const [order] = stored?.outcome.kind === "compiled" ? stored.outcome.plan.orders : [];
  expect(order?.provenance).toMatchObject({ planner_run_id: idOf(1), repo_commit: QUESTION.repoCommit });
});

describe("a run is passed over", () => {
  const output = (directory: string) => join(directory, "output/WORK_ORDERS_MANIFEST.json");
  test.each<[string, Made]>([
    ["of another question", { record: (run) => ({ ...run, inputs: { question_sha256: "b".repeat(64) } }) }],
    ["that names the question elsewhere", { record: (run) => ({ ...run, inputs: {}, note: HASH }) }],
    ["of an older version", { record: ({ inputs: _, ...run }) => ({ ...run, inputs: {} }) }],
    ["that a record answered", { record: (run) => ({ ...run, config: { replay: "/tmp/exchanges.jsonl" } }) }],
    ["whose record says nothing of a replay", { record: (run) => ({ ...run, config: {} }) }],
    ["that failed", { record: (run) => ({ ...run, success: false }) }],
    ["that was killed", { record: (run) => ({ ...run, success: null, outputs: null }) }],
    ["that is not sealed", { isSealed: false }],
    ["with another plan than its record tells", { record: (run) => ({ ...run, outputs: { manifest_sha256: HASH } }) }],
    ["whose manifest was changed", { after: (directory) => appendFileSync(output(directory), " ") }],
    ["whose order was changed", { after: (directory) => writeFileSync(join(directory, "output/WO-01.json"), "{}") }],
    ["that a file was added to", { after: (directory) => writeFileSync(join(directory, "more.txt"), "") }],
    ["that a link was added to", { after: (directory) => symlinkSync("/etc/passwd", join(directory, "link")) }],
    ["whose seal is damaged", { after: (directory) => appendFileSync(join(directory, "seal.json"), " ") }],
    [
      "whose record is cut",
      { after: (directory) => writeFileSync(join(directory, "run.json"), `{"inputs": "${HASH}`) },
    ],
    [
      "whose record is a folder",
      {
        after: (directory) => {
          rmSync(join(directory, "run.json"));
          mkdirSync(join(directory, "run.json"));
        },
      },
    ],
    [
      "whose plan was changed before it was sealed",
      {
        before: ({ directory }) =>
          writeFileSync(
            output(directory),
            readFileSync(output(directory), "utf8").replaceAll("Add a module", "Add more"),
          ),
      },
    ],
    ["whose manifest was lost before", { before: ({ directory }) => rmSync(output(directory)) }],
  ])("%s", async (_, made) => {
    const root = newRoot();
    await makeRun(root, 1, made);
    expect(await storedPlan(root, QUESTION, HASH, process.env)).toBeNull();
  });

  test("whose plan the current rules refuse for this repo", async () => {
    const root = newRoot();
    await makeRun(root, 1);
    expect(await storedPlan(root, { ...QUESTION, repoFiles: [] }, HASH, process.env)).toBeNull();
  });

  test("that came with a repo", async () => {
    const root = newRoot();
    await makeRun(root, 1);
    const git = gitIn(root);
    git("init", "--quiet");
    expect(await storedPlan(root, QUESTION, HASH, process.env)).not.toBeNull();
    git("add", "--all");
    expect(await storedPlan(root, QUESTION, HASH, process.env)).toBeNull();
  });

  test("if there is no store", async () => {
    expect(await storedPlan(newRoot(), QUESTION, HASH, process.env)).toBeNull();
  });
});
