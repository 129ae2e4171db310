import type { LimitReached, Round, RunConfig, WorkOrder } from "@llmch/contract";
import type {
  AgentSettings,
  CandidateSettings,
  FactorySettings,
  SetupSettings,
  ToolSettings,
  TriageSettings,
  VerifySettings,
} from "@llmch/contract/settings";
import type { Clock, Model, Outlines, ReviewJob } from "@llmch/factory";
import type { VerifyChoices } from "@llmch/languages";
import type { Claim, Recorder } from "@llmch/models";
import type { Landing, Repository } from "@llmch/workspace";
import type { Baselines } from "../baseline/baselines.ts";
import type { Context } from "../context.ts";
import type { DerivedRecord } from "../derived/derived-record.ts";
import type { RunDesign } from "../design/run-design.ts";
import type { Divider } from "../division/divider.ts";
import type { Layers } from "../fold/layers.ts";
import type { Push } from "../landing/push.ts";
import type { Leases } from "../lease/leases.ts";
import type { Slots } from "../lease/slots.ts";
import type { RunObserver } from "../observer.ts";
import type { Reviser } from "../revise/reviser.ts";

/** What the orders of a schedule are carried out with. */
export interface OrderRunContext {
  readonly artifactsRoot: string;
  readonly version: string;
  readonly template: string;
  /** How what passes its gates is reviewed; null if nobody reviews. */
  readonly review: ReviewJob | null;
  readonly repo: Repository;
  readonly branch: string;
  /** All orders of the plan, done or not. */
  readonly plan: readonly WorkOrder[];
  /** The id of the run-all that they are a part of. */
  readonly schedule: string | null;
  /** What the orders of the run keep to. */
  readonly design: RunDesign;
  /** How much of that a prompt shows. */
  readonly designBytes: number;
  /** What the run was asked with, for its record. */
  readonly config: RunConfig;
  readonly settings: FactorySettings;
  /** What an author with tools may do. */
  readonly agent: AgentSettings;
  readonly tools: ToolSettings;
  readonly triage: TriageSettings;
  readonly candidates: CandidateSettings;
  /** What decides how the repo is verified, besides its tree. */
  readonly choices: VerifyChoices;
  readonly signal: AbortSignal;
  /** The limit of time, if it was what fired the signal. */
  readonly timeIsUp: () => LimitReached | null;
  /** Parses texts for all orders; loads what it needs for that when it is needed. */
  readonly outlines: Outlines;
  readonly clock: Clock;
  readonly now: () => Date;
  /** Values that no artifact may hold. */
  readonly secrets: readonly string[];
  readonly observer: RunObserver;
  /** The keys of the first questions to whose candidates the record that answers has a commit. */
  readonly landedBefore: ReadonlySet<string>;
  /** What derive commands made in an attempt of the record that answers; null if that does not say. */
  readonly derivedBefore: (order: string, at: Round) => DerivedRecord | null;
  /** What makes files of every order's commit, and whether it may use the network. */
  readonly setup: Pick<SetupSettings, "derive" | "network">;
  /** What formats the files that an order writes. */
  readonly fixes: VerifySettings["fix"];
  /** @param claim which order asks, if it shares the budget with others that are asked at the same time */
  readonly modelFor: (recorder: Recorder, claim?: Claim) => Model;
  /** Who listens to answers as they come. */
  readonly listening: Pick<Context, "reasoning" | "answering">;
  /** Null if no order is to be divided. */
  readonly divider: Divider | null;
  /** Null if no order is to be revised without asking. */
  readonly reviser: Reviser | null;
  readonly leases: Leases;
  /** How many orders may be at their gates at once. */
  readonly gateSlots: Pick<Slots, "take">;
  /** What each order of the run changes. */
  readonly layers: Layers;
  readonly baselines: Baselines;
  /** Orders that come after an exempt one: what that has left is not excused, and not verified before they have begun. */
  readonly afterExempt: ReadonlySet<string>;
  readonly landing: Landing;
  /** What follows each commit; nothing where orders are not to be pushed one by one. */
  readonly push: Push;
}
