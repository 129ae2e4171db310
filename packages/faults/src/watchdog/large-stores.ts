import type { HostileScene } from "./hostile-scene.ts";
import { againAndAgain, longJournal } from "./long-journal.ts";
import { manyAnswers } from "./many-answers.ts";
import { manyRuns } from "./many-runs.ts";

/** A command that only reads the store, and how it ends. */
type Reading = readonly [command: string, code?: number, orders?: number];

const OF_MANY_RUNS: readonly Reading[] = [
  ["show"],
  ["show --json", 0, 3_000],
  ["report"],
  ["cost"],
  // What it says about its orders is not what was sealed.
  ["audit", 2],
  ["runs --all"],
  ["resume --list"],
  ["resume", 1],
  ["revise", 1],
];

const OF_A_LONG_JOURNAL = ["audit", "watch", "resume --list"];

const LONG_BYTES = 20_000_000;

const reading =
  (command: string): HostileScene["run"] =>
  (scene, invocation) =>
    scene.llmch([...command.split(" "), "--artifacts-dir", scene.artifacts], invocation);

/** Large records of finished work. */
export const LARGE_STORES: readonly HostileScene[] = [
  ...OF_MANY_RUNS.map(
    ([command, code = 0, orders = 1_500]): HostileScene => ({
      name: `${command}, of a store with a run-all of ${orders.toLocaleString("en")} orders`,
      set: (scene) => manyRuns(scene, orders),
      run: reading(command),
      code,
      interruptAt: null,
    }),
  ),
  ...OF_A_LONG_JOURNAL.map(
    (command): HostileScene => ({
      name: `${command}, of a run whose journal takes 20 MB`,
      set: (scene) => longJournal(scene, LONG_BYTES),
      run: reading(command),
      code: 0,
      interruptAt: null,
    }),
  ),
  {
    name: "resume, of a run with 600 answers of 100 KB each",
    set: (scene) => manyAnswers(scene, 600),
    run: reading("resume --max-attempts 2"),
    code: 1,
    interruptAt: null,
  },
  {
    name: "show, of a store with 50 runs whose journals take 6 MB each",
    set: async (scene) => {
      await longJournal(scene, 6_000_000);
      againAndAgain(scene, 50);
    },
    run: reading("show"),
    code: 0,
    interruptAt: null,
  },
];
