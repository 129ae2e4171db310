import { join } from "node:path";
import { arch, platform } from "node:process";
import { type CommandResult, type EventBody, repoPath } from "@llmch/contract";
import type { SetupSettings } from "@llmch/contract/settings";
import { createCommands } from "@llmch/process";
import {
  accepted,
  canonicalJson,
  commandWords,
  pathPattern,
  type Refusal,
  type Result,
  refusal,
  rejected,
  sha256Hex,
} from "@llmch/text";
import { foldersNamed, openSetupCache, type Repository, type Worktree } from "@llmch/workspace";

/** Who is notified of an installation, and what it works with. */
export interface SetupPlace {
  /** Receives the commands' output. */
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly secrets: readonly string[];
  readonly onOutput: ((lastLine: () => string) => void) | null;
  emit(event: EventBody): Promise<void>;
  now(): number;
}

interface InstallPlace extends SetupPlace {
  readonly repo: Repository;
  readonly worktree: Worktree;
}

/** Whether the dependencies are there, or why not. */
export type SetupResult = Result<null, Refusal | "interrupted">;

/** Installs the repo's dependencies in the worktrees of one run. */
export interface Setups {
  /**
   * For one worktree: installs once, and again if an order has changed a lockfile. Reuses an earlier installation for the same lockfiles,
   * and waits for one in progress in another worktree.
   */
  createSetup(): (worktree: Worktree, repo: Repository, place: SetupPlace) => Promise<SetupResult>;
}

export const openSetups = (settings: SetupSettings): Setups => {
  const going = new Map<string, Promise<unknown>>();
  return {
    createSetup: () => {
      let installed: string | null = null;
      return async (worktree, repo, place) => {
        const key = await setupKey(settings, worktree);
        if (key === null || key === installed) return accepted(null);
        await going.get(key)?.catch(() => {});
        const install = installKeyed(key, settings, { ...place, worktree, repo });
        going.set(key, install);
        const made = await install;
        if (made.ok) installed = key;
        return made;
      };
    },
  };
};

/** How many installations of a repo are kept; the one that was used longest ago goes first. */
const KEPT = 4;

const installKeyed = async (key: string, settings: SetupSettings, place: InstallPlace): Promise<SetupResult> => {
  const { worktree, repo, emit, now } = place;
  const { commands } = settings;
  const started = now();
  const installation = { key, commit: worktree.baseline() };
  const cache = openSetupCache(repo, { most: KEPT, fallback: join(worktree.root, "..") });
  const kept = await cache.find(installation);
  const cached = kept !== null;
  await emit({ type: "setup_started", key, commands, cached });
  const failed = cached ? null : await runAll(settings, place);
  const duration_ms = () => Math.round(now() - started);
  if (failed !== null) {
    const { command, result, output } = failed;
    if (result.ending === "interrupted") return rejected("interrupted");
    const exit_code = result.exitCode;
    await emit({ type: "setup_finished", key, ok: false, cached, command, exit_code, duration_ms: duration_ms() });
    const hint = `see ${output}, fix it or setup.commands, and continue with \`llmch resume\``;
    return rejected(refusal("setup-failed", `the setup command \`${command}\` ${endingInWords(result)}`, hint));
  }
  const { root, seat } = worktree;
  const made = () => foldersMade(settings.folders, worktree);
  await worktree.adopt(kept ?? (await cache.keep(installation, root, await made(), seat)));
  // The commands may have written elsewhere too, but orders start from the baseline.
  await worktree.reset();
  const done = { type: "setup_finished", key, ok: true, cached, command: null, exit_code: null } as const;
  await emit({ ...done, duration_ms: duration_ms() });
  return accepted(null);
};

interface Failed {
  readonly command: string;
  readonly result: CommandResult;
  /** The most informative output file. */
  readonly output: string;
}

/** How long each command of the setup may run. */
const COMMAND_SECONDS = 1_800;

/** Runs the commands until one fails; returns that one. */
const runAll = async (
  { commands, network }: SetupSettings,
  { worktree, directory, signal, secrets, onOutput }: InstallPlace,
): Promise<Failed | null> => {
  const place = await worktree.commandPlace(network ? { allowsNetwork: true } : undefined);
  const runner = createCommands({ ...place, artifacts: directory, signal, secrets, onOutput });
  for (const [index, command] of commands.entries()) {
    const [stdout, stderr] = [`setup_${index}_stdout.txt`, `setup_${index}_stderr.txt`];
    const words = commandWords(command);
    const argv = words.ok ? words.value : [];
    const result = await runner.run({ argv, timeoutSeconds: COMMAND_SECONDS, stdout, stderr });
    if (result.exitCode === 0) continue;
    return { command, result, output: join(directory, result.stderrTail.trim() === "" ? stdout : stderr) };
  }
  return null;
};

/** The folders to keep that the commands made. */
const foldersMade = async (folders: readonly string[], worktree: Worktree): Promise<readonly string[]> =>
  foldersNamed(
    folders,
    worktree.root,
    await worktree.trackedFiles(),
    worktree.submodules().map(({ path }) => path),
  );

const endingInWords = ({ ending, exitCode, signal, startFault }: CommandResult): string => {
  if (ending === "not-started") return `cannot be started (${startFault})`;
  if (ending === "timed-out") return `did not end within ${COMMAND_SECONDS} s`;
  return exitCode === null ? `was ended by ${signal}` : `failed with exit code ${exitCode}`;
};

/**
 * The key of an installation: the same commands, folders, lockfiles and submodules on the same kind of machine give the same key. Null if there is
 * nothing to install.
 */
export const setupKey = async (
  { commands, folders, lockfiles }: Pick<SetupSettings, "commands" | "folders" | "lockfiles">,
  worktree: Pick<Worktree, "trackedFiles" | "submodules" | "inspect">,
): Promise<string | null> => {
  if (commands.length === 0) return null;
  const patterns = lockfiles.map(pathPattern);
  const hashes: [string, string][] = [];
  for (const path of await worktree.trackedFiles()) {
    if (!patterns.some((fits) => fits(path))) continue;
    const safe = repoPath(path);
    const state = safe === null ? null : await worktree.inspect(safe);
    if (state?.kind === "file") hashes.push([path, state.sha256]);
  }
  const submodules = worktree.submodules().map(({ path, id }) => [path, id]);
  const key = { format: 1, commands, folders, platform, arch, lockfiles: hashes };
  return sha256Hex(canonicalJson(submodules.length === 0 ? key : { ...key, submodules }));
};
