import { execFileSync } from "node:child_process";

/**
 * Projects of vitest.config.ts that take long and find little else than what was changed where they look: files whose change makes them
 * due. `pnpm test:all` runs them whatever was changed.
 */
const SELDOM = {
  toolchains: [
    "packages/cli/toolchains",
    ...["languages", "process", "strength", "syntax"].map((name) => `packages/${name}/src`),
  ],
  workers: [
    "packages/cli/e2e/workers",
    "packages/app/src/queue",
    ...["records", "store", "workers"].map((name) => `packages/${name}/src`),
  ],
  browser: ["packages/*/browser/*", ...["report", "serve", "story"].map((name) => `packages/${name}/src`)],
};

/** What makes all of them due. */
const SHARED = ["pnpm-lock.yaml", "vitest.config.ts", "scripts/tests"];

/** A package's other tests do not change what it does. */
const NOT = [":(exclude,glob)packages/*/src/**/*.test.ts"];

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Names the projects that are not due in a checkout: nothing that they look at was changed in the day before its last commit, or since.
 * All are due if that cannot be told, as in a shallow clone or without git.
 */
export const notDue = (root) => {
  const git = (...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    if (git("rev-parse", "--is-shallow-repository") !== "false") return [];
    const since = Number(git("log", "-1", "--format=%ct")) - DAY_SECONDS;
    const isDue = (paths) =>
      git("log", `--since=${since}`, "--format=%h", "--max-count=1", "--", ...paths, ...NOT) !== "" ||
      git("status", "--porcelain", "--", ...paths, ...NOT) !== "";
    return Object.keys(SELDOM).filter((name) => !isDue([...SELDOM[name], ...SHARED]));
  } catch {
    return [];
  }
};
