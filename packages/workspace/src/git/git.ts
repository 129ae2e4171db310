import { faultInWords, newOwnedName } from "@llmch/files";
import {
  endLeftovers,
  type ProgramResult,
  proveFree,
  resolveProgram,
  runProgram,
  trustedEnvironment,
} from "@llmch/process";
import { accepted, type Environment, type Result, rejected } from "@llmch/text";
import type { SimpleGit } from "simple-git";
import { type GitSetting, gitEnvironment, MARK, ownMark } from "./git-environment.ts";
import { repoFolders } from "./git-folders.ts";

/** The result of a git call. */
export type GitResult = ProgramResult;

/** Git in one directory, under neutral settings. Every git call of llmch goes through here (reliability, G1). */
export interface Git {
  /** Asks a question that git answers with text; the issue is git's message if it has no answer. */
  read(...args: string[]): Promise<Result<string, string>>;
  /** Runs any other command. */
  run(args: readonly string[], options?: GitRunOptions): Promise<GitResult>;
  /** Runs calls one after the other until one fails; starting them together takes half the time. */
  runAll(calls: readonly GitCall[], options?: GitRunOptions): Promise<GitResult>;
  /** What people ask, through simple-git. That ends git alone: what a signal cuts is also ended by its mark, with all it started. */
  ask<Answer>(
    question: (people: SimpleGit) => Promise<Answer>,
    signal?: AbortSignal,
    reached?: GitReached,
  ): Promise<Result<Answer, string>>;
}

/** Git reaches a remote, with the user's means of access, and tells how far it has come. */
export interface GitReached {
  progress(told: { readonly stage: string; readonly progress: number }): void;
}

/** Arguments of git; `PRINTED` stands for the line that the previous call printed. */
export type GitCall = readonly (string | typeof PRINTED)[];
export const PRINTED: unique symbol = Symbol("what the call before printed");

export interface GitRunOptions {
  readonly input?: string | undefined;
  /** Path of a file that calls run together read instead. */
  readonly inputFile?: string;
  /** Added to git's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly limitMs?: number;
  readonly signal?: AbortSignal | undefined;
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
  /** The git directory of the checkout that `directory` is. Without it, git finds a repo by itself. */
  readonly gitDir?: string;
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

/** Git's version, and all that it says of it. The issue says that there is no git outside the directory's repo, or why it does not start. */
export const gitVersion = async (directory: string, env: Environment) => {
  const notFrom = repoFolders(directory);
  const program = gitProgram(env, notFrom);
  if (program === null) return rejected("git is not on the PATH");
  const git = createGit({ program, directory: "/", notFrom, env, view: () => ({ settings: [], commonDir: null }) });
  const limit = AbortSignal.timeout(10_000);
  const told = await git.ask((people) => people.version(), limit);
  if (!told.ok) return rejected(limit.aborted ? "git does not answer" : `git does not start (${told.issues[0]})`);
  const { major, minor, patch, agent } = told.value;
  return accepted({ major, minor, text: `${major}.${minor}.${patch}${agent === "" ? "" : ` (${agent})`}` });
};

/** What simple-git refuses unless it is told: settings and variables that llmch sets to nothing, or that are its user's own. */
const UNSAFE = Object.fromEntries(
  [
    ...["ConfigEnvCount", "CustomBinary", "Editor", "Filter", "FsMonitor", "HooksPath", "Pager", "ProtocolOverride"],
    ...["Alias", "AskPass", "CommandBinaries", "ConfigPaths", "CredentialHelper", "DiffExternal", "DiffTextConv"],
    ...["Exec", "GitProxy", "GpgProgram", "Include", "MergeDriver", "Pack", "SshCommand", "Submodule", "UrlRewrite"],
  ].map((what) => [`allowUnsafe${what}`, true]),
);

export const createGit = ({ program, directory, notFrom, gitDir, env, view }: GitPlace): Git => {
  const globalArgs = gitDir === undefined ? [] : [`--git-dir=${gitDir}`, `--work-tree=${directory}`];
  const neutralEnvironment = async ({ forPush = false, hidesTokens = false }: GitRunOptions) => {
    const { settings, commonDir } = await view();
    return { ...gitEnvironment(env, settings, { forPush, hidesTokens, commonDir }), ...ownMark() };
  };
  const runAll: Git["runAll"] = async (calls, options = {}) => {
    const { input, inputFile, signal, limitMs = LIMIT_MS, environment = {} } = options;
    const { text, args } = scriptOf(
      calls.map((call) => [...globalArgs, ...call]),
      inputFile,
    );
    const isAlone = calls.length === 1 && inputFile === undefined;
    return runProgram({
      ...(isAlone ? { program, args } : { program: "/bin/sh", args: ["-c", text, "sh", program, ...args] }),
      cwd: directory,
      env: { ...(await neutralEnvironment(options)), ...environment },
      origin: { kind: "own", notFrom },
      ...{ input, signal, limitMs, mostBytes: Number.POSITIVE_INFINITY },
      // A git call finishes even if llmch does not: a second Ctrl-C does not interrupt a rollback.
      outlivesUs: true,
    });
  };
  return {
    async read(...args) {
      const { exitCode, stdout, stderr } = await runAll([args]);
      return exitCode === 0 ? accepted(stdout.toString()) : rejected(stderr);
    },
    run: (args, options) => runAll([args], options),
    runAll,
    async ask(question, signal = new AbortController().signal, reached) {
      if (resolveProgram(program, { path: "", cwd: "/", notFrom }) === null) return rejected("it comes from the repo");
      const own = gitDir === undefined ? {} : { GIT_DIR: gitDir, GIT_WORK_TREE: directory };
      const forPush = reached !== undefined;
      const env = {
        ...trustedEnvironment(await neutralEnvironment({ forPush }), notFrom),
        ...own,
        [MARK]: newOwnedName(),
      };
      const end = () => void endLeftovers({ mark: `${MARK}=${env[MARK]}` });
      signal.addEventListener("abort", end);
      try {
        const { simpleGit } = await import("simple-git");
        // Three pipes take two each, and a start takes two.
        proveFree(8);
        const people = simpleGit({
          ...{ binary: program, baseDir: directory, abort: signal, timeout: { block: LIMIT_MS } },
          ...{ unsafe: UNSAFE, allowEnvironment: Object.keys(env) },
          ...(reached === undefined
            ? {}
            : { progress: (told: Parameters<GitReached["progress"]>[0]) => reached.progress(told) }),
          // A git that was killed has no exit code; 1 without a word is an answer.
          errors: (fault, { exitCode, stdErr }) =>
            fault ?? (exitCode === 0 || (exitCode === 1 && stdErr.length === 0) ? undefined : Buffer.concat(stdErr)),
        });
        return accepted(await question(people.env(env)));
      } catch (fault) {
        return rejected(signal.aborted ? "interrupted" : faultInWords(fault).trim());
      } finally {
        signal.removeEventListener("abort", end);
      }
    },
  };
};

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
