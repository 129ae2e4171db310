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
  | { readonly kind: "revision"; readonly order: string; readonly revision: number };

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

/** A call of an attempt at an order: its first, or a later question of the same conversation. */
export const orderCall = (order: string, attempt: number, turn = 1): CallName => ({
  ...{ kind: "order", order, attempt },
  ...FIRST,
  turn,
});

/** A call for a revision of an order. */
export const revisionCall = (order: string, revision: number, attempt: number): CallName => ({
  ...{ kind: "revision", order, revision, attempt },
  ...FIRST,
});

/** The role whose models and settings serve a call. */
export const modelRole = ({ kind }: Pick<CallSubject, "kind">): ModelRole => (kind === "order" ? "factory" : "planner");

const PLAN = "plan";

/**
 * A call's key. Its exchange is recorded and found again under this key (contract §8): `plan/attempt-1`, `WO-03/attempt-2`. The
 * key names a part only if it is not the first (`WO-03/attempt-2/candidate-2/turn-5`), and a role only if it is not the author
 * (`WO-03/attempt-2/review-1`). A speculation's calls end in its number, and are never replayed. A revision of an order has its number: `WO-03/revision-1/attempt-1`. Different calls have different keys.
 */
export const callKey = (call: CallName): string =>
  [
    call.kind === "plan" ? PLAN : call.order,
    ...(call.kind === "revision" ? [`revision-${call.revision}`] : []),
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
  `^([^/]+)(?:/revision-${NUMBER})?/attempt-${NUMBER}(?:/candidate-${NUMBER})?(?:/review-${NUMBER})?(?:/turn-${NUMBER})?(?:/speculation-${NUMBER})?$`,
);

/** The name that a key was printed from, or null if the text is not a call's key. */
export const callNamed = (key: string): CallName | null => {
  const [, subject = "", revision, attempt, candidate = "1", review, turn = "1", speculation] = KEY.exec(key) ?? [];
  if (attempt === undefined) return null;
  const call: CallName = {
    ...subjectOf(subject, revision),
    attempt: Number(attempt),
    candidate: Number(candidate),
    role: review === undefined ? { kind: "author" } : { kind: "review", round: Number(review) },
    turn: Number(turn),
    ...(speculation === undefined ? {} : { speculation: Number(speculation) }),
  };
  return callKey(call) === key ? call : null;
};

const subjectOf = (subject: string, revision: string | undefined): CallSubject => {
  if (revision !== undefined) return { kind: "revision", order: subject, revision: Number(revision) };
  return subject === PLAN ? { kind: "plan" } : { kind: "order", order: subject };
};
