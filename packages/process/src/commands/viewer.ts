import { accepted, type Result, rejected } from "@llmch/text";
import { resolveProgram } from "../program/resolve-program.ts";
import { startProgram } from "../program/start-program.ts";

/** A browser may stay with the program that opens it: after this long it counts as open. */
const PATIENCE_MS = 1500;

const PROGRAMS: Partial<Record<NodeJS.Platform, string>> = { darwin: "open" };

/**
 * Opens a file with the user's own program for it, which outlives llmch. The issue says in words why it was not opened; waits
 * only a moment.
 * @param notFrom the repo's folders: a viewer from there does not count
 */
export const openInViewer = async (
  file: string,
  env: NodeJS.ProcessEnv,
  notFrom: readonly string[],
): Promise<Result<null, string>> => {
  const name = PROGRAMS[process.platform] ?? "xdg-open";
  const program = resolveProgram(name, { path: env.PATH ?? "", cwd: "/", notFrom });
  if (program === null) return rejected(`there is no ${name} here`);
  const origin = { kind: "own", notFrom } as const;
  const stdio = ["ignore", "ignore", "ignore"] as const;
  const started = await startProgram({ program, args: [file], cwd: "/", env, origin, stdio });
  if (!started.ok) return rejected(`${name} cannot be started (${started.issues[0]})`);
  const { child } = started.value;
  return new Promise((resolve) => {
    const settle = (result: Result<null, string>) => {
      clearTimeout(timer);
      child.unref();
      resolve(result);
    };
    const timer = setTimeout(() => settle(accepted(null)), PATIENCE_MS);
    child.once("exit", (code) =>
      settle(code === 0 ? accepted(null) : rejected(`${name} found nothing to open it with`)),
    );
  });
};
