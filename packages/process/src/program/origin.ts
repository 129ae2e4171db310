import { readlinkSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isInside, readPart, realLocation, withRegularFile } from "@llmch/files";

/** Whose program it is. */
export type Origin =
  /** Llmch's own tool: no part of it may come from these folders, which are the repo's, or which the repo's commands can write. */
  | { readonly kind: "own"; readonly notFrom: readonly string[] }
  /** The repo's, outside a sandbox: the user has consented to that, or there is none. */
  | { readonly kind: "anyone's" };

/** As many links, or script interpreters, as the kernel would follow. */
const MOST_LINKS = 40;
const MOST_INTERPRETERS = 5;
const SHEBANG_BYTES = 256;

/**
 * Why a program must not be started because it comes from one of the folders: it is there, or a link on the way to it, or a
 * script's interpreter. Null if not. Takes real folders, links resolved.
 */
export const foreignPart = (program: string, notFrom: readonly string[]): string | null => {
  if (notFrom.length === 0) return null;
  let at = program;
  for (let depth = 0; depth < MOST_INTERPRETERS; depth++) {
    const what = depth === 0 ? "it" : "its interpreter";
    const file = followedOutside(at, notFrom);
    if (file === null) return `${what} comes from the repo`;
    const interpreter = interpreterOf(file);
    if (interpreter === null) return null;
    if (!isAbsolute(interpreter)) return "its interpreter has no absolute path";
    at = interpreter;
  }
  return null;
};

/** The final target of a path; null if it passes through one of the folders. */
const followedOutside = (path: string, notFrom: readonly string[]): string | null => {
  let at = path;
  for (let step = 0; step < MOST_LINKS; step++) {
    const called = resolve(at);
    const place = join(realLocation(dirname(called)), basename(called));
    if (notFrom.some((folder) => isInside(folder, called) || isInside(folder, place))) return null;
    try {
      at = resolve(dirname(place), readlinkSync(place));
    } catch {
      return place;
    }
  }
  return null;
};

const interpreterOf = (file: string): string | null => {
  try {
    const start = withRegularFile(file, "any", ({ descriptor }) => readPart(descriptor, 0, SHEBANG_BYTES));
    return /^#![ \t]*([^\s]+)/.exec(start.toString("latin1"))?.[1] ?? null;
  } catch {
    // An executable program need not be readable: then it is not a script.
    return null;
  }
};
