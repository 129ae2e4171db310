import type { Round } from "./round.ts";

/** Which conversation a call belongs to: the planner speaks Responses, the factory Chat Completions (contract §8). */
export type ModelRole = "planner" | "factory";

/** Who answers in an attempt: the author, or a reviewer of the author's answer. Review rounds count from 1. */
type CallRole = { readonly kind: "author" } | { readonly kind: "review"; readonly round: number };

/** What a call is about. */
type CallSubject =
  | { readonly kind: "plan" }
  /** `order` is the order's id. */
  | { readonly kind: "order"; readonly order: string }
  /** A revision of an order that the model objected to, or that failed and has a `revise` row of the escalation table. */
  | { readonly kind: "revision"; readonly order: string; readonly revision: number }
  /** The children that an order is divided into. */
  | { readonly kind: "division"; readonly order: string; readonly division: number }
  /** How hard an order is. */
  | { readonly kind: "triage"; readonly order: string }
  /** How the work of a plan's orders fits together. */
  | { readonly kind: "design" }
  /** What a build is to achieve. */
  | { readonly kind: "scope" }
  /** How a build stands after a window. */
  | { readonly kind: "assessment"; readonly window: number }
  /** Checks of the product from its spec, after a window of a build, or after the last order; null for that. */
  | { readonly kind: "examination"; readonly window: number | null }
  /** A user's question about a repo, or a delegated part of one. Parts count from 1. */
  | { readonly kind: "question"; readonly part: number | null };

/**
 * The name of a call to a model, unique within a run. It does not name the run: each session has its own recorder. All numbers count from
 * 1.
 */
export type CallName = CallSubject & {
  readonly attempt: number;
  readonly role: CallRole;
  /** The turn in the conversation. */
  readonly turn: number;
  /** The order's speculation that makes the call, if the final request may differ. */
  readonly speculation?: number;
};

const FIRST = { role: { kind: "author" }, turn: 1 } as const;

/** The first (or only) call of an attempt at a plan. */
export const planCall = (attempt: number): CallName => ({ kind: "plan", attempt, ...FIRST });

/** A call of an attempt at an order: the first, or a later turn of the conversation. */
export const orderCall = (order: string, attempt: number, turn = 1): CallName => ({
  ...{ kind: "order", order, attempt },
  ...{ ...FIRST, turn },
});

/** A call of a review of an order's work: the first, or a later turn of the conversation. */
export const reviewCall = (order: string, { attempt, round }: Round, turn = 1): CallName => ({
  ...orderCall(order, attempt, turn),
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

/** A call for the scope of a build. */
export const scopeCall = (attempt: number): CallName => ({ kind: "scope", attempt, ...FIRST });

/** A call for the assessment after a window of a build. */
export const assessmentCall = (window: number, attempt: number): CallName => ({
  ...{ kind: "assessment", window, attempt },
  ...FIRST,
});

/** A call for an examination: the first, or with `round` the one that asks back what failed. */
export const examinationCall = (window: number | null, attempt: number, round: number | null = null): CallName => ({
  ...{ kind: "examination", window, attempt },
  ...FIRST,
  ...(round === null ? {} : { role: { kind: "review", round } }),
});

/** A turn of the answer to a user's question, or to a part of it. */
export const questionCall = (part: number | null, turn = 1): CallName => ({
  ...{ kind: "question", part, attempt: 1 },
  ...FIRST,
  turn,
});

const PLANNERS: ReadonlySet<CallSubject["kind"]> = new Set([
  "plan",
  "revision",
  "division",
  "design",
  "scope",
  "assessment",
  "examination",
]);

/** The role whose models and settings serve a call. */
export const modelRole = ({ kind }: Pick<CallSubject, "kind">): ModelRole =>
  PLANNERS.has(kind) ? "planner" : "factory";

const WITHOUT_ORDER = { plan: "plan", design: "design", scope: "scope", question: "ask" } as const;

const EXAMINATION = "examination";

/** The window of a build, as keys name it: the calls of its plan and its orders are recorded below it (contract §9). */
const windowKey = (window: number): string => `window-${String(window).padStart(2, "0")}`;

const IN_WINDOW = /^window-([0-9]{2,})\/(?!(?:assessment|examination)\/)(.+)$/;

/** A key as the record of a window's run holds it. */
export const keyInWindow = (window: number, key: string): string => `${windowKey(window)}/${key}`;

/** A recorded key without its window, and that window; null if it has none. A build's own keys, as of its assessments and examinations, are whole. */
export const windowOfKey = (recorded: string): { readonly window: number | null; readonly key: string } => {
  const [, window, key = recorded] = IN_WINDOW.exec(recorded) ?? [];
  return { window: window === undefined ? null : Number(window), key };
};

/** The first part of a key. */
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
    case "assessment":
      return `${windowKey(call.window)}/assessment`;
    case "examination":
      return call.window === null ? EXAMINATION : `${windowKey(call.window)}/${EXAMINATION}`;
    case "question":
      return call.part === null ? WITHOUT_ORDER.question : `${WITHOUT_ORDER.question}/part-${call.part}`;
    default:
      return WITHOUT_ORDER[call.kind];
  }
};

/**
 * A call's key. The exchange is recorded and looked up under it (contract §8): `plan/attempt-1`, `WO-03/attempt-2`. A turn
 * appears only if it is not the first (`WO-03/attempt-2/turn-5`), and a role only if it is not the author (`WO-03/attempt-2/review-1`). A
 * speculation's keys end in its number, and are never replayed. Revisions, divisions and question parts have numbers too:
 * `WO-03/revision-1/attempt-1`, `ask/part-2/attempt-1`. Different calls have different keys.
 */
export const callKey = (call: CallName): string =>
  [
    subjectKey(call),
    `attempt-${call.attempt}`,
    ...(call.role.kind === "author" ? [] : [`${call.role.kind}-${call.role.round}`]),
    ...(call.turn === 1 ? [] : [`turn-${call.turn}`]),
    ...(call.speculation === undefined ? [] : [`speculation-${call.speculation}`]),
  ].join("/");

/** The key of an answer that was cut off at its limit. It is stored next to the whole answer, and never replayed. */
export const cutKey = (key: string): string => `${key}/cut`;

const NUMBER = "([1-9][0-9]*)";
const KEY = new RegExp(
  `^(window-[0-9]{2,}/(?:assessment|examination)|[^/]+)(?:/(revision|division|part)-${NUMBER}|/(triage))?/attempt-${NUMBER}(?:/review-${NUMBER})?(?:/turn-${NUMBER})?(?:/speculation-${NUMBER})?$`,
);

/** Parses a key. Null if the text is not a call's key. */
export const callNamed = (key: string): CallName | null => {
  const [, subject = "", kind, number, triage, attempt, review, turn = "1", speculation] = KEY.exec(key) ?? [];
  if (attempt === undefined) return null;
  const call: CallName = {
    ...subjectOf(subject, triage ?? kind, Number(number ?? 0)),
    attempt: Number(attempt),
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
  if (subject === WITHOUT_ORDER.scope) return { kind: "scope" };
  const [, window, what] = /^window-([0-9]+)\/(assessment|examination)$/.exec(subject) ?? [];
  if (window !== undefined)
    return { kind: what === EXAMINATION ? "examination" : "assessment", window: Number(window) };
  if (subject === EXAMINATION) return { kind: "examination", window: null };
  if (subject === WITHOUT_ORDER.plan) return { kind: "plan" };
  return subject === WITHOUT_ORDER.design ? { kind: "design" } : { kind: "order", order: subject };
};
