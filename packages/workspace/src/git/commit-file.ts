import { accepted, type Result, rejected } from "@llmch/text";
import { configValue, identityEnvironment } from "./configuration.ts";
import type { Repository } from "./repository.ts";
import { isProtectedBranch } from "./symbolic-refs.ts";
import { unrunHooks } from "./unrun-hooks.ts";

/**
 * The branch on which `commitFile` commits just as the user would: null for main, master and what moves with them, without a commit or a
 * branch, in the middle of a rebase, and if hooks or a signature belong to a commit.
 */
export const plainBranch = async (repo: Repository): Promise<string | null> => {
  const { commit, branch } = await repo.head();
  if (commit === null || branch === null || isProtectedBranch(branch) || repo.unfinishedOn(branch)) return null;
  // The call's own settings turn signatures off.
  const entries = (await repo.configuration()).filter(({ scope }) => scope !== "command");
  const signs = configValue(entries, "commit.gpgsign") ?? "false";
  if (!/^(?:false|no|off|0)$/i.test(signs) || (await unrunHooks(repo)).length > 0) return null;
  const others = [...(await repo.branchAliases(branch)), (await repo.branchTarget(branch)) ?? []].flat();
  return others.length === 0 ? branch : null;
};

/** Commits one file on the branch of the user's checkout, and nothing else of the index. The issue is what git says. */
export const commitFile = async (repo: Repository, path: string, message: string): Promise<Result<null, string>> => {
  const environment = identityEnvironment(repo.env, await repo.configuration());
  const add = ["add", "--", path];
  const commit = ["commit", "--quiet", "--only", "-m", message, "--", path];
  const done = await repo.git.runAll([add, commit], { environment });
  return done.exitCode === 0 ? accepted(null) : rejected(`${done.stderr}`.trim() || "git does not say why");
};
