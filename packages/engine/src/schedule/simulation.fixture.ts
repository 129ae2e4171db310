import { type Action, begin, goesOn, nextActions, type Slots } from "./side-by-side.ts";
import { type Fold, isOpen, type OrderGraph, type OrderStanding, type ScheduleState, standingOf } from "./standing.ts";

/** How orders end, and how long they take. The same question always has the same answer. */
export interface World {
  readonly attempts: number;
  /** How long the answer to a request takes. */
  answerTime(request: string): number;
  gateTime(tree: string): number;
  /** How long the gates of an answered order wait for its fold to fill. */
  freshTime(request: string): number;
  /** False if the answer fails before the gates that depend on the fold. */
  isUsable(request: string): boolean;
  /** The version that an answer will probably leave; null if it cannot be predicted. It may be wrong. */
  predicts(request: string, version: string): string | null;
  /** What a failed order is told about its failed gates. */
  brief(order: string, version: string, fold: Fold): string;
  /** Whether the gates pass on a tree: the changes of one order on a fold. */
  passes(order: string, version: string, fold: Fold): boolean;
}

export interface Simulated {
  readonly makespan: number;
  /** How every order ended, in the order of their endings, and what each landed on. */
  readonly endings: readonly string[];
  /** The requests whose answers counted, in order. */
  readonly used: readonly string[];
  /** How many requests were asked in total, and how many gates ran. */
  readonly asked: number;
  readonly gated: number;
  /** The most orders open at any time. */
  readonly open: number;
  readonly atGates: number;
}

interface Step {
  readonly endsAt: number;
  end(): void;
}

