import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Job, Submitted, Timer } from "@llmch/app/queue";
import { serialise } from "@llmch/report";
import { throwawayRepo } from "@llmch/testkit";
import { afterAll, expect, test } from "vitest";
import { jobOf } from "../pages/job.fixture.ts";
import { liveJobs } from "../pages/start-page.ts";
import { emptyQueue, newFolder } from "../site.fixture.ts";
import { dueTimers, runTimers, setTimers } from "./timers.ts";

const NIGHTLY: Timer = { cron: "0 3 * * *", operation: "plan", request: { spec: "tidy" }, repo: "app" };

const { folder: home, path, env, remove } = throwawayRepo();
afterAll(remove);
for (const name of ["app", "site"]) symlinkSync(path, join(home, name));

const set = async (...timers: readonly Timer[]) => {
  const judged = await setTimers(timers, env, home);
  if (!judged.ok) throw new Error(judged.issues[0].message);
  return judged.value;
};
const at = (text: string) => new Date(`2026-03-${text}`);

test.each<readonly [string, Partial<Timer>, RegExp]>([
  ["a time that is none", { cron: "61 3 * * *" }, /"61 3 \* \* \*" is no time/],
  ["a time that never comes", { cron: "0 0 31 2 *" }, /"0 0 31 2 \*" never comes/],
  ["a repo that there is not", { repo: "nowhere" }, /\/nowhere is not a directory/],
  ["a folder that is no repo", { repo: "." }, /is not a git repo/],
  ["too few fields", { cron: "3 *" }, /is no time/],
  ["an operation that makes no run", { operation: "show" }, /`show` is no operation/],
  ["one that there is not", { operation: "nonsense" }, /`nonsense` is no operation/],
  ["a member that the operation does not have", { request: { speck: "x" } }, /no option speck/],
  ["a look", { operation: "run-all", request: { dryRun: true } }, /only look/],
])("a timer that cannot begin anything is refused: %s", async (_, wrong, message) => {
  expect(await setTimers([{ ...NIGHTLY, ...wrong }], env, home)).toMatchObject({
    ok: false,
    issues: [
      { code: "bad-settings", message: expect.stringMatching(message), hint: expect.stringContaining("serve.timers") },
    ],
  });
});

test("a repo is found from the user's home", async () => {
  expect((await set(NIGHTLY))[0]?.repo).toBe(join(home, "app"));
});

test("a timer begins from when it is first seen, and missed times are made up for once", async () => {
  const timers = await set(NIGHTLY);
  const first = dueTimers(timers, {}, at("01T12:00:00"));
  expect(first.due).toEqual([]);
  const night = dueTimers(timers, first.times, at("02T02:59:59"));
  expect([night.due, night.times]).toEqual([[], first.times]);
  const due = dueTimers(timers, night.times, at("02T03:00:00"));
  expect(due.due.map(({ since }) => since)).toEqual([at("02T03:00:00")]);
  expect(dueTimers(timers, due.times, at("02T03:00:01")).due).toEqual([]);
  const late = dueTimers(timers, due.times, at("09T10:00:00"));
  expect(late.due).toHaveLength(1);
  expect(dueTimers(timers, late.times, at("09T10:00:01")).due).toEqual([]);
});

test("a clock that is put back begins nothing twice, and one that was far ahead does not silence a timer for ever", async () => {
  const timers = await set(NIGHTLY);
  const { times } = dueTimers(timers, dueTimers(timers, {}, at("01T12:00:00")).times, at("02T03:00:00"));
  expect(dueTimers(timers, times, at("02T02:59:00")).due).toEqual([]);
  expect(dueTimers(timers, times, at("02T03:00:00")).due).toEqual([]);
  const ahead = dueTimers(timers, {}, new Date("2099-01-01T00:00:00"));
  const again = dueTimers(timers, ahead.times, at("02T02:00:00"));
  expect(again.due).toEqual([]);
  expect(dueTimers(timers, again.times, at("02T03:00:00")).due).toHaveLength(1);
});

