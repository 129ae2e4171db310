import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Finished, makeScene, openScene, type Scene, type SceneInvocation } from "@llmch/testkit";
import { keyOf, type Manner, numbersTo, oldFiles, REVIEWER, recordedAnswers, sweepOrder, VERIFY } from "./answers.ts";

/** One way of calling llmch, for the sweep of faults. */
export interface Scenario {
  readonly name: string;
  readonly orders: number;
  /** Whether the user has the working branch checked out. */
  readonly stands: boolean;
  readonly manner: Manner;
  /** Whether a command makes a file of the first order's commit. */
  readonly derives?: boolean;
  /** How many orders are carried out at the same time; some then depend on others. */
  readonly jobs?: number;
}

export const SCENARIOS: readonly Scenario[] = [
  { name: "run", orders: 1, stands: false, manner: "right" },
  {
    name: "run on the user's branch, a file made by a command",
    orders: 1,
    stands: true,
    manner: "right",
    derives: true,
  },
  { name: "run whose first attempt fails", orders: 1, stands: false, manner: "fails-first" },
  { name: "run-all of 2 orders", orders: 2, stands: false, manner: "right" },
  { name: "run-all of 5 orders, 4 at a time", orders: 5, stands: false, manner: "beside", jobs: 4 },
  { name: "run whose first answer a reviewer sends back", orders: 1, stands: false, manner: "reviewed" },
  { name: "run whose author looks around with tools", orders: 1, stands: false, manner: "tools" },
  { name: "run that is designed first", orders: 1, stands: false, manner: "designed" },
  { name: "run that fails and is divided", orders: 1, stands: false, manner: "divided" },
];

const placesOf = (...manners: readonly Manner[]): readonly number[] =>
  SCENARIOS.flatMap(({ manner }, index) => (manners.includes(manner) ? [index] : []));

/** Scenarios by index: those with one order at a time, with several, with a reviewer, with tools, and with a planner. */
export const IN_TURN = placesOf("right", "fails-first");
export const BESIDE = placesOf("beside");
export const REVIEWED = placesOf("reviewed");
export const WITH_TOOLS = placesOf("tools");
export const PLANNED = placesOf("designed", "divided");

export const BRANCH = "work";

/** A scenario that is set up: a repo, its orders, and llmch. */
export interface Setting extends Scene {
  readonly scenario: Scenario;
  /** The key for questions to its model. */
  readonly key: string;
  /** `llmch run` or `run-all`, as the scenario says. */
  start(invocation: SceneInvocation): Promise<Finished>;
  /** `llmch run-all` of the same orders, without those that are done. */
  again(invocation: SceneInvocation): Promise<Finished>;
}

const setUpScenario = ({ orders, stands, manner, derives = false, jobs }: Scenario, root: string, binary: string) => {
  const isBeside = jobs !== undefined;
  mkdirSync(root);
  const scene = makeScene({
    binary,
    folder: root,
    files: { "README.md": "# Target\n", "src/kept.txt": "kept\n", ...oldFiles(orders), ...(isBeside ? VERIFY : {}) },
  });
  scene.git("checkout", "--quiet", "-b", BRANCH);
  if (!stands) scene.git("checkout", "--quiet", "main");
  for (const number of numbersTo(orders)) scene.order(sweepOrder(number, { derives, isBeside }));
  scene.answers(recordedAnswers(orders, manner));
};

/**
 * A copy of a scenario in a separate folder; the scenario is set up once, since copies are quick to make. It asks a server, as users do, or
 * replays a record without a sandbox, which is quicker.
 */
export const copyScenario = (
  from: string,
  index: number,
  folder: string,
  binary: string,
  asks: "a server" | "a record" = "a server",
): Setting => {
  const scenario = SCENARIOS[index];
  if (scenario === undefined) throw new Error(`there is no scenario ${index}`);
  const original = join(from, `scenario-${index}`);
  if (!existsSync(original)) setUpScenario(scenario, original, binary);
  cpSync(original, folder, { recursive: true, preserveTimestamps: true });
  const scene = openScene(folder, { binary });
  const key = keyOf(scenario.manner, folder.replace(/\W+/g, "-"));
  const all = ["run-all", scene.orders];
  const what = scenario.orders === 1 ? ["run", "--work-order", join(scene.orders, "WO-01.json")] : all;
  const flags = ["--repo", scene.repo, "--artifacts-dir", scene.artifacts, "--branch", BRANCH, "--no-color"];
  if (scenario.jobs !== undefined) flags.push("--jobs", String(scenario.jobs));
  if (scenario.manner === "reviewed") flags.push("--review", REVIEWER);
  if (scenario.manner === "designed") flags.push("--design");
  if (scenario.manner === "tools") flags.push("--agent", "on");
  if (asks === "a record") flags.push("--replay", scene.record, "--no-sandbox", "--no-push");
  return {
    ...scene,
    scenario,
    key,
    start: (invocation) => scene.llmch([...what, ...flags], invocation),
    again: (invocation) => scene.llmch([...all, ...flags], invocation),
  };
};
