import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Job, Submitted } from "@llmch/app/queue";
import { NO_SPENDING } from "@llmch/story";
import { growth, MOST_GROWTH } from "@llmch/testkit";
import { expect, test } from "vitest";
import type { Host } from "../host.ts";
import type { Ask, Reply } from "../http/route.ts";
import { newFolder } from "../site.fixture.ts";
import { jobOf } from "./job.fixture.ts";
import { linkPage } from "./lone-pages.ts";
import { START_ROUTES } from "./start-routes.ts";

const HOSTILE = `"><script>alert(1)</script>`;

interface Scene {
  readonly jobs?: readonly Job[];
  readonly repos?: readonly string[];
  readonly submit?: (submitted: Submitted) => unknown;
  /** The user's own settings file. */
  readonly config?: string | undefined;
}

/** Asks a route, of a host whose queue has these jobs. */
const ask = async (
  method: "GET" | "POST",
  address: string,
  { jobs = [], repos = ["/r/shop"], submit = () => ({}), config }: Scene = {},
  form: FormData | null = null,
): Promise<Exclude<Reply, { readonly stream: unknown }>> => {
  const { pathname, searchParams } = new URL(address, "http://127.0.0.1");
  const [, folder, name] = pathname.split("/");
  const path = folder === "assets" ? "/assets/:name" : pathname;
  const route = START_ROUTES.find((each) => each.method === method && each.path === path);
  const sent = new Response(form ?? "");
  const asked = {
    ...{ params: { name }, query: searchParams, signal: new AbortController().signal },
    headers: { "content-type": sent.headers.get("content-type") ?? "" },
    body: Buffer.from(await sent.arrayBuffer()),
  } as Ask;
  const keys: Host["keys"] = { env: { LLMCH_CONFIG: config }, secrets: [], with: () => keys };
  const queue = { root: "/q", jobs: async () => jobs, submit: async (submitted: Submitted) => submit(submitted) };
  const reply = await route?.answer(asked, {
    ...{ queue, keys, repos, version: "1.2.3", templates: "/", cwd: "/home/ann", signal: asked.signal },
    changed: () => {},
  } as unknown as Host);
  if (reply === undefined || "stream" in reply) throw new Error("no answer");
  return reply;
};

const textAt = async (address: string, scene?: Scene) => String((await ask("GET", address, scene)).body);

test("what waits comes first, then what runs, what is queued, in its order, and what has ended", async () => {
  const jobs = [
    jobOf({ id: "06", state: "queued", subject: "second" }),
    jobOf({ id: "05", state: "queued", subject: "first" }),
    jobOf({ id: "04", state: "passed", subject: "ended" }),
    jobOf({ id: "03", state: "running", subject: "running one", progress: "3 of 8 orders" }),
    jobOf({
      ...{ id: "02", state: "waiting", subject: "waiting one" },
      needs: [{ id: "q1", kind: "question", what: "Which port?", sha256: "a", commands: [] }],
    }),
    jobOf({
      id: "01",
      state: "failed",
      subject: "x",
      errors: [{ code: "usage", message: "no spec", hint: "give one" }],
    }),
  ];
  const text = await textAt("/", { jobs });
  const places = [
    "waiting one",
    "Which port?",
    "running one",
    "3 of 8 orders",
    "first",
    "second",
    "ended",
    "no spec",
  ].map((each) => text.indexOf(`${each}<`));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(text).toContain('href="/jobs/02#needs"');
  expect(text).toContain('data-said="1 waiting for you, 1 running, 2 queued"');
});

test("what ended last comes first", async () => {
  const ended = ["10", "12", "11"].map((hour) =>
    jobOf({ state: "passed", subject: `at ${hour}`, endedAt: `2026-11-27T${hour}:00:00.000Z` }),
  );
  expect((await textAt("/", { jobs: ended })).match(/at 1\d(?=<)/g)).toEqual(["at 12", "at 11", "at 10"]);
});

