import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordOf } from "./delivered.mjs";
import { makeTarget } from "./target.mjs";

/**
 * What became of a plan: the gate that refused it; or what its run rests on, and what `strength` says.
 * @typedef {{ gate: string, message: string } | { gate: null, evidence: any, strength: any }} Outcome
 */

/** More than any order has, so that the figures do not depend on which a commit's hash chooses. */
const ALL_MUTANTS = "1000";

/**
 * Carries a plan out through llmch, with its product as the model's answers, and measures the strength of the orders that landed.
 * @param {import("./corpus.mjs").GoodPlan} plan
 * @param {readonly string[]} cli the words that start llmch
 * @param {string} [order] only this one is measured
 * @returns {Promise<Outcome>}
 */
export const carryOut = async (plan, cli, order) => {
  const folder = mkdtempSync(join(tmpdir(), "llmch-plan-faults-"));
  try {
    const llmch = makeTarget(folder, plan, cli);
    const [record, orders] = [join(folder, "record.jsonl"), join(folder, "orders")];
    writeFileSync(record, recordOf(plan));
    const answers = ["--replay", record, "--max-attempts", "1"];
    const planned = await llmch("plan", "--spec", join(folder, "spec.txt"), "--outdir", orders, ...answers);
    if (!planned.ok) return refusedBy("plan", planned);
    const strict = plan.isStrict ? ["--strict"] : [];
    const ran = await llmch("run-all", orders, ...answers, ...strict, "--allow-verify-exempt");
    if (!ran.ok) return refusedBy("run-all", ran);
    const one = order === undefined ? [] : ["--order", order];
    const strength = await llmch("strength", ...one, "--mutants", ALL_MUTANTS);
    return { gate: null, evidence: ran.evidence, strength };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The code that the command gave, with the order that it refused; without one, the whole plan was refused. */
const refusedBy = (/** @type {string} */ command, /** @type {any} */ { errors: [first], runs = [] }) => {
  const failed = runs.find((/** @type {any} */ { verdict }) => verdict !== "PASS")?.work_order_id ?? command;
  return { gate: `${failed} ${first.code}`, message: first.message };
};
