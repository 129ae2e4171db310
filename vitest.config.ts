import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Many tests wait for processes: one worker a core leaves cores idle.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts"],
          testTimeout: 20_000,
          // The modules under test keep no state, so a worker loads them once for all of its files.
          isolate: false,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["packages/cli/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
