import { begin, isAwaited, nextSteps, type OrderGraph, type QueueState, type Slots, standingOf } from "./queue.ts";

/** How orders end, and how long they take. The same question always has the same answer. */
export interface World {
  readonly attempts: number;
  /** How long the answer to a request takes. */
  answerTime(request: string): number;
  gateTime(tree: string): number;
  /** False if the answer fails before any gate. */
  isUsable(request: string): boolean;
  /** What a failed order is told about its failed gates. */
  brief(order: string, version: string, base: string): string;
  /** Whether the gates pass on a tree: the changes of one order on a base. */
  passes(order: string, version: string, base: string): boolean;
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
}

interface Running {
  readonly endsAt: number;
  end(): void;
}

/** Carries out a graph in virtual time, as `runQueue` does in real time. */
export const simulate = (graph: OrderGraph, slots: Slots, world: World): Simulated => {
  let state: QueueState = new Map();
  let now = 0;
  let gated = 0;
  let open = 0;
  const running = new Map<string, Running>();
  const answered = new Set<string>();
  const endings: string[] = [];
  const used: string[] = [];
  /** The changes of each order that has passed, landed or not. */
  const versions = new Map<string, string>();
  const landed: string[] = [];
  const afterOf = new Map(graph.orders.map(({ id, after }) => [id, after]));

  const after = (order: string, time: number, end: () => void) => running.set(order, { endsAt: now + time, end });
  const stack = (orders: readonly string[]): string => orders.map((each) => `${each}=${versions.get(each)}`).join();
  const ask = (order: string, request: string, then: () => void) => {
    if (answered.has(request)) return then();
    after(order, world.answerTime(request), () => {
      answered.add(request);
      then();
    });
  };
  const gates = (order: string, version: string, base: string, then: (passed: boolean) => void) => {
    gated += 1;
    after(order, world.gateTime(`${base}+${version}`), () => then(world.passes(order, version, base)));
  };
  const turn = (order: string, view: string, attempt: number, brief: string) => {
    const base = stack(landed);
    const request = requestOf(order, attempt, view, brief);
    const again = (what: string) => {
      if (attempt < world.attempts) return turn(order, view, attempt + 1, what);
      endings.push(`${order} failed on ${base}`);
      state = new Map(state).set(order, { kind: "failed" });
    };
    used.push(request);
    ask(order, request, () => {
      if (!world.isUsable(request)) return again(`unusable ${request}`);
      const version = versionOf(request);
      gates(order, version, base, (passed) => {
        if (!passed) return again(`${world.brief(order, version, base)} ${request}`);
        endings.push(`${order} landed ${version} on ${base}`);
        versions.set(order, version);
        landed.push(order);
        state = new Map(state).set(order, { kind: "landed", version });
      });
    });
  };
  const early = (order: string, view: string, attempt: number, brief: string) => {
    const request = requestOf(order, attempt, view, brief);
    const ends = (version: string | null) => {
      const standing = standingOf(state, order);
      if (version !== null) versions.set(order, version);
      if (standing.kind === "early") state = new Map(state).set(order, { ...standing, kind: "tried", version });
    };
    ask(order, request, () => {
      const isLast = attempt === world.attempts;
      if (!world.isUsable(request)) return isLast ? ends(null) : early(order, view, attempt + 1, `unusable ${request}`);
      if (!isAwaited(graph, state, order, slots)) return ends(null);
      const version = versionOf(request);
      gates(order, version, view, (passed) => ends(passed ? version : null));
    });
  };

  for (;;) {
    const steps = nextSteps(graph, state, slots);
    state = begin(state, steps);
    for (const step of steps) {
      if (step.kind === "end") return { makespan: now, endings, used, asked: answered.size, gated, open };
      const view = stack(afterOf.get(step.order) ?? []);
      if (step.kind === "leave") endings.push(`${step.order} left`);
      else if (step.kind === "turn") turn(step.order, view, 1, "");
      else early(step.order, view, 1, "");
    }
    open = Math.max(open, running.size);
    if (steps.length > 0) continue;
    const [order, { endsAt, end }] = firstOf(running);
    running.delete(order);
    now = endsAt;
    end();
  }
};

const firstOf = (running: ReadonlyMap<string, Running>): readonly [string, Running] => {
  const [some, ...others] = running;
  if (some === undefined) throw new Error("nothing runs, and nothing is to be done");
  return others.reduce((first, each) => (each[1].endsAt < first[1].endsAt ? each : first), some);
};

const requestOf = (order: string, attempt: number, view: string, brief: string): string =>
  `${order}/${attempt}/${hashOf(`${view} ${brief}`).toString(36)}`;

const versionOf = (request: string): string => hashOf(request).toString(36);

/** A pseudo-random number below 2^32 that depends only on the text. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
