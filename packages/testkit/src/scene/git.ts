import { execFileSync } from "node:child_process";

/** Git's environment in scenes: none of the machine's own settings. */
export const GIT_ENVIRONMENT = {
  PATH: process.env.PATH ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_DATE: "2024-01-01T00:00:00Z",
  GIT_COMMITTER_DATE: "2024-01-01T00:00:00Z",
} as const;

export const gitIn =
  (cwd: string) =>
  (...args: string[]): string =>
    execFileSync("git", args, {
      cwd,
      env: GIT_ENVIRONMENT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trimEnd();

/** Commits everything, and returns the commit's id: with one process instead of three. */
export const commitAll = (repo: string): string =>
  execFileSync("sh", ["-ec", "git add --all; git commit --quiet --allow-empty --message start; git rev-parse HEAD"], {
    cwd: repo,
    env: GIT_ENVIRONMENT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trimEnd();

/** A file as HEAD has it, or null if HEAD has none. */
export const textAtHead = (repo: string, path: string): string | null => {
  try {
    return execFileSync("git", ["cat-file", "blob", `HEAD:${path}`], {
      cwd: repo,
      env: GIT_ENVIRONMENT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return null;
  }
};
