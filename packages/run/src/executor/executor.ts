import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { FileState, RepoPath } from "@llmch/contract";
import type { NamedExecutor } from "@llmch/contract/settings";
import type { Executor } from "@llmch/factory";
import { isInside, keptBytes, realLocation } from "@llmch/files";
import { limitedUntil } from "@llmch/models";
import { type CommandsOptions, resolveProgram } from "@llmch/process";
import { accepted, counted, type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { Repository, Worktree } from "@llmch/workspace";
import { keptPlaces, ownPlaces } from "../lease/kept-places.ts";
import { askCommand, type Failed, failed, whose } from "./ask-command.ts";
import { limitEndSaid } from "./limit-end-said.ts";
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
  /** Whether nothing isolates what it starts, and the user's own settings do not allow that. */
  readonly refusesUnseen: boolean;
  /** Whether an agent over ACP is only asked who it is, without a prompt. */
  readonly greets?: boolean;
  /** Puts a sentence into the log. */
  readonly warn: (message: string) => Promise<void>;
}

/**
 * The user's own agent, at an order's worktree: a command like others, in the same sandbox, opened to what the user's settings say. Whatever it
 * did, the worktree is as before when it has ended; only what it changed is told.
 */
export const executorAt = (
  worktree: Worktree,
  executor: RunExecutor,
  { directory, repo, artifactsRoot, secrets, signal, output, strict, warn, ...limits }: ExecutorPlace,
): Executor => ({
  name: executor.name,
  template: executor.template,
  work: async (prompt, folder, allowed, onSpending = () => false) => {
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
    const carryOut = async (lent?: string): ReturnType<Executor["work"]> => {
      const shown = lent === undefined ? { writable } : { writable: folders, home: [home, lent] as const };
      const place = await worktree.commandPlace({ allowsNetwork: network, ...shown });
      const isConfined = (place.enclosure ?? null) !== null && executor.in_sandbox.length > 0;
      const command = isConfined ? executor.in_sandbox : executor.command;
      const program = executorProgram({ ...executor, command }, users, [repo.root, worktree.root]);
      if (!program.ok) return failed(program.issues[0].message, program.issues[0].hint);
      let last = () => "";
      const say = () => void warn(quietly(executor, last())).catch(() => {});
      const silence = setTimeout(say, executor.quiet_minutes * 60_000);
      const onLine = (line: (() => string) | null) => {
        silence.refresh();
        if (line === null) return;
        last = line;
        output?.(line);
      };
      const dirty = async (): Promise<readonly string[]> => {
        const { tracked, untracked } = isSandboxed ? NOTHING : await repo.changes(kept, signal);
        return [...tracked, ...untracked];
      };
      const before = await dirty();
      const ask = executor.protocol === "acp" ? (await import("./ask-acp.ts")).askOverAcp : askCommand;
      const named = (stream: string) => join(folder, `executor_${stream}.txt`);
      const asked = ask({
        ...{ executor, prompt, allowed, onLine, onSpending, ...limits },
        request: {
          ...{ argv: [program.value, ...command.slice(1)], env: namedOf(executor), timeoutSeconds: minutes * 60 },
          ...{ stdout: named("stdout"), stderr: named("stderr") },
        },
        options: { ...place, artifacts: directory, signal, secrets },
      });
      const { fault, complaint, said, spending } = await asked.finally(() => clearTimeout(silence));
      const told = spending && { spending };
      const limited = (why: Failed) => ({ ...limitedUntil(why, limitEndSaid(why.message, Date.now())), ...told });
      if (fault !== null) return limited(fault);
      const changed = await worktree.changes();
      const idle = complaint ?? failed(said, `see ${whose(executor)}`);
      if (changed.length === 0 && (complaint !== null || limitEndSaid(said, Date.now()) !== null)) return limited(idle);
      const touched = (await dirty()).filter((path) => !before.includes(path));
      if (touched.length > 0) {
        const strays = `the agent or you changed files of the checkout while it worked: ${touched.join(", ")}`;
        if (strict) return { ...failed(strays, "look at them; with bubblewrap no agent can write there"), ...told };
        await warn(`${strays}; they are left as they are`);
      }
      const states = new Map<RepoPath, FileState>();
      for (const path of allowed) states.set(path, await worktree.inspect(path));
      const others = changed.filter((path) => ![...states.keys()].some((own) => own === path));
      // Git names a repo within by its folder alone.
      const outside = others.map((path) => (path.endsWith("/") ? `${path}.git` : path));
      return { kind: "done", states, outside, said, ...told };
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

const quietly = ({ name, quiet_minutes }: NamedExecutor, line: string): string =>
  `the agent ${name} has printed nothing for ${counted(quiet_minutes, "minute")}${line && `; its last line: ${line}`}`;
