import { normalizePath, type RepoPath } from "@llmch/contract";
import { commandWords, shellWord, splitCommand } from "@llmch/text";
import { isStaticCheck } from "./checks/check-command.ts";
import { placeIn, type Tree } from "./place.ts";
import type { LanguageProfile, VerifyCommand } from "./profile.ts";
import { PROFILES } from "./profiles.ts";
import { type Kind, kindsOf, MOST_FOLDERS, type Project, projectsOf, unreachedProjects } from "./projects.ts";

/** How a tree is verified: the commands, and a sentence that says why. */
export interface Verification {
  readonly commands: readonly VerifyCommand[];
  readonly reason: string;
  /** Why each of them, if they were derived from projects. */
  readonly reasons?: readonly string[];
}

/** What decides besides the tree. */
export interface VerifyChoices {
  /** Names of profiles to use regardless of the tree; empty to follow the tree. */
  readonly languages: readonly string[];
  /** The user's own commands, which outrank everything else. */
  readonly commands: readonly string[];
  readonly light_commands: readonly string[];
  /** The plan's `verify_contract.command`, as a last resort. */
  readonly planned: string | null;
  readonly profiles: readonly LanguageProfile[];
}

/** The default choices. */
export const NO_CHOICES: VerifyChoices = {
  languages: [],
  commands: [],
  light_commands: [],
  planned: null,
  profiles: PROFILES,
};

export const VERIFY_SCRIPT = "scripts/verify.sh";

/**
 * How to verify a tree after an order was applied (contract §5), in order of precedence: the settings, its own script, its kinds, the plan.
 */
export const verificationOf = (tree: Tree, choices: VerifyChoices = NO_CHOICES): Verification => {
  if (choices.commands.length > 0) return { commands: chosen(choices.commands), reason: "verify.commands says so" };
  if (tree.files.includes(VERIFY_SCRIPT)) {
    return { commands: chosen([`bash ${VERIFY_SCRIPT}`]), reason: `the repo has ${VERIFY_SCRIPT}` };
  }
  const ofKinds = verificationOfKinds(chosenProjects(tree, choices));
  if (ofKinds !== null) return ofKinds;
  const root = placeIn(tree, null);
  const [why = "the tree does not say how it is verified"] = choices.profiles
    .map((profile) => profile.whyUnverified(root))
    .filter((said) => said !== "");
  return planned(choices.planned, why);
};

/** The verification of a `verify_exempt` order: a syntax check, if the tree's kinds have one. */
export const exemptVerification = (
  tree: Tree,
  written: readonly string[],
  choices: VerifyChoices = NO_CHOICES,
): Verification => {
  const { light_commands } = choices;
  const commands = light_commands.length > 0 ? chosen(light_commands) : lightCommands(tree, written, choices);
  return {
    commands,
    reason:
      commands.length > 0
        ? `verify-exempt: ${light_commands.length > 0 ? "verify.light_commands alone" : "a syntax check alone"}`
        : "verify-exempt, and the tree names no syntax check",
  };
};

/** A command as it must be typed, with its folder. */
export const commandInWords = ({ argv, folder }: VerifyCommand): string =>
  `${argv.map(shellWord).join(" ")}${folder === null ? "" : ` (in ${folder}/)`}`;

/** A project that no command of the verification tests. */
export interface UncoveredProject {
  readonly folder: RepoPath;
  /** What would test it, from the root. */
  readonly command: string;
}

/** The projects below the root that its verification leaves out. None if the user or the repo's own script says what verifies it. */
export const uncoveredProjects = (tree: Tree, choices: VerifyChoices): readonly UncoveredProject[] =>
  choices.commands.length > 0 || choices.languages.length > 0 || tree.files.includes(VERIFY_SCRIPT)
    ? []
    : unreachedProjects(tree, choices.profiles).flatMap(({ place: { folder }, kinds, place }) => {
        const commands = new Set(
          kinds.flatMap(({ profile }) =>
            profile.verify(place).map(({ argv }) => commandInWords({ argv, folder: null })),
          ),
        );
        return folder === null ? [] : [{ folder, command: `bash -c "cd ${folder} && ${[...commands].join(" && ")}"` }];
      });

const MOST_NAMED = 5;

/** What uncovered projects mean, for people; null if there are none. */
export const uncoveredInWords = (projects: readonly UncoveredProject[]): string | null => {
  const [first] = projects;
  if (first === undefined) return null;
  const named = projects.slice(0, MOST_NAMED).map(({ folder }) => folder);
  const more = projects.length > MOST_NAMED ? ` and ${projects.length - MOST_NAMED} more` : "";
  const none = "nothing verifies the projects in";
  return `${none} ${named.join(", ")}${more}: name in verify.commands what does, such as \`${first.command}\` (\`llmch init\` offers it)`;
};

