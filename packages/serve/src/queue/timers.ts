import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  type Job,
  judgeSubmitted,
  readTimes,
  type SetTimer,
  type Timer,
  type TimerTimes,
  writeTimes,
} from "@llmch/app/queue";
import {
  accepted,
  canonicalJson,
  counted,
  type Environment,
  messageOf,
  type Refusal,
  type Result,
  refusal,
  rejected,
} from "@llmch/text";
import { Cron } from "croner";
import { errorsInWords } from "../api/documents.ts";
import type { Host } from "../host.ts";

/** Judges the timers of the settings: one that could never begin anything is told now, and not at night. */
export const setTimers = async (
  timers: readonly Timer[],
  env: Environment,
  home = homedir(),
): Promise<Result<readonly SetTimer[], Refusal>> => {
  const set: SetTimer[] = [];
  for (const timer of timers) {
    const wrong = (why: string, hint: string) =>
      rejected(refusal("bad-settings", `serve.timers: ${why}`, `${hint} (\`llmch explain serve.timers\`)`));
    const { cron } = timer;
    const repo = resolve(home, timer.repo);
    const fault = await judgeSubmitted(timer, repo, env);
    if (fault !== null) return wrong(fault.message, fault.hint);
    try {
      const times = new Cron(cron, { paused: true, mode: "5-or-6-parts" });
      if (times.nextRun() === null) return wrong(`${JSON.stringify(cron)} never comes`, "name a day that there is");
      const sha256 = createHash("sha256")
        .update(canonicalJson({ ...timer }))
        .digest("hex");
      set.push({ ...timer, repo, sha256, after: (time) => times.nextRun(time) });
    } catch (cause) {
      return wrong(`${JSON.stringify(cron)} is no time (${messageOf(cause)})`, "write minute hour day month weekday");
    }
  }
  return accepted(set);
};

/** The clock may be put back so far, and nothing is begun twice; what was noted by a clock that was further ahead does not count. */
const PUT_BACK_MS = 24 * 3600 * 1000;

/** The timers that are due, and up to when all are dealt with once these have begun. One that missed several times is due once. */
export const dueTimers = (
  timers: readonly SetTimer[],
  before: TimerTimes,
  now: Date,
): { readonly due: readonly (SetTimer & { readonly since: Date })[]; readonly times: TimerTimes } => {
  const due: (SetTimer & { readonly since: Date })[] = [];
  const times: Record<string, string> = {};
  for (const timer of timers) {
    const known = before[timer.sha256];
    const last = known === undefined || Date.parse(known) > now.getTime() + PUT_BACK_MS ? now : new Date(known);
    const since = timer.after(last);
    const isDue = since !== null && since <= now;
    if (isDue) due.push({ ...timer, since });
    times[timer.sha256] = (isDue ? now : last).toISOString();
  }
  return { due, times };
};

const MOST_HELD_MS = 24 * 3600 * 1000;
const FAILED: ReadonlySet<Job["state"]> = new Set(["failed", "refused", "stopped"]);

/** The jobs of a timer, the newest first, how many of the last failed, and until when it is held back: twice as long each time. */
export const standingOf = ({ sha256, after }: SetTimer, jobs: readonly Job[]) => {
  const own = jobs.filter(({ dedupKey }) => dedupKey === keyOf(sha256));
  const [last] = own;
  const passed = own.findIndex(({ state }) => !FAILED.has(state));
  const failures = passed < 0 ? own.length : passed;
  if (last === undefined || failures === 0) return { last, failures, until: null };
  const begun = new Date(last.createdAt);
  const [first, second] = [after(begun), after(after(begun) ?? begun)].map((time) => time?.getTime() ?? 0);
  const held = Math.min(((second ?? 0) - (first ?? 0)) * 2 ** failures, MOST_HELD_MS);
  return { last, failures, until: new Date(begun.getTime() + held) };
};

const keyOf = (sha256: string): string => `timer ${sha256}`;

/** A suspended machine's timers stand still: the clock is looked at so often. */
const LOOK_MS = 1000;

/** Puts work into the queue by the clock, until the signal. */
export const runTimers = async (
  timers: readonly SetTimer[],
  host: Pick<Host, "data" | "queue" | "signal" | "changed">,
  say: (line: string) => void,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const { data, signal } = host;
  if (timers.length === 0) return;
  for (let fault = ""; !signal.aborted; ) {
    try {
      const before = readTimes(data);
      const { due, times } = dueTimers(timers, before, now());
      for (const timer of due) say(await begin(timer, host, now()));
      if (canonicalJson({ ...times }) !== canonicalJson({ ...before })) await writeTimes(data, times);
      fault = "";
    } catch (cause) {
      if (messageOf(cause) !== fault) say(messageOf(cause));
      fault = messageOf(cause);
    }
    await setTimeout(LOOK_MS, undefined, { signal }).catch(() => {});
  }
};

const begin = async (
  { since, ...timer }: SetTimer & { readonly since: Date },
  { queue, changed }: Pick<Host, "queue" | "changed">,
  now: Date,
): Promise<string> => {
  const { cron, operation, request, repo, sha256 } = timer;
  const named = `the timer ${cron} (${operation})`;
  const dedupKey = keyOf(sha256);
  // A server that died between these two lines and the note of it has begun it already.
  const jobs = await queue.jobs();
  const begun = jobs.find((job) => job.dedupKey === dedupKey && new Date(job.createdAt) >= since);
  if (begun !== undefined) return `${named}: ${begun.id} is its job`;
  const { failures, until } = standingOf(timer, jobs);
  if (until !== null && now < until)
    return `${named}: failed ${counted(failures, "time")} in a row, and waits until ${until.toISOString()}`;
  const done = await queue.submit({ operation, request: { ...request, repo }, given: {}, cwd: repo, dedupKey });
  if (!done.ok) return `${named}: ${errorsInWords(done.issues)}`;
  changed();
  return `${named}: ${done.value.isNew ? "put into the queue as" : "still has the job"} ${done.value.id}`;
};
