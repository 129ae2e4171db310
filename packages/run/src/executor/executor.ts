import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { CommandResult, FileState, ModelReply, RepoPath } from "@llmch/contract";
import { type NamedExecutor, OWN_EXECUTOR } from "@llmch/contract/settings";
import type { Executed, Executor } from "@llmch/factory";
import { isInside, keptBytes, realLocation } from "@llmch/files";
import { type CommandsOptions, createCommands, resolveProgram } from "@llmch/process";
import { accepted, counted, type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { Repository, Worktree } from "@llmch/workspace";
import { keptPlaces, ownPlaces } from "../lease/kept-places.ts";
import { withOwnFiles } from "./own-files.ts";

/** The agent of a run, and what it gets of the user's. */
export interface RunExecutor extends NamedExecutor {
  /** The text of `EXECUTOR_PROMPT.md`. */
  readonly template: string;
  /** The user's environment, of which it gets what its settings name. */
  readonly users: Environment;
}

/** Where an agent works, and who watches it. */
export interface ExecutorPlace {
  /** Receives its output. */
  readonly directory: string;
  readonly repo: Pick<Repository, "root" | "commonDir" | "env" | "changes">;
  readonly artifactsRoot: string;
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  readonly output: NonNullable<CommandsOptions["onOutput"]> | null;
  /** Whether it has given no answer if the user's checkout changed meanwhile. */
  readonly strict: boolean;
  /** Puts a sentence into the log. */
  readonly warn: (message: string) => Promise<void>;
}

type Failed = Extract<ModelReply, { readonly kind: "failed" }>;

/**
 * The user's own agent, at an order's worktree: a command like others, in the same sandbox, opened to what the user's settings say. Whatever it
 * did, the worktree is as before when it has ended; only what it changed is told.
 */
export const executorAt = (
  worktree: Worktree,
  executor: RunExecutor,
  { directory, repo, artifactsRoot, secrets, signal, output, strict, warn }: ExecutorPlace,
): Executor => ({
  name: executor.name,
  template: executor.template,
  work: async (prompt, folder, allowed) => {
    const { users, network, minutes } = executor;
    const writable = executor.folders.map((path) => atHome(path, users));
    const kept = keptPlaces(repo, await ownPlaces(repo, artifactsRoot, null)).map(realLocation);
    const closed = [...[repo.root, repo.commonDir, dirname(worktree.root)].map(realLocation), ...kept];
    const isOurs = (path: string) =>
      closed.some((own) => isInside(path, own)) || kept.some((own) => isInside(own, path));
    const broad = writable.find((path) => isOurs(realLocation(path)));
    if (broad !== undefined)
      return failed(
        `${broad} holds the repo or what llmch keeps for itself, or is a part of that`,
        `name another folder in ${whose(executor)}: ${KEPT}`,
      );
    const home = realLocation(users.HOME ?? homedir());
    const isSandboxed = ((await worktree.commandPlace()).enclosure ?? null) !== null;
    const isOwnFile = (path: string) => dirname(path) === home && home !== "/" && keptBytes(path) !== null;
    const files = isSandboxed ? writable.map(realLocation).filter(isOwnFile) : [];
    const folders = writable.filter((path) => !files.includes(realLocation(path)));
    const carryOut = async (lent?: string): Promise<Executed> => {
      const shown = lent === undefined ? { writable } : { writable: folders, home: [home, lent] as const };
      const place = await worktree.commandPlace({ allowsNetwork: network, ...shown });
      const isConfined = (place.enclosure ?? null) !== null && executor.in_sandbox.length > 0;
      const command = isConfined ? executor.in_sandbox : executor.command;
      const program = executorProgram({ ...executor, command }, users, [repo.root, worktree.root]);
      if (!program.ok) return failed(program.issues[0].message, program.issues[0].hint);
      let last = () => "";
      const say = () => void warn(quietly(executor, last())).catch(() => {});
      const silence = setTimeout(say, executor.quiet_minutes * 60_000);
      const onOutput = (line: () => string) => {
        last = line;
        silence.refresh();
        output?.(line);
      };
      const runner = createCommands({ ...place, artifacts: directory, signal, secrets, onOutput });
      const named = (stream: string) => join(folder, `executor_${stream}.txt`);
      const dirty = async (): Promise<readonly string[]> => {
        const { tracked, untracked } = isSandboxed ? NOTHING : await repo.changes(kept, signal);
        return [...tracked, ...untracked];
      };
      const before = await dirty();
      const asked = runner.run({
        ...{ argv: [program.value, ...command.slice(1)], env: namedOf(executor), input: prompt },
        ...{ timeoutSeconds: minutes * 60, stdout: named("stdout"), stderr: named("stderr") },
      });
      const result = await asked.finally(() => clearTimeout(silence));
      const changed = result.ending === "exited" ? await worktree.changes() : [];
      const fault = faultOf(result, executor, named("stderr"), changed.length === 0);
      if (fault !== null) return fault;
      const touched = (await dirty()).filter((path) => !before.includes(path));
      if (touched.length > 0) {
        const said = `the agent or you changed files of the checkout while it worked: ${touched.join(", ")}`;
        if (strict) return failed(said, "look at them; with bubblewrap no agent can write there");
        await warn(`${said}; they are left as they are`);
      }
      const states = new Map<RepoPath, FileState>();
      for (const path of allowed) states.set(path, await worktree.inspect(path));
      const others = changed.filter((path) => ![...states.keys()].some((own) => own === path));
      // Git names a repo within by its folder alone.
      const outside = others.map((path) => (path.endsWith("/") ? `${path}.git` : path));
      return { kind: "done", states, outside, said: lastWords(result.stdoutTail) };
    };
    try {
      return await (files.length === 0 ? carryOut() : withOwnFiles(files, dirname(worktree.root), warn, carryOut));
    } finally {
      await worktree.reset();
    }
  },
});

/** Where its program is, looked for as the user's shell would, but not in the repo. */
export const executorProgram = (
  executor: NamedExecutor,
  users: Environment,
  notFrom: readonly string[],
): Result<string, Refusal> => {
  const [name = ""] = executor.command;
  const program = resolveProgram(atHome(name, users), { path: users.PATH ?? "", cwd: "/", notFrom });
  if (program !== null) return accepted(program);
  const message = `${name}, which carries orders out, is not ${name.includes("/") ? "an executable file" : "on the PATH"}`;
  return rejected(refusal("program-missing", message, `install it, or name its path in ${whose(executor)}`));
};

const NOTHING = { tracked: [], untracked: [] };

const KEPT = "its settings, state, cache, records and worktrees are closed to agents";

const atHome = (path: string, { HOME = homedir() }: Environment): string => path.replace(/^~(?=\/)/, HOME);

const namedOf = ({ env, users }: RunExecutor): Readonly<Record<string, string>> =>
  Object.fromEntries(env.flatMap((name) => (users[name] === undefined ? [] : [[name, users[name]]])));

const whose = ({ name }: NamedExecutor): string => (name === OWN_EXECUTOR ? "factory.executor" : `executors.${name}`);

const failed = (message: string, hint: string): Failed => ({ kind: "failed", reason: "unreachable", message, hint });

const quietly = ({ name, quiet_minutes }: NamedExecutor, line: string): string =>
  `the agent ${name} has printed nothing for ${counted(quiet_minutes, "minute")}${line && `; its last line: ${line}`}`;

/**
 * Why its work does not count: an agent that did not end by itself, and well, has not finished; one that did nothing but complain was
 * not asked at all, whatever its exit code.
 */
const faultOf = (result: CommandResult, executor: NamedExecutor, output: string, isIdle: boolean): Failed | null => {
  const { ending, exitCode, startFault, stdoutTail, stderrTail } = result;
  const [program = ""] = executor.command;
  if (ending === "interrupted")
    return { ...failed("interrupted while the agent worked", "run the same command again"), reason: "interrupted" };
  if (ending === "not-started") return failed(`${program}: ${startFault}`, `see ${whose(executor)}`);
  if (ending === "timed-out")
    return failed(
      `${program} did not end within ${executor.minutes} minutes`,
      `allow it more with minutes in ${whose(executor)}, or split the order`,
    );
  const onlyComplained = isIdle && stdoutTail.trim() === "" && stderrTail.trim() !== "";
  if (ending === "exited" && exitCode === 0 && !onlyComplained) return null;
  const how = ending === "exited" ? `exit code ${exitCode}` : `the signal ${result.signal}`;
  const words = lastWords(stderrTail) || lastWords(stdoutTail);
  return failed(
    `${program} ${onlyComplained && exitCode === 0 ? "changed nothing, and " : ""}ended with ${how}${words === "" ? "" : `: ${words}`}`,
    `see its output in ${output}, its login and ${whose(executor)}`,
  );
};

const MOST_WORDS = 500;

/** The last paragraph, in one line. */
const lastWords = (output: string): string =>
  (
    output
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? ""
  )
    .replace(/\s+/g, " ")
    .slice(-MOST_WORDS);
