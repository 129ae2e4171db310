import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import nodeModule from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { hasPostgres } from "../../packages/testkit/src/database/start-postgres.ts";

declare module "vitest" {
  interface TestTags {
    tags: Need;
  }
}

/**
 * What some tests need and not every machine has. A test names it among its `tags`, and is skipped where it is missing; the
 * summary lists such tests (`missing.ts`). On every machine are Node, git, a shell and bash, and POSIX's small programs.
 */
const NEEDS = [
  [
    "bubblewrap",
    () => runs("bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--unshare-pid", "--unshare-net", "true"),
  ],
  ["strace", () => runs("strace", "-qq", "-e", "trace=none", "true")],
  ["postgresql", () => hasPostgres()],
  ["chromium", () => CHROMIUM.some(isOnPath) || (process.env.CHROMIUM ?? "") !== ""],
  ["python3", () => isOnPath("python3")],
  ["perl", () => isOnPath("perl")],
  ["pseudo-terminal", () => runs("python3", "-c", "import fcntl, pty, termios; pty.openpty()")],
  ["zsh", () => isOnPath("zsh")],
  ["fish", () => isOnPath("fish")],
  ["cargo", () => isOnPath("cargo")],
  ["cc", () => isOnPath("cc")],
  ["go", () => isOnPath("go")],
  ["javac", () => runs("javac", "-version")],
  ["make", () => isOnPath("make")],
  ["rustc", () => isOnPath("rustc")],
  ["linux", () => process.platform === "linux"],
  ["x64", () => process.arch === "x64"],
  ["root", () => process.getuid?.() === 0],
  ["ordinary-user", () => process.getuid?.() !== 0],
  ["own-mounts", () => runs("unshare", "-rm", "sh", "-c", 'mount -t tmpfs none "$0"', tmpdir())],
  ["second-disk", () => existsSync("/dev/shm") && statSync("/dev/shm").dev !== statSync(tmpdir()).dev],
  ["full-device", () => existsSync("/dev/full")],
  ["system-call-filters", () => existsSync("/proc/sys/kernel/seccomp/actions_avail")],
  ["git-reftable", () => makesReftable()],
  ["node-before-22.1", () => !("enableCompileCache" in nodeModule)],
] as const satisfies readonly (readonly [string, () => boolean])[];

type Need = (typeof NEEDS)[number][0];

const CHROMIUM = ["chromium", "chromium-browser", "google-chrome"];

const runs = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;

const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const makesReftable = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "llmch-reftable-"));
  try {
    return runs("git", "init", "--quiet", "--ref-format=reftable", folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What this machine does not have. */
export const MISSING: ReadonlySet<string> = new Set(NEEDS.flatMap(([name, isHere]) => (isHere() ? [] : [name])));

/** For vitest's configuration. If a test needs several, one tag's `skip: false` would take back another's `true`. */
export const TAGS = NEEDS.map(([name]) => (MISSING.has(name) ? { name, skip: true } : { name }));
