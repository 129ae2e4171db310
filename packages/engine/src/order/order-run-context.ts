import type { LimitReached, Round, RunConfig, WorkOrder } from "@llmch/contract";
import type {
  AgentSettings,
  FactorySettings,
  Settings,
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

/** What the orders of a schedule need to be carried out. */
export interface OrderRunContext {
  readonly artifactsRoot: string;
  readonly version: string;
  readonly template: string;
  /** How work that passes its gates is reviewed; null for no review. */
  readonly review: ReviewJob | null;
  readonly repo: Repository;
  readonly branch: string;
  /** All orders of the plan, done or not. */
  readonly plan: readonly WorkOrder[];
  /** The id of the run-all they belong to. */
  readonly schedule: string | null;
  /** The design that the orders of the run follow. */
  readonly design: RunDesign;
  /** How large the contexts of models are. */
  readonly models: Pick<Settings["models"], "context_tokens">;
  /** The run's options, for its record. */
  readonly config: RunConfig;
  readonly settings: FactorySettings;
  /** What an author with tools may do. */
  readonly agent: AgentSettings;
  readonly tools: ToolSettings;
  readonly triage: TriageSettings;
  /** What determines how the repo is verified, besides its tree. */
  readonly choices: VerifyChoices;
  readonly signal: AbortSignal;
  /** The time limit, if it was what fired the signal. */
  readonly timeIsUp: () => LimitReached | null;
  /** Parses texts for all orders; loads its parsers on demand. */
  readonly outlines: Outlines;
  readonly clock: Clock;
  readonly now: () => Date;
  /** Values that no artifact may contain. */
  readonly secrets: readonly string[];
  readonly observer: RunObserver;
  /** The keys of the first questions of those candidates that were committed in the replayed record. */
  readonly landedBefore: ReadonlySet<string>;
  /** What derive commands made in an attempt of the replayed record; null if the record does not say. */
  readonly derivedBefore: (order: string, at: Round) => DerivedRecord | null;
  /** Which commands derive files in every order's commit, and whether they may use the network. */
  readonly setup: Pick<SetupSettings, "derive" | "network">;
  /** The commands that format the files that an order writes. */
  readonly fixes: VerifySettings["fix"];
  /** @param claim which order asks, if it shares the budget with others that are asked at the same time */
  readonly modelFor: (recorder: Recorder, claim?: Claim) => Model;
  /** Listens to answers as they stream in. */
  readonly listening: Pick<Context, "reasoning" | "answering">;
  /** Null if no order may be divided. */
  readonly divider: Divider | null;
  /** Null if no order may be revised without asking. */
  readonly reviser: Reviser | null;
  readonly leases: Leases;
  /** How many orders may be at their gates at once. */
  readonly gateSlots: Pick<Slots, "take">;
  /** What each order of the run changes. */
  readonly layers: Layers;
  readonly baselines: Baselines;
  /** Orders that follow an exempt one: the failures that it left are not excused, and not verified before these orders begin. */
  readonly afterExempt: ReadonlySet<string>;
  readonly landing: Landing;
  /** Runs after each commit; does nothing if orders are not pushed one by one. */
  readonly push: Push;
}
