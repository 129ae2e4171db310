import { join } from "node:path";
import type { Place } from "../kind.ts";
import { type Answers, startAnswers } from "./answers.ts";
import { measure } from "./points.ts";
import { copyScenario, SCENARIOS, type Setting } from "./scenario.ts";
import { killingAt, type Point } from "./strike.ts";

/** What the trials of a sweep share. */
export interface Sweep {
  readonly answers: Answers;
  /** Which scenarios, and where each can be struck. */
  readonly places: readonly number[];
  readonly points: readonly (readonly Point[])[];
  /** A fresh scenario in a new folder below this one. */
  copy(scenario: number, folder: string, asks?: "a server" | "a record"): Setting;
}

/** Sets up the scenarios. Each has run once, to see where it can be struck. */
export const prepareSweep = async (
  { folder, binary, seed }: Place,
  places: readonly number[] = [...SCENARIOS.keys()],
): Promise<Sweep> => {
  const answers = await startAnswers(seed);
  const copy: Sweep["copy"] = (scenario, parent, asks) =>
    copyScenario(folder, scenario, join(parent, "scene"), binary, asks);
  const measured = (index: number): Promise<readonly Point[]> => {
    const setting = copy(index, join(folder, `measured-${index}`));
    const env = answers.settings(setting.key);
    return measure(setting.root, (session) => setting.start({ ...session, env: { ...env, ...session.env } }));
  };
  const points = await Promise.all(
    places.map((index) => {
      const found = measurements.get(index) ?? measured(index);
      measurements.set(index, found);
      return found;
    }),
  );
  return { answers, places, points, copy };
};

/** Where each scenario can be struck: the same for every kind of fault. */
const measurements = new Map<number, Promise<readonly Point[]>>();

/** Where a resumption of each scenario can be struck, if the run was killed after its first answer. */
export const recoveryPoints = (
  { copy, places, points }: Sweep,
  folder: string,
): Promise<readonly (readonly Point[])[]> =>
  Promise.all(
    places.map(async (index, place) => {
      // The answer is written by then, and nothing was made of it.
      const isAnswered = ({ call, seen }: Point) => call === "fsync" && seen.includes("/exchanges.jsonl>");
      const answered = points[place]?.find(isAnswered);
      const name = SCENARIOS[index]?.name;
      if (answered === undefined) throw new Error(`${name} keeps no answer`);
      for (let left = TRIES; left > 0; left--) {
        const setting = copy(index, join(folder, `recovered-${index}-${left}`), "a record");
        const killed = await setting.start(killingAt(answered));
        // On a busy machine, the kill may come when the run has ended.
        if (killed.code === 0) continue;
        const resume = ["resume", "--artifacts-dir", setting.artifacts, "--no-color"];
        return measure(setting.root, (session) => setting.llmch(resume, session));
      }
      throw new Error(`${name} was never killed in time`);
    }),
  );

/** How often to try to kill a run before it ends. */
const TRIES = 5;
