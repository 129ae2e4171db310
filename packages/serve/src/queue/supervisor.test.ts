import type { FolderQueue, Job } from "@llmch/app/queue";
import type { RunState } from "@llmch/story";
import { expect, onTestFinished, test } from "vitest";
import { jobOf } from "../pages/job.fixture.ts";
import { emptyQueue } from "../site.fixture.ts";
import { superviseQueue } from "./supervisor.ts";

const A = "01KB000000000000000000000A";
const B = "01KB000000000000000000000B";
const C = "01KB000000000000000000000C";

interface Circumstances {
  readonly fails?: string;
  readonly repo?: string | null;
  readonly lookMs?: number;
}

const scene = (slots: number, { fails = "", repo = null, lookMs }: Circumstances = {}) => {
  const states = new Map<string, RunState>([A, B, C].map((id) => [id, "queued"]));
  const ends = new Map<string, (state: RunState) => void>();
  const started: string[] = [];
  const said: string[] = [];
  const all = (): readonly Job[] => [...states].map(([id, state]) => jobOf({ id, state, repo }));
  const queue: FolderQueue = {
    ...emptyQueue("/"),
    jobs: async () => all(),
    job: async (id) => all().find((job) => job.id === id) ?? null,
    start: async ({ id }) => {
      started.push(id);
      if (id === fails)
        return { ok: false, issues: [{ code: "program-missing", message: "no llmch", hint: "install it" }] };
      states.set(id, "running");
      const ended = new Promise<void>((resolve) => {
        ends.set(id, (state) => {
          states.set(id, state);
          resolve();
        });
      });
      return { ok: true, value: { ended } };
    },
  };
  const end = new AbortController();
  const host = { queue, slots, signal: end.signal, changed: () => supervisor.look() };
  const supervisor = superviseQueue(host, (line) => said.push(line), lookMs);
  onTestFinished(async () => {
    end.abort();
    await supervisor.done;
  });
  return { states, ends, started, said, end, supervisor };
};

test("jobs are started as others end, without waiting for the next look", async () => {
  const { ends, started, said } = scene(2, { lookMs: 86_400_000 });
  await expect.poll(() => started).toEqual([A, B]);
  ends.get(B)?.("failed");
  await expect.poll(() => started).toEqual([A, B, C]);
  expect(said).toContain(`${B}: failed`);
});

test("a job that comes to nothing waits before it is tried again, and others go on", async () => {
  const { ends, started, said } = scene(1);
  await expect.poll(() => started).toEqual([A]);
  ends.get(A)?.("queued");
  await expect.poll(() => started).toEqual([A, B]);
  ends.get(B)?.("passed");
  await expect.poll(() => started).toEqual([A, B, C]);
  ends.get(C)?.("passed");
  await expect.poll(() => started).toEqual([A, B, C, A]);
  expect(said).toContain(`${A}: queued`);
});

test("a job whose process died is not overtaken on its branch", async () => {
  const { ends, started } = scene(2, { repo: "/shop" });
  await expect.poll(() => started).toEqual([A]);
  ends.get(A)?.("queued");
  await expect.poll(() => started).toEqual([A, A]);
});

test("a start that fails is told, and keeps nothing waiting", async () => {
  const { started, said } = scene(1, { fails: A });
  await expect.poll(() => started).toContain(B);
  expect(said).toContain(`${A}: no llmch: install it`);
});

test("nothing is started once the server ends, and what runs is left alone", async () => {
  const { ends, started, end, supervisor } = scene(1);
  await expect.poll(() => started).toEqual([A]);
  end.abort();
  ends.get(A)?.("passed");
  await supervisor.done;
  expect(started).toEqual([A]);
});
