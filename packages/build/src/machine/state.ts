import type { EventBody, ReviewedBy, Stage } from "@llmch/contract";

export type EventOf<Type extends EventBody["type"]> = Extract<EventBody, { readonly type: Type }>;

/** A window as its events tell it. */
export interface WindowTold extends EventOf<"window_planned"> {
  /** Null until its orders were carried out. */
  readonly ended: EventOf<"window_ended"> | null;
}

/** Where a build stands: a fold over its journal. */
export interface BuildState {
  readonly scoped: boolean;
  /** Whether its milestone is that commands pass which its user gave. */
  readonly hasGoals: boolean;
  /** Empty until a scope is taken. */
  readonly milestones: readonly {
    readonly id: string;
    readonly outcome: string;
    readonly state: "done" | "current" | "next";
  }[];
  /** Null before there is a scope, and once every milestone is reached. */
  readonly current: string | null;
  /** Of the scope that counts; null until one is taken. */
  readonly scopeSha256: string | null;
  readonly windows: readonly WindowTold[];
  readonly lastWindow: WindowTold | null;
  /** How many windows were planned. */
  readonly rounds: number;
  /** What landed, each order once, and how many of them since the last assessment. */
  readonly landed: readonly { readonly order: string; readonly commit: string }[];
  readonly unassessed: number;
  /** The number that the next order gets. */
  readonly nextOrder: number;
  /** How often the current milestone was planned again, and whether the next window does. */
  readonly replans: number;
  readonly replanNext: boolean;
  /** Windows that failed, one after the other, since the last assessment. */
  readonly failuresInRow: number;
  readonly notes: readonly string[];
  /** The step that was begun last and has not ended. */
  readonly begun: EventOf<"build_step_started"> | null;
  /** How the milestones' acceptance ended on the tip; null if that is out of date. */
  readonly judged: EventOf<"milestones_judged"> | null;
  /** How the examination of the current milestone ended; null if there was none since its last window. */
  readonly examined: EventOf<"examined"> | null;
  /** How often the current milestone was examined. */
  readonly examinations: number;
  /** What people said of findings. */
  readonly settled: readonly EventOf<"decided">[];
  readonly assessments: readonly EventOf<"assessed">[];
  readonly lastAssessment: EventOf<"assessed"> | null;
  /** What the last assessment waits for: the user's answer, or a scope that is taken or rejected. */
  readonly open: "answer" | "scope" | null;
  readonly rescopes: number;
  /** What the user said to a scope or an assessment, or noted, and no plan was told so far. */
  readonly said: readonly (EventOf<"decided"> | EventOf<"noted">)[];
  readonly branch: string | null;
  readonly tip: string | null;
  /** The bound that ended this session. */
  readonly bound: EventOf<"bound_reached"> | null;
  /** Null while it goes on. */
  readonly finished: EventOf<"run_finished"> | null;
}

/** The id of the question that an assessment asks the user. */
export const assessmentNeed = (assessment: number): string => `assessment-${String(assessment).padStart(2, "0")}`;

/** Whether the user noted something that no plan was told so far. */
export const isNoted = ({ said }: Pick<BuildState, "said">): boolean => said.some(({ type }) => type === "noted");

/** Whether the last window was followed by an assessment. */
export const isAssessed = ({ lastAssessment, lastWindow }: BuildState): boolean =>
  lastAssessment !== null && lastAssessment.window === lastWindow?.window;

/** Whether the acceptance of these milestones ran on the tip as it is, and none of it failed. */
export const areReached = ({ judged }: Pick<BuildState, "judged">, ids: readonly string[]): boolean =>
  ids.every((id) => judged?.milestones.some((each) => each.id === id && each.failing.length === 0) === true);

/** What an examination of the tip as it is holds against the product, and no person has decided about. */
export const standingFindings = ({
  examined,
  settled,
}: Pick<BuildState, "examined" | "settled">): EventOf<"examined">["findings"] =>
  examined?.findings.filter(({ id, flaky }) => !flaky && settled.every((said) => said.id !== id)) ?? [];

/** The current milestone and those before it: what `milestones_judged` is about. */
export const milestonesSoFar = ({ milestones }: BuildState): readonly string[] =>
  milestones.filter(({ state }) => state !== "next").map(({ id }) => id);

/** An order of a window, and what became of it. */
export interface OrderTold {
  readonly id: string;
  readonly title: string;
  readonly state: "planned" | "landed" | "failed" | "left";
  /** The commit that it became; null if it did not land. */
  readonly commit: string | null;
  /** The gate that its last attempt ended at, and why it failed; null if it did not. */
  readonly stage: Stage | null;
  readonly why: string | null;
  /** Who reviewed its work; none in older records. */
  readonly reviewed: readonly ReviewedBy[];
}

/** The orders of a window, in plan order. */
export const ordersTold = ({ orders, ended }: WindowTold): readonly OrderTold[] =>
  orders.map(({ id, title }) => {
    const landed = ended?.landed.find(({ order }) => order === id);
    const commit = landed?.commit ?? null;
    const failed = ended?.failed.find(({ order }) => order === id);
    const unfinished = ended === null ? "planned" : "left";
    const state = commit !== null ? "landed" : failed !== undefined ? "failed" : unfinished;
    const reviewed = (landed ?? failed)?.reviewed ?? [];
    return { id, title, state, commit, stage: failed?.stage ?? null, why: failed?.why ?? null, reviewed };
  });
