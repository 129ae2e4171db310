import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { AcceptedChange, FileState, RepoPath, SealedTree } from "@llmch/contract";
import { faultInWords, isInside, removeTree } from "@llmch/files";
import {
  type CommandPlace,
  type Enclosure,
  type EnclosureWish,
  isFreeSeat,
  leaseEnvironment,
  outputPipes,
  type Sandbox,
  worktreeEnvironment,
} from "@llmch/process";
import { accepted, byCodePoint, type Result, rejected } from "@llmch/text";
import type { AdoptedFolder } from "../dependencies/setup-entry.ts";
import { removeFileInTree, writeFileInTree } from "../files/file-change.ts";
import { inspectFile } from "../files/file-state.ts";
import { identityFile } from "../git/configuration.ts";
import { conversionsIn, isAttributesFile } from "../git/conversions.ts";
import type { Repository } from "../git/repository.ts";
import { filesOf, isSubmodule, type TreeEntry, type TreeObject } from "../git/tree.ts";
import { watchGit } from "./git-watch.ts";
import { makeOwnTemporary } from "./own-temporary.ts";
import { type DependencyOptions, makeOwnTree, type OwnTree, presentFiles } from "./own-tree.ts";
import { makePlainClone } from "./plain-clone.ts";
import { entriesAfter, writeTree } from "./seal.ts";

export interface WorktreeOptions {
  /** The commit that it shows first. */
  readonly baseline: string;
  readonly signal: AbortSignal;
  /** The environment for commands, before the worktree's own additions; allow-listed. */
  readonly environment: Readonly<Record<string, string>>;
  /** Keeps commands from the rest of the machine; none by default. */
  readonly sandbox?: Sandbox | null;
  /** Its number among the worktrees that exist at once (`LLMCH_LEASE`); 0 if it is alone. */
  readonly lease?: number;
  /** Which of the user's dependency folders are in it, and how. */
  readonly dependencies?: DependencyOptions;
}

/** A worktree of llmch's: the factory's workspace, and what the commands that run in it need. */
export interface Worktree {
  readonly root: string;
  /** Where its commands see it. */
  readonly seat: string;
  /**
   * Where its commands run: an environment that is allow-listed and points to this tree instead of the user's checkout, a sandbox if
   * there is one, and pipes for output. Resolves once commands may run, since dependency folders are as requested; throws if they
   * cannot be.
   */
  commandPlace(wish?: EnclosureWish): Promise<CommandPlace>;
  /** Adds these folders, copied, as dependency folders: neither drift nor cleaned nor committed. */
  adopt(folders: readonly AdoptedFolder[]): Promise<void>;
  /**
   * Runs a body with a plain clone of the repo at the baseline, with the same dependencies, in place of the worktree; then it is gone. Null if
   * none can be made.
   */
  whileCloned<Value>(body: (place: CommandPlace) => Promise<Value>): Promise<Value | null>;
  baseline(): string;
  trackedFiles(): Promise<readonly string[]>;
  /** The submodules that its commit names. */
  submodules(): readonly Pick<TreeObject, "path" | "id">[];
  presentFiles(): Promise<readonly string[]>;
  inspect(path: RepoPath): Promise<FileState>;
  isFile(path: RepoPath): Promise<boolean>;
  apply(change: AcceptedChange): Promise<Result<null, string>>;
  conversionOf(changes: readonly AcceptedChange[]): Promise<string | null>;
  /**
   * Returns to the baseline, including dependency folders unless they are left as commands made them, as these other folders are then;
   * `putBackBrought` leaves those changes too.
   */
  reset(options?: { readonly leavesDependencies?: boolean; readonly leaves?: readonly string[] }): Promise<void>;
  drift(proposed: readonly AcceptedChange[]): Promise<readonly string[]>;
  /** Paths that differ from the baseline, as git reports them; what a command committed counts too. */
  changes(): Promise<readonly string[]>;
  /**
   * Puts the accepted bytes on the baseline, whatever commands did to the files, and checks them out as a commit that no ref names: the
   * index holds them, and HEAD is detached there, until the worktree returns to the baseline or moves on.
   * @param parent the commit that it follows; the baseline by default
   */
  stand(changes: readonly AcceptedChange[], subject: string, parent?: string): Promise<Result<null, string>>;
  /** Puts back what commands changed of what it stands at, and removes new files that the repo does not ignore; gives both. */
  tidy(): Promise<Tidied>;
  /** Puts back what commands changed of dependency folders and of files of `setup.copy`, and gives it. What they added stays. */
  putBackBrought(): Promise<readonly string[]>;
  /** Lets stay what commands changed there until now. */
  acceptBrought(): Promise<void>;
  /** The same for everything, ignored files too. Leaves dependency folders as the last reset did. */
  restore(): Promise<void>;
  /** The changes as a tree on the baseline. No branch refers to it yet. */
  seal(changes: readonly AcceptedChange[]): Promise<Result<SealedTree, string>>;
  /** Makes a commit of the tree that was sealed last the new baseline. */
  advance(commit: string, changes: readonly AcceptedChange[]): Promise<void>;
  /** Shows another commit, as if the worktree had been made there. Throws if it cannot. */
  moveTo(commit: string): Promise<void>;
  /**
   * A warning if the repo itself was changed while commands ran without isolation, else null. A sealed tree includes it in its
   * warnings.
   */
  changedRepo(): string | null;
  /** Removes it. The issue says how to do so by hand. */
  remove(): Promise<Result<null, { readonly message: string; readonly hint: string }>>;
}

