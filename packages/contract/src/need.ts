import { canonicalJson, type JsonObject, member, objectsMember, sha256Hex, textMember } from "@llmch/text";

/** The kinds of steps that wait for a person, if the run's user wants that. */
export const APPROVABLE_KINDS = [
  "plan",
  "orders",
  "network",
  "push",
  "revision",
  "question",
  "scope",
  "examination",
] as const;
/** What a run can wait for: a person, or the end of a usage limit. */
export const NEED_KINDS = [...APPROVABLE_KINDS, "limit"] as const;
export type NeedKind = (typeof NEED_KINDS)[number];
export type ApprovableKind = (typeof APPROVABLE_KINDS)[number];

/** What a person has to decide or answer before a run goes on. */
export type Need = {
  /** `plan`, `network`, `push`, `scope`, else an order's id, a run's, or that of a question or a finding. */
  readonly id: string;
  readonly kind: NeedKind;
  readonly what: string;
  /** Of what is to be decided: it tells whether that has changed since it was shown. */
  readonly sha256: string;
  /** True if it is wider than what the user saw, so that no setting makes it go on by itself. */
  readonly wider?: true;
  /** UTC; of a usage limit: when it goes on by itself. */
  readonly until?: string;
  /** What a person reads before: the commands and what they may reach, or what changes. Left out if that is a diff of files, or `what` is all. */
  readonly shown?: string;
};

/** `WO-01 waits for you: …`; a usage limit waits for nobody. */
export const needInWords = ({ id, kind, what }: Pick<Need, "id" | "kind" | "what">): string =>
  kind === "limit" ? what : `${id} waits for you: ${what}`;

/** What identifies a need: the same id and hash are the same thing to decide. */
export type NeedKey = Pick<Need, "id" | "kind" | "sha256">;

/** A short name of a need that is the same wherever it is looked up. */
export const needName = ({ kind, id, sha256 }: NeedKey): string => sha256Hex(canonicalJson([kind, id, sha256]));

/** What a person says: a question wants an answer, anything else a yes or a no. */
export interface Decision {
  readonly decision: "approve" | "reject" | "answer";
  readonly text: string | null;
}

/** A decision fits if the need can be settled by it. A finding is struck for a reason alone. */
export const isSettledBy = ({ kind }: Pick<Need, "kind">, { decision, text }: Decision): boolean => {
  if (kind === "question") return decision === "answer" && text !== null;
  return kind === "examination" && decision === "reject" ? text !== null : decision !== "answer";
};

/** Who decided, and by what means. */
export interface Decider {
  readonly user: string;
  readonly through: "terminal" | "command" | "program" | "mcp" | "acp" | "page";
  /** The program that spoke for the user, by its own name. */
  readonly client: string | null;
}

/** A person's decision as it is recorded. */
export interface Decided extends Decision {
  readonly id: string;
  readonly of: NeedKind;
  readonly sha256: string;
  readonly by: Decider;
  /** UTC. */
  readonly at: string;
}

const isNeedKind = (text: string | null | undefined): text is NeedKind => NEED_KINDS.some((kind) => kind === text);

/** The needs in a run's `run_summary.json`. */
export const needsIn = (summary: JsonObject): readonly Need[] =>
  objectsMember(summary, "needs").map((need) => {
    const kind = textMember(need, "kind");
    const shown = textMember(need, "shown");
    const until = textMember(need, "until");
    return {
      id: textMember(need, "id") ?? "",
      kind: isNeedKind(kind) ? kind : "question",
      what: textMember(need, "what") ?? "",
      sha256: textMember(need, "sha256") ?? "",
      ...(member(need, "wider") === true ? { wider: true } : {}),
      ...(until === null ? {} : { until }),
      ...(shown === null ? {} : { shown }),
    };
  });
