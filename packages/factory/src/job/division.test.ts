import type { WorkOrder } from "@llmch/contract";
import { answerOf, orderScene, reviewOf, type SceneOptions, workOrder } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { carryOut } from "../order.ts";
import type { Divided, DivisionQuestion } from "./division.ts";
import type { Division } from "./ports.ts";

const ROWS = [{ after: "any", failures: 2, do: "divide", model: null, usd: null }] as const;
const FILES = ["a.js", "b.js"];
const PARENT = {
  allowed_files: FILES,
  acceptance_commands: ["node b.js", { command: "node the-secret.js", hidden: true }],
};
const child = (id: string, path: string, changes: Partial<WorkOrder> = {}) =>
  workOrder({ id, title: `Write ${path}`, allowed_files: [path], acceptance_commands: [`node ${path}`], ...changes });
const CHILDREN = [child("WO-01.1", "a.js"), child("WO-01.2", "b.js", { context_files: ["a.js"] })];

const A = answerOf({ "a.js": "export const a = 1;\n" });
const B = answerOf({ "b.js": "export const b = 2;\n" });
const BOTH = answerOf({ "a.js": "both\n", "b.js": "both\n" });
const BROKEN = "no answer";

/** An order that is divided after two failed attempts. */
const divisionScene = (
  options: SceneOptions,
  {
    divided = [CHILDREN],
    fails = [BROKEN, BROKEN],
  }: { readonly divided?: readonly (readonly WorkOrder[] | Divided)[]; readonly fails?: readonly string[] } = {},
) => {
  const scene = orderScene({
    files: { "README.md": "Notes.\n" },
    maxAttempts: 4,
    ...options,
    order: { ...PARENT, ...options.order },
    replies: [...fails, ...(options.replies ?? [])],
  });
  const { workspace } = scene.ports;
  const questions: DivisionQuestion[] = [];
  let made = 0;
  const division: Division = {
    divide: async (question) => {
      const answer = divided[questions.length] ?? { kind: "refused", why: "there is no other answer" };
      questions.push(question);
      if ("kind" in answer) return answer;
      const children = answer.map((order) => ({
        order,
        document: JSON.parse(JSON.stringify(order)),
        sha256: order.id,
      }));
      return { kind: "divided", children };
    },
    portsFor: () => ({}),
    begin: async () => {},
    goOn: async ({ changes }) => {
      made += 1;
      await workspace.advance(`made-${made}`, changes);
      await workspace.reset();
    },
    goBack: workspace.moveTo,
  };
  const job = { ...scene.job, escalation: ROWS };
  const run = () => carryOut(job, { ...scene.ports, division });
  const keys = () => scene.ports.model.requests.map(({ key }) => key);
  const events = scene.ports.ledger.events;
  return { ...scene, job, division, questions, run, keys, events };
};

const AFTER_FAILURES = ["WO-01/attempt-1", "WO-01/attempt-2"];

