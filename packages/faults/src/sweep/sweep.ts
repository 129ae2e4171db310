import { join } from "node:path";
import type { Place } from "../kind.ts";
import { type Answers, startAnswers } from "./answers.ts";
import { measure } from "./points.ts";
import { copyScenario, prepareScenarios, SCENARIOS, type Setting } from "./scenario.ts";
import type { Point } from "./strike.ts";

/** What the trials of a sweep share. */
export interface Sweep {
  readonly answers: Answers;
  /** Where each scenario can be struck. */
  readonly points: readonly (readonly Point[])[];
  /** A fresh scenario in a new folder below this one. */
  copy(scenario: number, folder: string): Setting;
}

/** Sets the scenarios up, and runs each once to see where it can be struck. */
export const prepareSweep = async ({ folder, binary }: Place): Promise<Sweep> => {
  prepareScenarios(folder, binary);
  const answers = await startAnswers();
  const copy: Sweep["copy"] = (scenario, parent) => copyScenario(folder, scenario, join(parent, "scene"), binary);
  const points: (readonly Point[])[] = [];
  for (const index of SCENARIOS.keys()) {
    const setting = copy(index, join(folder, `measured-${index}`));
    points.push(await measure(setting, answers.settings(setting.key)));
  }
  return { answers, points, copy };
};
