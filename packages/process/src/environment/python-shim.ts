import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { shellQuoted } from "@llmch/contract";
import { writeNewFile } from "@llmch/files";
import { resolveProgram } from "../program/resolve-program.ts";

/**
 * If `python` is not on the PATH but `python3` is, makes a folder with a `python` that runs it, also for scripts (contract §5).
 * Gives the folder to put on the PATH, or null if none is needed.
 */
export const makePythonShim = (path: string, folder: string): string | null => {
  if (resolveProgram("python", { path, cwd: folder }) !== null) return null;
  const python3 = resolveProgram("python3", { path, cwd: folder });
  if (python3 === null) return null;
  const bin = join(folder, "bin");
  if (existsSync(bin)) return bin;
  mkdirSync(bin);
  // With a link, Python would not know which virtual environment it belongs to.
  writeNewFile(join(bin, "python"), Buffer.from(`#!/bin/sh\nexec ${shellQuoted(python3)} "$@"\n`), 0o755);
  return bin;
};
