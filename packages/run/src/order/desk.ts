import type { CommandResult, EventBody } from "@llmch/contract";
import type { Commands, Executor, Files, Scratch } from "@llmch/factory";
import { monotonicClock } from "@llmch/files";
import { addedVariables, type CommandPlace, type CommandRequest, createCommands } from "@llmch/process";
import { accepted, formatRefusal, messageOf, rejected } from "@llmch/text";
import { filesAt, type Worktree } from "@llmch/workspace";
import { byHandAt, isByHand } from "../executor/by-hand.ts";
import { executorAt } from "../executor/executor.ts";
import type { Lease } from "../lease/leases.ts";
import type { SetupResult } from "../lease/setup.ts";
import type { At } from "./at.ts";
import type { OrderPorts } from "./ports.ts";

/** The worktree that an order is lent, and what it may do there. */
export interface Desk {
  readonly worktree: Worktree;
  readonly commands: Commands;
  /** What the order's prompts show; undefined if it is asked where it is judged. */
  readonly shown: Files | undefined;
  /** Lends the worktree while it shows what the order's prompts show. */
  readonly scratch: Scratch;
  /** The agent that carries the order out on what its prompts show; undefined if a model does. */
  readonly executor: Executor | undefined;
  /** The same, on what the worktree shows. */
  readonly executorInPlace: Executor | undefined;
  /** Shows a commit, with the dependencies installed that it needs; without one, what the order's prompts show. */
  show(commit?: string): Promise<void>;
  /** Installs the dependencies of what the worktree shows. */
  setUp(): Promise<SetupResult>;
}

/** Where a desk's work is recorded. */
export interface DeskRecord {
  /** Receives the output of commands. */
  readonly directory: string;
  emit(event: EventBody): Promise<void>;
}

export const openDesk = async (
  lease: Lease,
  { base, view }: Pick<At, "base" | "view">,
  { directory, emit }: DeskRecord,
  ports: OrderPorts,
): Promise<Desk> => {
  const { artifactsRoot, ownPlaces, secrets, settings, refusesUnseen, executor } = ports.facts;
  const { inLine, repo } = ports.ground;
  const { signal, output } = ports.watch;
  const { worktree } = lease;
  const setUp = () =>
    lease.setUp({ directory, signal, secrets, onOutput: output, emit, now: monotonicClock.monotonicMs });
  const runIn = (place: CommandPlace, request: CommandRequest, provesEnd = true) => {
    const runner = createCommands({ ...place, artifacts: directory, signal, secrets, onOutput: output, provesEnd });
    return inLine(() => runner.run(request));
  };
  const commands: Commands = {
    refusesUnseen,
    run: async ({ asSetup = false, isUnseen = false, ...request }) => {
      if (isUnseen && refusesUnseen) return NOT_ISOLATED;
      const wish = isUnseen ? NO_NETWORK : settings.setup.network && asSetup ? { allowsNetwork: true } : undefined;
      // Asked each time: a worktree that shows another commit may have other dependency folders.
      const place = await worktree.commandPlace(wish);
      return runIn(place, request, !asSetup);
    },
    added: addedVariables(repo.env),
    inClone: (body) =>
      worktree.whileCloned((place) =>
        body({ run: async ({ isUnseen, ...request }) => (isUnseen ? NOT_ISOLATED : runIn(place, request)) }),
      ),
  };
  const show = async (commit = view): Promise<void> => {
    if (worktree.baseline() === commit) return;
    await worktree.moveTo(commit);
    const ready = await setUp();
    if (ready.ok || signal.aborted) return;
    const [why] = ready.issues;
    throw new Error(why === "interrupted" ? why : formatRefusal(why));
  };
  const shown = base === view ? undefined : await filesAt(repo, worktree, view);
  const asShown = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (base === view) return work();
    await show();
    return work().finally(() => show(base));
  };
  const inPlace = scratchIn(worktree, commands);
  const scratch: Scratch = { run: (draft, body) => asShown(() => inPlace.run(draft, body)) };
  const warn = (message: string) => emit({ type: "warning", message });
  const strict = ports.facts.config.strict === true;
  const place = { directory, repo, artifactsRoot, secrets, signal, output, strict, warn, refusesUnseen };
  const executorInPlace =
    executor === null
      ? undefined
      : isByHand(executor)
        ? byHandAt(repo, executor, { excluded: ownPlaces, signal })
        : executorAt(worktree, executor, place);
  return {
    ...{ worktree, commands, shown, scratch, executorInPlace, show, setUp },
    executor: executorInPlace && {
      ...executorInPlace,
      work: (...asked) => asShown(() => executorInPlace.work(...asked)),
    },
  };
};

const NO_NETWORK = { allowsNetwork: false };

const NOT_ISOLATED: CommandResult = {
  ...{ ending: "not-started", exitCode: null, signal: null, stdoutTail: "", stderrTail: "" },
  ...{ printedBytes: 0, droppedBytes: 0, durationMs: 0 },
  startFault: "a model chose it, and nothing isolates commands here",
};

/** Lends an order's worktree to its author while nothing else uses it, and restores it afterwards. */
export const scratchIn = (worktree: Worktree, commands: Commands): Scratch => ({
  run: async (draft, body) => {
    try {
      for (const change of draft) {
        const applied = await worktree.apply(change);
        if (!applied.ok) return rejected(`the draft cannot be laid there: ${applied.issues[0]}`);
      }
      return accepted(await body(commands));
    } catch (fault) {
      return rejected(`the command could not be run: ${messageOf(fault)}`);
    } finally {
      await worktree.reset();
    }
  },
});
