import { type RepoPath, type Result, rejected, SHA256_OF_NOTHING, sha256Hex } from "@llmch/contract";

/** What stands at a path: a text, bytes that are no text, or something that cannot be written and why. */
export type MemoryFile = string | Uint8Array | { readonly blocked: string } | { readonly obstructed: string };
export type MemoryFiles = Readonly<Record<string, MemoryFile>>;

export type MemoryChange =
  | {
      readonly kind: "write";
      readonly path: RepoPath;
      readonly content: Uint8Array;
      readonly baseSha256: string;
      readonly executable: boolean | null;
    }
  | { readonly kind: "remove"; readonly path: RepoPath; readonly baseSha256: string };

export type MemoryFileState =
  | { readonly kind: "missing" }
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

/** Faults to be met: a reason is what the workspace answers, null that nothing is wrong. */
export interface WorkspaceFaults {
  readonly write?: (path: string) => string | null;
  readonly commit?: string;
  readonly push?: string;
  /** Thrown by `reset` after a commit: trouble that comes once the work is safe. */
  readonly resetAfterCommit?: Error;
}

export interface MemoryCommit {
  readonly message: string;
  readonly changes: readonly MemoryChange[];
}

/** A worktree in memory, with what happened to it. */
export interface MemoryWorkspace {
  /** What stands there now, by path. */
  readonly files: ReadonlyMap<string, MemoryFile>;
  readonly commits: readonly MemoryCommit[];
  /** Every change that was asked for, also one that failed. */
  readonly changes: readonly MemoryChange[];
  readonly pushes: () => number;
  /** Changes a file as a command would. */
  readonly put: (path: string, file: MemoryFile) => void;
  trackedFiles(): Promise<readonly string[]>;
  presentFiles(): Promise<readonly string[]>;
  inspect(path: RepoPath): Promise<MemoryFileState>;
  isFile(path: RepoPath): Promise<boolean>;
  apply(change: MemoryChange): Promise<Result<null, string>>;
  reset(): Promise<void>;
  drift(proposed: readonly MemoryChange[]): Promise<readonly string[]>;
  commit(
    message: string,
    changes: readonly MemoryChange[],
  ): Promise<Result<{ readonly commit: string; readonly tree: string; readonly warnings: readonly string[] }, string>>;
  push(): Promise<Result<{ readonly remote: string } | null, string>>;
}

/** @param remote where `push` goes, or null for a repo without a remote */
export const memoryWorkspace = (
  start: MemoryFiles = {},
  faults: WorkspaceFaults = {},
  remote: string | null = null,
): MemoryWorkspace => {
  let baseline = new Map<string, MemoryFile>(Object.entries(start));
  const files = new Map(baseline);
  const commits: MemoryCommit[] = [];
  const changes: MemoryChange[] = [];
  let pushes = 0;
  const paths = (from: ReadonlyMap<string, MemoryFile>) => [...from.keys()].sort();
  return {
    files,
    commits,
    changes,
    pushes: () => pushes,
    put: (path, file) => files.set(path, file),
    trackedFiles: async () => paths(baseline),
    presentFiles: async () => paths(files),
    inspect: async (path) => stateOf(files.get(path)),
    isFile: async (path) => stateOf(files.get(path)).kind === "file",
    apply: async (change) => {
      changes.push(change);
      const fault = faults.write?.(change.path) ?? baseFault(change, files);
      if (fault !== null) return rejected(fault);
      make(change, files);
      return { ok: true, value: null };
    },
    reset: async () => {
      if (commits.length > 0 && faults.resetAfterCommit !== undefined) throw faults.resetAfterCommit;
      files.clear();
      for (const [path, file] of baseline) files.set(path, file);
    },
    drift: async (proposed) => {
      const expected = new Map(baseline);
      for (const change of proposed) make(change, expected);
      return [...new Set([...expected.keys(), ...files.keys()])]
        .filter((path) => expected.get(path) !== files.get(path))
        .sort();
    },
    commit: async (message, accepted) => {
      if (faults.commit !== undefined) return rejected(faults.commit);
      commits.push({ message, changes: accepted });
      baseline = new Map(baseline);
      for (const change of accepted) make(change, baseline);
      return { ok: true, value: { commit: `commit-${commits.length}`, tree: `tree-${commits.length}`, warnings: [] } };
    },
    push: async () => {
      pushes++;
      if (faults.push !== undefined) return rejected(faults.push);
      return { ok: true, value: remote === null ? null : { remote } };
    },
  };
};

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

/** Makes a change; what is written as UTF-8 is a text. */
const make = (change: MemoryChange, files: Map<string, MemoryFile>): void => {
  if (change.kind === "remove") {
    files.delete(change.path);
    return;
  }
  const text = Buffer.from(change.content).toString();
  files.set(change.path, Buffer.from(text).equals(change.content) ? text : change.content);
};

const baseFault = ({ path, baseSha256 }: MemoryChange, files: ReadonlyMap<string, MemoryFile>): string | null => {
  const state = stateOf(files.get(path));
  const sha256 = state.kind === "file" ? state.sha256 : SHA256_OF_NOTHING;
  return sha256 === baseSha256 ? null : `${path} has changed since it was read`;
};
