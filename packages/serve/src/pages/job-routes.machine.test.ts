import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openServerFolder } from "@llmch/app/detached";
import { createLlmch } from "@llmch/app/library";
import { createQueue } from "@llmch/app/queue";
import { answerOf, throwawayRepo, workOrder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import type { Host } from "../host.ts";
import type { Ask } from "../http/route.ts";
import { JOB_ROUTES } from "./job-routes.ts";

const TEMPLATES = resolve(import.meta.dirname, "../../../../templates");
const order = (id: string, path: string) =>
  workOrder({ id, title: `Write ${path}`, allowed_files: [path], acceptance_commands: [`test -s ${path}`] });

/** A server's pages over a queue whose runs are real ones, made by the library. */
const scene = () => {
  const repo = throwawayRepo({ "README.md": "# Target\n" });
  onTestFinished(() => repo.remove());
  const { folder, env } = repo;
  const answers = ["a", "b"].map((name, at) => ({
    key: `WO-0${at + 1}/attempt-1`,
    response: { text: answerOf({ [`${name}.txt`]: `<b>${name}</b>\n` }) },
  }));
  writeFileSync(join(folder, "answers.jsonl"), answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""));
  const keys: Host["keys"] = { env, secrets: [], with: () => keys };
  const data = join(folder, "data");
  openServerFolder(data);
  const starter = { env, secrets: [], cwd: folder, program: ["false"], whole: env } as const;
  let changes = 0;
  const host: Host = {
    ...{ version: "1.2.3", templates: TEMPLATES, cwd: folder, keys, program: ["false"], whole: env, data, repos: [] },
    ...{ slots: 1, queue: createQueue(data, starter), signal: new AbortController().signal },
    changed: () => void changes++,
  };
  const llmch = (approve: "none" | "plan" | "orders") =>
    createLlmch(
      { version: "1.2.3", templates: TEMPLATES, cwd: folder, env },
      {
        ...{ repo: "repo", artifactsDir: "data/artifacts" },
        settings: { factory: { model: "replay:answers.jsonl" }, approve: approve === "none" ? [] : [approve] },
      },
    );
  const ask = async (
    method: "GET" | "POST",
    path: string,
    params: Record<string, string>,
    form: Record<string, string> = {},
  ) => {
    const [address = "", query] = path.split("?");
    const route = JOB_ROUTES.find((each) => each.method === method && each.path === address);
    const body = Buffer.from(new URLSearchParams(form).toString());
    const signal = new AbortController().signal;
    const asked: Ask = { params, query: new URLSearchParams(query), headers: {}, body, signal };
    const reply = await route?.answer(asked, host);
    if (reply === undefined || "stream" in reply) throw new Error("no answer");
    return { ...reply, text: reply.body.toString() };
  };
  return { folder, data, host, llmch, ask, changes: () => changes };
};

test("a plan that waits is shown and decided once; what has changed since is not, and what was typed stays", async () => {
  const { llmch, ask, changes } = scene();
  const ended = await llmch("plan").runAll([order("WO-01", "a.txt"), order("WO-02", "b.txt")], { branch: "work" });
  const id = ended.value?.runId ?? "";
  const page = await ask("GET", "/jobs/:id", { id });
  expect(page).toMatchObject({ status: 200, type: "text/html; charset=utf-8" });
  for (const said of ["Approve the plan", "Write a.txt", "test -s b.txt", `action="/jobs/${id}/decision"`])
    expect(page.text).toContain(said);
  expect(page.text).not.toContain("What changed");
  expect(page.text).not.toMatch(/is-error|<span class="size">WAITING/);
  const sha256 = /name="sha256" value="(\w+)"/.exec(page.text)?.[1] ?? "";
  const decide = (form: Record<string, string>) => ask("POST", "/jobs/:id/decision", { id }, form);
  const stale = await decide({ need: "plan", sha256: "0".repeat(64), decision: "reject", text: "no <i>" });
  expect([stale.status, changes()]).toEqual([409, 0]);
  expect(stale.text).toMatch(/role="alert">[\s\S]*has changed[\s\S]*no &lt;i&gt;<\/textarea>/);
  expect((await decide({ need: "plan", decision: "approve" })).status).toBe(400);
  expect(await decide({ need: "plan", sha256, decision: "approve", text: "" })).toMatchObject({
    ...{ status: 303, headers: { location: `/jobs/${id}` } },
  });
  expect(changes()).toBe(1);
  expect((await decide({ need: "plan", sha256, decision: "reject", text: "" })).status).toBe(409);
  const live = await ask("GET", "/jobs/:id/live", { id });
  expect(live.text).toMatch(/^<div id="live" data-said="queued, 0 of 2 orders"/);
  expect((await ask("POST", "/jobs/:id/cancel", { id })).status).toBe(303);
  expect((await ask("GET", "/jobs/:id", { id })).text).toContain("cancelled");
});

