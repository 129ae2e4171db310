import { type FileState, isGitModules, pathFault, type RepoPath, repoPath } from "@llmch/contract";
import { accepted, type Result, rejected } from "@llmch/text";
import type { Workspace } from "../job/ports.ts";
import { collisions, differsInSpelling } from "../proposal/scope.ts";

/** The state of each derived file's path before any command ran. */
export type Places = ReadonlyMap<RepoPath, FileState>;

/** Checks the paths of derived files by the rules for a proposal's paths (contract §5.2). The issues are sentences. */
export const derivedPlaces = async (
  names: readonly string[],
  workspace: Pick<Workspace, "inspect">,
): Promise<Result<Places, string>> => {
  const places = new Map<RepoPath, FileState>();
  const faults: string[] = [];
  for (const raw of names) {
    const path = repoPath(raw);
    if (path === null) faults.push(`${JSON.stringify(raw)}: the path ${pathFault(raw) ?? "is not valid"}`);
    else if (isGitModules(path)) faults.push(`${JSON.stringify(raw)}: .gitmodules is never written`);
    else if (!places.has(path)) places.set(path, await workspace.inspect(path));
  }
  for (const [path, state] of places) {
    if (state.kind === "blocked" || state.kind === "obstructed") faults.push(`${path}: ${state.why}`);
    if (state.kind === "missing" && state.twin !== undefined) faults.push(differsInSpelling(path, state.twin));
  }
  const paths = new Set<string>(places.keys());
  const [first, ...rest] = [...faults, ...collisions(paths, paths)];
  return first === undefined ? accepted(places) : rejected(first, ...rest);
};
