import { accepted, type Environment, messageOf, type Result, rejected } from "@llmch/contract";
import {
  createStandingShell,
  descriptorFault,
  type ProgramResult,
  resolveProgram,
  runProgram,
  type StandingShell,
  trustedEnvironment,
} from "@llmch/process";
import type { SimpleGitOptions } from "simple-git";
import { repoFolders } from "./checkout-root.ts";
import { type GitSetting, gitEnvironment } from "./git-environment.ts";
import { ownMark } from "./own-mark.ts";

/** The result of a git call. */
export type GitResult = ProgramResult;

/** Git in one directory, under neutral settings. Every git call of llmch goes through here (reliability, G1). */
export interface Git {
  /** Asks a question that git answers with text; the issue is git's message if it has no answer. */
  ask(...args: string[]): Promise<Result<string, string>>;
  /** The same for what every run asks at its start: several at a time, and without simple-git, which takes longer to load. */
  read(...args: string[]): Promise<Result<string, string>>;
  /** Runs any other command. */
  run(args: readonly string[], options?: GitRunOptions): Promise<GitResult>;
  /** Runs calls one after the other until one fails; starting them together takes half the time. */
  runAll(calls: readonly GitCall[], options?: GitRunOptions): Promise<GitResult>;
}

/** Arguments of git; `PRINTED` stands for the line that the previous call printed. */
export type GitCall = readonly (string | typeof PRINTED)[];
export const PRINTED: unique symbol = Symbol("what the call before printed");

export interface GitRunOptions {
  readonly input?: string;
  /** Path of a file that calls run together read instead. */
  readonly inputFile?: string;
  /** Added to git's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly limitMs?: number;
  readonly signal?: AbortSignal;
  /** Git reaches a remote, with the user's means of access. */
  readonly forPush?: boolean;
  /** A forge's token must not go to this remote. */
  readonly hidesTokens?: boolean;
}

/** How git sees a repo. */
export interface GitView {
  /** What applies beside the files that git reads. */
  readonly settings: readonly GitSetting[];
  /** What git sees in place of the repo's shared folder; null if git is not asked about a repo. */
  readonly commonDir: string | null;
}

export interface GitPlace {
  /** Absolute path of git. */
  readonly program: string;
  readonly directory: string;
  /** The repo's folders, as real paths: git runs and loads nothing from there. */
  readonly notFrom: readonly string[];
  /** Before the command: `--git-dir=…`, `--work-tree=…`. */
  readonly globalArgs?: readonly string[];
  /** The environment before it is filtered. */
  readonly env: Environment;
  /** Asked before each call, because a command may have changed the repo's configuration. */
  readonly view: () => GitView | Promise<GitView>;
}

/** Ends a hanging call; a checkout of a very large repo takes minutes. */
const LIMIT_MS = 600_000;

/** The absolute path of git, or null; never a git inside the repo. */
export const gitProgram = (env: Environment, notFrom: readonly string[]): string | null =>
  resolveProgram("git", { path: env.PATH ?? "", cwd: "/", notFrom });

const VERSION_LIMIT_MS = 10_000;

/** Git's version line. The issue says that there is no git outside the directory's repo, or why it does not start. */
export const gitVersion = async (directory: string, env: Environment): Promise<Result<string, string>> => {
  const notFrom = repoFolders(directory);
  const program = gitProgram(env, notFrom);
  if (program === null) return rejected("git is not on the PATH");
  const git = createGit({ program, directory: "/", notFrom, env, view: () => ({ settings: [], commonDir: null }) });
  const told = await git.run(["--version"], { limitMs: VERSION_LIMIT_MS });
  if (told.exitCode !== 0) return rejected(`git does not start (${told.stderr})`);
  return accepted(told.stdout.toString().trim().split("\n")[0] ?? "");
};

