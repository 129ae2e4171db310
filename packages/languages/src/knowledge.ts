import { isWorkflow } from "./checks/ci-checks.ts";
import { placeIn, type Tree } from "./place.ts";
import type { InlineProgram, LanguageProfile, Setup } from "./profile.ts";
import { PROFILES } from "./profiles.ts";
import { DEPTHS, MOST_FOLDERS, manifestFolders } from "./projects.ts";
import { chosenProjects, NO_CHOICES, VERIFY_SCRIPT, type VerifyChoices } from "./verification.ts";

/** The files to read to recognise a tree: at its root, in folders with a manifest, and samples of the rest. */
export const tellingFiles = (
  files: readonly string[],
  profiles: readonly LanguageProfile[] = PROFILES,
): readonly string[] => {
  const there = new Set(files);
  const told = inFolders(there, profiles, ({ telling }) => telling).filter((path) => there.has(path));
  const scripts = files.filter((path) => path === VERIFY_SCRIPT || CHECKING_SCRIPT.test(path)).slice(0, MOST_SCRIPTS);
  const workflows = files.filter(isWorkflow).slice(0, MOST_WORKFLOWS);
  return [...new Set([...told, ...scripts, ...workflows, ...profiles.flatMap(({ samples }) => samples(files))])];
};

/** Shell scripts that verification commands may name. */
const CHECKING_SCRIPT = /^(?:[\w.-]+\/)?[\w-]*(?:verify|tests?|checks?|ci)[\w-]*\.sh$/;
const MOST_SCRIPTS = 20;
const MOST_WORKFLOWS = 50;

/** The untracked files that show what is installed, if they exist. */
export const probedFiles = (
  files: readonly string[],
  profiles: readonly LanguageProfile[] = PROFILES,
): readonly string[] => inFolders(new Set(files), profiles, ({ probes }) => probes);

/** The files that profiles name, in each folder with one of their manifests. No other folder is examined. */
const inFolders = (
  files: ReadonlySet<string>,
  profiles: readonly LanguageProfile[],
  namesOf: (profile: LanguageProfile) => readonly string[],
): readonly string[] => {
  const folders = DEPTHS.flatMap((levels) => manifestFolders([...files], profiles, levels).slice(0, MOST_FOLDERS));
  const paths = ["", ...new Set(folders.map((folder) => `${folder}/`))].flatMap((folder) =>
    profiles
      .filter(({ manifests }) => manifests.some((name) => files.has(folder + name)))
      .flatMap((profile) => namesOf(profile).map((name) => folder + name)),
  );
  return [...new Set(paths)];
};

/** Names of folders with installed dependencies, which a worktree shares (contract §6). Does not include folders that builds fill. */
export const dependencyFolderNames = (profiles: readonly LanguageProfile[] = PROFILES): readonly string[] => [
  ...new Set(profiles.flatMap(({ dependencyFolders }) => dependencyFolders)),
];

/** Names of folders, at any depth, that the builds of a tree's kinds fill. */
export const outputFolderNames = (tree: Tree, choices: VerifyChoices = NO_CHOICES): readonly string[] => [
  ...new Set(
    chosenProjects(tree, choices).flatMap(({ kinds }) => kinds.flatMap(({ profile }) => profile.outputFolders)),
  ),
];

/** The setup of every project of a tree, each command once. */
export const setupsOf = (tree: Tree, choices: VerifyChoices = NO_CHOICES): readonly Setup[] => {
  const setups = new Map<string, Setup>();
  for (const { place, kinds } of chosenProjects(tree, choices)) {
    for (const { profile } of kinds) {
      const setup = profile.setup(place);
      if (setup !== null) setups.set(JSON.stringify([setup.folder, setup.argv]), setup);
    }
  }
  return [...setups.values()];
};

/** Dependencies that a project declares and installs in one of its folders. */
export interface Dependencies {
  readonly setup: Setup;
  /** Any of these folders, in the project's folder or one above, shows that they are installed. */
  readonly folders: readonly string[];
}

/** The dependencies that the projects of a tree need in their own folders. Those installed elsewhere leave no sign in the repo. */
export const dependenciesOf = (tree: Tree, choices: VerifyChoices = NO_CHOICES): readonly Dependencies[] =>
  chosenProjects(tree, choices).flatMap(({ place, kinds }) =>
    kinds.flatMap(({ profile }) => {
      const setup = profile.setup(place);
      const { dependencyFolders: folders } = profile;
      return setup === null || setup.isOutside || folders.length === 0 ? [] : [{ setup, folders }];
    }),
  );

/** What to do about a missing program or module; null if no profile knows it. */
export const hintOf = (name: string, tree: Tree, choices: VerifyChoices = NO_CHOICES): string | null => {
  const root = placeIn(tree, null);
  const recognised = chosenProjects(tree, choices).flatMap(({ place, kinds }) =>
    kinds.map(({ profile }) => profile.hints(place)),
  );
  for (const hints of [...recognised, ...choices.profiles.map(({ hints }) => hints(root))]) {
    if (Object.hasOwn(hints, name)) return hints[name] ?? null;
  }
  return null;
};

/** A program inside a command, with its language. */
export interface FoundProgram {
  readonly program: InlineProgram;
  /** Null if nothing follows the option. */
  readonly code: string | null;
  /** `-c`, `-e`. */
  readonly option: string;
}

/** The program inside a command, if there is one. */
export const inlineProgram = (
  argv: readonly string[],
  profiles: readonly LanguageProfile[] = PROFILES,
): FoundProgram | null => {
  for (const { inline } of profiles) {
    for (const program of inline) {
      const found = program.find(argv);
      if (found !== null) return { program, ...found };
    }
  }
  return null;
};

/** A cheap test that all languages' test files pass. */
const MAY_BE_TEST = /[Tt]est|[Ss]pec|IT\.|\.bats$/;

/** True if a file's name and folder show that it contains tests: test runners find such files by themselves. */
export const isTestFile = (path: string): boolean =>
  MAY_BE_TEST.test(path) && PROFILES.some(({ isTest }) => isTest(path));
