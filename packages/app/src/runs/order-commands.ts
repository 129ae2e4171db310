import { resolve } from "node:path";
import { type Context, nameOfFile } from "@llmch/config";
import { artifactsFlag, nextOfStored } from "@llmch/records";
import { shellWord } from "@llmch/text";
import { resumeCommand } from "./resume/next-commands.ts";

/** The commands that come next after a run that has ended, the usual one first, and the one that goes on with it. */
export const nextAfter = async (
  ...run: Parameters<typeof nextOfStored>
): Promise<{ readonly next: readonly string[]; readonly resume: string }> => {
  const [root, { runId }, place] = run;
  const next = (await nextOfStored(...run)).map(({ command }) => command);
  const resume = next.find((command) => /\bllmch (?:resume|decide|land) /.test(command));
  return { next, resume: resume ?? resumeCommand(runId, false, root, place) };
};

/**
 * The command that carries out the orders of a folder, to paste where this one was called.
 * @param repo as the user named it or as it was found; false for none
 */
export const runAllCommand = (
  ...place: [orders: string, repo: string | false, artifactsRoot: string, at: Pick<Context, "env" | "cwd">]
): string => ordersCommand("run-all", ...place);

/** The same for another command of a folder of orders, or of one. */
export const ordersCommand = (
  command: string,
  orders: string,
  repo: string | false,
  artifactsRoot: string,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): string => {
  // Not `~`: a shell would not expand it in quotes.
  const named = (path: string) => nameOfFile(resolve(cwd, path), {}, cwd) || ".";
  const target = repo === false || named(repo) === "." ? "" : ` --repo ${shellWord(named(repo))}`;
  return `llmch ${command} ${shellWord(named(orders))}${target}${artifactsFlag(artifactsRoot, { env, cwd })}`;
};
