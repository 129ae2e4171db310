import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandResult } from "@llmch/contract";
import { type ControlGroup, commandEnvironment, createCommands, findBubblewrap } from "@llmch/process";
import { type RudeProgram, rudeProgram, type ThrowawayRepo, throwawayRepo } from "@llmch/testkit";
import { ulid } from "ulid";
import { openUser, openWorktree } from "../worktree/worktree.fixture.ts";
import type { Worktree, WorktreeOptions } from "../worktree/worktree.ts";

interface Settings {
  readonly allowsNetwork?: boolean;
  readonly temporaryBytes?: number;
  readonly limit?: (() => ControlGroup) | null;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly dependencies?: WorktreeOptions["dependencies"];
  /** Called before there is a worktree. */
  readonly prepare?: (user: ThrowawayRepo) => void;
}

export interface SandboxedWorktree {
  readonly user: ThrowawayRepo;
  readonly worktree: Worktree;
  run(argv: readonly string[], timeoutSeconds?: number, signal?: AbortSignal): Promise<CommandResult>;
  sh(script: string, ...args: readonly string[]): Promise<CommandResult>;
  /** A rude program where commands see it, wherever this checkout is. */
  program(name: RudeProgram): string;
}

/** A worktree whose commands run in the sandbox, by default with the throw-away repo's home. */
export const openSandboxed = async ({
  allowsNetwork = false,
  temporaryBytes,
  limit = null,
  environment,
  files,
  dependencies,
  prepare,
}: Settings = {}): Promise<SandboxedWorktree> => {
  const made = throwawayRepo(files);
  prepare?.(made);
  const { user, repo } = await openUser(made);
  const sandbox = await findBubblewrap(process.env, { allowsNetwork, temporaryBytes, limit, notFrom: [user.path] });
  if (!sandbox.ok) throw new Error(sandbox.issues[0]);
  const worktree = await openWorktree(user, repo, {
    sandbox: sandbox.value,
    ...(dependencies === undefined ? {} : { dependencies }),
    environment: commandEnvironment({ ...user.env, ...environment }),
  });
  const run: SandboxedWorktree["run"] = async (argv, timeoutSeconds = 20, signal = new AbortController().signal) =>
    createCommands({
      ...(await worktree.commandPlace()),
      artifacts: join(user.folder, "artifacts", ulid()),
      signal,
    }).run({ argv, timeoutSeconds, stdout: "out.txt", stderr: "err.txt" });
  const program: SandboxedWorktree["program"] = (name) => {
    const copy = join(worktree.root, `${name}.mjs`);
    copyFileSync(rudeProgram(name), copy);
    return copy;
  };
  return { user, worktree, run, sh: (script, ...args) => run(["sh", "-c", script, ...args]), program };
};