describe("an order that fails twice is divided", () => {
  test("and its children's work is its only proposal, judged again by its own gates", async () => {
    const { run, keys, events, questions, ports } = divisionScene({ replies: [A, B] });
    const outcome = await run();
    expect(keys()).toEqual([...AFTER_FAILURES, "WO-01.1/attempt-1", "WO-01.2/attempt-1"]);
    expect(outcome).toMatchObject({
      kind: "candidate",
      candidate: { base: "base-commit", attempt: 3, children: ["WO-01.1", "WO-01.2"] },
    });
    if (outcome.kind !== "candidate") return;
    expect(outcome.candidate.changes.map(({ path }) => path)).toEqual(FILES);
    expect(ports.workspace.baseline()).toBe("base-commit");
    expect(ports.commands.ran.slice(-2).map(({ argv }) => argv.join(" "))).toEqual(["node b.js", "node the-secret.js"]);
    // The second child sees what the first made.
    expect(ports.model.requests.at(-1)?.prompt).toContain("export const a = 1;");
    const own = events.filter((event) => event.child === undefined);
    expect(own.flatMap((event) => (event.type === "child_ended" ? [[event.order, event.verdict]] : []))).toEqual([
      ["WO-01.1", "PASS"],
      ["WO-01.2", "PASS"],
    ]);
    expect(own.filter(({ type }) => type === "attempt_started")).toHaveLength(3);
    expect(events.filter(({ type, child }) => type === "attempt_started" && child !== undefined)).toHaveLength(2);
    expect(questions[0]?.failed.map(({ attempt }) => attempt)).toEqual([1, 2]);
    const names = [...ports.ledger.artifacts.keys()];
    for (const name of ["work_order.json", "attempt_1/proposed_writes.json", "attempt_1/acceptance_result.json"])
      expect(names).toContain(`attempt_3/children/WO-01.2/${name}`);
    expect(ports.ledger.artifacts.get("attempt_3/proposed_writes.json")).toMatchObject({
      writes: [{ path: "a.js" }, { path: "b.js" }],
    });
  });

  test("and its hidden check is not shown to any child", async () => {
    const { run, ports } = divisionScene({
      replies: [A, B, BROKEN],
      commands: { "node the-secret.js": { exitCode: 1 } },
    });
    const outcome = await run();
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "llm_output_invalid" } });
    expect(outcome.attempts.map(({ stage }) => stage)).toEqual([
      ...["llm_output_invalid", "llm_output_invalid", "acceptance_failed", "llm_output_invalid"],
    ]);
    expect(ports.model.requests.map(({ prompt }) => prompt).join()).not.toContain("the-secret");
  });

  test("and if a child uses up its attempts, the attempt fails with the child's brief, and the branch is unchanged", async () => {
    const { run, keys, events, ports } = divisionScene({
      replies: [A, B, B, B, B, BOTH],
      commands: { "node b.js": [1, 1, 1, 1, 0].map((exitCode) => ({ exitCode })) },
    });
    const outcome = await run();
    expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 4 } });
    expect(outcome.kind === "candidate" && outcome.candidate.children).toBeUndefined();
    expect(keys().slice(2)).toEqual([
      "WO-01.1/attempt-1",
      ...[1, 2, 3, 4].map((attempt) => `WO-01.2/attempt-${attempt}`),
      "WO-01/attempt-4",
    ]);
    const failed = outcome.attempts[2]?.failure_brief;
    expect(failed).toMatchObject({ stage: "acceptance_failed", command: "node b.js", exit_code: 1 });
    expect(failed?.primary_error_excerpt).toContain("WO-01.2 (Write b.js), which the order was divided into");
    // The first child's work is gone, and nothing is divided twice.
    expect(ports.model.requests.at(-1)?.prompt).not.toContain("export const a = 1;");
    expect(events.filter(({ type }) => type === "divided")).toHaveLength(1);
  });

  test("and if the division is refused, it is carried out undivided, with a warning", async () => {
    const { run, keys, events } = divisionScene(
      { replies: [BOTH] },
      { divided: [{ kind: "refused", why: "E214 stayed" }] },
    );
    expect(await run()).toMatchObject({ kind: "candidate", candidate: { attempt: 3 } });
    expect(keys()).toEqual([...AFTER_FAILURES, "WO-01/attempt-3"]);
    expect(events).toContainEqual({ type: "warning", message: "WO-01 is not divided: E214 stayed" });
  });

  test("and so is a child, but only one level deeper", async () => {
    const grandchildren = [child("WO-01.2.1", "b.js"), child("WO-01.2.2", "b.js")];
    const { run, keys, questions, ports } = divisionScene(
      {
        replies: [
          A,
          BROKEN,
          BROKEN,
          B,
          BROKEN,
          BROKEN,
          (request) => answerOf({ "b.js": "last\n" }, base(request.prompt)),
        ],
      },
      { divided: [CHILDREN, grandchildren] },
    );
    const base = (_: string) => ({ "b.js": "export const b = 2;\n" });
    expect(await run()).toMatchObject({ kind: "candidate", candidate: { attempt: 3 } });
    expect(keys().slice(2)).toEqual([
      "WO-01.1/attempt-1",
      ...["WO-01.2/attempt-1", "WO-01.2/attempt-2", "WO-01.2.1/attempt-1"],
      ...["WO-01.2.2/attempt-1", "WO-01.2.2/attempt-2", "WO-01.2.2/attempt-3"],
    ]);
    expect(questions.map(({ order }) => order.id)).toEqual(["WO-01", "WO-01.2"]);
    const deep = "attempt_3/children/WO-01.2/attempt_3/children/WO-01.2.2/attempt_3/proposed_writes.json";
    expect([...ports.ledger.artifacts.keys()]).toContain(deep);
    expect(ports.workspace.sealed.at(-1)?.changes.map(({ path }) => path)).toEqual(FILES);
  });

  test("but not ahead of its turn", async () => {
    const { job, ports, division, keys } = divisionScene({});
    const ahead = { ...job, early: { wantsVerdict: () => true } };
    const failed = await carryOut(ahead, { ...ports, division });
    expect([failed.kind, keys()]).toEqual(["paused", ["WO-01/attempt-1", "WO-01/attempt-2"]]);
    const triage = { model: null, simple: WAY, medium: WAY, complex: { ...WAY, divide: true } };
    const scene = divisionScene({}, { fails: ['{"complexity": "complex", "reason": "Much."}'] });
    const outcome = await carryOut(
      { ...scene.job, early: { wantsVerdict: () => true }, triage },
      { ...scene.ports, division: scene.division },
    );
    expect([outcome.kind, outcome.attempts, scene.keys()]).toEqual(["paused", [], ["WO-01/triage/attempt-1"]]);
  });
});

