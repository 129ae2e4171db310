import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finished, SceneInvocation } from "@llmch/testkit";
import { pathOf } from "../programs.ts";
import { type Point, TRACE, tracing } from "./strike.ts";

/** System calls that change something, or open an existing file. */
export const CALLS = [
  ...["openat", "write", "pwrite64", "writev", "fsync", "fdatasync", "ftruncate", "fchmod", "copy_file_range"],
  ...[
    "rename",
    "renameat2",
    "link",
    "linkat",
    "symlink",
    "symlinkat",
    "unlink",
    "unlinkat",
    "rmdir",
    "mkdir",
    "mkdirat",
  ],
];

/**
 * Runs a session once, undisturbed, and returns every call that it made on files of the scene (not those with which Node and git load
 * themselves). Throws if the session does not end well.
 * @param ends its exit code then
 */
export const measure = async (
  root: string,
  live: (invocation: SceneInvocation) => Promise<Finished>,
  ends = 0,
): Promise<readonly Point[]> => {
  const { code, stderr } = await live(tracing(CALLS, root));
  if (code !== ends) throw new Error(`a session does not end well untouched: ${stderr}`);
  const traces = new Map<Point["process"], string[]>();
  for (const [process, line] of linesOf(readFileSync(join(root, TRACE), "utf8"))) {
    traces.set(process, [...(traces.get(process) ?? []), line]);
  }
  return [...traces].flatMap(([process, lines]) => pointsOf(process, lines, root));
};

/** Each line of a trace with its process: llmch, or a git with everything that it starts. */
const linesOf = (trace: string): readonly (readonly [Point["process"], string])[] => {
  const owners = new Map<string, Point["process"]>();
  let gits = 0;
  return trace.split("\n").flatMap((line): [Point["process"], string][] => {
    const [, thread = "", call = ""] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (call === "execve") {
      // Git calls other gits from its own folder.
      if (owners.size > 0 && line.includes(`execve("${GIT}"`) && line.endsWith(" = 0")) gits += 1;
      owners.set(thread, owners.size === 0 ? "llmch" : gits);
      return [];
    }
    return call === "" ? [] : [[owners.get(thread) ?? "llmch", line]];
  });
};

const GIT = pathOf("git");

const pointsOf = (process: Point["process"], lines: readonly string[], root: string): readonly Point[] => {
  const counts = new Map<string, number>();
  const points = new Map<string, Point>();
  const loading = new Set<string>();
  const synced = new Set<string>();
  for (const line of lines) {
    const [, thread = "", call = ""] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    const nth = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, nth);
    // The trace gives the working folder with each path, and that is in the scene.
    const named = line.replace(/AT_FDCWD<[^>]*>/g, "AT_FDCWD");
    const isOfScene =
      named.includes(root) || named.includes("/proc/self/fd/") || (process !== "llmch" && RELATIVE.test(named));
    const ofJournal = line.includes("/events.jsonl>");
    const isBoundary = ofJournal || synced.has(thread);
    if (ofJournal && call === "fsync") synced.add(thread);
    else synced.delete(thread);
    const seen = line.slice(0, 200).replaceAll(root, "");
    const name = `${call} ${nth}`;
    // Of two threads, the one that comes to its nth call first is struck.
    if (!isOfScene && !isBoundary) loading.add(name);
    else if (!points.has(name)) points.set(name, { process, call, nth, seen, isBoundary });
  }
  // The nth call of each thread is struck. If a thread uses that call to load a program, none is.
  return [...points].flatMap(([name, point]) => (loading.has(name) && point.call === "openat" ? [] : [point]));
};

/** Git's paths are relative to its working folder. */
const RELATIVE = /\("(?!\/)|AT_FDCWD, "(?!\/)/;
