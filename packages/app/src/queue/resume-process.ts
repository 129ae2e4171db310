import { fstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "@llmch/config";
import { newOwnedName, type OpenFile, openRegularFile, readPart, temporaryDirectory } from "@llmch/files";
import { startDetached } from "@llmch/process";
import {
  accepted,
  type Environment,
  isJsonObject,
  type JsonObject,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
} from "@llmch/text";

/** Where runs are started from, and how. */
export interface Starter extends Pick<Context, "env" | "secrets" | "cwd"> {
  readonly artifactsDir?: string | undefined;
  /** The repo that runs are carried out in, wherever they were in before. */
  readonly repo?: string | undefined;
  /** Llmch itself: a program, and what comes before the command's name. */
  readonly program: readonly [string, ...string[]];
  /** The environment of its processes, with their keys. */
  readonly whole: Environment;
}

/** A process that carries on a run, and outlives this one. */
export interface ResumeProcess {
  readonly pid: number;
  /** The document that it printed, once it has ended; null if it printed none. */
  readonly ended: Promise<JsonObject | null>;
}

/**
 * Has a process of its own carry on a run.
 * @param more further flags
 */
export const resumeProcess = async (
  runId: string,
  root: string,
  { program, whole: env, repo }: Pick<Starter, "program" | "whole" | "repo">,
  cwd: string,
  more: readonly string[] = [],
): Promise<Result<ResumeProcess, Refusal>> => {
  const output = join(temporaryDirectory(env), newOwnedName());
  const at = repo === undefined ? [] : ["--repo", repo];
  const command = [...program, "resume", runId, "--artifacts-dir", root, "--json", ...at, ...more] as const;
  try {
    const child = await startDetached(command, { cwd, env, output });
    if (!child.ok)
      return rejected(refusal("program-missing", `llmch cannot be started: ${child.issues[0]}`, "install it again"));
    const printed = openRegularFile(output, "none");
    return accepted({ pid: child.value.pid, ended: child.value.ended.then(() => documentIn(printed)) });
  } finally {
    // Whoever has it open reads on: so nothing is left, whatever ends this process.
    rmSync(output, { force: true });
  }
};

const documentIn = ({ descriptor, close }: OpenFile): JsonObject | null => {
  try {
    const read = readJson(readPart(descriptor, 0, fstatSync(descriptor).size).toString());
    return read.ok && isJsonObject(read.value) ? read.value : null;
  } finally {
    close();
  }
};
