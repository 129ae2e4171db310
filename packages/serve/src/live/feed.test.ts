import { once } from "node:events";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Job } from "@llmch/app/queue";
import type { RunState } from "@llmch/story";
import { expect, test } from "vitest";
import { jobOf } from "../pages/job.fixture.ts";
import { changesRoute } from "../pages/start-page.ts";
import { BEARER, dial, raw, siteOf, statusOf, written } from "../site.fixture.ts";

const ID = "01KB0000000000000000000001";
const lineOf = (seq: number, text = "", run = ID) => `${JSON.stringify({ seq, run_id: run, type: "note", text })}\n`;

const scene = async (state: RunState, lines: string) => {
  const job = { now: jobOf({ state }) as Job };
  const site = await siteOf({
    routes: [changesRoute],
    queue: { job: async (id) => (id === ID ? job.now : null), jobs: async () => [job.now] },
  });
  const folder = join(site.data, "artifacts", job.now.kind, ID);
  mkdirSync(join(site.data, "artifacts", job.now.kind), { recursive: true });
  mkdirSync(folder);
  const file = join(folder, "events.jsonl");
  writeFileSync(file, lines);
  const end = () => {
    job.now = { ...job.now, state: "passed" };
  };
  const ask = (headers: Readonly<Record<string, string>> = {}, path = "events") =>
    raw(site.port, written(`GET /api/v1/jobs/${ID}/${path}`, site.port, { ...BEARER, ...headers }));
  return { ...site, file, end, ask, job };
};
const idsIn = (answer: string) => [...answer.matchAll(/^id: (\d+)$/gm)].map((found) => Number(found[1]));

test("a job's events are told as they happen, to its end", async () => {
  const { file, end, ask } = await scene("running", lineOf(0) + lineOf(1));
  const asked = ask();
  appendFileSync(file, `${lineOf(2)}{"seq":3,"run_`);
  appendFileSync(file, `id":"${ID}"}\nnonsense\n${lineOf(4, "", "01KB0000000000000000000002")}`);
  end();
  const answer = await asked;
  expect(answer).toContain("content-type: text/event-stream");
  expect(idsIn(answer)).toEqual([0, 1, 2, 3]);
  expect(answer).toContain(`data: ${lineOf(2)}`);
});

test("a client goes on after what it has, and is told when there is no more", async () => {
  const { ask } = await scene("passed", lineOf(0) + lineOf(1) + lineOf(2));
  expect(idsIn(await ask({ "last-event-id": "0" }))).toEqual([1, 2]);
  expect(idsIn(await ask({ "last-event-id": "nonsense" }))).toEqual([0, 1, 2]);
  expect(statusOf(await ask({ "last-event-id": "2" }))).toBe(204);
  expect(statusOf(await ask({}, "nothing"))).toBe(404);
});

test("no text in an event is taken for another event", async () => {
  const text = "\n\nid: 99\ndata: x\r\rid: 98";
  const { ask } = await scene("passed", `{"seq":0,\r"run_id":"${ID}"}\n${lineOf(1, text)}`);
  const answer = await ask();
  expect(idsIn(answer)).toEqual([0, 1]);
  expect(answer.slice(answer.indexOf("\r\n\r\n") + 4).replaceAll("\r\n", "")).not.toContain("\r");
});

test("clients that read nothing keep neither the others nor the server waiting, and little is kept for them", async () => {
  const large = "x".repeat(100_000);
  const { file, end, ask, port } = await scene("running", lineOf(0));
  const stalled = Array.from({ length: 20 }, () => {
    const socket = dial(port);
    socket.on("error", () => {});
    socket.write(written(`GET /api/v1/jobs/${ID}/events`, port, BEARER));
    socket.pause();
    return socket;
  });
  await Promise.all(stalled.map((socket) => socket.connecting && once(socket, "connect")));
  const asked = ask();
  for (let seq = 1; seq <= 200; seq++) appendFileSync(file, lineOf(seq, large));
  end();
  expect(idsIn(await asked)).toHaveLength(201);
  const [late] = stalled;
  const heard: Buffer[] = [];
  late?.on("data", (chunk: Buffer) => heard.push(chunk));
  late?.resume();
  if (late !== undefined) await once(late, "close");
  expect(idsIn(Buffer.concat(heard).toString())).toHaveLength(201);
});

test("an open page is told that the list of jobs changed", async () => {
  const { port, job } = await scene("running", "");
  const socket = dial(port);
  socket.write(written("GET /changes", port, BEARER));
  let heard = "";
  socket.on("data", (chunk: Buffer) => {
    heard += chunk.toString();
  });
  const told = () => heard.split("data: ").length - 1;
  await expect.poll(told).toBe(1);
  job.now = jobOf({ state: "waiting" });
  await expect.poll(told).toBe(2);
});
