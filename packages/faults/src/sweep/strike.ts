import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathOf } from "../programs.ts";

/** A system call to be struck: the `nth` of its kind in one process. */
export interface Point {
  /** llmch itself, or the so-manieth git that it starts, from 1. */
  readonly process: "llmch" | number;
  readonly call: string;
  readonly nth: number;
  /** The call as the measuring run saw it. */
  readonly seen: string;
}

/** What happens there, in strace's words: `signal=KILL`, `error=ENOSPC`. */
export type Effect = `signal=${string}` | `error=${string}`;

/** What starts llmch, and what its environment needs. */
export interface Tracing {
  readonly under: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Node's own calls are counted by thread: with one thread for files they come in order. */
const ONE_THREAD = { UV_THREADPOOL_SIZE: "1" };
/** Children of llmch are let go as they become another program. */
const LLMCH_ALONE = ["strace", "-f", "-b", "execve", "-qq"];

/** Strikes at one point of a run, in one process only. Files of its own go into the folder. */
export const striking = ({ process, call, nth }: Point, effect: Effect, folder: string): Tracing => {
  const inject = ["-e", `trace=${call}`, "-e", `inject=${call}:${effect}:when=${nth}`];
  if (process === "llmch") return { under: [...LLMCH_ALONE, "-o", "/dev/null", ...inject], env: ONE_THREAD };
  const bin = gitShim(
    folder,
    `[ "$count" -eq ${process} ] && exec strace -f -qq -o /dev/null ${quoted(inject)} "$git" "$@"`,
  );
  return { under: [], env: { ...ONE_THREAD, PATH: `${bin}:${globalThis.process.env.PATH ?? ""}` } };
};

/** Writes down the calls of one run: llmch's into `llmch.trace`, those of the gits into `git-N.trace`. */
export const tracing = (calls: readonly string[], folder: string): Tracing => {
  const trace = ["-y", "-e", `trace=${calls.join(",")}`];
  const bin = gitShim(folder, `exec strace -f -qq -o "${folder}/git-$count.trace" ${quoted(trace)} "$git" "$@"`);
  return {
    under: [...LLMCH_ALONE, ...trace, "-o", join(folder, "llmch.trace")],
    env: { ...ONE_THREAD, PATH: `${bin}:${process.env.PATH ?? ""}` },
  };
};

/** A folder for the PATH with a `git` that counts its calls and does as told; otherwise it is the real one. */
const gitShim = (folder: string, act: string): string => {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  const count = `printf x >> '${bin}/calls'; read -r calls < '${bin}/calls'; count=\${#calls}`;
  writeFileSync(join(bin, "git"), `#!/bin/sh\ngit='${pathOf("git")}'\n${count}\n${act}\nexec "$git" "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  return bin;
};

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(" ");
