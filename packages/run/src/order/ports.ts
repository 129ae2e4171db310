import type { Context, RunAsked, RunObserver } from "@llmch/config";
import type { Conversation, LimitReached, RunConfig, WorkOrder } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import type { Model, Outlines, ReviewJob } from "@llmch/factory";
import type { VerifyChoices } from "@llmch/languages";
import type { Recorder } from "@llmch/models";
import type { ModelSource, RunDesign } from "@llmch/records";
import type { Landing, Repository } from "@llmch/workspace";
import type { Baselines } from "../baseline/baselines.ts";
import type { Approvable, Gate } from "../decisions/gate.ts";
import type { ByHand } from "../executor/by-hand.ts";
import type { RunExecutor } from "../executor/executor.ts";
import type { FinalPush, Push } from "../landing/push.ts";
import type { Leases } from "../lease/leases.ts";
import type { Divider } from "./divider.ts";
import type { Reviser } from "./reviser.ts";

/** What an order needs to be carried out; all orders of a run share it. */
export interface OrderPorts {
  readonly facts: RunFacts;
  readonly models: OrderModels;
  readonly ground: Ground;
  readonly watch: Watch;
  /** Has people decide what waits for them. */
  readonly gate: Gate;
}

/** What is settled before the first order. */
export interface RunFacts {
  readonly artifactsRoot: string;
  /** Absolute paths of llmch's own files in the repo. */
  readonly ownPlaces: readonly string[];
  readonly version: string;
  /** The id of the run-all that the orders belong to; null for a single order. */
  readonly schedule: string | null;
  /** What was asked, if an order's run is what it makes. */
  readonly asked: RunAsked | null;
  readonly branch: string;
  /** The run's options, for its record. */
  readonly config: RunConfig;
  readonly settings: Settings;
  /** All orders of the plan, done or not. */
  readonly plan: readonly WorkOrder[];
  /** What waits for a person before the first question. */
  readonly firstSteps: readonly Approvable[];
  /** How long a usage limit is waited for; null if it is not, or was before. */
  readonly wait: string | null;
  /** Orders that follow an exempt one: the failures that it left are not excused, and not verified before these orders begin. */
  readonly afterExempt: ReadonlySet<string>;
  /** True if commands that a model chose are left out: nothing isolates them, and the user's own settings do not allow that. */
  readonly refusesUnseen: boolean;
  /** How commands are isolated, in words. */
  readonly isolation: string;
  /** What determines how the repo is verified, besides its tree. */
  readonly choices: VerifyChoices;
  /** The text of `FACTORY_PROMPT.md`. */
  readonly template: string;
  /** The agent, or the person, who carries orders out in place of a model; null for none. */
  readonly executor: RunExecutor | ByHand | null;
  /** How work that passes its gates is reviewed; null for no review. */
  readonly review: ReviewJob | null;
  /** Values that no artifact may contain. */
  readonly secrets: readonly string[];
}

/** Who is asked, and for what. */
export interface OrderModels {
  readonly for: (recorder: Recorder) => Model;
  /** The design that the orders of the run follow. */
  readonly design: RunDesign;
  /** Null if no order may be divided. */
  readonly divider: Divider | null;
  /** Null if no order may be revised without asking. */
  readonly reviser: Reviser | null;
  /** What the replayed record, if any, says besides the answers. */
  readonly record: Pick<ModelSource, "answers" | "landed" | "continued" | "derived">;
  /** The conversation in which the run's only order was planned, if its author may go on with it. */
  readonly conversation: Conversation | null;
  /** Parses texts for all orders; loads its parsers on demand. */
  readonly outlines: Outlines;
}

/** The repo, the branch that orders land on, and the worktrees that they are lent. */
export interface Ground {
  readonly repo: Repository;
  readonly landing: Landing;
  /** Runs after each commit; does nothing if orders are not pushed one by one. */
  readonly push: Push;
  /** Pushes once, when every order has passed; null if nothing is pushed then. */
  readonly finalPush: FinalPush | null;
  readonly leases: Leases;
  readonly baselines: Baselines;
  /** Runs one command at a time if the user wants that, and commands share the machine's ports. */
  readonly inLine: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/** Who watches an order, and when it must stop. */
export interface Watch extends Pick<Context, "reasoning" | "answering">, RunObserver {
  readonly signal: AbortSignal;
  /** The time limit, if it was what fired the signal. */
  readonly timeIsUp: () => LimitReached | null;
}

/** The same ports, but whoever watches is told which order it is. */
export const portsFor = (order: string, ports: OrderPorts): OrderPorts => {
  const { watch } = ports;
  const { output, reasoning, answering } = watch;
  return {
    ...ports,
    watch: {
      ...watch,
      output: output === null ? null : (lastLine) => output(lastLine, order),
      reasoning: (text) => reasoning(text, order),
      ...(answering === undefined ? {} : { answering: (characters: number) => answering(characters, order) }),
    },
  };
};
