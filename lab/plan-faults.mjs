// pnpm plan-faults: how many faults planted in good plans does `check` find, how many wrong implementations of finished products do the
// plans' acceptance commands catch, and how much wrong work do llmch's gates catch or `llmch strength` find if whole plans are carried out.
// Prints a table of each and exits with 1 if a reach is missed. Needs no key and no network, but git and Python, and Go and Rust for the last.
//
//   node lab/plan-faults.mjs [--json] [plans | code | delivered]   only one of the three
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadSources } from "../scripts/build/load-sources.mjs";
import { carryOut } from "./plan-faults/carry-out.mjs";
import { checker } from "./plan-faults/check.mjs";
import { commandsOf, faultyProduct, firstFailing } from "./plan-faults/code-faults.mjs";
import { readPlans } from "./plan-faults/corpus.mjs";
import { faultyDelivery, survivorAt } from "./plan-faults/delivered.mjs";
import { faultyPlan, foundBy } from "./plan-faults/found.mjs";
import { PLAN_FAULTS } from "./plan-faults/mutations/all.mjs";
import { REACH } from "./plan-faults/reach.mjs";
import { faultTable, strengthTable } from "./plan-faults/tables.mjs";
import { sideBySide } from "./plan-faults/trees.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });
const cli = [process.execPath, join(root, "packages/cli/bin/llmch.js")];
const atOnce = availableParallelism() + 1;
const plans = readPlans(root);
const PARTS = ["plans", "code", "delivered"];
const unknown = positionals.find((part) => !PARTS.includes(part));
if (unknown !== undefined) {
  process.stderr.write(`there is no part ${unknown}; there are ${PARTS.join(", ")}\n`);
  process.exit(1);
}
const isWanted = (/** @type {string} */ part) => positionals.length === 0 || positionals.includes(part);

