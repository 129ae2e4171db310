import { basename } from "node:path";
import { isOwnTemporaryName } from "@llmch/files";

type Environment = Readonly<Record<string, string>>;

/** What the commands of one worktree have for themselves, while those of others run beside them. */
export interface LeasePlace {
  /** 0, 1, …: no other worktree of the run has it at the same time. Tests may choose ports or databases by it. */
  readonly lease: number;
  /** Where they keep temporary files; null if the sandbox gives each command a folder of its own. */
  readonly temporary: string | null;
}

/** The environment of commands, with what their worktree alone has. */
export const leaseEnvironment = (environment: Environment, { lease, temporary }: LeasePlace): Environment => ({
  ...environment,
  LLMCH_LEASE: String(lease),
  ...(temporary === null ? {} : temporaryFrom(environment, temporary)),
});

/** The variables that tell where temporary files belong, all to one place; `TMPDIR` even if the user has none. */
export const temporaryFrom = (environment: Environment, place: string): Environment => ({
  ...Object.fromEntries(["TMP", "TEMP"].filter((name) => name in environment).map((name) => [name, place])),
  TMPDIR: place,
});

/** Whoever reads what commands print knows no folder of ours: their temporary one is told as `/tmp`, as in the sandbox. */
export const withoutOwnTemporary = (text: string, { TMPDIR }: Environment): string =>
  TMPDIR !== undefined && isOwnTemporaryName(basename(TMPDIR)) ? text.replaceAll(TMPDIR, "/tmp") : text;