/** Where commands changed files; all of them are as they were. */
export interface Tidied {
  /** Files that the accepted changes write or remove. */
  readonly altered: readonly string[];
  /** Others, and what commands that are not isolated changed in the repo itself, which stays. */
  readonly drift: readonly string[];
}

/** A commit that no ref names: accepted changes on the baseline. */
interface StandIn {
  readonly commit: string;
  readonly tree: string;
  readonly changes: readonly AcceptedChange[];
  readonly entries: readonly TreeEntry[];
}

/**
 * Makes a worktree outside the user's checkout, at the baseline, with the dependency folders that the repo ignores (contract §6).
 * Throws a fault of the machine, or "interrupted"; then it leaves nothing behind.
 */
export const createWorktree = async (repo: Repository, options: WorktreeOptions): Promise<Worktree> => {
  const { signal } = options;
  let baseline = options.baseline;
  const objects = await repo.trees.entriesOf(baseline);
  let entries: readonly TreeEntry[] = objects;
  const gitlinks = objects.filter(isSubmodule);
  const isOpen = (options.sandbox ?? null) === null;
  const own = await makeOwnTree(repo, baseline, objects, signal, {
    ...options.dependencies,
    sandbox: options.sandbox ?? null,
    takesSeat: !isOpen && isFreeSeat(repo.root, options.environment),
  });
  const { root } = own;
  let surroundings = await surroundingsOf(own, repo, filesOf(entries), options);
  // Inside a sandbox the repo is read-only: any change there is somebody else's work.
  const watch = isOpen ? watchGit(repo) : null;
  const changedRepo = (): string | null => {
    const changed = [...(watch?.changes() ?? []), ...(isOpen ? own.dependencies.changedBehindLinks() : [])];
    return changed.length === 0 ? null : `the repo itself was changed while commands ran: ${changed.join(", ")}`;
  };
  const pipes = outputPipes({ folder: own.folder, env: repo.env, notFrom: [own.folder, repo.root] });
  const submodules = new Set(entries.filter(isSubmodule).map(({ path }) => path));
  const inspect = (path: string): FileState =>
    own.copies.has(path)
      ? { kind: "blocked", why: `${path} is a file of yours, which setup.copy brings for commands alone` }
      : (own.brought.stored(path) ?? inspectFile(root, path, submodules));
  const written = new Set<string>();
  const apply = (change: AcceptedChange): Result<null, string> => {
    const state = inspect(change.path);
    if (own.brought.stored(change.path) !== undefined)
      return rejected(`${change.path} passes through a git filter, which llmch does not run`);
    if (state.kind === "blocked" || state.kind === "obstructed")
      return rejected(`${change.path} cannot be ${change.kind === "write" ? "written" : "removed"}: ${state.why}`);
    if (change.kind === "remove") return removeFileInTree(root, change);
    written.add(change.path);
    return writeFileInTree(root, change);
  };
  // What it shows in place of the baseline.
  let candidate: StandIn | null = null;
  let left: readonly string[] | null = null;
  const checkOut: Worktree["reset"] = async ({ leavesDependencies = false, leaves = [] } = {}) => {
    candidate = null;
    left = leavesDependencies ? leaves : null;
    await own.checkOut(baseline, entries, left);
    written.clear();
  };
  const reset: Worktree["reset"] = async (options = {}) => {
    if (options.leavesDependencies === true) await own.dependencies.accept();
    await checkOut(options);
  };
  const restore = (): Promise<void> => own.checkOut(candidate?.commit ?? baseline, candidate?.entries ?? entries, left);
  const holds = (change: AcceptedChange): boolean => {
    // A command may have replaced it with a file of any size.
    if (change.kind === "write" && sizeAt(root, change.path) !== change.content.length) return false;
    const state = inspect(change.path);
    if (change.kind === "remove") return state.kind === "missing" || state.kind === "obstructed";
    return state.kind === "file" && state.data !== null && Buffer.compare(state.data, change.content) === 0;
  };
  /** Puts the accepted bytes on the baseline, whatever commands did to the files or to how git converts them. */
  const putBack = async (changes: readonly AcceptedChange[]): Promise<Result<null, string>> => {
    const paths = new Set<string>(changes.map(({ path }) => path));
    const isConverted = async () => {
      const changed = (await own.differences()) ?? (await own.changes());
      return changed.some((path) => isAttributesFile(path) && !paths.has(path));
    };
    if (candidate === null && own.reattach() && !(await isConverted()) && changes.every(holds)) return accepted(null);
    await checkOut({ leavesDependencies: left !== null, leaves: left ?? [] });
    for (const each of changes) {
      const done = apply(each);
      if (!done.ok) return done;
    }
    return accepted(null);
  };
  const standAt = async (
    changes: readonly AcceptedChange[],
    subject: string,
    parent = baseline,
  ): Promise<Result<StandIn, string>> => {
    const ready = await putBack(changes);
    if (!ready.ok) return ready;
    const refused = await conversionOf(changes);
    if (refused !== null) return rejected(refused);
    const made = await writeTree(own.git(), changes, { parent, subject });
    if (!made.ok) return made;
    const { tree, commit } = made.value;
    await own.advance(commit, changes);
    candidate = { commit, tree, changes, entries: entriesAfter(entries, changes) };
    return accepted(candidate);
  };

  /** Why the bytes would not be stored as they are, by attributes that an order has landed or proposes; null if they are. */
  const conversionOf = async (changes: readonly AcceptedChange[]): Promise<string | null> => {
    const paths = changes.filter(({ kind }) => kind === "write").map(({ path }) => path);
    if (paths.length === 0 || ![...paths, ...filesOf(entries)].some(isAttributesFile)) return null;
    const [found] = await conversionsIn(own.git(), paths, repo);
    return found === undefined ? null : `${found.path} ${found.why}`;
  };

  return {
    root,
    seat: own.alias === null ? root : repo.root,
    commandPlace: async (wish) => {
      // An earlier command may have removed it.
      if (isOpen) makeOwnTemporary(own.folder);
      await own.dependencies.ready();
      // What an earlier command has shut would be hidden from this one, and could look like success.
      await own.openFolders(candidate?.entries ?? entries);
      const { environment, enclose } = surroundings;
      return { root, environment, enclosure: enclose(wish), pipes: pipes.open };
    },
    whileCloned: async (body) => {
      await reset();
      const clone = await makePlainClone(repo, own, baseline, signal);
      if (clone === null) return null;
      try {
        const there = { ...own, root: clone, alias: null, remove: async () => {} };
        const { environment, enclose } = await surroundingsOf(there, repo, filesOf(entries), options);
        return await body({ root: clone, environment, enclosure: enclose(), pipes: pipes.open });
      } finally {
        removeTree(dirname(clone));
      }
    },
    adopt: async (folders) => {
      own.dependencies.add(folders.map((each) => ({ ...each, isUsers: false })));
      await own.dependencies.ready();
      surroundings = await surroundingsOf(own, repo, filesOf(entries), options);
    },
    baseline: () => baseline,
    trackedFiles: async () => filesOf(entries),
    submodules: () => gitlinks,
    presentFiles: async () => {
      const known = new Set(filesOf(entries));
      for (const path of written) known.add(path);
      return presentFiles(own, known);
    },
    inspect: async (path) => {
      await setImmediate();
      if (signal.aborted) throw new Error("interrupted");
      return inspect(path);
    },
    isFile: async (path) => isFileInside(root, path),
    apply: async (change) => apply(change),
    conversionOf,
    reset,
    drift: async (proposed) => {
      if (!own.reattach()) await reset();
      const paths = new Set<string>(proposed.map(({ path }) => path));
      const isAlone = (await own.differences())?.every((path) => paths.has(path)) === true;
      const altered = proposed.filter((each) => !holds(each)).map(({ path }) => path);
      const others = isAlone ? [] : await own.changes();
      const beside = watch?.changes() ?? [];
      return [...others.filter((path) => !paths.has(path)), ...altered, ...beside].sort(byCodePoint);
    },
    changes: async () => {
      if (!own.reattach()) await reset();
      return own.changes();
    },
    stand: async (changes, subject, parent) => {
      const stood = await standAt(changes, subject, parent);
      return stood.ok ? accepted(null) : stood;
    },
    tidy: async () => {
      const paths = new Set<string>(candidate?.changes.map(({ path }) => path));
      const tidied = await own.tidy();
      const found = tidied ?? (candidate?.changes ?? []).filter((each) => !holds(each)).map(({ path }) => path);
      if (tidied === null) await restore();
      const drift = [...found.filter((path) => !paths.has(path)), ...(watch?.changes() ?? [])];
      return { altered: found.filter((path) => paths.has(path)).sort(byCodePoint), drift: drift.sort(byCodePoint) };
    },
    putBackBrought: async () => [...own.copies.putBack(), ...(await own.dependencies.putBack())].sort(byCodePoint),
    acceptBrought: () => own.dependencies.accept(),
    restore,
    seal: async (changes) => {
      const stood = candidate?.changes === changes ? accepted(candidate) : await standAt(changes, "llmch: sealed");
      if (!stood.ok) return stood;
      const changed = changedRepo();
      return accepted({ base: baseline, tree: stood.value.tree, warnings: changed === null ? [] : [changed] });
    },
    advance: async (commit, changes) => {
      // The index to keep is the candidate's, whatever the last command left.
      if (candidate !== null) own.reattach();
      entries = candidate?.changes === changes ? candidate.entries : entriesAfter(entries, changes);
      candidate = null;
      baseline = commit;
      await own.advance(commit, changes);
      watch?.accept();
    },
    moveTo: async (commit) => {
      if (commit === baseline) return;
      entries = await repo.trees.entriesOf(commit);
      baseline = commit;
      await reset();
    },
    changedRepo,
    remove: () => {
      pipes.close();
      return removeOwnTree(own);
    },
  };
};

