import { type AcceptedChange, type RepoPath, spellingFold } from "@llmch/contract";
import { type Result, rejected, SHA256_OF_NOTHING, sha256Hex } from "@llmch/text";

/** What is at a path: a text, bytes that are no text, or something that cannot be written, with the reason. */
export type MemoryFile = string | Uint8Array | { readonly blocked: string } | { readonly obstructed: string };
export type MemoryFiles = Readonly<Record<string, MemoryFile>>;

export type MemoryFileState =
  | { readonly kind: "missing"; readonly twin?: string }
  | {
      readonly kind: "file";
      readonly sha256: string;
      readonly bytes: number;
      readonly data: Uint8Array;
      readonly text: string | null;
      readonly marked: string | null;
      readonly executable: boolean;
    }
  | { readonly kind: "blocked" | "obstructed"; readonly why: string };

/** Faults that callers will meet. A reason is the workspace's answer; null means that nothing is wrong. */
export interface WorkspaceFaults {
  readonly write?: (path: string) => string | null;
  readonly conversion?: (paths: readonly string[]) => string | null;
  readonly seal?: string;
  /** Thrown by `reset` after a landing: trouble that comes when the work is already safe. */
  readonly resetAfterLanding?: Error;
}

/** Changes that were sealed as a tree. */
export interface MemoryTree {
  readonly tree: string;
  readonly changes: readonly AcceptedChange[];
}

/** A worktree in memory, with a record of what happened to it. */
export interface MemoryWorkspace {
  /** The current files, by path. */
  readonly files: ReadonlyMap<string, MemoryFile>;
  readonly sealed: readonly MemoryTree[];
  /** Every requested change, including one that failed. */
  readonly changes: readonly AcceptedChange[];
  /** Changes a file as a command would. */
  readonly put: (path: string, file: MemoryFile) => void;
  baseline(): string;
  trackedFiles(): Promise<readonly string[]>;
  presentFiles(): Promise<readonly string[]>;
  inspect(path: RepoPath): Promise<MemoryFileState>;
  isFile(path: RepoPath): Promise<boolean>;
  apply(change: AcceptedChange): Promise<Result<null, string>>;
  conversionOf(changes: readonly AcceptedChange[]): Promise<string | null>;
  reset(): Promise<void>;
  stand(changes: readonly AcceptedChange[], subject: string): Promise<Result<null, string>>;
  tidy(): Promise<{ readonly altered: readonly string[]; readonly drift: readonly string[] }>;
  /** Nothing is brought into it. */
  putBackBrought(): Promise<readonly string[]>;
  acceptBrought(): Promise<void>;
  restore(): Promise<void>;
  drift(proposed: readonly AcceptedChange[]): Promise<readonly string[]>;
  seal(
    changes: readonly AcceptedChange[],
  ): Promise<Result<{ readonly base: string; readonly tree: string; readonly warnings: readonly string[] }, string>>;
  /** Makes the changes the new baseline. */
  advance(commit: string, changes: readonly AcceptedChange[]): Promise<void>;
  /** Switches back to a commit that was its baseline before. */
  moveTo(commit: string): Promise<void>;
}

