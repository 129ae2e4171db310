import { mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "@llmch/config";
import type { Settings } from "@llmch/contract/settings";
import type { Commands, Ledger } from "@llmch/factory";
import { monotonicClock } from "@llmch/files";
import { addedVariables, type CommandPlace, commandEnvironment, createCommands } from "@llmch/process";
import type { Refusal } from "@llmch/text";
import type { Repository, Worktree } from "@llmch/workspace";
import { dependencyOptions } from "./dependency-options.ts";
import type { Isolation } from "./isolation.ts";
import { openLeases } from "./leases.ts";

/** A temporary worktree in which the repo's commands run as they do in a real run, but nothing is kept. */
export interface Trial {
  readonly worktree: Worktree;
  readonly commands: Commands;
  /** Discards everything. */
  readonly ledger: Ledger;
  readonly timeoutSeconds: number;
  /** Receives output, and is removed with the worktree. */
  readonly directory: string;
}

export type TrialPlace = Pick<Context, "env" | "signal" | "secrets"> & { readonly values: Settings };

/** The result of a trial: a value, unless a signal ended the setup, or the setup failed. */
export type Tried<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | { readonly kind: "interrupted" }
  | { readonly kind: "unready"; readonly why: Refusal };

/** A trial whose worktree is one of several. */
export interface LentTrial extends Trial {
  /** Returns the worktree, whatever was left in it. */
  release(): void;
}

/** Lends a worktree at a commit, set up and sandboxed. It is removed when the body ends, and so is all output. */
export const whileTried = <Value>(
  repo: Repository,
  commit: string,
  isolation: Isolation,
  place: TrialPlace,
  body: (trial: Trial) => Promise<Value>,
): Promise<Tried<Value>> =>
  whileLent(repo, isolation, { ...place, most: 1 }, async (lend): Promise<Tried<Value>> => {
    const lent = await lend(commit);
    return lent.kind === "done" ? { kind: "done", value: await body(lent.value) } : lent;
  });

/** The same with several worktrees: the body asks for them, at the commits that it names, and waits while all are lent. */
export const whileLent = async <Value>(
  repo: Repository,
  isolation: Isolation,
  { env, signal, secrets, values, most }: TrialPlace & { readonly most: number },
  body: (lend: (commit: string) => Promise<Tried<LentTrial>>) => Promise<Value>,
): Promise<Value> => {
  const { setup, factory } = values;
  const dependencies = dependencyOptions(setup, isolation);
  const options = { signal, environment: commandEnvironment(env), sandbox: isolation.sandbox, dependencies };
  const leases = openLeases(repo, options, setup, { most });
  const ledger = { emit: nothing, record: nothing, recordText: nothing, recordBytes: nothing, settle: nothing };
  const lend = async (commit: string): Promise<Tried<LentTrial>> => {
    const { worktree, setUp, release } = await leases.lease(commit);
    // Next to the worktree, so that clearing what a killed trial left clears the output too.
    const directory = mkdtempSync(join(dirname(worktree.root), "trial-"));
    const output = { directory, signal, secrets, onOutput: null };
    const ready = await setUp({ ...output, emit: ledger.emit, now: monotonicClock.monotonicMs });
    if (!ready.ok) {
      const [why] = ready.issues;
      return why === "interrupted" ? { kind: why } : { kind: "unready", why };
    }
    const commandsIn = (at: CommandPlace) =>
      createCommands({ ...at, artifacts: directory, signal, secrets, provesEnd: true });
    const commands: Commands = {
      ...commandsIn(await worktree.commandPlace()),
      added: addedVariables(env),
      inClone: (body) => worktree.whileCloned((at) => body(commandsIn(at))),
    };
    const { timeout_seconds: timeoutSeconds } = factory;
    const value = { worktree, commands, ledger, timeoutSeconds, directory, release: () => release({ isClean: false }) };
    return { kind: "done", value };
  };
  try {
    return await body(lend);
  } finally {
    await leases.close();
  }
};

const nothing = async (): Promise<void> => {};
