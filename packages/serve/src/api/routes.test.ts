import type { Queue, Submitted } from "@llmch/app/queue";
import { RUN_STATES } from "@llmch/story";
import { expect, test } from "vitest";
import { jobOf } from "../pages/job.fixture.ts";
import { BEARER, raw, siteOf, statusOf, written } from "../site.fixture.ts";

const ID = "01KB0000000000000000000001";
const NEED = {
  id: "plan",
  kind: "plan",
  what: "the plan",
  sha256: "f".repeat(64),
  commands: ["llmch decide"],
} as const;
const WAITING = jobOf({ id: "01KB0000000000000000000002", state: "waiting", needs: [NEED] });

const scene = async (queue: Partial<Queue> = {}) => {
  const jobs = [WAITING, jobOf()];
  const job = async (id: string) => jobs.find((each) => each.id === id) ?? null;
  const site = await siteOf({ queue: { jobs: async () => jobs, job, ...queue } });
  const ask = async (line: string, body: unknown = null) => {
    const text = body === null ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const answer = await raw(site.port, written(line, site.port, BEARER, text));
    return [statusOf(answer), JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4))];
  };
  return { ...site, ask };
};

test("the state counts jobs, and names those that wait", async () => {
  const { ask } = await scene();
  expect(await ask("GET /api/v1/state")).toEqual([
    200,
    {
      ...{ version: "1.2.3", slots: 2, repos: ["/home/ann/shop", "/home/ann/blog"], waiting: [WAITING.id] },
      jobs: { ...Object.fromEntries(RUN_STATES.map((state) => [state, 0])), running: 1, waiting: 1 },
    },
  ]);
});

test("a job is told as a document, alone and in the list", async () => {
  const { ask } = await scene();
  const [status, document] = await ask(`GET /api/v1/jobs/${WAITING.id}`);
  expect(status).toBe(200);
  expect(document).toEqual({
    ...{ id: WAITING.id, state: "waiting", kind: "build", operation: "build", repo: "/home/ann/shop" },
    ...{
      branch: "llmch/a-shop-k3x9q2",
      subject: "A shop",
      verdict: null,
      exit_code: null,
      needs: [NEED],
      next: [],
      errors: [],
    },
    ...{ result_run: ID, dedup_key: null, created_at: WAITING.createdAt, started_at: WAITING.startedAt },
    ...{ ended_at: null, cost_usd: null, usage: expect.objectContaining({ answers: 0, input_tokens: 0 }) },
  });
  expect(await ask("GET /api/v1/jobs?state=waiting")).toEqual([200, { jobs: [document] }]);
  expect((await ask("GET /api/v1/jobs"))[1].jobs).toHaveLength(2);
  expect(await ask("GET /api/v1/jobs?state=lost")).toMatchObject([400, { errors: [{ code: "usage" }] }]);
  for (const id of ["01KB0000000000000000000009", "..", "x"])
    expect([400, 404]).toContain((await ask(`GET /api/v1/jobs/${id}`))[0]);
});

test("a request is put into the queue, for a repo by its path or the name of its folder", async () => {
  const asked: Submitted[] = [];
  const submit: Queue["submit"] = async (submitted) => {
    asked.push(submitted);
    return { ok: true, value: { id: ID, state: "queued", isNew: submitted.dedupKey === undefined } };
  };
  const { ask } = await scene({ submit });
  const request = { spec: "A shop" };
  expect(await ask("POST /api/v1/jobs", { operation: "plan", request, repo: "shop" })).toEqual([
    ...[201, { id: ID, state: "queued" }],
  ]);
  const more = { repo: "/srv/other", dedup_key: "nightly", settings: { "budget.usd": 1 } };
  expect((await ask("POST /api/v1/jobs", { operation: "plan", request, ...more }))[0]).toBe(200);
  expect(asked).toEqual([
    {
      ...{ operation: "plan", request: { ...request, repo: "/home/ann/shop" }, given: {}, cwd: "/home/ann/shop" },
      ...{ dedupKey: undefined, by: "program" },
    },
    {
      ...{ operation: "plan", request: { ...request, repo: "/srv/other" }, given: { "budget.usd": 1 } },
      ...{ cwd: "/srv/other", dedupKey: "nightly", by: "program" },
    },
  ]);
});

test.each([
  ["no JSON", "{"],
  ["no object", "[]"],
  ["JSON without a bottom", "[".repeat(100_000)],
  ["no operation", { request: {}, repo: "shop" }],
  ["a request that is no object", { operation: "plan", request: [], repo: "shop" }],
  ["settings that are no object", { operation: "plan", request: {}, repo: "shop", settings: "x" }],
  ["a key that is no text", { operation: "plan", request: {}, repo: "shop", dedup_key: 1 }],
  ["a repo that nobody knows", { operation: "plan", request: {}, repo: "../shop" }],
  ["a key that is empty", { operation: "plan", request: {}, repo: "shop", dedup_key: "" }],
  ["a member that there is not", { operation: "plan", request: {}, repo: "shop", bogus: 1 }],
  ["no repo where there are two", { operation: "plan", request: {} }],
])("what cannot be put into the queue is refused: %s", async (_, body) => {
  const { ask } = await scene();
  expect(await ask("POST /api/v1/jobs", body)).toMatchObject([
    400,
    { errors: [{ code: "usage", message: expect.any(String), hint: expect.any(String) }] },
  ]);
});