export const memoryWorkspace = (start: MemoryFiles = {}, faults: WorkspaceFaults = {}): MemoryWorkspace => {
  let baseline = new Map<string, MemoryFile>(Object.entries(start));
  const files = new Map(baseline);
  const sealed: MemoryTree[] = [];
  let base = "base-commit";
  const commits = new Map([[base, baseline]]);
  let landings = 0;
  const changes: AcceptedChange[] = [];
  // What it shows in place of the baseline, and the paths of its changes.
  let shown: ReadonlyMap<string, MemoryFile> | null = null;
  let standing = new Set<string>();
  const putBack = () => {
    files.clear();
    for (const [path, file] of shown ?? baseline) files.set(path, file);
  };
  const paths = (from: ReadonlyMap<string, MemoryFile>) => [...from.keys()].sort();
  return {
    files,
    sealed,
    changes,
    put: (path, file) => files.set(path, file),
    baseline: () => base,
    trackedFiles: async () => paths(baseline),
    presentFiles: async () => paths(files),
    inspect: async (path) => {
      const twin = files.has(path) ? undefined : paths(files).find((each) => spellingFold(each) === spellingFold(path));
      return twin === undefined ? stateOf(files.get(path)) : { kind: "missing", twin };
    },
    isFile: async (path) => stateOf(files.get(path)).kind === "file",
    apply: async (change) => {
      changes.push(change);
      const fault = faults.write?.(change.path) ?? baseFault(change, files);
      if (fault !== null) return rejected(fault);
      make(change, files);
      return { ok: true, value: null };
    },
    conversionOf: async (applied) => faults.conversion?.(applied.map(({ path }) => path)) ?? null,
    reset: async () => {
      if (landings > 0 && faults.resetAfterLanding !== undefined) throw faults.resetAfterLanding;
      shown = null;
      putBack();
    },
    stand: async (accepted) => {
      const expected = new Map(baseline);
      for (const change of accepted) make(change, expected);
      shown = expected;
      standing = new Set(accepted.map(({ path }) => path));
      putBack();
      return { ok: true, value: null };
    },
    tidy: async () => {
      const found = differing(shown ?? baseline, files);
      putBack();
      const isOwn = (path: string) => shown !== null && standing.has(path);
      return { altered: found.filter(isOwn), drift: found.filter((path) => !isOwn(path)) };
    },
    putBackBrought: async () => [],
    acceptBrought: async () => {},
    restore: async () => putBack(),
    drift: async (proposed) => {
      const expected = new Map(baseline);
      for (const change of proposed) make(change, expected);
      return differing(expected, files);
    },
    seal: async (accepted) => {
      if (faults.seal !== undefined) return rejected(faults.seal);
      const tree = `tree-${sealed.length + 1}`;
      sealed.push({ tree, changes: accepted });
      return { ok: true, value: { base, tree, warnings: [] } };
    },
    advance: async (commit, accepted) => {
      landings += 1;
      shown = null;
      base = commit;
      baseline = new Map(baseline);
      for (const change of accepted) make(change, baseline);
      commits.set(commit, baseline);
    },
    moveTo: async (commit) => {
      const known = commits.get(commit);
      if (known === undefined) throw new Error(`there is no commit ${commit}`);
      [base, baseline, shown] = [commit, known, null];
      putBack();
    },
  };
};

const differing = (one: ReadonlyMap<string, MemoryFile>, two: ReadonlyMap<string, MemoryFile>): string[] =>
  [...new Set([...one.keys(), ...two.keys()])].filter((path) => one.get(path) !== two.get(path)).sort();

const stateOf = (file: MemoryFile | undefined): MemoryFileState => {
  if (file === undefined) return { kind: "missing" };
  if (typeof file !== "string" && !(file instanceof Uint8Array)) {
    return "blocked" in file ? { kind: "blocked", why: file.blocked } : { kind: "obstructed", why: file.obstructed };
  }
  const data = typeof file === "string" ? Buffer.from(file) : file;
  const text = typeof file === "string" ? file : null;
  const marked = text !== null || data.includes(0) ? null : Buffer.from(data).toString();
  return { kind: "file", sha256: sha256Hex(data), bytes: data.length, data, text, marked, executable: false };
};

/** Makes a change. Bytes in UTF-8 become a text. */
const make = (change: AcceptedChange, files: Map<string, MemoryFile>): void => {
  if (change.kind === "remove") {
    files.delete(change.path);
    return;
  }
  const text = Buffer.from(change.content).toString();
  files.set(change.path, Buffer.from(text).equals(change.content) ? text : change.content);
};

const baseFault = ({ path, baseSha256 }: AcceptedChange, files: ReadonlyMap<string, MemoryFile>): string | null => {
  const state = stateOf(files.get(path));
  const sha256 = state.kind === "file" ? state.sha256 : SHA256_OF_NOTHING;
  return sha256 === baseSha256 ? null : `${path} has changed since it was read`;
};
