import { type Edit, editBytes, type Proposal, repoPath, sha256Hex } from "@llmch/contract";
import type { DerivedFile } from "@llmch/factory";
import type { CommitReader } from "@llmch/workspace";
import type { WholeWrite } from "./proposed-secrets.ts";

/** What a proposal leaves at the paths that it names. */
export interface ProposedTree {
  /** The source of each written file, which differs from its path if it was renamed. */
  readonly written: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
  /** What it names as paths but is not a valid path. */
  readonly misnamed: readonly string[];
  /** The written files that commands made. */
  readonly derived: ReadonlySet<string>;
}

export const proposedTree = ({ writes }: Proposal): ProposedTree => {
  const written = new Map<string, string>();
  const leaving = new Set<string>();
  const misnamed = new Set<string>();
  for (const write of writes) {
    const named = write.kind === "rename" ? write.rename_to : write.path;
    const [source, target] = [repoPath(write.path), repoPath(named)];
    if (source === null) misnamed.add(write.path);
    if (target === null) misnamed.add(named);
    if (source === null || target === null) continue;
    if (write.kind === "delete" || write.kind === "rename") leaving.add(source);
    if (write.kind !== "delete") written.set(target, source);
  }
  return {
    written,
    removed: new Set([...leaving].filter((path) => !written.has(path))),
    misnamed: [...misnamed],
    derived: new Set(),
  };
};

/** The same tree with the files that commands made afterwards. */
export const treeWithDerived = (
  { written, removed, misnamed }: ProposedTree,
  derived: readonly DerivedFile[],
): ProposedTree => {
  const made = new Set<string>(derived.map(({ path }) => path));
  return {
    written: new Map([...written, ...[...made].map((path) => [path, path] as const)]),
    removed: new Set([...removed].filter((path) => !made.has(path))),
    misnamed,
    derived: made,
  };
};

/** The paths of the files that a proposal edits. */
export const editedPaths = ({ writes }: Proposal): readonly string[] =>
  writes.flatMap(({ kind, path }) => (kind === "edits" || kind === "rename" ? (repoPath(path) ?? []) : []));

/**
 * The bytes of the files that a proposal writes; null if they derive from a baseline file that the repo does not have as the worktree had
 * it, or contain a secret that is not known here.
 */
export const proposedContents = async (
  commits: CommitReader,
  baseline: string | null,
  proposal: Proposal,
  whole: WholeWrite,
): Promise<ReadonlyMap<string, Uint8Array | null>> => {
  const bases = baseline === null ? new Map() : await commits.files(baseline, editedPaths(proposal));
  const contents = new Map<string, Uint8Array | null>();
  for (const told of proposal.writes) {
    const source = repoPath(told.path);
    const target = repoPath(told.kind === "rename" ? told.rename_to : told.path);
    const write = whole(told);
    if (source === null || target === null || told.kind === "delete") continue;
    if (write?.kind === "content") contents.set(target, Buffer.from(write.content));
    else if (write?.kind === "edits" || write?.kind === "rename")
      contents.set(target, edited(bases.get(source), write.base_sha256.toLowerCase(), write.edits));
    else contents.set(target, null);
  }
  return contents;
};

/** Edits were made in the file as checked out: git may have changed its line endings. */
const edited = (
  base: { readonly bytes: Buffer } | undefined,
  sha256: string,
  edits: readonly Edit[],
): Uint8Array | null => {
  if (base === undefined) return null;
  const found = [base.bytes, withCrlf(base.bytes)].find((bytes) => sha256Hex(bytes) === sha256);
  const result = found === undefined ? null : editBytes(found, edits);
  return result?.ok === true ? result.value : null;
};

const withCrlf = (bytes: Buffer): Buffer => Buffer.from(bytes.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");

/** The bytes with the line endings that git stores for text. */
export const withoutCrlf = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
