import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Setting } from "./scenario.ts";
import { type Point, tracing } from "./strike.ts";

/** System calls that change something, or open what is there. */
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
 * Runs a scenario once, untouched, and gives every call that it made on files of the scene (not those by which Node and git
 * load themselves). Throws where the run does not pass.
 */
export const measure = async (setting: Setting, env: Readonly<Record<string, string>>): Promise<readonly Point[]> => {
  const { root } = setting;
  const { under, env: own } = tracing(CALLS, root);
  const finished = await setting.start({ under, env: { ...env, ...own } });
  if (finished.code !== 0) throw new Error(`${setting.scenario.name} does not pass untouched: ${finished.stderr}`);
  return readdirSync(root)
    .filter((name) => name.endsWith(".trace"))
    .flatMap((name) => {
      const process = name === "llmch.trace" ? "llmch" : Number(/\d+/.exec(name)?.[0]);
      return pointsOf(process, readFileSync(join(root, name), "utf8"), root);
    });
};

const pointsOf = (process: Point["process"], trace: string, root: string): readonly Point[] => {
  const counts = new Map<string, number>();
  const points = new Map<string, Point>();
  const loading = new Set<string>();
  for (const line of trace.split("\n")) {
    const [, thread = "", call = ""] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (call === "") continue;
    const nth = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, nth);
    // Where it works is said of each path, and is in the scene.
    const named = line.replace(/AT_FDCWD<[^>]*>/g, "AT_FDCWD");
    const isOfScene =
      named.includes(root) || named.includes("/proc/self/fd/") || (process !== "llmch" && RELATIVE.test(named));
    const seen = line.slice(0, 200).replaceAll(root, "");
    if (isOfScene) points.set(`${call} ${nth}`, { process, call, nth, seen });
    else loading.add(`${call} ${nth}`);
  }
  // The nth call of each thread is struck: where one of them loads a program by it, none is.
  return [...points].flatMap(([name, point]) => (loading.has(name) && point.call === "openat" ? [] : [point]));
};

/** Git names files from where it works. */
const RELATIVE = /\("(?!\/)|AT_FDCWD, "(?!\/)/;
