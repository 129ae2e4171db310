import { spawn } from "node:child_process";
import { accepted, type Result, rejected } from "@llmch/contract";
import { resolveProgram } from "./program.ts";

/** A browser may stay with the program that opens it: after this long it is taken as open. */
const PATIENCE_MS = 1500;

const PROGRAMS: Partial<Record<NodeJS.Platform, string>> = { darwin: "open" };

/**
 * Opens a file with the user's own program for it, which outlives us. The issue says in words why it was not opened; never
 * waits for more than a moment.
 */
export const openInViewer = (file: string, env: NodeJS.ProcessEnv): Promise<Result<null, string>> => {
  const name = PROGRAMS[process.platform] ?? "xdg-open";
  const program = resolveProgram(name, { path: env.PATH ?? "", cwd: "/" });
  if (program === null) return Promise.resolve(rejected(`there is no ${name} here`));
  return new Promise((resolve) => {
    const child = spawn(program, [file], { env, detached: true, stdio: "ignore" });
    const timer = setTimeout(() => settle(accepted(null)), PATIENCE_MS);
    const settle = (verdict: Result<null, string>) => {
      clearTimeout(timer);
      child.unref();
      resolve(verdict);
    };
    child.once("error", (fault) => settle(rejected(`${name} cannot be started (${fault.message})`)));
    child.once("exit", (code) =>
      settle(code === 0 ? accepted(null) : rejected(`${name} found nothing to open it with`)),
    );
  });
};