test("2,000 jobs: the newest 200 that have ended, all of them on demand, and without a pause", async () => {
  const ended = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      jobOf({ id: `J${n}`, state: "passed", subject: `job ${n}`, endedAt: "2026-11-27T10:00:00.000Z" }),
    );
  const rows = (text: string) => text.split("<tr>").length - 2;
  const jobs = ended(2000);
  const first = await textAt("/", { jobs });
  expect(rows(first)).toBe(200);
  expect(first).toContain('<a href="/?all">Show all 2000</a>');
  expect(rows(await textAt("/?all", { jobs }))).toBe(2000);
  expect(await growth((size) => textAt("/?all", { jobs: ended(size) }), 2000)).toBeLessThan(MOST_GROWTH);
});

test("no text of a job, a repo or a link is markup", async () => {
  const errors = [{ code: HOSTILE, message: HOSTILE, hint: HOSTILE }];
  const needs = [{ id: HOSTILE, kind: "plan" as const, what: HOSTILE, sha256: HOSTILE, commands: [HOSTILE] }];
  const jobs = (["waiting", "running", "queued", "failed"] as const).map((state) =>
    jobOf({
      state,
      needs,
      errors,
      subject: HOSTILE,
      repo: HOSTILE,
      branch: HOSTILE,
      createdAt: HOSTILE,
      startedAt: null,
    }),
  );
  for (const text of [
    await textAt("/", { jobs }),
    await textAt("/costs", { jobs }),
    await textAt("/new", { repos: [HOSTILE] }),
    linkPage(HOSTILE),
  ]) {
    expect(text).toContain("&quot;&gt;&lt;script&gt;");
    expect(text).not.toContain("<script>");
  }
});

