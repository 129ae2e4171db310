import { canonicalJson, type ModelRequest, REPEATED_STAGES } from "@llmch/contract";
import type { BaselineMemory, Files, Gates, OrderOutcome, RedCommand } from "@llmch/factory";
import type { Layer } from "../fold/layers.ts";
import type { Lease } from "../lease/leases.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { Session } from "../session/session.ts";
import type { Answers } from "./answers.ts";
import { type Brought, Dropped, dropped, openLateGate } from "./late-gate.ts";
import type { OrderRunContext } from "./order-run-context.ts";
import { workOn } from "./order-work.ts";
import type { Earlier } from "./previous-session.ts";
import { setUpAgain, setupPlace } from "./set-up.ts";
import { openSpeculation } from "./speculation.ts";
import { viewBeforeGates } from "./view-before-gates.ts";

/** What an order's gates are run on ahead of its turn. */
export interface AheadBase {
  readonly commit: string;
  readonly tree: string;
  /** What of the repo's verification is expected to fail there. */
  readonly red: readonly RedCommand[];
  readonly memory: () => Promise<BaselineMemory>;
}

/** What an order is asked on ahead of its turn. */
export interface AheadView {
  /** The commit that its worktree is to show. */
  readonly from: string;
  /** Over that worktree. */
  readonly over: (below: Files) => Promise<Files>;
  /** The commit that shows it. */
  readonly seen: () => Promise<string>;
  /** True if nothing of it can change any more. */
  readonly isCertain: boolean;
  /** Settles once a worktree may be taken: until then whoever has its turn may want the only one. */
  readonly mayLease: Promise<void>;
  /** What the model is told fails already. */
  readonly red: () => Promise<readonly RedCommand[]>;
}

export interface AheadEnding {
  /** Null if the work was dropped, or broke off. */
  readonly outcome: OrderOutcome | null;
  /** What it changes, if it passed. */
  readonly layer: Layer | null;
  /** What the gates ran on; null if it did not come so far. */
  readonly base: AheadBase | null;
}

/** Work on an order ahead of its turn. */
export interface Ahead {
  /** Makes it a part of the order's run, as if it had been done in its turn. */
  adopt(): Promise<void>;
  /** Says that it came to nothing. */
  forget(): Promise<void>;
  /** What it brings to the gates once it waits there next; null if it ends before. */
  atGates(): Promise<Brought | null>;
  /** True while it waits there. */
  isWaiting(): boolean;
  /**
   * Lets it go through the gates. Gives true if they failed and it asks again, false if it ends.
   * @param mayGoOn asked once they have failed: whether it may ask again
   */
  admit(base: AheadBase, mayGoOn: () => boolean): Promise<boolean>;
  /** Ends it, if it waits at the gates. */
  drop(): void;
  readonly ended: Promise<AheadEnding>;
}

export interface AheadOf {
  readonly loaded: LoadedOrder;
  readonly earlier: Earlier;
  readonly session: Session;
  readonly answers: Answers;
  readonly number: number;
  readonly view: AheadView;
}

