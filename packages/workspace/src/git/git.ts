import { type ProgramResult, resolveProgram, runProgram } from "@llmch/process";
import { accepted, type Environment, type Result, rejected } from "@llmch/text";
import { type GitSetting, gitEnvironment, ownMark } from "./git-environment.ts";
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

/** Which git there is. */
export interface GitVersion {
  readonly major: number;
  readonly minor: number;
  /** All that it says of its version. */
  readonly text: string;
}

const VERSION_LIMIT_MS = 10_000;

/** Git's version. The issue says that there is no git outside the directory's repo, or why it does not start. */
export const gitVersion = async (directory: string, env: Environment): Promise<Result<GitVersion, string>> => {
  const notFrom = repoFolders(directory);
  const program = gitProgram(env, notFrom);
  if (program === null) return rejected("git is not on the PATH");
  const git = createGit({ program, directory: "/", notFrom, env, view: () => ({ settings: [], commonDir: null }) });
  const { exitCode, stdout, stderr } = await git.run(["version"], { limitMs: VERSION_LIMIT_MS });
  const [, text, major, minor] = /^git version ((\d+)\.(\d+).*)$/m.exec(stdout.toString()) ?? [];
  if (exitCode !== 0 || text === undefined) return rejected(`git does not start (${stderr.trim()})`);
  return accepted({ major: Number(major), minor: Number(minor), text });
};

export const createGit = ({ program, directory, notFrom, globalArgs = [], env, view }: GitPlace): Git => {
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
