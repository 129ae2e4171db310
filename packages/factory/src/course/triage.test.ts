import { answerOf, objectionOf, orderScene, reviewOf, type SceneOptions } from "@llmch/testkit";
import { expect, test } from "vitest";
import type { Author } from "../job/author.ts";
import type { TriageJob } from "../job/order-job.ts";
import { carryOut } from "../order.ts";
import { NO_PROGRESS } from "./progress.ts";

const GOOD = answerOf({ "greet.js": "export const greet = 1;\n" });
const TRIAGE: TriageJob = {
  model: "cheap",
  simple: { model: "small", agent: "off", review: null, divide: false },
  medium: { model: null, agent: null, review: null, divide: false },
  complex: { model: "big", agent: "on", review: null, divide: false },
};
const said = (complexity: string) => JSON.stringify({ complexity, reason: "So it is." });

const carry = async (replies: NonNullable<SceneOptions["replies"]>, known: "complex" | null = null) => {
  const scene = orderScene({ replies, secrets: ["sk-0123456789abcdef"] });
  const job = { ...scene.job, triage: TRIAGE };
  const session = { progress: { ...NO_PROGRESS, complexity: known }, answers: new Map() };
  const outcome = await carryOut(job, scene.ports, session);
  const { requests } = scene.ports.model;
  return { outcome, scene, asked: requests.map(({ key, model = null }) => [key, model]), first: requests[0] };
};

test.each([
  ["simple", "small"],
  ["medium", null],
  ["complex", "big"],
])("an order that triage calls %s is carried out by the model for that", async (complexity, model) => {
  const { outcome, asked, first, scene } = await carry([said(complexity), GOOD]);
  expect(outcome.kind).toBe("candidate");
  expect(asked).toEqual([
    ["WO-01/triage/attempt-1", "cheap"],
    ["WO-01/attempt-1", model],
  ]);
  expect(first?.prompt).toContain("greet.js");
  expect(scene.ports.ledger.events).toContainEqual({ type: "triaged", complexity, reason: "So it is." });
});

test.each<[Partial<TriageJob["complex"]>, readonly string[]]>([
  [{ review: "off" }, ["WO-01/attempt-1"]],
  [{ review: "on" }, ["WO-01/attempt-1", "WO-01/attempt-1/review-1"]],
])("an order that triage calls complex is carried out with %j", async (way, keys) => {
  const scene = orderScene({ replies: [GOOD, reviewOf()], review: {} });
  const triage = { ...TRIAGE, complex: { ...TRIAGE.complex, ...way } };
  const session = { progress: { ...NO_PROGRESS, complexity: "complex" as const }, answers: new Map() };
  expect(await carryOut({ ...scene.job, triage }, scene.ports, session)).toMatchObject({ kind: "candidate" });
  expect(scene.ports.model.requests.map(({ key }) => key)).toEqual(keys);
});

test("a resumed run does not repeat the triage", async () => {
  const { asked } = await carry([GOOD], "complex");
  expect(asked).toEqual([["WO-01/attempt-1", "big"]]);
});

test("an order that does not get to its first attempt is not triaged", async () => {
  const scene = orderScene({ order: { preconditions: [{ kind: "file_exists", path: "lost.js" }] } });
  const outcome = await carryOut({ ...scene.job, triage: TRIAGE }, scene.ports);
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "preflight" } });
  expect(scene.ports.model.requests).toEqual([]);
});

test("an order to be done without tools gets none, even for files that cannot be shown", async () => {
  const asksFor = objectionOf({ reason: "Where is it?", needs: ["src/lost.js"] });
  const scene = orderScene({ replies: [said("simple"), asksFor, GOOD] });
  const author: Author = { isAsked: "if-needed", work: async () => ({ kind: "stuck", why: "asked", isLast: true }) };
  const outcome = await carryOut({ ...scene.job, triage: TRIAGE }, { ...scene.ports, author });
  expect(outcome.kind).toBe("candidate");
});

test.each<[string, NonNullable<SceneOptions["replies"]>[number]]>([
  ["an answer that says nothing", "hard to say"],
  ["another word", said("impossible")],
  ["no answer", { kind: "failed", reason: "unreachable", message: "nobody is there", hint: "try later" }],
])("%s does not keep an order from being carried out, and causes a warning", async (_, reply) => {
  const { outcome, asked, scene } = await carry([reply, GOOD]);
  expect(outcome.kind).toBe("candidate");
  expect(asked.at(-1)).toEqual(["WO-01/attempt-1", null]);
  const warnings = scene.ports.ledger.events.filter(({ type }) => type === "warning");
  expect(warnings).toMatchObject([{ message: expect.stringContaining("how hard WO-01 is") }]);
});

test.each([
  ["interrupted", "interrupted"],
  ["limit", "limited"],
] as const)("%s ends the order before its first attempt", async (reason, kind) => {
  const { outcome } = await carry([{ kind: "failed", reason, message: "so", hint: "so" }]);
  expect(outcome).toMatchObject({ kind, attempts: [] });
});
