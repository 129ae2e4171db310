import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EVENT_FORMAT, type EventBody, type RunEvent } from "@llmch/contract";
import { createRun, newRunId } from "@llmch/store";
import { RUN_CONFIG } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { watchRun } from "./watch-run.ts";

const still = new AbortController().signal;

const place = () => {
  const root = mkdtempSync(join(tmpdir(), "llmch-watch-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const run = (kind: "run-all" | "factory") =>
    createRun(root, kind, newRunId(), { now: () => new Date(), secrets: [] });
  return { root, run, files: () => readdirSync(root, { recursive: true }).sort() };
};
const idOf = ({ directory }: { readonly directory: string }): string => directory.split("/").at(-1) ?? "";

const schedule: EventBody = {
  ...{ type: "schedule_started", format: EVENT_FORMAT, branch: "work", baseline: "b" },
  ...{ orders: [{ order: "WO-01", sha256: "x" }], skipped: [], config: RUN_CONFIG },
};
const order: EventBody = {
  ...{ type: "order_started", format: EVENT_FORMAT, order: "WO-01", title: "One", work_order_sha256: "x" },
  ...{ model: "m", branch: "work", baseline: "b", schedule: null, config: RUN_CONFIG },
};
const finished = (verdict: "PASS" | "FAIL", exit_code: number): EventBody => ({
  ...{ type: "run_finished", verdict, exit_code, duration_ms: 1 },
});

test("a run-all is followed as it runs, with its order runs, to its own end", async () => {
  const { root, run, files } = place();
  const all = await run("run-all");
  await all.emit(schedule);
  const seen: string[] = [];
  const told = new Map<string, () => void>();
  const when = (what: string) => new Promise<void>((resolve) => told.set(what, resolve));
  const tell = ({ type }: RunEvent) => {
    seen.push(type);
    told.get(type)?.();
  };
  const begun = when("schedule_started");
  const ending = watchRun({ root, kind: "run-all", runId: idOf(all) }, tell, still, 1);
  await begun;
  const one = await run("factory");
  const asked = when("model_asked");
  await all.emit({ type: "order_run_started", order: "WO-01", run: idOf(one) });
  await one.emit(order);
  await one.emit({ type: "model_asked", key: "k" });
  await asked;
  const before = files();
  await one.emit(finished("FAIL", 1));
  await all.emit({
    ...{ type: "order_run_ended", order: "WO-01", run: idOf(one), verdict: "FAIL", exit_code: 1 },
    ...{ commit: null, seal: null },
  });
  await all.emit(finished("FAIL", 1));
  expect(await ending).toEqual({ kind: "ended", verdict: "FAIL", exitCode: 1 });
  expect(seen.filter((type) => type !== "run_finished")).toEqual([
    ...["schedule_started", "order_run_started", "order_started", "model_asked", "order_run_ended"],
  ]);
  expect(files()).toEqual(before);
  for (const store of [one, all]) store.abandon();
});

test("orders that are open at once are reported as they progress, each with its own events in sequence", async () => {
  const { root, run } = place();
  const all = await run("run-all");
  await all.emit(schedule);
  const seen: string[] = [];
  const names = new Map<string, string>();
  let isLast = (): void => {};
  const last = new Promise<void>((resolve) => {
    isLast = resolve;
  });
  const tell = (event: RunEvent) => {
    if (event.type === "order_run_started") names.set(event.run, event.order);
    const key = event.type === "model_asked" || event.type === "model_answered" ? ` ${event.key}` : "";
    seen.push(`${names.get(event.run_id) ?? "all"}: ${event.type}${key}`);
    if (event.type === "model_asked" && event.key === "second/speculation-1") isLast();
  };
  const ending = watchRun({ root, kind: "run-all", runId: idOf(all) }, tell, still, 1);
  const [one, two] = [await run("factory"), await run("factory")];
  await all.emit({ type: "order_run_started", order: "WO-01", run: idOf(one) });
  await all.emit({ type: "order_run_started", order: "WO-02", run: idOf(two) });
  for (const each of [one, two]) await each.emit(order);
  await one.emit({ type: "model_asked", key: "first" });
  await two.emit({ type: "speculation_started", speculation: 1 });
  await two.emit({ type: "model_asked", key: "second/speculation-1", speculation: 1 });
  // Both are open: reports about one do not wait for the other to end.
  await last;
  await two.emit({ type: "speculation_ended", speculation: 1 });
  for (const [order, each] of [
    ["WO-01", one],
    ["WO-02", two],
  ] as const) {
    await each.emit(finished("PASS", 0));
    await all.emit({
      ...{ type: "order_run_ended", order, run: idOf(each), verdict: "PASS", exit_code: 0 },
      ...{ commit: null, seal: null },
    });
  }
  await all.emit(finished("PASS", 0));
  expect(await ending).toEqual({ kind: "ended", verdict: "PASS", exitCode: 0 });
  const of = (name: string) => seen.filter((each) => each.startsWith(name)).map((each) => each.slice(name.length + 2));
  expect(of("all")).toEqual([
    ...["schedule_started", "order_run_started", "order_run_started"],
    ...["order_run_ended", "order_run_ended", "run_finished"],
  ]);
  expect(of("WO-01")).toEqual(["order_started", "model_asked first", "run_finished"]);
  expect(of("WO-02")).toEqual([
    ...[
      "order_started",
      "speculation_started",
      "model_asked second/speculation-1",
      "speculation_ended",
      "run_finished",
    ],
  ]);
  for (const store of [one, two, all]) store.abandon();
});

test("a run whose process is gone is dead, a resumed one has not ended, and a watcher may leave", async () => {
  const { root, run } = place();
  const one = await run("factory");
  const watched = { root, kind: "factory", runId: idOf(one) } as const;
  await one.emit(order);
  await one.emit(finished("FAIL", 1));
  await one.emit({ type: "resumed", format: EVENT_FORMAT, from_seq: 1 });
  const leaving = new AbortController();
  const seen: string[] = [];
  const left = watchRun(
    watched,
    ({ type }) => {
      seen.push(type);
      if (type === "resumed") leaving.abort();
    },
    leaving.signal,
    1,
  );
  expect(await left).toEqual({ kind: "left" });
  expect(seen).toEqual(["order_started", "run_finished", "resumed"]);
  one.abandon();
  expect(await watchRun(watched, () => {}, still, 1)).toEqual({ kind: "dead" });
});

test("a journal from elsewhere leads to no other file", async () => {
  const { root, run } = place();
  const all = await run("run-all");
  await all.emit(schedule);
  await all.emit({ type: "order_run_started", order: "WO-01", run: "../../../etc" });
  await all.emit(finished("PASS", 0));
  expect(await watchRun({ root, kind: "run-all", runId: idOf(all) }, () => {}, still, 1)).toMatchObject({
    kind: "ended",
  });
  all.abandon();
});
