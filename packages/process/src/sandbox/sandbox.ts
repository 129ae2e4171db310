import type { Hold } from "../commands/hold.ts";
import type { ProgramStart, RunningProgram } from "../program/start-program.ts";

/** Something of the machine that keeps commands from the rest of it. */
export interface Sandbox {
  /** As it is told to the user. */
  readonly name: string;
  readonly allowsNetwork: boolean;
  /** Makes ready for commands of one worktree, with or without the network. Throws a fault of the machine. */
  enclose(place: SandboxPlace, wish?: { readonly allowsNetwork: boolean }): Enclosure;
}

/** A worktree of ours and what belongs to it; all paths are real and absolute. */
export interface SandboxPlace {
  /** The worktree: what commands may write. */
  readonly root: string;
  /** Our folder that the worktree lies in. */
  readonly folder: string;
  /** The user's checkout, and git's parts of it. */
  readonly checkout: string;
  readonly gitDir: string;
  readonly commonDir: string;
  /** Dependency folders that were mirrored into the worktree, POSIX paths from the root. */
  readonly dependencies: readonly string[];
  /** What commands would get outside. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What a sandbox reports on, and what it waits for until it is held. */
export const CHANNELS = ["pipe", "pipe"] as const;

/** The sandbox around one worktree. */
export interface Enclosure {
  /** What commands get inside. */
  readonly environment: Readonly<Record<string, string>>;
  /** What is started in place of a program that is to run in a folder of the worktree: it wants `CHANNELS` besides its output. */
  wrap(wanted: Omit<ProgramStart, "origin" | "stdio">): Omit<ProgramStart, "stdio">;
  /** Takes hold of what was started that way. */
  hold(running: RunningProgram): Hold;
}