/** The projects of a tree; only those of the chosen languages, if any. */
export const chosenProjects = (tree: Tree, { languages, profiles }: VerifyChoices): readonly Project[] => {
  if (languages.length === 0) return projectsOf(tree, profiles);
  const named = profiles.filter(({ name }) => languages.includes(name));
  const found = projectsOf(tree, named);
  const kinds = new Set(found.flatMap((project) => project.kinds.map(({ profile }) => profile)));
  const reason = "verify.languages says so";
  const missing = named.filter((each) => !kinds.has(each));
  const others = missing.map((profile): Kind => ({ profile, recognition: { by: "manifest", reason } }));
  return others.length === 0 ? found : [...found, { place: placeIn(tree, null), kinds: others }];
};

const verificationOfKinds = (projects: readonly Project[]): Verification | null => {
  const found = new Map<string, { readonly command: VerifyCommand; readonly reason: string }>();
  for (const { place, kinds } of projects) {
    for (const { profile, recognition } of kinds) {
      const reason = inFolder(recognition.reason, place.folder);
      const fresh = profile.verify(place).filter((command) => !found.has(commandInWords(command)));
      for (const command of fresh) found.set(commandInWords(command), { command, reason });
    }
  }
  if (found.size === 0) return null;
  const reasons = [...found.values()].map(({ reason }) => reason);
  const below = projects.filter(({ place }) => place.folder !== null).length;
  const bound = below < MOST_FOLDERS ? [] : [`no more than ${MOST_FOLDERS} folders are looked at`];
  const commands = [...found.values()].map(({ command }) => command);
  return { commands, reason: [...new Set(reasons), ...bound].join("; "), reasons };
};

const inFolder = (reason: string, folder: RepoPath | null): string =>
  folder === null ? reason : `${folder}: ${reason}`;

/** True for a command, in words, that runs no test: linters and the like, and what the profiles check or build before their tests. */
export const runsNoTest = (command: string): boolean => BEFORE_TESTS.test(command) || isStaticCheck(command);
const BEFORE_TESTS =
  /^(?:python[\d.]* -m compileall|cmake (?:-S|--build)|node --check|bash -n|node \S*\btsc|\S*mvnw? -q -B compile|\S*gradlew? classes)(?: |$)/;

/** The most files of an exempt order to check individually. */
const MOST_CHECKED = 20;

const lightCommands = (tree: Tree, written: readonly string[], choices: VerifyChoices): readonly VerifyCommand[] => {
  const projects = chosenProjects(tree, choices);
  const whole = projects.flatMap(({ place, kinds }) => kinds.flatMap(({ profile }) => profile.light(place)));
  const distinct = [...new Map(whole.map((each) => [commandInWords(each), each])).values()];
  const single = written.slice(0, MOST_CHECKED).flatMap((path) => fileCheck(tree, path, projects, choices) ?? []);
  return [...distinct, ...single];
};

/**
 * The check of one file, from the first kind that has one: a kind of the project around the file, or of the root. Null if the project has a
 * check for itself.
 */
const fileCheck = (
  tree: Tree,
  path: string,
  projects: readonly Project[],
  { profiles }: VerifyChoices,
): VerifyCommand | null => {
  const around = projects.find(({ place }) => place.folder !== null && path.startsWith(`${place.folder}/`));
  const project = around ?? projects.find(({ place }) => place.folder === null);
  const place = project?.place ?? placeIn(tree, null);
  if (project?.kinds.some(({ profile }) => profile.light(place).length > 0)) return null;
  const local = place.folder === null ? path : path.slice(place.folder.length + 1);
  for (const { profile } of kindsOf(place, profiles)) {
    const found = profile.lightOf(place, local);
    if (found !== null) return found;
  }
  return null;
};

const chosen = (commands: readonly string[]): readonly VerifyCommand[] =>
  commands.flatMap((text) => {
    const words = commandWords(text);
    return words.ok && words.value.length > 0 ? [{ argv: words.value, folder: null }] : [];
  });

/** The plan's own command, if it is a single process. It could not start if it needed the missing script or a shell. */
const planned = (text: string | null, reason: string): Verification => {
  const words = text === null ? null : splitCommand(text);
  if (words === null || !words.ok || words.value.length === 0) return { commands: [], reason };
  const argv = words.value.map((word) => word.text);
  if (argv.some((word) => normalizePath(word) === VERIFY_SCRIPT)) return { commands: [], reason };
  if (words.value.some(({ text: word, bare }) => bare && /^(?:[|;&<>]+|cd|export)$/.test(word))) {
    return { commands: [], reason: `${reason}, and the plan's verify command needs a shell` };
  }
  return { commands: [{ argv, folder: null }], reason: "the plan's verify_contract says so" };
};
