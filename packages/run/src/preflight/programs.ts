import { isAbsolute, join, relative } from "node:path";
import { type RepoDeriveCommand, requiredPrograms, verificationPrograms } from "@llmch/factory";
import { isInside } from "@llmch/files";
import {
  dependencyFolderNames,
  hintOf,
  probedFiles,
  type Tree,
  tellingFiles,
  type VerifyChoices,
} from "@llmch/languages";
import {
  checkoutEnvironment,
  commandEnvironment,
  missingPythonModules,
  pythonIn,
  resolveProgram,
} from "@llmch/process";
import type { LoadedOrder } from "@llmch/records";
import { commandWords, type Environment, type Refusal, refusal, shellWord } from "@llmch/text";
import { type Repository, textsAtCommits } from "@llmch/workspace";

interface Looking {
  readonly env: Environment;
  readonly repoDerives: readonly RepoDeriveCommand[];
  /** The baseline's tree, if it is known. */
  readonly tree?: Tree;
}

/**
 * The programs and Python modules that the orders need but the machine lacks (contract §6).
 * @param orders null for what the verification of the baseline needs
 */
export const missingPrograms = async (
  orders: readonly LoadedOrder[] | null,
  repo: Repository,
  baseline: string,
  choices: VerifyChoices,
  { env, repoDerives, tree: known }: Looking,
): Promise<readonly Refusal[]> => {
  const there = isThere(repo, env);
  const tree = known ?? (await treeAt(repo, baseline, choices, env));
  const facts = {
    tree,
    choices,
    repoDerives,
    onPath: there,
    untrackedProgram: (program: string) => (isAbsolute(program) || inDependencyFolder(program)) && there(program),
  };
  const planned = orders?.map(({ order }) => order);
  const { missing, pythonModules } =
    planned === undefined ? verificationPrograms(facts) : requiredPrograms(planned, facts);
  const who = orders === null ? "the verification runs" : "the orders run";
  const notFrom = [repo.root, repo.gitDir, repo.commonDir];
  const lacking = new Map<string, string | null>();
  for (const folder of new Set(pythonModules.map((needed) => needed.folder))) {
    const wanted = pythonModules.filter((needed) => needed.folder === folder).map(({ module }) => module);
    // A folder's own virtual environment takes precedence over that of the root.
    const own = folder === null ? commandEnvironment(env) : inFolder(commandEnvironment(env), repo.root, folder);
    const environment = checkoutEnvironment(own, repo.root);
    const found = await missingPythonModules(wanted, environment, notFrom);
    const python = pythonIn(environment);
    const ofRepo = python !== null && isInside(repo.root, python) ? relative(repo.root, python) : null;
    for (const module of found) if (!lacking.has(module)) lacking.set(module, ofRepo);
  }
  const refusals = [...lacking].map(([module, python]) =>
    moduleMissing(module, who, python, hintOf(module, tree, choices)),
  );
  return [...missing, ...refusals];
};

/** Which of the commands begins with a program that no work makes: one that is named without a folder, and is not on the PATH. */
export const unstartable = (
  commands: readonly string[],
  repo: Repository,
  env: Environment,
): { readonly command: string; readonly program: string } | null => {
  const there = isThere(repo, env);
  for (const command of commands) {
    const words = commandWords(command);
    const [program = "/"] = words.ok ? words.value : [];
    if (!program.includes("/") && !there(program) && !(program === "python" && there("python3")))
      return { command, program };
  }
  return null;
};

/** The parts of a commit that determine how it is verified. */
export const treeAt = async (
  repo: Repository,
  commit: string,
  { profiles }: Pick<VerifyChoices, "profiles">,
  env: Environment,
): Promise<Tree> => {
  const files = await repo.trackedFiles(commit);
  const telling = tellingFiles(files, profiles).map((path) => ({ commit, path }));
  const read = await textsAtCommits(repo.git, telling);
  const texts = Object.fromEntries([...read].map(([name, text]) => [name.slice(commit.length + 1), text]));
  return { files, texts, present: probedFiles(files, profiles).filter(isThere(repo, env)) };
};

/** Returns whether commands would find a program. */
const isThere = ({ root }: Repository, env: Environment): ((program: string) => boolean) => {
  const { PATH = "" } = checkoutEnvironment(commandEnvironment(env), root);
  return (program) => resolveProgram(program, { path: PATH, cwd: root }) !== null;
};

const inFolder = (environment: Readonly<Record<string, string>>, root: string, folder: string) =>
  checkoutEnvironment(environment, join(root, folder));

/** @param python the one in a virtual environment of the repo, relative to its root; null if it is the machine's */
const moduleMissing = (module: string, who: string, python: string | null, hint: string | null): Refusal => {
  const message = `${who} \`python -m ${module}\`, and ${python ?? "the python on the PATH"} does not have it`;
  const install = hint ?? `install it: \`python -m pip install ${module}\``;
  const there = python === null ? install : install.replace("`python ", `\`${shellWord(python)} `);
  return refusal("module-missing", message, `${there}, or name other commands in verify.commands`);
};

/** Dependency folders are made visible to commands although the repo ignores them (contract §6). */
const inDependencyFolder = (program: string): boolean => {
  const names = dependencyFolderNames();
  return program
    .split("/")
    .slice(0, -1)
    .some((part) => names.includes(part));
};
