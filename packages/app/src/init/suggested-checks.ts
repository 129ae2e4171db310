import {
  commandInWords,
  distinctChecks,
  FORMATTER_TEXTS,
  formattersOf,
  hintOf,
  NO_CHOICES,
  type OfferedFix,
  PROFILES,
  placeIn,
  type Tree,
  type UncoveredProject,
  uncoveredProjects,
  VERIFY_SCRIPT,
  type VerifyCommand,
} from "@llmch/languages";
import { workflowChecks, yamlIn } from "@llmch/languages/workflows";
import { checkoutEnvironment, commandEnvironment, missingPythonModules, resolveProgram } from "@llmch/process";
import type { Environment } from "@llmch/text";
import { readRepoTexts } from "@llmch/workspace";

/** What a new settings file suggests for `verify.commands` and `verify.fix`, and what to say about it. */
export interface SuggestedChecks {
  /** Empty if there is nothing to suggest. */
  readonly commands: readonly string[];
  readonly fixes: readonly OfferedFix[];
  readonly sentences: readonly string[];
  /** What commands need that this machine lacks, one sentence each. What only CI runs is not suggested then. */
  readonly lacking: readonly string[];
}

/**
 * Joins what verifies a repo already with what its CI checks, each test once.
 * @param verifying what verifies the repo if nothing is set
 */
export const suggestedChecks = async (
  root: string,
  tree: Tree,
  verifying: readonly VerifyCommand[],
  env: NodeJS.ProcessEnv,
): Promise<SuggestedChecks> => {
  const { files } = tree;
  const { ci: checked, fixes } = await repoChecks(root, tree, env);
  // A list replaces what was found, so it holds that too; commands that run in other folders have no place in it.
  const found = verifying.filter(({ folder }) => folder === null).map(commandInWords);
  const written = PROFILES.flatMap((profile) => profile.asWritten(placeIn(tree, null)) ?? []);
  const writtenFor = (command: string) => written.find(({ instead }) => instead === command);
  const own = found.map((command) => writtenFor(command)?.command ?? command);
  const lacks = new Map<string, string | null>();
  for (const each of [...own, ...checked]) lacks.set(each, await lackedBy(each, root, tree, env));
  const ci = checked.filter((each) => lacks.get(each) === null);
  const isListable = own.length === verifying.length && (ci.length > 0 || !files.includes(VERIFY_SCRIPT));
  const isReached = ({ folder, command }: UncoveredProject) =>
    found.some((each) => command.endsWith(` && ${each}"`) && writtenFor(each)?.reaches(folder)) ||
    ci.some((each) => each.includes(folder));
  const below = uncoveredProjects(tree, NO_CHOICES).filter((project) => !isReached(project));
  const further = below.map(({ command }) => command);
  const all = isListable ? [...own.filter((each) => !ci.includes(each)), ...ci, ...further] : [];
  const commands = distinctChecks(all, tree);
  const addsNone = commands.every((each) => found.includes(each));
  const rewritten = written.filter(({ command }) => own.includes(command) && commands.includes(command));
  const repeated = addsNone ? [] : all.filter((each) => !commands.includes(each));
  const sentences = [
    ...rewritten.map(({ command, does }) => `\`${command}\` ${does}: see verify.commands.`),
    ...(ci.length === 0 ? [] : [`The repo's CI runs ${quoted(ci)}${addsNone ? "" : ": see verify.commands"}.`]),
    ...(further.length === 0
      ? []
      : [`${quoted(further)} would test projects that nothing verifies: see verify.commands.`]),
    ...(repeated.length === 0 ? [] : [`These leave out ${quoted(repeated)}: others run the same tests.`]),
    ...(fixes.length === 0
      ? []
      : [`${quoted(fixes.map(({ command }) => command))} can format what orders write: see verify.fix.`]),
  ];
  const lacking = [...lacks].flatMap(([command, what]) =>
    what === null ? [] : [`\`${command}\` needs ${what}, which is not here: ${hintOf(what, tree) ?? "install it"}.`],
  );
  // What would run anyway needs no setting.
  return { commands: addsNone ? [] : commands, fixes, sentences, lacking };
};

const quoted = (names: readonly string[]): string => names.map((each) => `\`${each}\``).join(", ");

/** The program, Python module or plugin that a command needs and the machine lacks; null for none. `python3` serves for `python`. */
const lackedBy = async (command: string, root: string, { files }: Tree, env: Environment): Promise<string | null> => {
  const [, program = "", module] = /^(\S+)(?: -m (\w+))?/.exec(command) ?? [];
  const environment = checkoutEnvironment(commandEnvironment(env), root);
  const isThere = (name: string) => resolveProgram(name, { path: environment.PATH ?? "", cwd: root }) !== null;
  if (!isThere(program) && !(program === "python" && isThere("python3"))) return program;
  const isOwn = files.some((path) => path === `${module}.py` || path.startsWith(`${module}/`));
  const modules = /^python3?$/.test(program) && module !== undefined && !isOwn ? [module] : [];
  const plugins = /^(?:python3? -m )?pytest (?:.* )?--cov\b/.test(command) ? ["pytest_cov"] : [];
  return (await missingPythonModules([...modules, ...plugins], environment, [root]))[0] ?? null;
};

/** What a repo's own files name as its checks and formatters. */
interface RepoChecks {
  /** The commands with which its CI checks each change, in its order. */
  readonly ci: readonly string[];
  readonly fixes: readonly OfferedFix[];
}

const PRE_COMMIT = ".pre-commit-config.yaml";

/** Reads hooks and manifests besides. */
const repoChecks = async (root: string, tree: Tree, env: Environment): Promise<RepoChecks> => {
  const asked = [PRE_COMMIT, ...FORMATTER_TEXTS].filter((path) => tree.files.includes(path));
  const texts = await readRepoTexts(root, asked, env);
  const ci = workflowChecks(tree);
  const fixes = formattersOf({ ...tree, texts }, { commands: ci, preCommit: yamlIn({ texts }, PRE_COMMIT) });
  return { ci, fixes };
};
