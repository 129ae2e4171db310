import type { RepoPath } from "@llmch/contract";
import { placeIn, type Tree } from "./place.ts";
import type { InlineProgram, LanguageProfile, Setup } from "./profile.ts";
import { PROFILES } from "./profiles.ts";
import { MOST_FOLDERS, manifestFolders } from "./projects.ts";
import { chosenProjects, NO_CHOICES, type VerifyChoices } from "./verification.ts";

/** The files of a tree whose texts tell what it is: at its root, and in folders that have a manifest. */
export const tellingFiles = (
  files: readonly string[],
  profiles: readonly LanguageProfile[] = PROFILES,
): readonly string[] => {
  const there = new Set(files);
  return inFolders(there, profiles, ({ telling }) => telling).filter((path) => there.has(path));
};

/** The untracked files whose presence tells what is installed. */
export const probedFiles = (
  files: readonly string[],
  profiles: readonly LanguageProfile[] = PROFILES,
): readonly string[] => inFolders(new Set(files), profiles, ({ probes }) => probes);

/** What profiles name, in each folder that has one of their manifests. No other folder is examined. */
const inFolders = (
  files: ReadonlySet<string>,
  profiles: readonly LanguageProfile[],
  namesOf: (profile: LanguageProfile) => readonly string[],
): readonly string[] => {
  const folders = manifestFolders([...files], profiles).slice(0, MOST_FOLDERS);
  const paths = ["", ...folders.map((folder) => `${folder}/`)].flatMap((folder) =>
    profiles
      .filter(({ manifests }) => manifests.some((name) => files.has(folder + name)))
      .flatMap((profile) => namesOf(profile).map((name) => folder + name)),
  );
  return [...new Set(paths)];
};

/**
 * Names of folders that hold installed dependencies, which a worktree shares (contract §6). Folders that builds fill are not
 * among them.
 */
export const dependencyFolderNames = (profiles: readonly LanguageProfile[] = PROFILES): readonly string[] => [
  ...new Set(profiles.flatMap(({ dependencyFolders }) => dependencyFolders)),
];

/** Names of folders, at any depth, that the builds of a tree's kinds fill. */
export const outputFolderNames = (tree: Tree, choices: VerifyChoices = NO_CHOICES): readonly string[] => [
  ...new Set(
    chosenProjects(tree, choices).flatMap(({ kinds }) => kinds.flatMap(({ profile }) => profile.outputFolders)),
  ),
];

/** How a profile installs the dependencies of a folder, or null if it has nothing to install. */
export const setupOf = (profile: LanguageProfile, tree: Tree, folder: RepoPath | null = null): Setup | null =>
  profile.setup(placeIn(tree, folder));

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

/** Dependencies that a project declares, and that are installed in a folder of its own. */
export interface Dependencies {
  readonly setup: Setup;
  /** Any of these folders, in the project's own or in one above it, shows that they are installed. */
  readonly folders: readonly string[];
}

/** What the projects of a tree need installed in folders of theirs; what is installed elsewhere shows nowhere in the repo. */
export const dependenciesOf = (tree: Tree, choices: VerifyChoices = NO_CHOICES): readonly Dependencies[] =>
  chosenProjects(tree, choices).flatMap(({ place, kinds }) =>
    kinds.flatMap(({ profile }) => {
      const setup = profile.setup(place);
      const { dependencyFolders: folders } = profile;
      return setup === null || setup.isOutside || folders.length === 0 ? [] : [{ setup, folders }];
    }),
  );

/** What to do if a program or a module is missing, or null if no profile knows it. */
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

/** A program inside a command, and what is known of its language. */
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

/** What every language's tests have in their paths. */
const MAY_BE_TEST = /[Tt]est|[Ss]pec|IT\.|\.bats$/;

/** True if a file's name and folder show that it holds tests: test runners find such files by themselves. */
export const isTestFile = (path: string): boolean =>
  MAY_BE_TEST.test(path) && PROFILES.some(({ isTest }) => isTest(path));
