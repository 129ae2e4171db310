import type { Hold } from "./hold.ts";
import type { ProgramStart, RunningProgram } from "./start-program.ts";

/** A program of the machine that keeps commands from the rest of it. */
export interface Sandbox {
  /** Its name for the user. */
  readonly name: string;
  readonly allowsNetwork: boolean;
  /** Prepares for commands of one worktree. Throws a fault of the machine. */
  enclose(place: SandboxPlace, wish?: EnclosureWish): Enclosure;
}

/** What is opened to some commands of a worktree, or closed. */
export interface EnclosureWish {
  readonly allowsNetwork: boolean;
  /** Files and folders besides the worktree that they may read and write; absolute. */
  readonly writable?: readonly string[];
  /** A folder to show, writable, as a home: nothing else is shown there but what commands need. */
  readonly home?: readonly [path: string, folder: string];
}

/** One of llmch's worktrees and what belongs to it; all paths are real and absolute. */
export interface SandboxPlace {
  /** The worktree: commands may write it. */
  readonly root: string;
  /** llmch's folder that contains the worktree. */
  readonly folder: string;
  /** The user's checkout, and its git directories. */
  readonly checkout: string;
  /** A link to the checkout, in a folder of its own in llmch's, if the worktree stands at the checkout's path. */
  readonly alias: string | null;
  readonly gitDir: string;
  readonly commonDir: string;
  /** What the home of commands has as `.gitconfig`, if it is hidden. */
  readonly gitSettings: string;
  /** Dependency folders that were mirrored into the worktree, POSIX paths from the root. */
  readonly dependencies: readonly string[];
  /** The environment that commands would get outside. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Channels for a sandbox's reports, for its gate until it is held, for its filter of system calls, and for git's settings. */
export const CHANNELS = ["pipe", "pipe", "pipe", "pipe"] as const;

/** The sandbox around one worktree. */
export interface Enclosure {
  /** Where the worktree is inside, and what commands print there without naming it. */
  readonly seat: { readonly root: string; outside(text: string): string };
  /** The environment for commands inside. */
  readonly environment: Readonly<Record<string, string>>;
  /** The program to start instead of one that should run in a folder of the worktree: it needs `CHANNELS` besides its output. */
  wrap(wanted: Omit<ProgramStart, "origin" | "stdio">): Omit<ProgramStart, "stdio">;
  /** Takes hold of a program started that way. */
  hold(running: RunningProgram): Hold;
}
