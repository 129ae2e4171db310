import { basename, dirname } from "node:path";
import { acceptanceOf, type RepoPath, type WorkOrder } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import {
  narrowedTo,
  type PlannedCommand,
  plannedAcceptance,
  plannedVerification,
  verificationIn,
} from "@llmch/factory";
import { isTestFile, makesFiles, outputFolderNames } from "@llmch/languages";
import { treeAt, verifyChoices } from "@llmch/run";
import type { Check } from "@llmch/strength";
import { type Repository, textsAtCommits } from "@llmch/workspace";

/** What decides what verifies a repo, besides its tree. */
export interface VerifiedBy extends Pick<Settings, "verify"> {
  /** The command that the plan names. */
  readonly planned: string | null;
}

/**
 * The checks of an order's work, as they are at its commit: what builds the repo, its acceptance, hidden too, and the repo's tests. For
 * each of the files, those tests that name it are a check of their own, which is cheaper. `outputs` are the folders that builds fill.
 */
export const checksOf = async (
  order: WorkOrder,
  { commit, paths }: { readonly commit: string; readonly paths: readonly RepoPath[] },
  repo: Repository,
  { verify, planned }: VerifiedBy,
): Promise<{ readonly checks: readonly Check[]; readonly outputs: readonly string[] }> => {
  const checksFor = (of: readonly RepoPath[] | null, commands: readonly PlannedCommand[]): readonly Check[] =>
    commands.map((command) => ({ ...command, paths: of }));
  const accepting = plannedAcceptance(acceptanceOf(order));
  const acceptance = checksFor(null, accepting.ok ? accepting.value : []);
  const choices = verifyChoices(verify, planned);
  if (!choices.ok) return { checks: acceptance, outputs: [] };
  const tree = await treeAt(repo, commit, choices.value, repo.env);
  const { commands } = verificationIn(order, tree, choices.value, "after");
  const verification = plannedVerification(commands, tree);
  const builds = verification.filter(({ argv }) => makesFiles(argv));
  const tests = verification.filter((command) => !builds.includes(command));
  const read = tree.files.filter((path) => isTestFile(path) || basename(path) === "package.json");
  const texts = await textsAtCommits(
    repo.git,
    read.map((path) => ({ commit, path })),
  );
  const textOf = (path: string): string | null => texts.get(`${commit}:${path}`) ?? null;
  const testsOf = (path: RepoPath) =>
    tests.flatMap((command) => {
      const { testFiles = [], folder } = command;
      const files = testFiles.filter((file) => names(textOf(file) ?? "", path));
      const manifest = textOf(folder === null ? "package.json" : `${folder}/package.json`);
      return files.length === 0 ? [] : (narrowedTo(command, { files }, manifest) ?? []);
    });
  const folders = new Set(verification.map(({ folder }) => (folder === null ? "" : `${folder}/`)));
  const filled = outputFolderNames(tree, choices.value);
  const outputs = [...folders].flatMap((folder) => filled.map((name) => folder + name));
  // In the sequence in which they verify the repo: one may use what another made.
  const checks = [
    ...checksFor(null, builds),
    ...acceptance,
    ...paths.flatMap((path) => checksFor([path], testsOf(path))),
    ...checksFor(null, tests),
  ];
  return { checks, outputs };
};

/** A file that bears its folder's name to those who import it. */
const OF_FOLDER = /^(?:index|__init__|mod|lib|main)$/;

/** Whether a text names the module that a file is. */
const names = (text: string, path: string): boolean => {
  const stem = basename(path).replace(/\.[^.]+$/, "");
  const module = OF_FOLDER.test(stem) ? basename(dirname(path)) : stem;
  return new RegExp(`(?<![\\w-])${module.replace(/[^\w]/g, "\\$&")}(?![\\w-])`).test(text);
};
