import type { Round } from "./round.ts";

/** Which conversation a call belongs to: the planner speaks Responses, the factory Chat Completions (contract §8). */
export type ModelRole = "planner" | "factory";

/** Whom an attempt asks: the author of its answer, or a reviewer of it. Rounds of review count from 1. */
export type CallRole = { readonly kind: "author" } | { readonly kind: "review"; readonly round: number };

/** What a call is made for. */
export type CallSubject =
  | { readonly kind: "plan" }
  /** `order` is the order's id. */
  | { readonly kind: "order"; readonly order: string }
  /** A mended form of an order that its model objects to. */
  | { readonly kind: "revision"; readonly order: string; readonly revision: number }
  /** The children that an order is divided into. */
  | { readonly kind: "division"; readonly order: string; readonly division: number }
  /** How hard an order is. */
  | { readonly kind: "triage"; readonly order: string }
  /** How the work of a plan's orders fits together. */
  | { readonly kind: "design" }
  /** A user's question about a repo, or part of one that was handed on; those count from 1. */
  | { readonly kind: "question"; readonly part: number | null };

/**
 * The name of a call to a model, unique in a run. The name does not say which run: each session has its own recorder. All
 * numbers count from 1.
 */
export type CallName = CallSubject & {
  readonly attempt: number;
  /** Which of the attempt's competing answers this is. */
  readonly candidate: number;
  readonly role: CallRole;
  /** Which question of a conversation. */
  readonly turn: number;
  /** Which speculation of the order asks, if the request may turn out to be another one. */
  readonly speculation?: number;
};

const FIRST = { candidate: 1, role: { kind: "author" }, turn: 1 } as const;

/** The first or only call of an attempt at a plan. */
export const planCall = (attempt: number): CallName => ({ kind: "plan", attempt, ...FIRST });

/** A call of an attempt at an order, for one of its candidates: its first, or a later question of the same conversation. */
export const orderCall = (order: string, attempt: number, turn = 1, candidate = 1): CallName => ({
  ...{ kind: "order", order, attempt },
  ...{ ...FIRST, candidate, turn },
});

/** A question of a review of an order's candidate: its first, or a later one of the same conversation. */
export const reviewCall = (order: string, { attempt, round, candidate }: Round, turn = 1): CallName => ({
  ...orderCall(order, attempt, turn, candidate),
  role: { kind: "review", round },
});

/** A call for a revision of an order. */
export const revisionCall = (order: string, revision: number, attempt: number): CallName => ({
  ...{ kind: "revision", order, revision, attempt },
  ...FIRST,
});

/** A call for the division of an order. */
export const divisionCall = (order: string, division: number, attempt: number): CallName => ({
  ...{ kind: "division", order, division, attempt },
  ...FIRST,
});

/** The first call for an order's triage. */
export const triageCall = (order: string): CallName => ({ kind: "triage", order, attempt: 1, ...FIRST });

/** A call for the design of a plan. */
export const designCall = (attempt: number): CallName => ({ kind: "design", attempt, ...FIRST });

/** A turn of the answer to a user's question, or to a part of it. */
export const questionCall = (part: number | null, turn = 1): CallName => ({
  ...{ kind: "question", part, attempt: 1 },
  ...FIRST,
  turn,
});

const PLANNERS: ReadonlySet<CallSubject["kind"]> = new Set(["plan", "revision", "division", "design"]);

/** The role whose models and settings serve a call. */
export const modelRole = ({ kind }: Pick<CallSubject, "kind">): ModelRole =>
  PLANNERS.has(kind) ? "planner" : "factory";

const WITHOUT_ORDER = { plan: "plan", design: "design", question: "ask" } as const;

/** What a key begins with. */
const subjectKey = (call: CallSubject): string => {
  switch (call.kind) {
    case "order":
      return call.order;
    case "revision":
      return `${call.order}/revision-${call.revision}`;
    case "division":
      return `${call.order}/division-${call.division}`;
    case "triage":
      return `${call.order}/triage`;
    case "question":
      return call.part === null ? WITHOUT_ORDER.question : `${WITHOUT_ORDER.question}/part-${call.part}`;
    default:
      return WITHOUT_ORDER[call.kind];
  }
};

/**
 * A call's key. Its exchange is recorded and found again under this key (contract §8): `plan/attempt-1`, `WO-03/attempt-2`. The
 * key names a part only if it is not the first (`WO-03/attempt-2/candidate-2/turn-5`), and a role only if it is not the author
 * (`WO-03/attempt-2/review-1`). A speculation's calls end in its number, and are never replayed. A revision of an order
 * has its number: `WO-03/revision-1/attempt-1`; so has its division, and part of a question: `ask/part-2/attempt-1`. Different calls have different keys.
 */
export const callKey = (call: CallName): string =>
  [
    subjectKey(call),
    `attempt-${call.attempt}`,
    ...(call.candidate === 1 ? [] : [`candidate-${call.candidate}`]),
    ...(call.role.kind === "author" ? [] : [`${call.role.kind}-${call.role.round}`]),
    ...(call.turn === 1 ? [] : [`turn-${call.turn}`]),
    ...(call.speculation === undefined ? [] : [`speculation-${call.speculation}`]),
  ].join("/");

/** The key of the answer to a call that was cut at its limit: it is kept beside the whole one, and never replayed. */
export const cutKey = (key: string): string => `${key}/cut`;

const NUMBER = "([1-9][0-9]*)";
const KEY = new RegExp(
  `^([^/]+)(?:/(revision|division|part)-${NUMBER}|/(triage))?/attempt-${NUMBER}(?:/candidate-${NUMBER})?(?:/review-${NUMBER})?(?:/turn-${NUMBER})?(?:/speculation-${NUMBER})?$`,
);

/** The name that a key was printed from, or null if the text is not a call's key. */
export const callNamed = (key: string): CallName | null => {
  const [, subject = "", kind, number, triage, attempt, candidate = "1", review, turn = "1", speculation] =
    KEY.exec(key) ?? [];
  if (attempt === undefined) return null;
  const call: CallName = {
    ...subjectOf(subject, triage ?? kind, Number(number ?? 0)),
    attempt: Number(attempt),
    candidate: Number(candidate),
    role: review === undefined ? { kind: "author" } : { kind: "review", round: Number(review) },
    turn: Number(turn),
    ...(speculation === undefined ? {} : { speculation: Number(speculation) }),
  };
  return callKey(call) === key ? call : null;
};

const subjectOf = (subject: string, kind: string | undefined, number: number): CallSubject => {
  if (kind === "revision") return { kind, order: subject, revision: number };
  if (kind === "division") return { kind, order: subject, division: number };
  if (kind === "triage") return { kind, order: subject };
  if (subject === WITHOUT_ORDER.question) return { kind: "question", part: kind === "part" ? number : null };
  if (subject === WITHOUT_ORDER.plan) return { kind: "plan" };
  return subject === WITHOUT_ORDER.design ? { kind: "design" } : { kind: "order", order: subject };
};
