import { basename, dirname, join } from "node:path";
import { isShortName, removeTree } from "@llmch/files";
import { PYTEST_CACHE } from "./command-environment.ts";

type Environment = Readonly<Record<string, string>>;

/** What the commands of one worktree have for themselves, while other worktrees' commands run beside them. */
export interface LeasePlace {
  /** 0, 1, …: no other worktree of the run has it at the same time. Tests may derive ports or databases from it. */
  readonly lease: number;
  /** Their folder for temporary files; null if the sandbox gives each command its own. */
  readonly temporary: string | null;
}

/** The environment of commands, with what only their worktree has. */
export const leaseEnvironment = (environment: Environment, { lease, temporary }: LeasePlace): Environment => ({
  ...environment,
  LLMCH_LEASE: String(lease),
  ...(temporary === null ? {} : temporaryFrom(environment, temporary)),
});

/** The variables that say where temporary files go, all set to one place; `TMPDIR` even if the user has none. */
export const temporaryFrom = (environment: Environment, place: string): Environment => ({
  ...Object.fromEntries(["TMP", "TEMP"].filter((name) => name in environment).map((name) => [name, place])),
  TMPDIR: place,
});

const ownTemporaryIn = ({ TMPDIR }: Environment): string | null =>
  TMPDIR !== undefined && isShortName(basename(dirname(TMPDIR))) ? TMPDIR : null;

/** Removes what pytest remembers: `--last-failed` of another command would skip tests of this one. The sandbox's own folder is new. */
export const forgetTests = (environment: Environment): void => {
  const temporary = ownTemporaryIn(environment);
  if (temporary !== null) removeTree(join(temporary, PYTEST_CACHE));
};

/** Commands' output must not name llmch's folders: their temporary folder appears as `/tmp`, as in the sandbox. */
export const withoutOwnTemporary = (text: string, environment: Environment): string => {
  const temporary = ownTemporaryIn(environment);
  return temporary === null ? text : text.replaceAll(temporary, "/tmp");
};
