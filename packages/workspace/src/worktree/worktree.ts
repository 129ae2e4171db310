import { realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { accepted, type RepoPath, type Result, rejected } from "@llmch/contract";
import { faultInWords, isInside } from "@llmch/files";
import { commandEnvironment, type Enclosure, type Sandbox, worktreeEnvironment } from "@llmch/process";
import { pushBranch } from "../git/push.ts";
import type { Repository } from "../git/repository.ts";
import { byCodePoint, filesOf, isSubmodule, type TreeEntry } from "../git/tree.ts";
import { entriesAfter, type SealedCommit, sealCommit } from "./commit.ts";
import { type AcceptedChange, removeFileInTree, writeFileInTree } from "./file-change.ts";
import { type FileState, inspectFile } from "./file-state.ts";
import { watchGit } from "./git-watch.ts";
import { type DependencyOptions, makeOwnTree, type OwnTree } from "./own-tree.ts";
import { presentFiles } from "./present-files.ts";

export interface WorktreeOptions {
  /** The commit that the first order starts from. */
  readonly baseline: string;
  readonly branch: string;
  /** Where the branch must be when it is moved first; null where it must not exist yet. */
  readonly branchExpectedTip: string | null;
  readonly signal: AbortSignal;
  /** Absolute paths that are no dirt in the user's checkout (contract §6). */
  readonly excluded?: readonly string[];
  /** What commands get, before the worktree's own additions; by default the process's, allow-listed. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What keeps commands from the rest of the machine; by default nothing does. */
  readonly sandbox?: Sandbox | null;
  /** Which of the user's dependency folders stand in it, and how. */
  readonly dependencies?: DependencyOptions;
}

/** A dependency folder that was made in a tree of ours, which its files name, and is kept elsewhere. */
export interface AdoptedFolder {
  /** POSIX path from the root. */
  readonly path: string;
  /** Where it stands; real and absolute. */
  readonly from: string;
  readonly origin: string;
}

/** A worktree of ours: the factory's workspace, and what the commands that run in it need. */
export interface Worktree {
  readonly root: string;
  /** What commands get there: allow-listed, and leading to this tree instead of the user's checkout. */
  readonly environment: Readonly<Record<string, string>>;
  /** The sandbox around it; null where commands run as the user does. */
  readonly enclosure: Enclosure | null;
  /** Resolves once commands may run: dependency folders stand as they were asked for. Throws where they cannot. */
  ready(): Promise<void>;
  /** The sandbox around it for commands that may use the network; null where commands run as the user does. */
  networked(): Enclosure | null;
  /** Lets these folders stand there too, copied, as dependency folders: neither drift nor cleaned nor committed. */
  adopt(folders: readonly AdoptedFolder[]): Promise<void>;
  baseline(): string;
  trackedFiles(): Promise<readonly string[]>;
  presentFiles(): Promise<readonly string[]>;
  inspect(path: RepoPath): Promise<FileState>;
  isFile(path: RepoPath): Promise<boolean>;
  apply(change: AcceptedChange): Promise<Result<null, string>>;
  reset(): Promise<void>;
  drift(proposed: readonly AcceptedChange[]): Promise<readonly string[]>;
  commit(message: string, changes: readonly AcceptedChange[]): Promise<Result<SealedCommit, string>>;
  /**
   * A warning where the repo itself was changed while commands ran that are not isolated, and null otherwise. A commit
   * has it among its own; where there is none, this is the one way to know.
   */
  changedRepo(): string | null;
  push(): Promise<Result<{ readonly remote: string } | null, string>>;
  /** Removes it. The issue says how to do so by hand. */
  remove(): Promise<Result<null, { readonly message: string; readonly hint: string }>>;
}

/**
 * Makes a worktree outside the user's checkout, at the baseline, with the dependency folders that the repo ignores made
 * visible (contract §6). Throws a fault of the machine, or "interrupted", and leaves nothing then.
 */
export const createWorktree = async (repo: Repository, options: WorktreeOptions): Promise<Worktree> => {
  const { branch, signal, excluded = [] } = options;
  let baseline = options.baseline;
  let tip = options.branchExpectedTip;
  let shown = tip;
  let entries: readonly TreeEntry[] = await repo.treeOf(baseline);
  const own = await makeOwnTree(repo, baseline, entries, signal, options.dependencies);
  const { root } = own;
  let commandPlace = await commandPlaceOf(own, repo, filesOf(entries), options);
  const isOpen = (options.sandbox ?? null) === null;
  // Inside a sandbox the repo is read-only: what changes there is somebody else's work.
  const watch = isOpen ? watchGit(repo) : null;
  const changedRepo = (): string | null => {
    const changed = [...(watch?.changes() ?? []), ...(isOpen ? own.dependencies.changedBehindLinks() : [])];
    return changed.length === 0 ? null : `the repo itself was changed while commands ran: ${changed.join(", ")}`;
  };
  const submodules = new Set(entries.filter(isSubmodule).map(({ path }) => path));
  const inspect = (path: string): FileState => inspectFile(root, path, submodules);
  const written = new Set<string>();
  const apply = (change: AcceptedChange): Result<null, string> => {
    const state = inspect(change.path);
    if (state.kind === "blocked" || state.kind === "obstructed")
      return rejected(`${change.path} cannot be ${change.kind === "write" ? "written" : "removed"}: ${state.why}`);
    if (change.kind === "remove") return removeFileInTree(root, change);
    written.add(change.path);
    return writeFileInTree(root, change);
  };
  const reset = async (): Promise<void> => {
    await own.checkOut(baseline, entries);
    written.clear();
  };
  const holds = (change: AcceptedChange): boolean => {
    const state = inspect(change.path);
    if (change.kind === "remove") return state.kind === "missing" || state.kind === "obstructed";
    return state.kind === "file" && state.data !== null && Buffer.compare(state.data, change.content) === 0;
  };
  /** The accepted bytes on the baseline, whatever commands did to the files or to how git converts them. */
  const putBack = async (changes: readonly AcceptedChange[]): Promise<Result<null, string>> => {
    const paths = new Set<string>(changes.map(({ path }) => path));
    const isConverted = async () => {
      const changed = own.differences() ?? (await own.changes());
      return changed.some((path) => basename(path) === ".gitattributes" && !paths.has(path));
    };
    if (own.reattach(baseline) && !(await isConverted()) && changes.every(holds)) return accepted(null);
    await reset();
    for (const each of changes) {
      const done = apply(each);
      if (!done.ok) return done;
    }
    return accepted(null);
  };

  return {
    root,
    get environment() {
      return commandPlace.environment;
    },
    get enclosure() {
      return commandPlace.enclosure;
    },
    ready: own.dependencies.ready,
    networked: () => commandPlace.enclose({ allowsNetwork: true }),
    adopt: async (folders) => {
      own.dependencies.add(folders.map((each) => ({ ...each, isUsers: false })));
      await own.dependencies.ready();
      commandPlace = await commandPlaceOf(own, repo, filesOf(entries), options);
    },
    baseline: () => baseline,
    trackedFiles: async () => filesOf(entries),
    presentFiles: () => presentFiles(own, new Set([...filesOf(entries), ...written])),
    inspect: async (path) => inspect(path),
    isFile: async (path) => isFileInside(root, path),
    apply: async (change) => apply(change),
    reset,
    drift: async (proposed) => {
      if (!own.reattach(baseline)) await reset();
      const paths = new Set<string>(proposed.map(({ path }) => path));
      const altered = proposed.filter((each) => !holds(each)).map(({ path }) => path);
      const isAlone = own.differences()?.every((path) => paths.has(path)) === true;
      const others = isAlone ? [] : await own.changes();
      const beside = watch?.changes() ?? [];
      return [...others.filter((path) => !paths.has(path)), ...altered, ...beside].sort(byCodePoint);
    },
    commit: async (message, changes) => {
      const ready = await putBack(changes);
      if (!ready.ok) return ready;
      const changed = changedRepo();
      const sealed = await sealCommit(repo, own.git(), message, changes, { branch, from: tip, shown, excluded });
      if (!sealed.ok) return sealed;
      entries = entriesAfter(entries, changes);
      baseline = sealed.value.commit;
      tip = sealed.value.commit;
      if (sealed.value.warnings.length === 0) shown = tip;
      own.keep(changes);
      watch?.accept();
      return changed === null ? sealed : accepted({ ...sealed.value, warnings: [...sealed.value.warnings, changed] });
    },
    changedRepo,
    push: () => pushBranch(repo, branch, signal),
    remove: () => removeOwnTree(own),
  };
};

interface CommandPlace {
  readonly environment: Readonly<Record<string, string>>;
  readonly enclosure: Enclosure | null;
  enclose(wish: { readonly allowsNetwork: boolean }): Enclosure | null;
}

/** What commands get there. Leaves nothing where it throws. */
const commandPlaceOf = async (
  own: OwnTree,
  repo: Repository,
  trackedFiles: readonly string[],
  { environment: given = commandEnvironment(process.env), sandbox = null }: WorktreeOptions,
): Promise<CommandPlace> => {
  try {
    const trees = { folder: own.folder, root: own.root, dependencies: own.dependencies.paths(), checkout: repo.root };
    const environment = await worktreeEnvironment(given, { ...trees, trackedFiles });
    const { gitDir, commonDir } = repo;
    const place = { ...trees, gitDir, commonDir, environment };
    const enclose: CommandPlace["enclose"] = (wish) => sandbox?.enclose(place, wish) ?? null;
    return { environment, enclosure: enclose({ allowsNetwork: sandbox?.allowsNetwork ?? false }), enclose };
  } catch (fault) {
    await own.remove();
    throw fault;
  }
};

const isFileInside = (root: string, path: string): boolean => {
  try {
    const real = realpathSync(join(root, path));
    return isInside(root, real) && statSync(real).isFile();
  } catch {
    return false;
  }
};

const removeOwnTree = async (own: OwnTree): Promise<Result<null, { message: string; hint: string }>> => {
  try {
    await own.remove();
    return accepted(null);
  } catch (fault) {
    const message = `the worktree ${own.root} could not be removed (${faultInWords(fault)})`;
    const hint = `remove it by hand: \`${own.removal.join(" && ")}\``;
    return rejected({ message, hint });
  }
};
