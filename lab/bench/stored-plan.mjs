import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TARGET_FILES } from "../../scripts/demo/target.mjs";
import { startInstantModel } from "./instant-model.mjs";
import { timeOf } from "./measure.mjs";

const PLANS = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "scripts/demo/answers/plan");

/**
 * Plans the demo's program once. Returns the command that reuses the stored plan: by then no model answers.
 * @param {string[]} llmch
 * @param {string} place an empty folder
 * @param {string} name of the store
 * @returns {Promise<import("./measure.mjs").Measured>}
 */
export const planOnce = async (llmch, place, name) => {
  const answer = readdirSync(PLANS).sort().at(-1) ?? "";
  const server = await startInstantModel(readFileSync(join(PLANS, answer), "utf8"));
  const spec = join(place, "spec.txt");
  writeFileSync(spec, "Split the costs of a shared trip.\n");
  const repo = join(place, "repo");
  mkdirSync(repo, { recursive: true });
  for (const [path, text] of Object.entries(TARGET_FILES)) writeFileSync(join(repo, path), text);
  const flags = [
    "--spec",
    spec,
    "--repo",
    repo,
    "--artifacts-dir",
    join(place, name),
    "--model",
    "anthropic:instant",
    "--quiet",
  ];
  const measured = { argv: [...llmch, "plan", ...flags], env: { ANTHROPIC_BASE_URL: server.url } };
  timeOf({ ...measured, env: { ...measured.env, ANTHROPIC_API_KEY: "sk-bench" } });
  await server.close();
  return measured;
};

/** Adds newer plans to a store, each for a different question, as far as a search looks into them. */
export const addPlans = (store, count) => {
  const planner = join(store, "planner");
  const [first = ""] = readdirSync(planner);
  const text = readFileSync(join(planner, first, "run.json"), "utf8");
  for (let index = 0; index < count; index++) {
    const run = join(planner, `02${String(index).padStart(24, "0")}`);
    const question = index.toString(16).padStart(64, "0");
    mkdirSync(run);
    writeFileSync(join(run, "run.json"), text.replace(/(?<="question_sha256": ")[0-9a-f]{64}/, question));
  }
};
