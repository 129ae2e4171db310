import { join } from "node:path";
import type { FaultKind } from "../kind.ts";
import { checkoutOf } from "./aftermath.ts";
import { startAnswers } from "./answers.ts";
import { failedRunFault, told } from "./failed-run.ts";
import { copyScenario, SCENARIOS } from "./scenario.ts";

const MOST_BYTES = 80_000;

/** No file may grow beyond a limit: the last write before it takes fewer bytes than it is given (reliability, C7). */
export const shortWrites: FaultKind = {
  name: "short-writes",
  promise: "writes that take only part of the bytes: committed or as it was, and said",
  trials: { full: 32, sample: 5 },
  parallel: 3,
  needs: ["prlimit"],
  prepare: async ({ folder, binary, seed }) => {
    const answers = await startAnswers(seed);
    return {
      run: async ({ number, random, folder: own }) => {
        const setting = copyScenario(folder, number % SCENARIOS.length, join(own(), "scene"), binary);
        const before = checkoutOf(setting);
        // Most files are small, so half of the limits are below 5 kB.
        const limit = 1 + random.below(number % 8 < 4 ? MOST_BYTES : 5_000);
        const under = ["prlimit", `--fsize=${limit}`];
        const finished = await setting.start({ under, env: answers.settings(setting.key) });
        const fault = failedRunFault(setting, before, finished);
        return fault === null ? null : `${setting.scenario.name}, files of ${limit} bytes: ${fault}\n${told(finished)}`;
      },
      close: async () => {
        await answers.close();
        return null;
      },
    };
  },
};