/** Carries out a graph in virtual time, as an executor would: every gate that counts ran on the fold that its order landed on. */
export const simulate = (graph: OrderGraph, slots: Slots, world: World): Simulated => {
  let state: ScheduleState = new Map();
  let now = 0;
  let atGates = 0;
  const steps = new Map<string, Step>();
  const answered = new Set<string>();
  const verdicts = new Map<string, boolean>();
  /** What an order brings to its gates ahead of its turn. */
  const brought = new Map<string, { readonly attempt: number; readonly request: string }>();
  const endings: string[] = [];
  const used: string[] = [];
  let gated = 0;
  const most = { open: 0, atGates: 0 };
  /** What waits for a slot at the gates: the scheduler cannot know that a recorded answer uses the slot that its order released. */
  const atGatesNext: (() => void)[] = [];

  const stands = (order: string, standing: OrderStanding) => {
    state = new Map(state).set(order, standing);
  };
  const after = (order: string, time: number, end: () => void) => {
    steps.set(order, { endsAt: now + time, end });
  };
  const ask = (order: string, request: string, then: () => void) => {
    if (answered.has(request)) return then();
    after(order, world.answerTime(request), () => {
      answered.add(request);
      then();
    });
  };
  const letIn = () => {
    if (atGates < slots.gates) atGatesNext.shift()?.();
  };
  const gates = (order: string, version: string, fold: Fold, then: (passed: boolean) => void, isTurn = false) => {
    const tree = `${keyOf(fold)}+${version}`;
    const begin = () => {
      const known = verdicts.get(tree);
      if (known !== undefined) {
        then(known);
        letIn();
        return;
      }
      atGates += 1;
      gated += 1;
      most.atGates = Math.max(most.atGates, atGates);
      after(order, world.gateTime(tree), () => {
        atGates -= 1;
        const passed = world.passes(order, version, fold);
        verdicts.set(tree, passed);
        then(passed);
        letIn();
      });
    };
    if (atGates < slots.gates || verdicts.has(tree)) begin();
    // The order whose turn it is takes precedence over early work.
    else if (isTurn) atGatesNext.unshift(begin);
    else atGatesNext.push(begin);
  };
  const landedOf = (orders: readonly string[]): Fold =>
    orders.flatMap((order) => {
      const standing = standingOf(state, order);
      return standing.kind === "landed" ? [{ order, version: standing.version }] : [];
    });
  const all = graph.orders.map(({ id }) => id);
  const afterOf = new Map(graph.orders.map(({ id, after }) => [id, after]));

  const finish = (order: string, attempt: number, brief: string) => {
    const fold = landedOf(all);
    const request = requestOf(order, attempt, landedOf(afterOf.get(order) ?? []), brief);
    const again = (what: string) => {
      if (attempt < world.attempts) return finish(order, attempt + 1, `${what} ${request}`);
      endings.push(`${order} failed on ${keyOf(fold)}`);
      stands(order, { kind: "failed" });
    };
    const toGates = () => {
      if (!world.isUsable(request)) return again("");
      const standing = standingOf(state, order);
      const version = standing.kind === "finishing" ? standing.version : null;
      stands(order, {
        kind: "finishing",
        version,
        predicted: world.predicts(request, versionOf(request)),
        isAtGates: true,
      });
      const judged = (passed: boolean) => {
        stands(order, { kind: "finishing", version: null, predicted: null, isAtGates: false });
        if (!passed) return again(world.brief(order, versionOf(request), fold));
        endings.push(`${order} landed ${versionOf(request)} on ${keyOf(fold)}`);
        stands(order, { kind: "landed", version: versionOf(request) });
      };
      gates(order, versionOf(request), fold, judged, true);
    };
    used.push(request);
    if (!answered.has(request)) stands(order, { kind: "finishing", version: null, predicted: null, isAtGates: false });
    ask(order, request, toGates);
  };
  /** A failure before any gate asks again at once. */
  const askEarly = (order: string, view: Fold, passed: string | null, attempt: number, brief: string) => {
    const request = requestOf(order, attempt, view, brief);
    ask(order, request, () => {
      if (!world.isUsable(request) && attempt < world.attempts)
        return askEarly(order, view, passed, attempt + 1, ` ${request}`);
      const predicted = world.predicts(request, versionOf(request));
      brought.set(order, { attempt, request });
      if (!world.isUsable(request)) return stands(order, { kind: "refuted", view, fold: null });
      const standing = { kind: "answered", view, version: passed, predicted } as const;
      stands(order, { ...standing, isFresh: true });
      after(order, world.freshTime(request), () => {
        if (standingOf(state, order).kind === "answered") stands(order, { ...standing, isFresh: false });
      });
    });
  };
  /** An order that comes to its gates again repeats all of its attempts. */
  const firstUsable = (order: string, view: Fold) => {
    let [attempt, request] = [1, requestOf(order, 1, view, "")];
    while (!world.isUsable(request)) {
      attempt += 1;
      request = requestOf(order, attempt, view, ` ${request}`);
    }
    return { attempt, request };
  };
  const check = (order: string, view: Fold, fold: Fold, passed: string | null, isAgain: boolean) => {
    const { attempt, request } = (isAgain ? null : brought.get(order)) ?? firstUsable(order, view);
    const version = versionOf(request);
    gates(order, version, fold, (isRight) => {
      if (isRight) return stands(order, { kind: "proven", view, fold, version });
      if (attempt === world.attempts || !goesOn(graph, state, slots, order))
        return stands(order, { kind: "refuted", view, fold });
      stands(order, { kind: "asking", view, version: passed });
      askEarly(order, view, passed, attempt + 1, `${world.brief(order, version, fold)} ${request}`);
    });
  };

  const carryOut = (action: Action) => {
    const isAgain = action.kind === "check" && standingOf(state, action.order).kind === "proven";
    state = begin(state, [action]);
    if (action.kind === "end") return;
    const { order } = action;
    const standing = standingOf(state, order);
    if (standing.kind === "asking") askEarly(order, standing.view, null, 1, "");
    if (standing.kind === "checking") check(order, standing.view, standing.fold, standing.version, isAgain);
    if (standing.kind === "finishing") finish(order, 1, "");
    if (standing.kind === "left") endings.push(`${order} left`);
  };

  for (;;) {
    const actions = nextActions(graph, state, slots);
    for (const action of actions) carryOut(action);
    most.open = Math.max(most.open, [...state.values()].filter(isOpen).length);
    if (actions.at(-1)?.kind === "end")
      return { makespan: now, endings, used, asked: answered.size, gated, open: most.open, atGates: most.atGates };
    // Steps that take no time have ended at once, and may have made others possible.
    if (actions.some((each) => each.kind !== "end" && !steps.has(each.order))) continue;
    const [order, step] = firstOf(steps);
    steps.delete(order);
    now = step.endsAt;
    step.end();
  }
};

const firstOf = (steps: ReadonlyMap<string, Step>): readonly [string, Step] => {
  const [some, ...others] = steps;
  if (some === undefined) throw new Error("nothing runs, and nothing is to be done");
  return others.reduce((first, each) => (each[1].endsAt < first[1].endsAt ? each : first), some);
};

const keyOf = (fold: Fold): string =>
  hashOf(fold.map(({ order, version }) => `${order}=${version}`).join()).toString(36);

const requestOf = (order: string, attempt: number, view: Fold, brief: string): string =>
  `${order}/${attempt}/${hashOf(`${keyOf(view)} ${brief}`).toString(36)}`;

const versionOf = (request: string): string => hashOf(request).toString(36);

/** A pseudo-random number below 2^32 that depends only on the text. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