test("a member that is misspelt is told, and one that is null is left out", async () => {
  const { ask } = await scene();
  const job = { operation: "plan", request: { spec: "A shop" }, repo: "shop" };
  expect(await ask("POST /api/v1/jobs", { ...job, dedupKey: "x" })).toMatchObject([
    ...[400, { errors: [{ code: "usage", hint: "did you mean dedup_key?" }] }],
  ]);
  expect((await ask("POST /api/v1/jobs", { ...job, dedup_key: null, settings: null }))[0]).toBe(201);
});

test("settings are written by group or by their names, and are judged before anything is queued", async () => {
  const given: unknown[] = [];
  const submit: Queue["submit"] = async (submitted) => {
    given.push(submitted.given);
    return { ok: true, value: { id: ID, state: "queued", isNew: true } };
  };
  const { ask } = await scene({ submit });
  const say = (settings: object) =>
    ask("POST /api/v1/jobs", { operation: "plan", request: { spec: "A shop" }, repo: "shop", settings });
  expect((await say({ budget: { usd: 0.01 }, "budget.tokens": 9, approve: ["plan"] }))[0]).toBe(201);
  expect(given).toEqual([{ "budget.usd": 0.01, "budget.tokens": 9, approve: ["plan"] }]);
  // What the form of a new job sends.
  const form = { "run.jobs": 2, "factory.executor": "claude", "factory.push": "end" };
  expect((await say(form))[0]).toBe(201);
  expect(given.pop()).toEqual(form);
  const inRequest = { operation: "plan", request: { spec: "A shop", approve: ["plan"] }, repo: "shop" };
  expect((await ask("POST /api/v1/jobs", inRequest))[0]).toBe(201);
  expect(given.pop()).toEqual({ approve: ["plan"] });
  for (const wrong of [
    ...[{ "budget.usd": "two" }, { budget: { usd: "two" } }, { budget: 2, "budget.usd": 1 }, { "budget.usdd": 1 }],
    ...[{ "foo.bar": 1 }, { foo: {} }, { approve: "nonsense" }, { __proto__: null, constructor: 1 }],
  ])
    expect(await say(wrong)).toMatchObject([400, { errors: [{ code: "bad-settings", hint: expect.any(String) }] }]);
  expect(await say({ "budget.usdd": 1 })).toMatchObject([400, { errors: [{ hint: "did you mean budget.usd?" }] }]);
  expect(given).toHaveLength(1);
});

test("a decision is of what was shown", async () => {
  const said: unknown[] = [];
  const decide: Queue["decide"] = async (id, decision, of) => {
    said.push([id, decision, of]);
    if (of.sha256 === NEED.sha256) return { ok: true, value: jobOf({ id: WAITING.id, state: "queued" }) };
    return { ok: false, issues: [{ code: "changed", message: "it is another", hint: "look again" }] };
  };
  const { ask } = await scene({ decide });
  const line = `POST /api/v1/jobs/${WAITING.id}/decision`;
  const of = { id: "plan", sha256: NEED.sha256 };
  expect(await ask(line, { decision: "approve", of })).toMatchObject([200, { id: WAITING.id, state: "queued" }]);
  expect(await ask(line, { decision: "reject", text: "no", of: { ...of, sha256: "0".repeat(64) } })).toEqual([
    ...[409, { errors: [{ code: "changed", message: "it is another", hint: "look again" }] }],
  ]);
  expect(said).toHaveLength(2);
  expect(await ask(line, { decision: "approve", of, texts: "yes" })).toMatchObject([
    ...[400, { errors: [{ message: "there is no option texts", hint: "did you mean text?" }] }],
  ]);
  for (const body of [{ decision: "maybe", of }, { decision: "approve" }, { decision: "answer", text: 1, of }, "x"])
    expect((await ask(line, body))[0]).toBe(400);
  expect(said).toHaveLength(2);
});

test("a job is cancelled once or twice, but not after its end", async () => {
  const { ask } = await scene({
    cancel: async (id) =>
      id === ID
        ? { ok: true, value: jobOf({ state: "cancelled" }) }
        : { ok: false, issues: [{ code: "ended", message: "it has ended" }] },
  });
  for (let count = 0; count < 2; count++)
    expect(await ask(`DELETE /api/v1/jobs/${ID}`)).toMatchObject([200, { state: "cancelled" }]);
  expect((await ask(`DELETE /api/v1/jobs/${WAITING.id}`))[0]).toBe(409);
});

test("a program gets a link for a browser", async () => {
  const { ask, origin } = await scene();
  const [status, { url }] = await ask("POST /api/v1/links");
  expect([status, url.startsWith(`${origin}/?token=`)]).toEqual([201, true]);
});

test("a job that stopped is gone on with", async () => {
  const { ask } = await scene({
    goOn: async (id) =>
      id === ID
        ? { ok: true, value: jobOf({ state: "queued" }) }
        : { ok: false, issues: [{ code: "not-queued", message: "it waits" }] },
  });
  expect(await ask(`POST /api/v1/jobs/${ID}/resume`)).toMatchObject([200, { state: "queued" }]);
  expect(await ask(`POST /api/v1/jobs/${WAITING.id}/resume`)).toMatchObject([
    409,
    { errors: [{ code: "not-queued" }] },
  ]);
});