test("what was a timer is forgotten, and a changed one is another", async () => {
  const { times } = dueTimers(await set(NIGHTLY), {}, at("01T12:00:00"));
  const changed = dueTimers(await set({ ...NIGHTLY, repo: "site" }), times, at("05T12:00:00"));
  expect(changed.due).toEqual([]);
  expect(Object.keys(changed.times)).toHaveLength(1);
  expect(changed.times).not.toMatchObject(times);
});

/** Carries out a timer at these times, each in a new process. */
const servedAt = async (
  times: readonly string[],
  { killed = false, timer = NIGHTLY, state = "passed" }: { killed?: boolean; timer?: Timer; state?: Job["state"] } = {},
) => {
  const data = newFolder();
  const submitted: Submitted[] = [];
  const jobs: Job[] = [];
  const said: string[] = [];
  let now = at("01T12:00:00");
  const queue = {
    ...emptyQueue(data),
    jobs: async () => jobs,
    submit: async (asked: Submitted) => {
      submitted.push(asked);
      jobs.unshift(jobOf({ dedupKey: asked.dedupKey ?? null, state, createdAt: now.toISOString() }));
      // What comes after that is not reached.
      if (killed && submitted.length === 1) throw new Error("killed");
      return { ok: true, value: { id: "01KB", state: "queued", isNew: true } } as const;
    },
  };
  for (const time of ["01T12:00:00", ...times]) {
    now = at(time);
    const end = new AbortController();
    const clock = () => {
      end.abort();
      return now;
    };
    const host = { data, queue, signal: end.signal, changed: () => {} };
    await runTimers(await set(timer), host, (line) => said.push(line), clock);
  }
  return { submitted, said };
};

test("what is due is put into the queue, with a key that allows one open job a timer", async () => {
  const { submitted, said } = await servedAt(["02T02:00:00", "02T03:00:00", "02T03:00:01", "04T10:00:00"]);
  expect(submitted).toHaveLength(2);
  expect(submitted[0]).toEqual({
    ...{ operation: "plan", request: { spec: "tidy", repo: join(home, "app") }, given: {}, cwd: join(home, "app") },
    dedupKey: expect.stringMatching(/^timer [0-9a-f]{64}$/),
  });
  expect(said).toContain("the timer 0 3 * * * (plan): put into the queue as 01KB");
});

test("a server that is killed after it put work into the queue does not put it there twice", async () => {
  const { submitted } = await servedAt(["02T03:00:00", "02T03:00:20"], { killed: true });
  expect(submitted).toHaveLength(1);
});

test("a timer whose jobs fail waits twice as long each time, at most a day, and says so", async () => {
  const hourly = { ...NIGHTLY, cron: "0 * * * *" };
  const hours = Array.from(
    { length: 60 },
    (_, at) =>
      `${String(1 + Math.floor((13 + at) / 24)).padStart(2, "0")}T${String((13 + at) % 24).padStart(2, "0")}:00:00`,
  );
  const { submitted, said } = await servedAt(hours, { timer: hourly, state: "failed" });
  // At 13, 15, 19, 3 and 19 o'clock, and a day later.
  expect(submitted).toHaveLength(5 + 1);
  expect(said.filter((line) => line.includes("failed 1 time in a row, and waits until"))).toHaveLength(1);
  expect((await servedAt(hours, { timer: hourly })).submitted).toHaveLength(60);
  const [timer] = await set(hourly);
  if (timer === undefined) throw new Error("no timer");
  const last = jobOf({
    dedupKey: `timer ${timer.sha256}`,
    state: "failed",
    createdAt: at("01T13:00:00").toISOString(),
  });
  const page = serialise(liveJobs([last], 9, [timer]), Number.POSITIVE_INFINITY);
  expect(page).toMatch(/Timers[\s\S]*0 \* \* \* \*[\s\S]*failed 1 time in a row[\s\S]*href="\/jobs\/01KB/);
});
