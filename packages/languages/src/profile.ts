import type { RepoPath } from "@llmch/contract";
import type { Place } from "./place.ts";

/** One command of a verification. */
export interface VerifyCommand {
  readonly argv: readonly string[];
  /** Exit codes besides 0 that pass, each with what is said then. */
  readonly passes: Readonly<Record<number, string>>;
  /** The folder that it runs in; null for the repo's root. */
  readonly folder: RepoPath | null;
}

/**
 * How surely a place is of a kind. A manifest outranks a Makefile's test target, and that outranks the names of files,
 * of which the first profile that knows them decides.
 */
export type Evidence = "manifest" | "makefile" | "files";

export interface Recognition {
  readonly by: Evidence;
  /** What is said of it: `a Go module`. */
  readonly reason: string;
}

/** How a project's dependencies are installed, and by which files it is told that they are as they were. */
export interface Setup {
  readonly argv: readonly string[];
  /** Names of the files, in the project's folder, that decide what is installed. */
  readonly lockfiles: readonly string[];
  readonly folder: RepoPath | null;
  /** True where it lands outside of the folders that a setup of the worktree keeps: it is for the user to run, before. */
  readonly isOutside: boolean;
}

/** A program that stands inside a command, `python -c CODE`. */
export interface InlineProgram {
  /** Under which name the syntax reader is known. */
  readonly syntax: string;
  /** As messages call it: `Python`. */
  readonly called: string;
  /**
   * Where an import of a program leads that no module is given for, or null where it leads to one or that cannot be told.
   * Null for a language whose imports are not judged.
   */
  readonly strayImport: ((module: string, files: ImportedFiles) => boolean) | null;
  /** Finds it in a command's words: null where the command has none, and `code` is null where nothing follows the option. */
  readonly find: (argv: readonly string[]) => { readonly code: string | null; readonly option: string } | null;
}

/** The files that stand at a point of a plan. */
export interface ImportedFiles {
  has(path: string): boolean;
  hasFolder(path: string): boolean;
  /** True where Python's `import a.b` finds a file or a package. */
  hasModule(dotted: string): boolean;
}

/** Everything that llmch knows of one language's repos. Plain functions of what stands in a place. */
export interface LanguageProfile {
  /** As `verify.languages` names it. */
  readonly name: string;
  /** Names of files, directly in a project's folder, whose presence makes it one of this kind. */
  readonly manifests: readonly string[];
  /** Names of files in a project's folder whose texts the profile reads. */
  readonly telling: readonly string[];
  /** Files that are tracked nowhere and tell what is installed. */
  readonly probes: readonly string[];
  /** Texts that a telling file may get from an order, besides none, as far as they matter to what verifies. */
  readonly possibleTexts: Readonly<Record<string, string>>;
  readonly recognise: (place: Place) => Recognition | null;
  /** What verifies the whole project; none where the place does not say. */
  readonly verify: (place: Place) => readonly VerifyCommand[];
  /** A syntax check of the whole project, for exempt orders. */
  readonly light: (place: Place) => readonly VerifyCommand[];
  /** A syntax check of one file that an exempt order may have written; null where the file is none of the language's. */
  readonly lightOf: (place: Place, path: string) => VerifyCommand | null;
  /** The programs that it knows inside commands. */
  readonly inline: readonly InlineProgram[];
  /** True for a file of tests by its path from the root. */
  readonly isTest: (path: string) => boolean;
  /** Folders with what was installed, which a worktree shares; any depth. */
  readonly dependencyFolders: readonly string[];
  /** Folders that builds fill: never shared, never read. */
  readonly outputFolders: readonly string[];
  /** What a planner should know: a few sentences. */
  readonly ecosystem: (place: Place) => string;
  readonly setup: (place: Place) => Setup | null;
  /** What to do where a program or module is missing, by its name. */
  readonly hints: (place: Place) => Readonly<Record<string, string>>;
}

type Required = "name" | "recognise";

/** A profile of which only what differs from nothing is given. */
export const profile = (
  given: Pick<LanguageProfile, Required> & Partial<Omit<LanguageProfile, Required>>,
): LanguageProfile => ({
  manifests: [],
  telling: [],
  probes: [],
  possibleTexts: {},
  verify: () => [],
  light: () => [],
  lightOf: () => null,
  inline: [],
  isTest: () => false,
  dependencyFolders: [],
  outputFolders: [],
  ecosystem: () => "",
  setup: () => null,
  hints: () => ({}),
  ...given,
});

/** A command that passes with exit code 0 alone. */
export const command = (place: Place, ...argv: readonly string[]): VerifyCommand => ({
  argv,
  passes: {},
  folder: place.folder,
});
