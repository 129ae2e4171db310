import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { SceneInvocation } from "@llmch/testkit";
import { pathOf } from "../programs.ts";

/** A system call to strike: the `nth` of its kind in one process. */
export interface Point {
  /** llmch itself, or the number, from 1, of the git that it starts. */
  readonly process: "llmch" | number;
  readonly call: string;
  readonly nth: number;
  /** The call as the measuring run saw it. */
  readonly seen: string;
  /** Whether it writes the journal, or is the first call after the journal was on the disk. */
  readonly isBoundary: boolean;
}

/** What happens there, in strace's words: `signal=KILL`, `error=ENOSPC`. */
export type Effect = `signal=${string}` | `error=${string}`;

/** The program that starts llmch, and the environment that it needs. */
export interface Tracing {
  readonly under: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Node's own calls are counted by thread. With a single thread for files, they come in order. */
const ONE_THREAD = { UV_THREADPOOL_SIZE: "1" };
/** Detaches from children of llmch as they become another program. */
const LLMCH_ALONE = ["strace", "-f", "-b", "execve", "-qq"];

/** A session in which one call fails. */
export interface Striking extends Tracing {
  readonly onOutput?: NonNullable<SceneInvocation["onOutput"]>;
  /** True if the failed call was one with which Node wakes itself: no machine refuses that, and Node aborts or waits for ever. */
  isMisled(): boolean;
}

/** Strikes at one point of a run, in only one process. Its own files go into the folder. Ends a run that was misled. */
export const striking = ({ process, call, nth }: Point, effect: Effect, folder: string): Striking => {
  const inject = ["-e", `trace=${call}`, "-e", `inject=${call}:${effect}:when=${nth}`];
  if (process === "llmch") {
    let isMisled = false;
    return {
      under: [...LLMCH_ALONE, "-y", "-o", "|cat >&2", ...inject],
      env: ONE_THREAD,
      isMisled: () => isMisled,
      onOutput: (stderr, kill) => {
        const thread = isMisled ? undefined : OWN_WAKING.exec(stderr)?.[1];
        if (thread === undefined) return;
        isMisled = true;
        killProcess(Number(thread));
        kill("SIGKILL");
      },
    };
  }
  const bin = gitShim(
    folder,
    `[ "$count" -eq ${process} ] && exec strace -f -qq -o /dev/null ${quoted(inject)} "$git" "$@"`,
  );
  const env = { ...ONE_THREAD, PATH: `${bin}:${globalThis.process.env.PATH ?? ""}` };
  return { under: [], env, isMisled: () => false };
};

/** Node wakes its threads, and guards its signals, through pipes and events of its own. */
const OWN_WAKING = /^(\d+) +\w+\(\d+<(?:pipe:|anon_inode:\[eventfd\]).*\(INJECTED\)$/m;

/** A session that ends early, and the calls at which its processes were killed. */
export interface Killing extends Tracing {
  readonly onOutput?: NonNullable<SceneInvocation["onOutput"]>;
  struck(): readonly string[];
}

/**
 * Kills llmch when it reaches a point's call, and each git that reaches the point before. Strace cannot send a signal when it
 * traces only chosen calls, and is slow otherwise. So it delays the call, and the caller is killed meanwhile.
 */
export const killingAt = ({ call, nth }: Point): Killing => {
  const inject = ["-e", `trace=${call}`, "-e", `inject=${call}:delay_enter=${HOLD}:when=${nth}`];
  const struck = new Map<string, string>();
  // If an order's command were killed each time, that would use up the recorded attempts.
  let hasStruckCommand = false;
  const line = new RegExp(`^(\\d+) +${call}\\(.*`, "gm");
  return {
    under: [...QUICKLY, "-o", "|cat >&2", ...inject],
    env: ONE_THREAD,
    struck: () => [...struck.values()],
    onOutput: (stderr, kill) => {
      const counts = new Map<string, number>();
      for (const [seen, thread = ""] of stderr.matchAll(line)) {
        const count = (counts.get(thread) ?? 0) + 1;
        counts.set(thread, count);
        if (count !== nth || struck.has(thread) || struck.size === MOST_STRUCK) continue;
        const program = programOf(thread);
        const isLlmch = program.includes("llmch.js");
        const isCommand = !isLlmch && basename(program.split("\0")[0] ?? "") !== "git";
        if (isCommand && hasStruckCommand) continue;
        hasStruckCommand ||= isCommand;
        struck.set(thread, `${call} ${nth}: ${seen}`);
        killProcess(Number(thread));
        // Strace would hold on to the dead process's call.
        if (isLlmch) kill("SIGKILL");
      }
    },
  };
};

/** If each command of a session were killed, its orders would use up their attempts. */
const MOST_STRUCK = 3;
/** Each command that reaches the call and is not struck continues after this. */
const HOLD = "1s";
/** Programs that stop only at chosen calls run about as fast as without strace. */
const QUICKLY = ["strace", "-f", "--seccomp-bpf", "-y", "-qqq", "-e", "signal=none"];
/** Strace's own messages between what llmch does. */
export const withoutTrace = (stderr: string): string =>
  stderr.replace(/^\d+ +(?:\w+\(|<\.\.\. |\+\+\+).*\n?|^ *\) += .*\n?|^strace: .*\n?/gm, "");

const programOf = (thread: string): string => {
  try {
    return readFileSync(`/proc/${thread}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

const killProcess = (thread: number): void => {
  try {
    process.kill(thread, "SIGKILL");
  } catch {
    // It was killed with its parent.
  }
};

/** Kills one git at a separate point. */
export const killingGit = ({ process, call, nth }: Point, folder: string): Killing => {
  const trace = join(folder, "git.trace");
  rmSync(trace, { force: true });
  const inject = ["-y", "-e", `trace=${call}`, "-e", `inject=${call}:signal=KILL:when=${nth}`];
  const bin = gitShim(
    folder,
    `[ "$count" -eq ${process} ] && exec strace -f -qq -o '${trace}' ${quoted(inject)} "$git" "$@"`,
  );
  return {
    under: [],
    env: { ...ONE_THREAD, PATH: `${bin}:${globalThis.process.env.PATH ?? ""}` },
    struck: () =>
      existsSync(trace) && readFileSync(trace, "utf8").includes("killed by SIGKILL")
        ? [`git ${process} at ${call} ${nth}`]
        : [],
  };
};

/** Records the calls of one run, made by llmch and its git processes. */
export const tracing = (calls: readonly string[], folder: string): Tracing => ({
  under: [...QUICKLY, "-o", join(folder, TRACE), "-e", `trace=execve,${calls.join(",")}`],
  env: ONE_THREAD,
});

export const TRACE = "calls.trace";

/** A folder for the PATH with a `git` that counts its calls and strikes when told to; otherwise it is the real git. */
const gitShim = (folder: string, act: string): string => {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  rmSync(join(bin, "calls"), { force: true });
  const count = `printf x >> '${bin}/calls'; read -r calls < '${bin}/calls'; count=\${#calls}`;
  writeFileSync(join(bin, "git"), `#!/bin/sh\ngit='${pathOf("git")}'\n${count}\n${act}\nexec "$git" "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  return bin;
};

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(" ");