/** Begins to work on an order ahead of its turn, in a worktree of its own. */
export const goAhead = async (
  { loaded, earlier, session, answers, number, view }: AheadOf,
  context: OrderRunContext,
): Promise<Ahead> => {
  const speculation = await openSpeculation(session, number);
  // What is asked after gates have failed hangs on what they ran on.
  const given = answers.ahead(number, () => view.isCertain && base === null);
  const model = context.modelFor(given.recorder);
  const gate = openLateGate<AheadBase>(context.signal);
  let base: AheadBase | null = null;
  /** Its attempts ran on several trees, or knew other things of one: they are none that its turn would have had. */
  let isMixed = false;
  let isInside = false;

  const enter = async (worktree: Lease, changes: Brought["changes"]): Promise<() => void> => {
    const before: AheadBase | null = base;
    const now = await gate.wait({ changes });
    const isFirst = before === null;
    const isSame = before !== null && isLike(before, now);
    // What was found out about a commit holds for others with its tree: what fails there is looked up once.
    base = isSame ? { ...now, commit: before.commit } : now;
    isMixed ||= !isFirst && !isSame;
    isInside = true;
    const over = await context.gateSlots.take(context.signal);
    try {
      await worktree.worktree.moveTo(base.commit);
      await setUp(worktree);
      return over;
    } catch (fault) {
      over();
      throw fault;
    }
  };
  const gatesIn = (held: Lease): Gates => ({
    areLate: true,
    enter: (changes) => enter(held, changes),
    mayGoOn: async () => {
      if (!gate.mayGoOn()) return false;
      await held.worktree.moveTo(view.from);
      await setUp(held);
      isInside = false;
      gate.leave();
      return true;
    },
  });
  const place = setupPlace(speculation.ledger.emit, speculation.directory, context);
  const setUp = async (lease: Lease): Promise<void> => {
    if ((await lease.setUp(place)) !== undefined) throw new Dropped();
  };
  const brokenOff = (): AheadEnding => ({ outcome: null, layer: null, base });
  const goOn = async (): Promise<AheadEnding> => {
    await view.mayLease;
    const ready = await context.design.of(session);
    if (ready.kind !== "ready") return brokenOff();
    let lease: Lease | null = null;
    let isUsable = true;
    try {
      const held = await context.leases.lease(view.from);
      lease = held;
      const { worktree } = held;
      await setUp(held);
      // Whoever has its turn finds that out meanwhile.
      const red = await view.red();
      const work = {
        ledger: speculation.ledger,
        directory: speculation.directory,
        design: ready.design,
        recorder: given.recorder,
        model: { ask: (request: ModelRequest) => model.ask({ ...request, call: given.named(request.call) }) },
        // Whoever has to look once more after a review does that in its turn: its answers are kept until then.
        view: viewBeforeGates(await view.over(worktree), () => isInside, dropped),
        seen: view.seen,
        setUp: () => setUpAgain(held, place),
        gates: gatesIn(held),
        shownRed: async () => red,
        baseline: async () => {
          if (base === null) throw new Error("the gates were not entered");
          return base.memory();
        },
        isAhead: true,
      };
      const outcome = await workOn(worktree, loaded, earlier, work, context);
      const isCandidate = outcome.kind === "candidate" && base !== null;
      const layer = isCandidate ? await context.layers.between(outcome.candidate.base, outcome.candidate.tree) : null;
      return { outcome, layer, base: isMixed ? null : base };
    } catch (fault) {
      isUsable = fault instanceof Dropped;
      if (!isUsable) throw fault;
      return brokenOff();
    } finally {
      // Whoever leases it next shows another commit there, which takes as long as going back to this one.
      if (isUsable) lease?.release({ isClean: false });
      else await lease?.discard();
    }
  };
  // Whatever went wrong shows in its turn.
  const ended = goOn().catch(brokenOff).finally(gate.close);
  const adopt = async (): Promise<void> => {
    await given.adopt();
    await speculation.adopt();
  };
  return {
    adopt,
    forget: speculation.drop,
    atGates: gate.reached,
    isWaiting: gate.isWaiting,
    admit: gate.open,
    drop: gate.drop,
    ended,
  };
};

/** Whether work that was done ahead would have come to the same in its turn, on a tree and with what is known of it. */
export const isOfItsTurn = ({ outcome, base }: AheadEnding, tree: string, red: readonly RedCommand[]): boolean =>
  outcome !== null && base !== null && isCounting(outcome) && isLike(base, { tree, red });

/** True if gates judge the same there. */
const isLike = (one: Pick<AheadBase, "tree" | "red">, two: Pick<AheadBase, "tree" | "red">): boolean =>
  one.tree === two.tree && text(one.red) === text(two.red);

/** True for what does not hang on the moment, as trouble with a model, the machine or a limit does. */
const isCounting = (outcome: OrderOutcome): boolean =>
  outcome.kind === "candidate" ||
  outcome.kind === "paused" ||
  (outcome.kind === "failed" && !REPEATED_STAGES.has(outcome.brief.stage));

const text = (red: readonly RedCommand[]): string => canonicalJson(JSON.parse(JSON.stringify(red)));
