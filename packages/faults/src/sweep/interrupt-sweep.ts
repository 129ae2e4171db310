import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { EXIT } from "@llmch/text";
import type { FaultKind } from "../kind.ts";
import { processesOf } from "../processes-of.ts";
import { repoFault } from "./aftermath.ts";
import { type Answers, startAnswers } from "./answers.ts";
import { endedFault } from "./ended-runs.ts";
import { type Interruption, interruptingIn } from "./interruption.ts";
import { killChain, leftFault, type Struck } from "./kill-chain.ts";
import { copyScenario, SCENARIOS, type Setting } from "./scenario.ts";

/** Ctrl-C is meant to end a run within 5 s; a busy machine may take longer. */
const MOST_MS = 60_000;
/** The most signals of one scene: one in its first session, and one while it is resumed. */
const MOST_SIGNALS = 2;
/** How often to look for processes that should be gone: one that was killed may be seen for a moment. */
const LOOKS = 40;
const PAUSE_MS = 50;

/** Each scenario has a block of trials, which spread over its turns. Parallel orders take about three times as many turns. */
const BLOCKS = SCENARIOS.flatMap(({ jobs }, index) => (jobs === undefined ? [index] : [index, index, index]));
const OF_BLOCK = 100;
/** Without this, all trials of a sample would be at the same part of their run. */
const SHIFT = 31;

/**
 * A signal in any turn of llmch's event loop, then resume, perhaps with another signal (reliability, C9). After each, nothing may be left:
 * not a worktree, not a lock, not a process, and not a record that looks as if llmch had been killed.
 */
export const interruptSweep: FaultKind = {
  name: "interrupt-sweep",
  promise: "SIGINT or SIGTERM in any turn, then resume: every record ended, nothing left, no answer asked twice",
  trials: { full: BLOCKS.length * OF_BLOCK, sample: 3 },
  parallel: 3,
  needs: ["setsid"],
  prepare: async ({ folder, binary, seed }) => {
    const answers = await startAnswers(seed);
    const copy = (index: number, parent: string) => copyScenario(folder, index, join(parent, "scene"), binary);
    const measured = new Map<number, Promise<number>>();
    const turnsOf = (index: number): Promise<number> => {
      const turns = measured.get(index) ?? undisturbed(copy(index, join(folder, `measured-${index}`)), answers);
      measured.set(index, turns);
      return turns;
    };
    let signals = 0;
    return {
      strikes: () => signals,
      run: async ({ number, random, folder: own }) => {
        const block = Math.floor(number / OF_BLOCK);
        const index = BLOCKS[block] ?? 0;
        const turns = await turnsOf(index);
        const setting = copy(index, own());
        const signalled = (turn: number) => interruptingIn(turn, random.pick(["SIGINT", "SIGTERM"]), setting);
        const share = ((number + (block + 1) * SHIFT) % OF_BLOCK) / OF_BLOCK;
        let last = signalled(1 + Math.floor(share * turns) + random.below(Math.ceil(turns / OF_BLOCK)));
        const anywhere = () => {
          last = signalled(1 + random.below(turns));
          return last;
        };
        const chain = await killChain({
          ...{ setting, answers, first: last, start: anywhere, resume: anywhere, most: MOST_SIGNALS },
          after: (struck) => faultAfter(struck, last, setting),
        });
        signals += chain.kills;
        return chain.fault;
      },
      close: async () => {
        await answers.close();
        return null;
      },
    };
  },
};

/** In how many turns an undisturbed run can be interrupted. */
const undisturbed = async (setting: Setting, answers: Answers): Promise<number> => {
  const { under, env, turns } = interruptingIn(0, "SIGINT", setting);
  const { code, stderr } = await setting.start({ under, env: { ...answers.settings(setting.key), ...env } });
  if (code !== EXIT.ok) throw new Error(`${setting.scenario.name} does not end well untouched: ${stderr}`);
  return turns();
};

const faultAfter = async (struck: Struck, { tookMs }: Interruption, setting: Setting): Promise<string | null> => {
  const { finished, committed, isOver, standing, stayed } = struck;
  const { code, signal } = finished;
  const isDone = code === EXIT.ok && committed === setting.scenario.orders;
  if (!isDone && !isOver && code !== EXIT.interrupted) return `it ends with ${code ?? signal}`;
  const ms = tookMs();
  if (ms === null || ms > MOST_MS) return `it ends ${ms} ms after the signal`;
  return (
    endedFault(setting.artifacts, [EXIT.ok, EXIT.interrupted]) ??
    leftFault(setting) ??
    repoFault(setting, standing, committed, stayed) ??
    (await processFault(setting))
  );
};

const processFault = async ({ root }: Setting): Promise<string | null> => {
  for (let looks = LOOKS; ; looks--) {
    const left = processesOf(root);
    if (left.length === 0) return null;
    if (looks === 0) return `these processes are left: ${left.join("; ")}`;
    await wait(PAUSE_MS);
  }
};