const planFaults = async () => {
  const folder = mkdtempSync(join(tmpdir(), "llmch-plan-faults-"));
  try {
    const places = plans.map((plan) => {
      const place = join(folder, plan.name);
      mkdirSync(place);
      return { plan, check: checker(place, plan, cli) };
    });
    const good = await sideBySide(places, atOnce, ({ plan, check }) => check(plan.manifest, { run: true }));
    const falseAlarms = good.flatMap((found, index) =>
      found.map(({ code, wo_id, message }) => ({ plan: plans[index]?.name, code, wo_id, message })),
    );
    const rows = await sideBySide(PLAN_FAULTS, atOnce, async (fault) => {
      const at = plans.findIndex(({ name }) => name === fault.plan);
      const place = places[at];
      if (place === undefined) throw new Error(`there is no plan ${fault.plan}`);
      const after = await place.check(faultyPlan(place.plan, fault), { run: fault.run === true });
      const found = foundBy(fault, good[at] ?? [], after);
      return { plan: fault.plan, kind: fault.kind, name: fault.name, by: found?.code ?? null };
    });
    return { rows, goodPlans: plans.length, falseAlarms };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const codeFaults = async () => {
  const sources = await loadSources(
    root,
    'export { acceptanceOf } from "@llmch/contract"; export { commandWords } from "@llmch/text";',
    "packages/cli",
  );
  const products = plans.filter(({ codeFaults }) => codeFaults.length > 0);
  // Commands that refuse the right code would catch every fault.
  const refused = await sideBySide(products, atOnce, (plan) => firstFailing(plan.product, commandsOf(plan, sources)));
  const falseAlarms = refused.flatMap((command, index) =>
    command === null ? [] : [{ plan: products[index]?.name, command: named(command) }],
  );
  const faults = products.flatMap((plan) => plan.codeFaults.map((fault) => ({ plan, fault })));
  const rows = await sideBySide(faults, atOnce, async ({ plan, fault }) => {
    const by = await firstFailing(faultyProduct(plan, fault), commandsOf(plan, sources, fault.file));
    return { plan: plan.name, kind: fault.kind, name: fault.name, by: by === null ? null : named(by) };
  });
  return { rows, falseAlarms };
};

const deliveredFaults = async () => {
  const outcomes = await sideBySide(plans, LANES, (plan) => carryOut(plan, cli));
  const good = plans.map(({ name }, index) => ({ plan: name, outcome: outcomes[index] }));
  const falseAlarms = good.flatMap(({ plan, outcome }) => alarmsOf(outcome).map((message) => ({ plan, message })));
  const survivorsOf = (/** @type {string} */ name) =>
    good.find(({ plan }) => plan === name)?.outcome?.strength?.survivors ?? [];
  const faults = plans.flatMap((plan) => plan.deliveredFaults.map((fault) => ({ plan, fault })));
  const rows = await sideBySide(faults, LANES, async ({ plan, fault }) => {
    const { gate, strength } = await carryOut(faultyDelivery(plan, fault), cli, fault.order);
    const survivor = survivorAt(fault, survivorsOf(plan.name), strength?.survivors ?? []);
    const place = survivor === undefined ? null : [survivor.path, survivor.line ?? "put back"].join(":");
    const how = gate !== null ? "caught by a gate" : place !== null ? "found by strength" : null;
    return { plan: plan.name, kind: fault.kind, name: fault.name, how, by: gate ?? place };
  });
  return { rows, good, falseAlarms };
};

/** `strength` runs checks on every core already. */
const LANES = 2;

/**
 * What is wrong with the outcome of a good plan. Survivors are none of it, unless a file was put back: they are what its checks do not
 * look at, but every file is there for something.
 * @param {import("./plan-faults/carry-out.mjs").Outcome | undefined} outcome
 * @returns {readonly string[]}
 */
const alarmsOf = (outcome) => {
  if (outcome === undefined || outcome.gate !== null) return [`${outcome?.gate}: ${outcome?.message}`];
  const idle = outcome.strength.survivors.filter((/** @type {any} */ { line }) => line === null);
  return [
    ...(outcome.evidence.tests === 0 ? ["NO TEST RAN"] : []),
    ...idle.map((/** @type {any} */ { path }) => `nothing depends on ${path}`),
  ];
};

/** "WO-03, its 2nd command (hidden)", in short. */
const named = (/** @type {import("./plan-faults/code-faults.mjs").Command} */ { order, place, hidden }) =>
  `${order} #${place}${hidden ? " hidden" : ""}`;

const started = performance.now();
const result = {
  ...(isWanted("plans") ? { plans: await planFaults() } : {}),
  ...(isWanted("code") ? { code: await codeFaults() } : {}),
  ...(isWanted("delivered") ? { delivered: await deliveredFaults() } : {}),
};
const foundIn = (/** @type {readonly { by: string | null }[]} */ rows) => rows.filter(({ by }) => by !== null).length;
const isReached =
  (result.plans === undefined ||
    (foundIn(result.plans.rows) >= REACH.planFaults && result.plans.falseAlarms.length <= REACH.falseAlarms)) &&
  (result.code === undefined ||
    (foundIn(result.code.rows) >= REACH.codeFaults && result.code.falseAlarms.length === 0)) &&
  (result.delivered === undefined ||
    (foundIn(result.delivered.rows) >= REACH.deliveredFaults &&
      result.delivered.falseAlarms.length <= REACH.falseAlarms));

if (values.json) process.stdout.write(`${JSON.stringify({ ...result, reached: isReached }, null, 2)}\n`);
else {
  const print = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);
  if (result.plans !== undefined) {
    const { rows, goodPlans, falseAlarms } = result.plans;
    print(faultTable("Faults planted in plans, and the code that names them", rows));
    print(`  ${falseAlarms.length} false alarms on ${goodPlans} good plans`);
    for (const { plan, code, wo_id, message } of falseAlarms)
      print(`  false alarm: ${plan} ${code} ${wo_id ?? "-"}: ${message}`);
    print("");
  }
  if (result.code !== undefined) {
    print(
      faultTable("Faults planted in finished code, and the acceptance command that fails on them", result.code.rows),
    );
    for (const { plan, command } of result.code.falseAlarms) print(`  refuses the right code: ${plan} ${command}`);
  }
  if (result.delivered !== undefined) {
    const { rows, good, falseAlarms } = result.delivered;
    print(faultTable("Faults in delivered work, and what caught or found them", rows));
    print(strengthTable("What good plans rest on, and how strong that is", good));
    print(`  ${falseAlarms.length} false alarms on ${good.length} good plans`);
    for (const { plan, message } of falseAlarms) print(`  false alarm: ${plan}: ${message}`);
    print("");
  }
  print(`${isReached ? "reached" : "MISSED"}, ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
process.exitCode = isReached ? 0 : 1;
