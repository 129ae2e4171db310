import { accepted, rejected, type Verdict } from "@llmch/contract";
import type { SimpleGitOptions } from "simple-git";
import { type GitSetting, gitEnvironment } from "./git-environment.ts";
import { type GitResult, runGit } from "./git-process.ts";

/** Git in one directory, under neutral settings. Every git call of llmch goes through here (reliability, G1). */
export interface Git {
  /** Asks something that git answers with text; the issue is what git says where it has no answer. */
  ask(...args: string[]): Promise<Verdict<string, string>>;
  /** Runs anything else. */
  run(args: readonly string[], options?: GitRunOptions): Promise<GitResult>;
}

export interface GitRunOptions {
  readonly input?: string;
  /** Added to git's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly settings?: readonly GitSetting[];
  readonly limitMs?: number;
  readonly signal?: AbortSignal;
  readonly forPush?: boolean;
}

export interface GitPlace {
  /** Absolute path of git. */
  readonly program: string;
  readonly directory: string;
  /** Before the command: `--git-dir=…`, `--work-tree=…`. */
  readonly globalArgs?: readonly string[];
  /** What git would inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asked before each call, since a command may have changed the repo's configuration. */
  readonly settings: () => readonly GitSetting[] | Promise<readonly GitSetting[]>;
}

/** Ends a call that hangs; a checkout of a very large repo takes minutes. */
const LIMIT_MS = 600_000;

export const createGit = ({ program, directory, globalArgs = [], env, settings }: GitPlace): Git => ({
  async ask(...args) {
    // Loaded when it is needed: much of llmch asks git nothing.
    const { simpleGit } = await import("simple-git");
    const environment = gitEnvironment(env, await settings());
    const client = simpleGit({
      ...CLIENT,
      baseDir: directory,
      binary: program,
      allowEnvironment: Object.keys(environment),
    }).env(environment);
    try {
      return accepted(await client.raw([...globalArgs, ...args]));
    } catch (fault) {
      return rejected((fault instanceof Error ? fault.message : String(fault)).trim());
    }
  },
  async run(args, options = {}) {
    const all = [...(await settings()), ...(options.settings ?? [])];
    const { forPush = false, input, signal, limitMs = LIMIT_MS } = options;
    const environment = { ...gitEnvironment(env, all, { forPush }), ...options.environment };
    return runGit(program, [...globalArgs, ...args], { directory, environment, input, limitMs, signal });
  },
});

/**
 * simple-git refuses settings and variables that can run programs; ours set them to nothing, and the variables are
 * those that `gitEnvironment` let through.
 */
const CLIENT: Partial<SimpleGitOptions> = {
  completion: { onClose: true, onExit: false },
  timeout: { block: LIMIT_MS },
  errors: (fault, { exitCode, stdErr }) =>
    fault ?? (exitCode === 0 ? undefined : Buffer.concat([...stdErr, Buffer.from(`git exit code ${exitCode}`)])),
  unsafe: {
    allowUnsafeAlias: true,
    allowUnsafeAskPass: true,
    allowUnsafeCommandBinaries: true,
    allowUnsafeConfigEnvCount: true,
    allowUnsafeConfigPaths: true,
    allowUnsafeCredentialHelper: true,
    allowUnsafeCustomBinary: true,
    allowUnsafeDiffExternal: true,
    allowUnsafeDiffTextConv: true,
    allowUnsafeEditor: true,
    allowUnsafeExec: true,
    allowUnsafeFilter: true,
    allowUnsafeFsMonitor: true,
    allowUnsafeGitProxy: true,
    allowUnsafeGpgProgram: true,
    allowUnsafeHooksPath: true,
    allowUnsafeInclude: true,
    allowUnsafeMergeDriver: true,
    allowUnsafePack: true,
    allowUnsafePager: true,
    allowUnsafeProtocolOverride: true,
    allowUnsafeSshCommand: true,
    allowUnsafeSubmodule: true,
    allowUnsafeTemplateDir: true,
    allowUnsafeUrlRewrite: true,
  },
};
