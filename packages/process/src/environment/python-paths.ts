import { join } from "node:path";
import { isInside, realLocation } from "@llmch/files";
import { resolveProgram } from "../program/resolve-program.ts";
import { runProgram } from "../program/run-program.ts";
import type { Enclosure } from "../program/sandbox.ts";
import type { ProgramStart } from "../program/start-program.ts";

const LIMIT_MS = 10_000;
const MOST_BYTES = 4 << 20;

/** Prints where modules are found: `sys.path`, and the folders that editable installs map packages to. */
const QUESTION = `
import json, os, sys
found = list(sys.path)
for name, module in list(sys.modules.items()):
    if name.startswith("__editable__"):
        found += [os.path.dirname(place) for place in getattr(module, "MAPPING", {}).values()]
        found += [place for places in getattr(module, "NAMESPACES", {}).values() for place in places]
print(json.dumps([place for place in found if place]))
`;

/** True if the repo's commands are likely to run Python. */
export const isPythonTree = ({ trackedFiles, dependencies }: Pick<Trees, "trackedFiles" | "dependencies">): boolean =>
  dependencies.some((path) => /(?:^|\/)\.?venv$/.test(path)) ||
  trackedFiles.some((path) => /(?:\.py|^pyproject\.toml|^setup\.cfg|^requirements[^/]*\.txt)$/.test(path));

/**
 * The folders inside the user's checkout that its Python would import from, because of an editable install. Leaves out dependency
 * folders. An interpreter that does not answer gives none. It is the repo's own, or loads the repo's code, so it runs where
 * commands do.
 */
export const pythonPathsInside = async (
  environment: Readonly<Record<string, string>>,
  { checkout, root, folder, dependencies }: Trees,
  enclosure: Enclosure | null,
): Promise<readonly string[]> => {
  const found = interpreters(environment, root, folder, dependencies);
  const named = await Promise.all(
    found.map((program) => ask({ program, args: ["-c", QUESTION], cwd: folder, env: environment }, enclosure)),
  );
  const ownParts = [
    ...dependencies.map((path) => join(checkout, path)),
    ...(environment.VIRTUAL_ENV === undefined ? [] : [environment.VIRTUAL_ENV]),
  ];
  const inside = named
    .flat()
    .map((path) => realLocation(path))
    .filter((path) => isInside(checkout, path) && !ownParts.some((part) => isInside(part, path)));
  return [...new Set(inside)];
};

const interpreters = (
  environment: Readonly<Record<string, string>>,
  root: string,
  folder: string,
  dependencies: readonly string[],
): readonly string[] => {
  const names = ["python", ...dependencies.map((path) => join(root, path, "bin/python"))];
  const at = { path: environment.PATH ?? "", cwd: folder };
  return [...new Set(names.flatMap((name) => resolveProgram(name, at) ?? []))];
};

const ask = async (
  wanted: Omit<ProgramStart, "origin" | "stdio">,
  enclosure: Enclosure | null,
): Promise<readonly string[]> => {
  const wrapped = enclosure?.wrap({ ...wanted, env: { ...wanted.env, ...enclosure.environment } });
  const start = wrapped ?? { ...wanted, origin: { kind: "anyone's" } };
  const run = { ...start, hold: enclosure?.hold, limitMs: LIMIT_MS, mostBytes: MOST_BYTES };
  const { exitCode, stdout } = await runProgram(run);
  return exitCode === 0 ? pathsIn(stdout.toString()) : [];
};

const pathsIn = (answer: string): readonly string[] => {
  try {
    const parsed: unknown = JSON.parse(answer.trim().split("\n").at(-1) ?? "");
    return Array.isArray(parsed) ? parsed.filter((path) => typeof path === "string") : [];
  } catch {
    return [];
  }
};

/** The two trees, and what links one to the other. */
export interface Trees {
  /** The user's checkout. */
  readonly checkout: string;
  /** A link to the checkout, if commands see llmch's tree at its path. */
  readonly alias?: string | null;
  /** llmch's tree. */
  readonly root: string;
  /** llmch's folder beside it. */
  readonly folder: string;
  /** Dependency folders that both have. */
  readonly dependencies: readonly string[];
  readonly trackedFiles: readonly string[];
}