test("work that waits is read where it is decided: the very diff that would land; comments on lines are the brief", async () => {
  const { folder, llmch, ask, host } = scene();
  const before = { "README.md": "# Target\n" };
  const response = { text: answerOf({ "README.md": "# Target\n<b>more</b>\n" }, before) };
  writeFileSync(join(folder, "answers.jsonl"), `${JSON.stringify({ key: "WO-01/attempt-1", response })}\n`);
  const ended = await llmch("orders").runAll([order("WO-01", "README.md")], { branch: "work" });
  const id = ended.value?.runId ?? "";
  const { text } = await ask("GET", "/jobs/:id", { id });
  const [card = ""] = text.split('<form class="form"');
  expect(card).toMatch(/Against <code>\w{10}<\/code>:[\s\S]*<code>README.md<\/code> <span class="size">\+1 −0</);
  expect(card).toContain(" # Target\n<ins>+&lt;b&gt;more&lt;/b&gt;\n</ins>");
  const diff = await ask("GET", "/jobs/:id/diff", { id });
  expect([diff.status, diff.text]).toEqual([
    200,
    expect.stringMatching(/What waits for you[\s\S]*<ins>\+&lt;b&gt;more/),
  ]);
  const child = /href="\/jobs\/(\w{26})">Read what WO-01 did</.exec(text)?.[1] ?? "";
  const part = await ask("GET", "/jobs/:id", { id: child });
  expect(part.text).toContain("<ins>+&lt;b&gt;more");
  for (const page of [text, part.text]) expect(page).not.toContain("is not in the repo");
  const sha256 = /name="sha256" value="(\w+)"/.exec(text)?.[1] ?? "";
  const comments = { "on README.md:2": "say\r\nless", "on README.md:1": " " };
  const said = { need: "WO-01", sha256, decision: "reject", text: "It is loud." };
  expect((await ask("POST", "/jobs/:id/decision", { id }, { ...comments, ...said })).status).toBe(303);
  const decided = readdirSync(host.queue.root, { recursive: true, encoding: "utf8" }).filter((name) =>
    /decisions\/.+json$/.test(name),
  );
  expect(decided.map((name) => readFileSync(join(host.queue.root, name), "utf8"))).toEqual([
    expect.stringContaining(String.raw`"text": "README.md:2: say less\nIt is loud."`),
  ]);
});

