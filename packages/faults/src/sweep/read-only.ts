import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FaultKind } from "../kind.ts";
import { checkoutOf } from "./aftermath.ts";
import { startAnswers } from "./answers.ts";
import { copyScenario, SCENARIOS, type Setting } from "./scenario.ts";

/** Places that cannot be written, by their path in the scene. */
const PLACES: readonly ((setting: Setting) => string)[] = [
  ({ repo }) => repo,
  ({ repo }) => join(repo, ".git"),
  ({ repo }) => join(repo, ".git/objects"),
  ({ repo }) => join(repo, ".git/refs"),
  ({ artifacts }) => artifacts,
];

/** llmch detects read-only mounts before it spends a token (reliability, C8). */
export const readOnlyRepo: FaultKind = {
  name: "read-only-repo",
  promise: "a read-only repo or artifacts folder: refused before any model is asked",
  trials: { full: PLACES.length * SCENARIOS.length, sample: PLACES.length },
  parallel: 3,
  needs: ["bwrap"],
  prepare: async ({ folder, binary, seed }) => {
    const answers = await startAnswers(seed);
    return {
      run: async ({ number, folder: own }) => {
        const setting = copyScenario(folder, Math.floor(number / PLACES.length), join(own(), "scene"), binary);
        mkdirSync(setting.artifacts);
        const before = checkoutOf(setting);
        const place = PLACES[number % PLACES.length]?.(setting) ?? setting.repo;
        const under = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", place, place];
        const { code, stdout, stderr } = await setting.start({ under, env: answers.settings(setting.key) });
        const told = `${place}, ${setting.scenario.name}: ended with ${code}\n${stdout}${stderr}`;
        if (code !== 1) return `not refused; ${told}`;
        if (answers.asked(setting.key).length > 0) return `a model was asked; ${told}`;
        if (checkoutOf(setting) !== before) return `the checkout was changed; ${told}`;
        return /cannot be written|read-only|takes no lock/.test(stderr) ? null : `nothing says why; ${told}`;
      },
      close: async () => {
        await answers.close();
        return null;
      },
    };
  },
};