const WAY = { model: null, agent: null, review: null, divide: false };

test("an order that triage calls complex is divided at once, if the settings say so", async () => {
  const triage = { model: null, simple: WAY, medium: WAY, complex: { ...WAY, divide: true } };
  const scene = divisionScene({ replies: [A, B] }, { fails: ['{"complexity": "complex", "reason": "Much."}'] });
  const outcome = await carryOut({ ...scene.job, triage }, { ...scene.ports, division: scene.division });
  expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 1 } });
  expect(scene.keys()).toEqual(["WO-01/triage/attempt-1", "WO-01.1/attempt-1", "WO-01.2/attempt-1"]);
});

test("review notes go to the order's own author, who fixes what the children made", async () => {
  const scene = divisionScene({ review: {}, replies: [A, B, reviewOf({ path: "b.js" }), BOTH, reviewOf()] });
  const outcome = await scene.run();
  expect(scene.keys().slice(2)).toEqual([
    ...["WO-01.1/attempt-1", "WO-01.2/attempt-1", "WO-01/attempt-3/review-1"],
    ...["WO-01/attempt-3", "WO-01/attempt-3/review-2"],
  ]);
  expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 3, children: ["WO-01.1", "WO-01.2"] } });
});

test("children's changes to existing files are proposed as edits of these", async () => {
  const files = { "README.md": "x\n", "a.js": "old\n", "b.js": "gone\n" };
  const removing = child("WO-01.2", "b.js", {
    postconditions: [{ kind: "file_absent", path: "b.js" }],
  });
  const removal = JSON.stringify({
    summary: "Gone.",
    writes: [
      { path: "b.js", base_sha256: JSON.parse(answerOf({ "b.js": "" }, files)).writes[0].base_sha256, delete: true },
    ],
  });
  const { run, ports } = divisionScene(
    {
      files,
      order: {
        postconditions: [
          { kind: "file_absent", path: "b.js" },
          { kind: "file_exists", path: "a.js" },
        ],
      },
      replies: [answerOf({ "a.js": "new\n" }, files), removal],
    },
    { divided: [[child("WO-01.1", "a.js"), removing]] },
  );
  expect((await run()).kind).toBe("candidate");
  expect(ports.ledger.artifacts.get("attempt_3/proposed_writes.json")).toMatchObject({
    summary: "WO-01.1: Did as the order says.\nWO-01.2: Gone.",
    writes: [
      { path: "a.js", content: "new\n" },
      { path: "b.js", delete: true },
    ],
  });
});
describe("a child's commands that nobody has seen", () => {
  const CHOSEN = [child("WO-01.1", "a.js"), child("WO-01.2", "b.js", { acceptance_commands: ["node b.js", "chosen"] })];

  test("run without the network, and its parent's as before", async () => {
    const { run, ports } = divisionScene({ replies: [A, B] }, { divided: [CHOSEN] });
    expect(await run()).toMatchObject({ kind: "candidate" });
    const ran = ports.commands.ran.map((each) => [each.argv.join(" "), "isUnseen" in each]);
    expect(ran).toEqual(
      expect.arrayContaining([
        ["node a.js", true],
        ["chosen", true],
        ["node b.js", false],
      ]),
    );
    expect(ran).not.toContainEqual(["node b.js", true]);
  });

  test("are left out if nothing isolates commands, and a warning says so", async () => {
    const scene = divisionScene({ replies: [A, B] }, { divided: [CHOSEN] });
    const commands = Object.assign(scene.ports.commands, { refusesUnseen: true });
    const outcome = await carryOut(scene.job, { ...scene.ports, commands, division: scene.division });
    expect(outcome).toMatchObject({ kind: "candidate" });
    const ran = commands.ran.map(({ argv }) => argv.join(" "));
    expect([ran.includes("chosen"), ran.includes("node a.js"), ran.includes("node b.js")]).toEqual([
      false,
      false,
      true,
    ]);
    expect(scene.events).toContainEqual({
      type: "warning",
      message: "WO-01.2: left out, since a model chose it and nothing isolates commands here: `chosen`",
    });
  });
});
