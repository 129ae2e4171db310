import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EVENT_FORMAT, JOURNAL_START, sealLine } from "@llmch/contract";
import { readStoredRun } from "@llmch/store/journals";
import { temporaryFolder } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";
import { expect, onTestFinished, test } from "vitest";
import { findUnfinished } from "../stored/find-unfinished.ts";
import { openSession } from "./session.ts";

const RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const FULL = Object.assign(new Error("the disk is full"), { code: "ENOSPC" });

const opened = async (members: JsonObject = {}, root: string | null = null) => {
  const { path, remove } = root === null ? temporaryFolder() : { path: root, remove: () => {} };
  onTestFinished(remove);
  const stored = root === null ? null : await readStoredRun(root, "factory", RUN);
  const request = {
    artifactsRoot: path,
    kind: "factory",
    runId: RUN,
    version: "1",
    members,
    previous: stored?.ok ? stored.value : null,
  } as const;
  const now = () => new Date(0);
  const session = await openSession(request, {
    clock: { monotonicMs: () => 0 },
    now,
    secrets: [],
    env: { XDG_STATE_HOME: join(path, "state") },
    observer: { event: () => {} },
  });
  return { path, session, journal: join(session.directory, "events.jsonl") };
};

const NEVER_BEGUN = {
  ok: false,
  issues: [{ code: "not-resumable", message: `the run ${RUN} ended before anything was begun` }],
};

test("a run that could not begin has an empty journal, and starts again", async () => {
  const { path, session, journal } = await opened();
  const documents = () => Promise.reject(FULL);
  await expect(session.begin({ type: "warning", message: "" }, documents)).rejects.toThrow("the disk is full");
  expect(await session.finish({ verdict: "ERROR", exitCode: 5, summary: {} })).toBeNull();
  expect(readFileSync(journal, "utf8")).toBe("");
  expect(await findUnfinished(path, RUN)).toMatchObject(NEVER_BEGUN);
});

test.each(["only its last word", "a torn first line"])(
  "a run whose journal holds %s counts as never begun",
  async (what) => {
    const { path, session, journal } = await opened();
    session.abandon();
    const ended = {
      seq: 0,
      ts: "2026-01-01T00:00:00.000Z",
      run_id: RUN,
      type: "run_finished",
      verdict: "ERROR",
      exit_code: 5,
      duration_ms: 1,
    };
    writeFileSync(journal, `${sealLine(JSON.stringify(ended), JOURNAL_START).line}\n`);
    if (what === "a torn first line") truncateSync(journal, 40);
    expect(await findUnfinished(path, RUN)).toMatchObject(NEVER_BEGUN);
    expect(await findUnfinished(path, undefined)).toMatchObject({ ok: false, issues: [{ code: "no-such-run" }] });
  },
);

test.each([
  ["of a run", {}, "WO-01/attempt-1"],
  ["of a window of a build", { part: { build: "B", window: 2 } }, "window-02/WO-01/attempt-1"],
])("the lines %s name what they answer", async (_, config, key) => {
  const { session } = await opened({ config });
  await session.appendExchange({ key: "WO-01/attempt-1", response: { text: "" } });
  session.abandon();
  expect(JSON.parse(readFileSync(join(session.directory, "exchanges.jsonl"), "utf8"))).toMatchObject({ key });
});

test("what isolates commands is recorded with each session, and said when it is not as it was", async () => {
  const sessionWith = async (root: string | null, isolation?: string): Promise<string> => {
    const { path, session } = await opened({}, root);
    const first = { type: "resumed", format: EVENT_FORMAT, from_seq: 0 } as const;
    const beginning = isolation === undefined ? first : { ...first, isolation };
    await session.begin(beginning, async () => {});
    await session.finish({ verdict: "ERROR", exitCode: 5, summary: null });
    return path;
  };
  // The first session is one of before it was recorded.
  const path = await sessionWith(null);
  for (const isolation of ["sandboxed", "sandboxed", "not isolated", undefined, "not isolated", "sandboxed"])
    await sessionWith(path, isolation);
  const stored = await readStoredRun(path, "factory", RUN);
  const events = stored.ok ? stored.value.journal.events : [];
  expect(events.flatMap((event) => (event.type === "warning" ? [event.message] : []))).toEqual([
    "commands are not isolated from here on; before, they were sandboxed",
    "commands are sandboxed from here on; before, they were not isolated",
  ]);
});
