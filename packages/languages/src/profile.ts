import type { RepoPath } from "@llmch/contract";
import type { ProjectFolder } from "./place.ts";

/** One command of a verification. */
export interface VerifyCommand {
  readonly argv: readonly string[];
  /** The folder in which it runs; null for the repo's root. */
  readonly folder: RepoPath | null;
}

/**
 * The kind of evidence that a place is of a kind. A manifest outranks a Makefile's test target, which outranks file names. Among file
 * names, the first profile that recognises them wins.
 */
export type Evidence = "manifest" | "makefile" | "files";

export interface Recognition {
  readonly by: Evidence;
  /** A description for people: `a Go module`. */
  readonly reason: string;
}

/** A command as a settings file should name it. */
export interface Written {
  readonly instead: string;
  readonly command: string;
  /** What it does that the other does not, as a clause. */
  readonly does: string;
  /** Whether it tests a project of this kind in a folder below. */
  readonly reaches: (folder: string) => boolean;
}

/** How a project's dependencies are installed. */
export interface Setup {
  readonly argv: readonly string[];
  readonly folder: RepoPath | null;
  /** True if it installs outside the folders that the worktree's setup keeps. Then the user must run it beforehand. */
  readonly isOutside: boolean;
}

/** A program inside a command, `python -c CODE`. */
export interface InlineProgram {
  /** The name of the syntax reader for it. */
  readonly syntax: string;
  /** The language's name in messages: `Python`. */
  readonly called: string;
  /**
   * Tells whether a program's import matches no file; false if the module exists or that is uncertain. Null for a language whose imports
   * are not judged.
   */
  readonly strayImport: ((module: string, files: ImportedFiles) => boolean) | null;
  /** The files that a module may be, the likeliest first; missing if the language's modules are not files. */
  readonly filesOfModule?: (module: string) => readonly string[];
  /** Finds the program in a command's words. Null if the command has none; `code` is null if nothing follows the option. */
  readonly find: (argv: readonly string[]) => { readonly code: string | null; readonly option: string } | null;
}

/** The files that exist at a point of a plan. */
export interface ImportedFiles {
  has(path: string): boolean;
  hasFolder(path: string): boolean;
  /** True if Python's `import a.b` finds a file or a package. */
  hasModule(dotted: string): boolean;
}

/** Everything that llmch knows about the repos of one language, as pure functions of a place's content. */
export interface LanguageProfile {
  /** The name that `verify.languages` uses. */
  readonly name: string;
  /** File names. One directly in a project's folder makes the project one of this kind. */
  readonly manifests: readonly string[];
  /** Names of files in a project's folder that the profile reads. */
  readonly telling: readonly string[];
  /** Untracked files that show what is installed. */
  readonly probes: readonly string[];
  /** Texts that an order might write into a file that the profile reads, reduced to what matters for verification. */
  readonly possibleTexts: Readonly<Record<string, string>>;
  readonly recognise: (place: ProjectFolder) => Recognition | null;
  /** The commands that verify the whole project; none if the place does not show them. */
  readonly verify: (place: ProjectFolder) => readonly VerifyCommand[];
  /** How its users write one of these commands in the root, if they write it otherwise. */
  readonly asWritten: (root: ProjectFolder) => Written | null;
  /** Whether its commands in one folder also test a project of its kind in a folder below. */
  readonly reachesBelow: (place: ProjectFolder, folder: RepoPath) => boolean;
  /** Files that it reads wherever they are, besides `telling`. */
  readonly samples: (files: readonly string[]) => readonly string[];
  /** Why it knows no commands for the root although it knows what builds it, and what to set; empty if it has nothing to say. */
  readonly whyUnverified: (place: ProjectFolder) => string;
  /** A syntax check of the whole project, for exempt orders. */
  readonly light: (place: ProjectFolder) => readonly VerifyCommand[];
  /** A syntax check of one file that an exempt order may have written; null if the file is not in this language. */
  readonly lightOf: (place: ProjectFolder, path: string) => VerifyCommand | null;
  /** The programs that it recognises inside commands. */
  readonly inline: readonly InlineProgram[];
  /** True for a test file, by its path from the root. */
  readonly isTest: (path: string) => boolean;
  /** Folders of installed dependencies, which a worktree shares; at any depth. */
  readonly dependencyFolders: readonly string[];
  /** Folders that builds fill: never shared, never read. */
  readonly outputFolders: readonly string[];
  /** What a planner should know, in a few sentences. */
  readonly ecosystem: (place: ProjectFolder) => string;
  readonly setup: (place: ProjectFolder) => Setup | null;
  /** What to do about a missing program or module, by its name. */
  readonly hints: (place: ProjectFolder) => Readonly<Record<string, string>>;
}

type Required = "name" | "recognise";

/** A profile with defaults for missing members. */
export const profile = (
  given: Pick<LanguageProfile, Required> & Partial<Omit<LanguageProfile, Required>>,
): LanguageProfile => ({
  manifests: [],
  telling: [],
  probes: [],
  possibleTexts: {},
  verify: () => [],
  asWritten: () => null,
  reachesBelow: () => true,
  samples: () => [],
  whyUnverified: () => "",
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

/** A command in the place's folder. */
export const command = (place: ProjectFolder, ...argv: readonly string[]): VerifyCommand => ({
  argv,
  folder: place.folder,
});