interface Surroundings {
  readonly environment: Readonly<Record<string, string>>;
  enclose(wish?: EnclosureWish): Enclosure | null;
}

/** The environment and sandbox for commands. Leaves nothing behind if it throws. */
const surroundingsOf = async (
  own: OwnTree,
  repo: Repository,
  trackedFiles: readonly string[],
  { environment: users, sandbox = null, lease = 0 }: WorktreeOptions,
): Promise<Surroundings> => {
  try {
    const given = leaseEnvironment(users, { lease, temporary: sandbox === null ? makeOwnTemporary(own.folder) : null });
    const { folder, root, alias } = own;
    const trees = { folder, root, alias, dependencies: own.dependencies.paths(), checkout: repo.root };
    const { gitDir, commonDir } = repo;
    const gitSettings = sandbox === null ? "" : identityFile(await repo.configuration());
    const encloseWith = (environment: WorktreeOptions["environment"], wish?: EnclosureWish) =>
      sandbox?.enclose({ ...trees, gitDir, commonDir, gitSettings, environment }, wish) ?? null;
    const environment = await worktreeEnvironment(given, { ...trees, trackedFiles }, (turned) =>
      encloseWith(turned, { allowsNetwork: false }),
    );
    const usual = encloseWith(environment);
    return { environment, enclose: (wish) => (wish === undefined ? usual : encloseWith(environment, wish)) };
  } catch (fault) {
    await own.remove();
    throw fault;
  }
};

const sizeAt = (root: string, path: string): number | undefined => {
  try {
    return lstatSync(join(root, path)).size;
  } catch {
    return undefined;
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