export const createGit = ({ program, directory, notFrom, globalArgs = [], env, view }: GitPlace): Git => {
  let last: (GitView & { readonly environment: Record<string, string>; readonly shell: StandingShell }) | null = null;
  const trusted = trustedEnvironment(env, notFrom);
  const environmentFor = ({ settings, commonDir }: GitView, push: Pick<GitRunOptions, "forPush" | "hidesTokens">) => ({
    ...gitEnvironment(trusted, settings, { ...push, commonDir }),
    ...ownMark(),
  });
  /** Keeps the environment and the shell as long as the view is the same. */
  const neutral = async () => {
    const now = await view();
    if (last === null || last.settings !== now.settings || last.commonDir !== now.commonDir) {
      last?.shell.close();
      const environment = environmentFor(now, {});
      last = { ...now, environment, shell: createStandingShell({ cwd: directory, env: environment, notFrom }) };
    }
    return last;
  };
  /** A git call finishes even if llmch does not: a second Ctrl-C does not interrupt a rollback. */
  const start = async (calls: readonly GitCall[], options: GitRunOptions = {}): Promise<GitResult> => {
    const { forPush = false, hidesTokens = false, input, inputFile, signal, limitMs = LIMIT_MS } = options;
    const whole = calls.map((args) => [...globalArgs, ...args]);
    const script = scriptOf(whole, inputFile);
    const args = [program, ...script.args] as const;
    const { environment, shell } = await neutral();
    const isAlone = calls.length === 1 && inputFile === undefined;
    // Starting a shell for a single call takes longer than git, and so does a shell that reads much.
    const suits = (shell.isFree() || (!isAlone && !shell.isBusy())) && isShort(args);
    if (suits && !forPush && input === undefined && signal === undefined)
      return shell.run({ text: script.text, args, environment: options.environment ?? {}, limitMs });
    const base = forPush ? environmentFor(await view(), { forPush, hidesTokens }) : environment;
    const origin = { kind: "own", notFrom } as const;
    const how = { origin, input, signal, limitMs, mostBytes: Number.POSITIVE_INFINITY, outlivesUs: true };
    const what = isAlone
      ? { program, args: script.args }
      : { program: "/bin/sh", args: ["-c", script.text, "sh", ...args] };
    return runProgram({ ...what, cwd: directory, env: { ...base, ...options.environment }, ...how });
  };
  return {
    async ask(...args) {
      // Loaded on demand: much of llmch asks git nothing.
      const { simpleGit } = await import("simple-git");
      const { environment } = await neutral();
      const unfit = descriptorFault(3);
      if (unfit !== null) return rejected(unfit);
      const allowEnvironment = Object.keys(environment);
      const client = simpleGit({ ...CLIENT, baseDir: directory, binary: program, allowEnvironment }).env(environment);
      try {
        return accepted(await client.raw([...globalArgs, ...args]));
      } catch (fault) {
        return rejected(messageOf(fault).trim());
      }
    },
    async read(...args) {
      const { exitCode, stdout, stderr } = await start([args]);
      return exitCode === 0 ? accepted(stdout.toString()) : rejected(stderr);
    },
    run: (args, options) => start([args], options),
    runAll: start,
  };
};

/** Some shells, such as bash, read a script from a pipe byte by byte: beyond this, anything else is faster. */
const isShort = (args: readonly string[]): boolean => args.reduce((sum, each) => sum + each.length, 0) < MOST_READ;
const MOST_READ = 16 * 1024;

/** Names git, and every argument, by number only: `"$1" "${2}" && "$1" "${3}"`; nothing in them is ever parsed. */
const scriptOf = (
  calls: readonly GitCall[],
  inputFile: string | undefined,
): { readonly text: string; readonly args: readonly string[] } => {
  const given: string[] = [];
  const numbered = (argument: GitCall[number]): string =>
    argument === PRINTED ? '"$printed"' : `"\${${given.push(argument) + 1}}"`;
  const commands = calls.map((args) => ['"$1"', ...args.map(numbered)].join(" "));
  const text = commands
    .map((command, index) =>
      calls[index + 1]?.includes(PRINTED) ? `printed=$(${command}) && printf '%s\\n' "$printed"` : command,
    )
    .join(" && ");
  return { text: inputFile === undefined ? text : `{ ${text}; } <${numbered(inputFile)}`, args: given };
};

/**
 * simple-git refuses settings and variables that can run programs; llmch's settings empty them, and the variables are those that
 * `gitEnvironment` let through.
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
