import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Settings } from "@llmch/contract/settings";
import { isFolder } from "@llmch/files";
import { type Dependencies, dependenciesOf } from "@llmch/languages";
import { treeAt, verifyChoices } from "@llmch/run";
import { type Environment, shellWord } from "@llmch/text";
import type { Repository } from "@llmch/workspace";
import { type Finding, fine, warned } from "./finding.ts";

/**
 * Checks by their folders whether the dependencies in the repo's manifests are installed. Missing ones are only a warning, because a
 * manager may keep them elsewhere. Runs nothing from the repo.
 */
export const examineDependencies = async (
  repo: Repository,
  { verify, setup }: Pick<Settings, "verify" | "setup">,
  env: Environment,
): Promise<readonly Finding[]> => {
  const { commit } = await repo.head();
  const choices = verifyChoices(verify, null);
  if (commit === null || !choices.ok) return [];
  const declared = dependenciesOf(await treeAt(repo, commit, choices.value, env), choices.value);
  const lacking = declared.filter((each) => !isInstalled(each, repo.root, env));
  if (lacking.length === 0) return declared.length === 0 ? [] : [fine("dependencies", "they are installed")];
  const names = [...new Set(lacking.map(nameOf))].join(", ");
  if (setup.commands.length > 0)
    return [fine("dependencies", `${names}: not here; setup.commands install them in a run's worktree`)];
  const commands = [...new Set(lacking.map(commandOf))];
  const hint = `install them (\`${commands.join("`, `")}\`), or set setup.commands to ${JSON.stringify(commands)}`;
  return [warned("dependencies", `they are not installed: there is no ${names}`, hint)];
};

/** A parent project may have installed them, as in a workspace; Python's may be in a virtual environment of the user. */
const isInstalled = ({ setup: { folder }, folders }: Dependencies, root: string, env: Environment): boolean => {
  if (folders.includes(".venv") && (env.VIRTUAL_ENV || env.CONDA_PREFIX)) return true;
  for (let at = folder ?? "."; ; at = dirname(at)) {
    if (folders.some((name) => isFolder(join(root, at, name))) || existsSync(join(root, at, ".pnp.cjs"))) return true;
    if (at === ".") return false;
  }
};

const nameOf = ({ setup: { folder }, folders }: Dependencies): string => join(folder ?? ".", folders[0] ?? "");

const commandOf = ({ setup: { argv, folder } }: Dependencies): string => {
  const words = argv.map(shellWord).join(" ");
  return folder === null ? words : `sh -c ${shellWord(`cd ${shellWord(folder)} && ${words}`)}`;
};
