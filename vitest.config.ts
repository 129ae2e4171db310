import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { MissingReporter } from "./scripts/tests/missing.ts";
import { TAGS } from "./scripts/tests/needs.ts";

const MACHINE_TESTS = ["packages/*/src/**/*.machine.test.ts"];
const WORKERS_TESTS = "packages/cli/e2e/workers/**/*.test.ts";
const PROPERTY_TESTS = ["packages/*/src/**/*.property.test.ts"];

/** What is waited for comes late on a busy machine; only what never comes is a failure. So it is with all limits here. */
const PATIENT = { poll: { timeout: 300_000 } };
/** For what never ends: on a slow and busy machine, the longest tests take several minutes. */
const LIMITS = { testTimeout: 900_000, hookTimeout: 900_000 };

/** One file of these takes longer than most projects: begun last, it would keep one core busy and the others idle. */
const FIRST = "toolchains";
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ project }: TestSpecification) => project.name === FIRST;
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

/** Many tests wait, for processes and for the kernel to make a sandbox: one worker a core leaves cores idle. */
const WORKERS = 6;

/** What waits for nothing: more workers than cores only load the same modules more often. Last, since most of it is short. */
const COMPUTING = {
  maxWorkers: Math.min(WORKERS, availableParallelism()),
  sequence: { groupOrder: 1 },
};

/** Takes each file from the bundle that is made of all of them at the start. */
const RUNNER = "scripts/tests/bundled-runner.ts";

export default defineConfig({
  test: {
    globalSetup: ["scripts/tests/bundle.setup.ts"],
    sequence: { sequencer: LongestFirst },
    maxWorkers: WORKERS,
    tags: TAGS,
    reporters: [new MissingReporter(), "default"],
    projects: [
      {
        test: {
          name: "unit",
          runner: RUNNER,
          ...COMPUTING,
          include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts", "lab/**/*.test.ts"],
          exclude: [...MACHINE_TESTS, ...PROPERTY_TESTS],
          ...LIMITS,
          expect: PATIENT,
          // The modules under test keep no state, so a worker loads them once for all of its files.
          isolate: false,
        },
      },
      {
        test: {
          // What holds for thousands of made-up inputs, or for very large ones.
          name: "property",
          runner: RUNNER,
          ...COMPUTING,
          include: PROPERTY_TESTS,
          ...LIMITS,
          isolate: false,
        },
      },
      {
        test: {
          // What is done with real git repos, processes and servers, which take their time to start and to end.
          name: "machine",
          runner: RUNNER,
          include: MACHINE_TESTS,
          ...LIMITS,
          expect: PATIENT,
          isolate: false,
        },
      },
      {
        test: {
          name: "e2e",
          runner: RUNNER,
          include: ["packages/cli/e2e/**/*.test.ts"],
          exclude: [WORKERS_TESTS],
          setupFiles: ["packages/cli/e2e/scenes.setup.ts"],
          isolate: false,
          ...LIMITS,
          expect: PATIENT,
        },
      },
      {
        test: {
          // Machines that are lost, and a lease of half a minute to wait for.
          name: "workers",
          runner: RUNNER,
          include: [WORKERS_TESTS],
          setupFiles: ["packages/cli/e2e/scenes.setup.ts"],
          ...LIMITS,
          expect: PATIENT,
        },
      },
      {
        test: {
          // Repos as engineers have them, with their real toolchains.
          name: FIRST,
          runner: RUNNER,
          include: ["packages/cli/toolchains/**/*.toolchain.test.ts"],
          ...LIMITS,
        },
      },
      {
        test: {
          // What pages are in a real browser.
          name: "browser",
          runner: RUNNER,
          include: ["packages/*/browser/**/*.browser.test.ts"],
          ...LIMITS,
          expect: PATIENT,
        },
      },
    ],
  },
});
