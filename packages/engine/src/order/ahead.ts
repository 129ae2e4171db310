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

/** The base on which an order's gates run ahead of its turn. */
export interface AheadBase {
  readonly commit: string;
  readonly tree: string;
  /** Which of the repo's verify commands are expected to fail there. */
  readonly red: readonly RedCommand[];
  readonly memory: () => Promise<BaselineMemory>;
}

/** The base on which an order is asked ahead of its turn. */
export interface AheadView {
  /** The commit that its worktree shows. */
  readonly from: string;
  /** Puts the order's view over that worktree. */
  readonly over: (below: Files) => Promise<Files>;
  /** The commit that contains the view. */
  readonly seen: () => Promise<string>;
  /** True if none of it can change any more. */
  readonly isCertain: boolean;
  /** Settles once a worktree may be leased: until then the order whose turn it is may need the only one. */
  readonly mayLease: Promise<void>;
  /** The failures that the model is told about. */
  readonly red: () => Promise<readonly RedCommand[]>;
}

export interface AheadEnding {
  /** Null if the work was dropped or broke off. */
  readonly outcome: OrderOutcome | null;
  /** What it changes, if it passed. */
  readonly layer: Layer | null;
  /** What the gates ran on; null if it did not get that far. */
  readonly base: AheadBase | null;
}

/** Work on an order ahead of its turn. */
export interface Ahead {
  /** Makes it part of the order's run, as if it had been done in its turn. */
  adopt(): Promise<void>;
  /** Records that it was discarded. */
  forget(): Promise<void>;
  /** Resolves with what it brings to the gates when it next waits there; null if it ends before. */
  atGates(): Promise<Brought | null>;
  /** True while it waits there. */
  isWaiting(): boolean;
  /**
   * Lets it go through the gates. Returns true if they failed and it asks again, false if it ends.
   * @param mayGoOn called once they have failed: whether it may ask again
   */
  admit(base: AheadBase, mayGoOn: () => boolean): Promise<boolean>;
  /** Ends it if it is waiting at the gates. */
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

/** Starts work on an order ahead of its turn, in a separate worktree. */
export const goAhead = async (
  { loaded, earlier, session, answers, number, view }: AheadOf,
  context: OrderRunContext,
): Promise<Ahead> => {
  const speculation = await openSpeculation(session, number);
  // A question asked after failed gates depends on what they ran on.
  const given = answers.ahead(number, () => view.isCertain && base === null);
  const model = context.modelFor(given.recorder);
  const gate = openLateGate<AheadBase>(context.signal);
  let base: AheadBase | null = null;
  /** True if its attempts ran on different trees, or with different knowledge of the same tree: its turn would not have made them. */
  let isMixed = false;
  let isInside = false;

  const enter = async (worktree: Lease, changes: Brought["changes"]): Promise<() => void> => {
    const before: AheadBase | null = base;
    const now = await gate.wait({ changes });
    const isFirst = before === null;
    const isSame = before !== null && isLike(before, now);
    // Findings about a commit hold for any commit with the same tree, so look up only once what fails there.
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
      // The order whose turn it is finds this out in the meantime.
      const red = await view.red();
      const work = {
        ledger: speculation.ledger,
        directory: speculation.directory,
        design: ready.design,
        recorder: given.recorder,
        model: { ask: (request: ModelRequest) => model.ask({ ...request, call: given.named(request.call) }) },
        // If a review calls for another look at the files, that waits for the order's turn; the answers are kept until then.
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
      // The next holder moves it to another commit anyway, which takes as long as resetting it.
      if (isUsable) lease?.release({ isClean: false });
      else await lease?.discard();
    }
  };
  // Any fault will show up again in its turn.
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

/** Whether work done ahead would have had the same result in its turn, on a given tree with given failures. */
export const isOfItsTurn = ({ outcome, base }: AheadEnding, tree: string, red: readonly RedCommand[]): boolean =>
  outcome !== null && base !== null && isCounting(outcome) && isLike(base, { tree, red });

/** True if gates give the same verdict on both. */
const isLike = (one: Pick<AheadBase, "tree" | "red">, two: Pick<AheadBase, "tree" | "red">): boolean =>
  one.tree === two.tree && text(one.red) === text(two.red);

/** True if the outcome does not depend on the moment, unlike trouble with a model, the machine or a limit. */
const isCounting = (outcome: OrderOutcome): boolean =>
  outcome.kind === "candidate" ||
  outcome.kind === "paused" ||
  (outcome.kind === "failed" && !REPEATED_STAGES.has(outcome.brief.stage));

const text = (red: readonly RedCommand[]): string => canonicalJson(JSON.parse(JSON.stringify(red)));