const formWith = (more: Readonly<Record<string, string | File>> = {}): FormData => {
  const form = new FormData();
  const fields = { key: "K", repo: "/r/shop", spec: "A shop\r\nwith a cart", model: "", budget: "", ...more };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const accepting = () => {
  const submitted: Submitted[] = [];
  return {
    submitted,
    submit: (one: Submitted) => {
      submitted.push(one);
      return { ok: true, value: { id: "01J", state: "queued", isNew: true } };
    },
  };
};

test("a form is a build, with its settings; sent twice it is the same job, changed it is another", async () => {
  const queue = accepting();
  const form = formWith({ model: "gpt-9", budget: "2.5", jobs: "3", executor: "claude", ending: "pr" });
  form.append("approve", "plan");
  form.append("approve", "push");
  expect(await ask("POST", "/jobs", queue, form)).toMatchObject({ status: 303, headers: { location: "/jobs/01J" } });
  await ask("POST", "/jobs", queue, form);
  await ask("POST", "/jobs", queue, formWith());
  const [one, two, other] = queue.submitted;
  expect(one).toMatchObject({
    ...{ operation: "build", request: { repo: "/r/shop", spec: "A shop\nwith a cart", pr: true }, cwd: "/home/ann" },
    given: {
      ...{ "planner.model": ["gpt-9"], "factory.model": ["gpt-9"], "budget.usd": 2.5, approve: ["plan", "push"] },
      ...{ "run.jobs": 3, "factory.executor": "claude" },
    },
  });
  expect(two?.dedupKey).toBe(one?.dedupKey);
  expect(other?.given).toEqual({ approve: [] });
  expect(other?.dedupKey).not.toBe(one?.dedupKey);
});

test("a field that stays empty says what holds then, repo by repo where they differ", async () => {
  const [shop, blog] = [newFolder(), newFolder()];
  const config = join(shop, "own.json");
  writeFileSync(config, JSON.stringify({ budget: { usd: 7 }, executors: { mine: { command: ["mine"] } } }));
  writeFileSync(join(blog, "llmch.config.json"), JSON.stringify({ factory: { push: "end" }, run: { jobs: 2 } }));
  const one = await textAt("/new", { repos: [shop], config });
  expect(one).toMatch(/Left empty: gpt-\S+ plans, and gpt-\S+ carries out\.[\s\S]*Left empty: 7\./);
  expect(one).toMatch(
    /Default: the model<\/option>(?:<option value="\w+">\w+<\/option>)*<option value="mine">mine<[\s\S]*Left empty: 1\./,
  );
  expect(one).toMatch(/Default: stays here<\/option><option value="end">/);
  const both = await textAt("/new", { repos: [shop, blog], config });
  expect(both).toContain(`Left empty: 1 (${basename(shop)}), 2 (${basename(blog)}).`);
  expect(both).toMatch(/<option value="never">stays here</);
});

test("the spec may be a file", async () => {
  const queue = accepting();
  await ask("POST", "/jobs", queue, formWith({ spec: "", file: new File(["A café"], "spec.md") }));
  expect(queue.submitted[0]?.request).toMatchObject({ spec: "A café" });
});

test.each<[string, Readonly<Record<string, string | File>>, string]>([
  ["no spec", { spec: " " }, "The spec is missing"],
  ["two specs", { file: new File(["x"], "spec.md") }, "given twice"],
  ["a file that is no text", { spec: "", file: new File([new Uint8Array([0xff])], "x.png") }, "not UTF-8"],
  ["no repo", { repo: "" }, "The repo is missing"],
  ["a budget in words", { budget: "much" }, "Budget: give a number of US dollars"],
  ["jobs in words", { jobs: "few" }, "Orders at once: give a whole number"],
  ["a model without a name", { model: "openai:" }, "Model: give"],
])("%s: the form is shown again, with what was typed", async (_what, more, told) => {
  const queue = accepting();
  const { status, body } = await ask("POST", "/jobs", queue, formWith({ spec: "<b>👨‍👩‍👧", ...more }));
  expect(status).toBe(400);
  expect(body).toContain(told);
  if (more.spec === undefined) expect(body).toContain(">\n&lt;b&gt;👨‍👩‍👧</textarea>");
  expect(body).toContain('name="key" value="K"');
  expect(queue.submitted).toEqual([]);
});

test("what the queue refuses is told in the form", async () => {
  const submit = () => ({ ok: false, issues: [{ code: "not-a-repo", message: "no repo there", hint: "name one" }] });
  const { status, body } = await ask("POST", "/jobs", { submit }, formWith());
  expect([status, String(body).includes("no repo there: name one")]).toEqual([400, true]);
});

test("what is no form is refused", async () => {
  expect((await ask("POST", "/jobs")).status).toBe(400);
});

test("costs are summed by day and repo, the newest day first", async () => {
  const jobs = [
    ["/r/shop", "2026-11-27T23:59:59.000Z", 1],
    ["/r/shop", "2026-11-27T00:00:00.000Z", 0.5],
    ["/r/site", "2026-11-26T10:00:00.000Z", 0.25],
  ].map(([repo, startedAt, cost_usd]) =>
    jobOf({
      repo: String(repo),
      startedAt: String(startedAt),
      spending: { ...NO_SPENDING, answers: 1, cost_usd: Number(cost_usd) },
    }),
  );
  const cells =
    (await textAt("/costs", { jobs }))
      .match(/<t[hd][^>]*>.*?<\/t[hd]>/g)
      ?.map((cell) => cell.replace(/<[^>]*>/g, "")) ?? [];
  expect(cells.filter((cell) => !cell.includes("tokens")).slice(5)).toEqual(
    expect.arrayContaining([
      "2026-11-27",
      "shop",
      "2",
      "$1.50",
      "2026-11-26",
      "site",
      "1",
      "$0.25",
      "In all",
      "3",
      "$1.75",
    ]),
  );
});

test("a page has its style and script, and no other file is there", async () => {
  const page = await textAt("/");
  for (const [, path = ""] of page.matchAll(/"(\/assets\/[^"]*)"/g)) expect((await ask("GET", path)).status).toBe(200);
  expect(page).toContain('href="/assets/style.css"');
  expect((await ask("GET", "/assets/..%2f..%2fetc%2fpasswd")).status).toBe(404);
});
