import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beginningsOf, type FileState, type RepoPath, repoPath } from "@llmch/contract";
import { isTemporaryName, namesIn } from "@llmch/files";
import { SHA256_OF_NOTHING } from "@llmch/text";
import { removeFileInTree, unlinkInTree, writeFileInTree } from "../files/file-change.ts";
import { inspectFile } from "../files/file-state.ts";
import type { RawChange } from "../git/changes.ts";
import type { Repository } from "../git/repository.ts";
import { MODES } from "../git/tree.ts";

type Checkout = Pick<Repository, "git" | "root">;

/** The hashes of the files as they were taken for a commit, by path; null for a path without a file. */
export type Taken = ReadonlyMap<string, string | null>;

/** What is at a path that a commit changes, and the blob that git would make of it. */
interface Standing {
  readonly change: RawChange;
  readonly path: RepoPath;
  readonly state: FileState;
  readonly id: string | undefined;
}

const lookAt = async ({ git, root }: Checkout, changes: readonly RawChange[]): Promise<readonly Standing[]> => {
  const found = changes.flatMap((change) => {
    const path = repoPath(change.path);
    return path === null ? [] : [{ change, path, state: inspectFile(root, path, new Set()) }];
  });
  const files = found.filter(({ state }) => state.kind === "file").map(({ path }) => path);
  const hashed = files.length === 0 ? null : await git.run(["hash-object", "--", ...files]);
  const ids = hashed?.stdout.toString().split("\n") ?? [];
  return found.map((each) => ({ ...each, id: ids[files.indexOf(each.path)] }));
};

/** A file of the user's where a commit has a new one, or on the way to it. Git would refuse to replace one that it does not ignore. */
export const fileInTheWay = async ({ git, root }: Checkout, changes: readonly RawChange[]): Promise<string | null> => {
  const isBlocked = ({ path, letter }: RawChange) =>
    letter === "A" && inspectFile(root, path, new Set()).kind !== "missing";
  const blocked = changes.filter(isBlocked).map(({ path }) => path);
  if (blocked.length === 0) return null;
  const ways = new Set(blocked.flatMap(beginningsOf));
  const listed = await git.run(["--literal-pathspecs", "ls-files", "--others", "-z", "--", ...ways]);
  if (listed.exitCode !== 0) throw new Error(listed.stderr.trim());
  const isInTheWay = (file: string) => ways.has(file) || blocked.some((path) => file.startsWith(`${path}/`));
  return listed.stdout.toString().split("\0").find(isInTheWay) ?? null;
};

/** An editor that has emptied a file writes to it within this time. */
const STILL_MS = 200;

/**
 * Tells the changes of which a killed git has already made the file from those that are lacking. A file that it had created and not written
 * yet is removed.
 */
export const sortMade = async (checkout: Checkout, changes: readonly RawChange[]) => {
  const made: RawChange[] = [];
  const begun: RepoPath[] = [];
  for (const { change, path, state, id } of await lookAt(checkout, changes)) {
    const { mode, modeBefore } = change;
    if (state.kind !== "file") continue;
    const isMode = mode === modeBefore || state.executable === (mode === MODES.executable);
    if (id === change.id && isMode) made.push(change);
    else if (state.bytes === 0 && id !== change.idBefore) begun.push(path);
  }
  if (begun.length > 0) await sleep(STILL_MS);
  for (const path of begun) removeFileInTree(checkout.root, { kind: "remove", path, baseSha256: SHA256_OF_NOTHING });
  return { made, lacking: changes.filter((change) => !made.includes(change)) };
};

/**
 * Once a commit stands that was made of what the checkout has: replaces what a command made otherwise, such as a formatter, if the file is
 * still exactly as it was taken, or as the commit before has it.
 */
export const replaceTaken = async (
  checkout: Checkout,
  commit: string,
  changes: readonly RawChange[],
  taken: Taken,
): Promise<void> => {
  for (const { change, path, state, id } of await lookAt(checkout, changes)) {
    const { mode, modeBefore, idBefore, letter } = change;
    if (id === change.id || (state.kind !== "file" && state.kind !== "missing")) continue;
    const hash = state.kind === "file" ? state.sha256 : null;
    const isUntouched = taken.has(path)
      ? hash !== null && taken.get(path) === hash
      : hash === null
        ? letter === "A"
        : id === idBefore;
    if (!isUntouched) continue;
    const at = { path, baseSha256: hash ?? SHA256_OF_NOTHING };
    const executable = mode === modeBefore ? null : mode === MODES.executable;
    // Both leave a file that has changed since.
    if (letter === "D") removeFileInTree(checkout.root, { kind: "remove", ...at });
    else {
      const shown = await checkout.git.run(["cat-file", "--filters", `${commit}:${path}`]);
      if (shown.exitCode === 0)
        writeFileInTree(checkout.root, { kind: "write", ...at, content: shown.stdout, executable });
    }
  }
};

/** Removes what `replaceTaken` had not renamed yet when it was killed. */
export const removeTemporaries = (root: string, changes: readonly RawChange[]): void => {
  for (const folder of new Set(changes.map(({ path }) => dirname(path))))
    for (const name of namesIn(join(root, folder))) if (isTemporaryName(name)) unlinkInTree(root, join(folder, name));
};
