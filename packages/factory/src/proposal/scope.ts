import {
  beginningsOf,
  isGitModules,
  type Proposal,
  pathFault,
  repoPath,
  spellingFold,
  type WorkOrder,
} from "@llmch/contract";
import type { OrderFile } from "../prompt/order-files.ts";

/** Why the order may not change a proposal's paths (contract §5.2), each as a sentence; none if it may. */
export const scopeFaults = (order: WorkOrder, proposal: Proposal, files: readonly OrderFile[]): readonly string[] => {
  const allowed = new Map<string, OrderFile>(files.filter((file) => file.allowed).map((file) => [file.path, file]));
  const faults: string[] = [];
  /** The normalized path, or null after reporting its faults. */
  const judged = (raw: string): string | null => {
    const path = repoPath(raw);
    const name = JSON.stringify(raw);
    const state = allowed.get(path ?? "")?.state;
    const before = faults.length;
    if (path === null) faults.push(`${name}: the path ${pathFault(raw) ?? "is not valid"}`);
    else if (state === undefined) faults.push(`${name}: not in allowed_files (${order.allowed_files.join(", ")})`);
    else if (state.kind === "blocked") faults.push(`${name}: ${state.why}`);
    if (path !== null && isGitModules(path)) faults.push(`${name}: .gitmodules is never written`);
    return faults.length > before ? null : path;
  };
  const twice = (path: string) => faults.push(`${path}: the path stands twice in the proposal`);

  const sources = new Map<string, "stays" | "goes">();
  const targets = new Set<string>();
  for (const write of proposal.writes) {
    const path = judged(write.path);
    const target = write.kind === "rename" ? judged(write.rename_to) : null;
    if (path !== null && sources.has(path)) twice(path);
    if (path !== null) sources.set(path, write.kind === "delete" || write.kind === "rename" ? "goes" : "stays");
    if (target !== null && targets.has(target)) twice(target);
    if (target !== null) targets.add(target);
    if (target !== null && target === path) faults.push(`${path}: it is renamed to itself`);
  }
  for (const target of targets) if (sources.get(target) === "stays") twice(target);

  const written = [...targets, ...[...sources].flatMap(([path, what]) => (what === "stays" ? [path] : []))];
  const gone = new Set([...sources].flatMap(([path, what]) => (what === "goes" ? [path] : [])));
  // A removed file may come back in another spelling, but no file may coexist with one that some file system confuses with it.
  for (const path of written) {
    const state = allowed.get(path)?.state;
    const twin = state?.kind === "missing" ? state.twin : undefined;
    if (twin !== undefined && !gone.has(twin)) faults.push(differsInSpelling(path, twin));
  }
  const standing = files.filter(({ path, state }) => state.kind === "file" && !gone.has(path)).map(({ path }) => path);
  return [...new Set([...faults, ...collisions(new Set(written), new Set([...written, ...standing]))])];
};

export const differsInSpelling = (path: string, other: string): string =>
  `${path}: it differs from ${other} only in how it is spelled`;

/** Written files, or their parent folders, that some file system confuses with another path (reliability, F5). */
export const collisions = (written: ReadonlySet<string>, remaining: ReadonlySet<string>): readonly string[] => {
  const spelled = new Map<string, string>();
  for (const path of [...remaining].sort()) {
    for (const start of beginningsOf(path)) {
      const fold = spellingFold(start);
      if (!spelled.has(fold)) spelled.set(fold, start);
    }
  }
  return [...written].sort().flatMap((path) => {
    const folder = beginningsOf(path)
      .slice(0, -1)
      .find((start) => written.has(start));
    if (folder !== undefined) return [`${path}: the proposal makes ${folder} a file`];
    const twin = beginningsOf(path).map((start) => spelled.get(spellingFold(start)) ?? start);
    const other = twin.find((start, index) => start !== beginningsOf(path)[index]);
    return other === undefined ? [] : [differsInSpelling(path, other)];
  });
};
