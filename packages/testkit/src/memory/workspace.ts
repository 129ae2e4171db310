import { type RepoPath, rejected, SHA256_OF_NOTHING, sha256Hex, utf8Length, type Verdict } from "@llmch/contract";

/** What stands at a path: a text, bytes that are no text, or something that cannot be written and why. */
export type MemoryFile = string | Uint8Array | { readonly blocked: string };
export type MemoryFiles = Readonly<Record<string, MemoryFile>>;

export interface MemoryWrite {
  readonly path: RepoPath;
  readonly content: string;
  readonly baseSha256: string;
}

export type MemoryFileState =
  | { readonly kind: "missing" }
  | { readonly kind: "file"; readonly sha256: string; readonly bytes: number; readonly text: string | null }
  | { readonly kind: "blocked"; readonly why: string };

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
  readonly writes: readonly MemoryWrite[];
}

/** A worktree in memory, with what happened to it. */
export interface MemoryWorkspace {
  /** What stands there now, by path. */
  readonly files: ReadonlyMap<string, MemoryFile>;
  readonly commits: readonly MemoryCommit[];
  /** Every write that was asked for, also one that failed. */
  readonly writes: readonly MemoryWrite[];
  readonly pushes: () => number;
  /** Changes a file as a command would. */
  readonly put: (path: string, file: MemoryFile) => void;
  trackedFiles(): Promise<readonly string[]>;
  presentFiles(): Promise<readonly string[]>;
  inspect(path: RepoPath): Promise<MemoryFileState>;
  isFile(path: RepoPath): Promise<boolean>;
  write(write: MemoryWrite): Promise<Verdict<null, string>>;
  reset(): Promise<void>;
  drift(proposed: readonly MemoryWrite[]): Promise<readonly string[]>;
  commit(
    message: string,
    writes: readonly MemoryWrite[],
  ): Promise<Verdict<{ readonly commit: string; readonly tree: string; readonly warnings: readonly string[] }, string>>;
  push(): Promise<Verdict<{ readonly remote: string } | null, string>>;
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
  const writes: MemoryWrite[] = [];
  let pushes = 0;
  const paths = (from: ReadonlyMap<string, MemoryFile>) => [...from.keys()].sort();
  return {
    files,
    commits,
    writes,
    pushes: () => pushes,
    put: (path, file) => files.set(path, file),
    trackedFiles: async () => paths(baseline),
    presentFiles: async () => paths(files),
    inspect: async (path) => stateOf(files.get(path)),
    isFile: async (path) => stateOf(files.get(path)).kind === "file",
    write: async (write) => {
      writes.push(write);
      const fault = faults.write?.(write.path) ?? baseFault(write, files);
      if (fault !== null) return rejected(fault);
      files.set(write.path, write.content);
      return { ok: true, value: null };
    },
    reset: async () => {
      if (commits.length > 0 && faults.resetAfterCommit !== undefined) throw faults.resetAfterCommit;
      files.clear();
      for (const [path, file] of baseline) files.set(path, file);
    },
    drift: async (proposed) => {
      const expected = new Map(baseline);
      for (const { path, content } of proposed) expected.set(path, content);
      return [...new Set([...expected.keys(), ...files.keys()])]
        .filter((path) => expected.get(path) !== files.get(path))
        .sort();
    },
    commit: async (message, accepted) => {
      if (faults.commit !== undefined) return rejected(faults.commit);
      commits.push({ message, writes: accepted });
      baseline = new Map([...baseline, ...accepted.map(({ path, content }) => [path, content] as const)]);
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
  if (typeof file === "string") return { kind: "file", sha256: sha256Hex(file), bytes: utf8Length(file), text: file };
  if (file instanceof Uint8Array) return { kind: "file", sha256: sha256Hex(file), bytes: file.length, text: null };
  return { kind: "blocked", why: file.blocked };
};

const baseFault = ({ path, baseSha256 }: MemoryWrite, files: ReadonlyMap<string, MemoryFile>): string | null => {
  const state = stateOf(files.get(path));
  const sha256 = state.kind === "file" ? state.sha256 : SHA256_OF_NOTHING;
  return sha256 === baseSha256 ? null : `${path} has changed since it was read`;
};
