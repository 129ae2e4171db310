import { existsSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "@llmch/contract";
import { type Finished, filesBelow, readJsonLines } from "@llmch/testkit";
import type { FaultKind, Trial } from "../kind.ts";
import { checkoutOf, committedOrders, leftoversOf, repoFault } from "./aftermath.ts";
import type { Setting } from "./scenario.ts";
import { type Point, striking } from "./strike.ts";
import { prepareSweep, type Sweep } from "./sweep.ts";

/** Kinds of calls at which a recovery is killed in its turn. */
const IN_RECOVERY = ["write", "fsync", "rename", "unlink", "openat", "mkdir", "rmdir", "link"];
/** Somebody who resumes so often and is not done has a reason to complain. */
const MOST_LIVES = 6;

/**
 * llmch, or one git that it started, is killed at a system call that changes something; every other time the recovery is
 * killed too. Then it is resumed until it is over (reliability, C1 to C3, C5, N3).
 */
export const killSweep: FaultKind = {
  name: "kill-sweep",
  promise:
    "kill -9 at any changing call, also in recovery, then resume: committed once, checkout whole, no answer asked twice",
  trials: { full: 1000, sample: 24 },
  parallel: 3,
  needs: ["strace"],
  prepare: async (place) => {
    const sweep = await prepareSweep(place);
    const points = sweep.points.map((of) =>
      of.filter(({ call, seen }) => call !== "openat" || seen.includes("O_CREAT")),
    );
    return {
      run: async (trial) => {
        const scenario = trial.number % points.length;
        const here = points[scenario] ?? [];
        // Spread over all calls of the scenario in their order.
        const point = here[Math.floor((trial.number / killSweep.trials.full) * here.length)];
        if (point === undefined) return "there is no call to strike";
        const setting = sweep.copy(scenario, trial.folder());
        const told: string[] = [];
        const fault = await killAndResume(setting, point, trial, sweep, told);
        const who = point.process === "llmch" ? "llmch" : `git ${point.process}`;
        return fault === null
          ? null
          : `${setting.scenario.name}, killed at ${point.call} ${point.nth} of ${who} (${point.seen}): ${fault}\n${told.join("\n")}`;
      },
      close: async () => {
        await sweep.answers.close();
        return null;
      },
    };
  },
};

const killAndResume = async (
  setting: Setting,
  point: Point,
  { number, random }: Trial,
  { answers }: Sweep,
  told: string[],
): Promise<string | null> => {
  const before = checkoutOf(setting);
  const settings = answers.settings(setting.key);
  const paid = paidTwice(setting, () => answers.asked(setting.key));
  const live = async (what: string, run: () => Promise<Finished>) => {
    const finished = await run();
    told.push(
      `    ${what}: ${finished.code ?? finished.signal} ${finished.stdout}${finished.stderr}`
        .trimEnd()
        .replaceAll("\n", "\n      "),
    );
    return finished;
  };
  const { under, env } = striking(point, "signal=KILL", setting.root);
  await live("killed", () => setting.start({ under, env: { ...settings, ...env } }));
  for (let lives = 1; ; lives++) {
    const between = stateFault(setting, before);
    if (between !== null) return `after life ${lives}: ${between}`;
    if (lives === MOST_LIVES) return `not over after ${lives} lives`;
    const again = lives === 1 && number % 8 >= 4;
    const nested: Point = { process: "llmch", call: random.pick(IN_RECOVERY), nth: 1 + random.below(40), seen: "" };
    const strike = again ? striking(nested, "signal=KILL", setting.root) : { under: [], env: {} };
    const resume = ["resume", "--artifacts-dir", setting.artifacts, "--no-color"];
    const name = again ? `resumed, killed at ${nested.call} ${nested.nth}` : "resumed";
    const run = () => setting.llmch(resume, { under: strike.under, env: { ...settings, ...strike.env } });
    const { stderr } = await live(name, run);
    const twice = paid();
    if (twice !== null) return twice;
    if (!stderr.includes("there is no unfinished run")) continue;
    if (committedOrders(setting) === setting.scenario.orders) break;
    // The kill came before there was a run.
    await live("started again", () => setting.start({ env: settings }));
  }
  const committed = committedOrders(setting);
  if (committed !== setting.scenario.orders) return `it is over, and ${committed} orders are committed`;
  const stayed = told.some((life) => life.includes("stayed behind"));
  const untidy = () => repoFault(setting, before, committed, stayed) ?? leftFault(setting);
  // What a run that was over could not clear any more, the next one does; there all orders are done.
  if (untidy() !== null) await live("the next run", () => setting.again({ env: settings }));
  return untidy();
};

const leftFault = (setting: Setting): string | null => {
  const left = leftoversOf(setting);
  return left.length === 0 ? null : `left: ${left.join(", ")}`;
};

/** What is wrong between two lives. The checkout of somebody on the branch may be half forward: resume completes it. */
const stateFault = (setting: Setting, before: string): string | null => {
  const committed = committedOrders(setting);
  if (typeof committed === "string") return committed;
  if (setting.scenario.stands || checkoutOf(setting) === before) return null;
  return "the user's checkout was changed";
};

/** Tells, each time that it is called, of an answer that was on record the time before and asked again since. */
const paidTwice = (setting: Setting, asked: () => readonly string[]): (() => string | null) => {
  let recorded: readonly string[] = [];
  let known = 0;
  return () => {
    const repeated = asked()
      .slice(known)
      .find((key) => recorded.includes(key));
    known = asked().length;
    recorded = recordedKeys(setting.artifacts);
    return repeated === undefined ? null : `${repeated} was asked again although its answer was on record`;
  };
};

const recordedKeys = (artifacts: string): readonly string[] =>
  (existsSync(artifacts) ? filesBelow(artifacts) : [])
    .filter((path) => path.endsWith("exchanges.jsonl"))
    .flatMap((path) => wholeLines(join(artifacts, path)))
    .flatMap((line) => (isJsonObject(line) && typeof line.key === "string" ? [line.key] : []));

/** A torn last line is no record. */
const wholeLines = (file: string) => {
  try {
    return readJsonLines(file);
  } catch {
    return [];
  }
};