test("a run that passed shows its commits, their diff, what they rest on and its files, which no name leads out of", async () => {
  const { llmch, ask, data, folder } = scene();
  const ended = await llmch("none").runAll([order("WO-01", "a.txt"), order("WO-02", "b.txt")], { branch: "work" });
  const id = ended.value?.runId ?? "";
  const { text } = await ask("GET", "/jobs/:id", { id });
  for (const said of [
    "2 of 2 orders",
    `/jobs/${id}/diff?order=WO-02`,
    "Open a pull request",
    "NO TEST RAN",
    "<dt>Evidence</dt>",
  ])
    expect(text).toContain(said);
  expect(text).not.toContain("<b>a</b>");
  // An open page is given all of that when the run ends, and lists the orders once.
  const part = await ask("GET", "/jobs/:id/live", { id });
  expect(part.text).toMatch(
    /<section id="story">[\s\S]*<dt>Evidence<\/dt>[\s\S]*<summary>All of it, with each attempt</,
  );
  expect(part.text.split("<summary>All of it")[0]?.match(/>Write a\.txt</g)).toHaveLength(1);
  const child = /href="\/jobs\/(\w{26})">WO-01</.exec(text)?.[1] ?? "";
  expect((await ask("GET", "/jobs/:id", { id: child })).text).toContain(`a part of <a href="/jobs/${id}">`);
  const whole = await ask("GET", "/jobs/:id/diff", { id });
  expect(whole.text).toMatch(/2 files[\s\S]*<ins>\+&lt;b&gt;a/);
  const one = await ask("GET", "/jobs/:id/diff?order=WO-02", { id });
  expect([one.status, one.text.includes("+&lt;b&gt;a"), one.text.includes("+&lt;b&gt;b")]).toEqual([200, false, true]);
  expect((await ask("GET", "/jobs/:id/diff?order=WO-09", { id })).status).toBe(409);
  const run = join(data, "artifacts", "run-all", id);
  writeFileSync(join(folder, "outside.txt"), "secret\n");
  symlinkSync(join(folder, "outside.txt"), join(run, "link.txt"));
  symlinkSync(folder, join(run, "up"));
  writeFileSync(join(run, "page.html"), "<script>alert(1)</script>");
  writeFileSync(join(run, 'blob".bin'), Buffer.from([0xff, 0xfe, 0]));
  const file = (name: string) => ask("GET", "/jobs/:id/files/*", { id, "*": name });
  expect(await file("page.html")).toMatchObject({ status: 200, type: "text/plain; charset=utf-8" });
  expect(await file('blob".bin')).toMatchObject({
    ...{ type: "application/octet-stream", headers: { "content-disposition": 'attachment; filename="blob_.bin"' } },
  });
  for (const name of ["link.txt", "up/outside.txt", "../../../outside.txt", join(folder, "outside.txt"), "", "."])
    expect((await file(name)).status, name).toBe(404);
  expect((await ask("GET", "/jobs/:id/files", { id })).text).toContain('/files/page.html">');
  expect((await ask("POST", "/jobs/:id/cancel", { id })).status).toBe(409);
  const preview = await ask("GET", "/jobs/:id/pr", { id });
  expect(preview.text).toMatch(
    /before it is opened[\s\S]*action="\/jobs\/\w+\/pr"[\s\S]*Push work, and open it[\s\S]*## What and why/,
  );
  const request = await ask("POST", "/jobs/:id/pr", { id });
  expect(request.text).toMatch(/origin|remote|for you to open/);
});

test("an open page hears of what happens in a job until its end", async () => {
  const { llmch, host } = scene();
  const ended = await llmch("plan").runAll([order("WO-01", "a.txt")], { branch: "work" });
  const id = ended.value?.runId ?? "";
  const route = JOB_ROUTES.find(({ path }) => path === "/jobs/:id/news");
  const signal = new AbortController().signal;
  const reply = await route?.answer(
    { params: { id }, query: new URLSearchParams(), headers: {}, body: Buffer.alloc(0), signal },
    host,
  );
  if (reply === undefined || !("stream" in reply)) throw new Error("no stream");
  const told = reply.stream(signal)[Symbol.asyncIterator]();
  expect((await told.next()).value).toContain("data: ");
  await host.queue.cancel(id);
  expect((await told.next()).value).toContain("data: ");
  expect((await told.next()).done).toBe(true);
});

test("there is no page of what is no job", async () => {
  const { ask } = scene();
  for (const id of ["01KB0000000000000000000001", "last", "..", ""])
    expect((await ask("GET", "/jobs/:id", { id })).status).toBe(404);
});
