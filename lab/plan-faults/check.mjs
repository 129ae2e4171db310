import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTarget } from "./target.mjs";

/**
 * Asks the built llmch what `check` finds in the plans for one repo and one spec.
 * @param {string} folder where the repo and the plans are written
 * @param {import("./corpus.mjs").GoodPlan} plan
 * @param {readonly string[]} cli the words that start llmch
 */
export const checker = (folder, plan, cli) => {
  const llmch = makeTarget(folder, plan, cli);
  let count = 0;

  /**
   * @param {unknown} manifest
   * @param {{ run: boolean }} how run: also the acceptance commands, on the repo as it stands
   * @returns {Promise<readonly import("./found.mjs").Finding[]>}
   */
  return async (manifest, { run }) => {
    const file = join(folder, `plan-${count++}.json`);
    writeFileSync(file, typeof manifest === "string" ? manifest : JSON.stringify(manifest));
    const spec = join(folder, "spec.txt");
    const { errors, warnings } = await llmch("check", file, "--spec", spec, ...(run ? ["--run"] : []));
    return [...errors, ...warnings];
  };
};
