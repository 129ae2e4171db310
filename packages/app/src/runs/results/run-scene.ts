import type { Context } from "@llmch/config";
import type { ApprovableKind, Warning } from "@llmch/contract";
import type { SetupSettings } from "@llmch/contract/settings";
import { type Forecast, scheduleEstimate } from "@llmch/plan";
import { isolationInWords, type Prepared, pushInWords, type Schedule } from "@llmch/run";
import { commandLine, type JsonObject } from "@llmch/text";
import { type PlannedOrder, plannedOrders } from "./planned-orders.ts";

/** What is about to be carried out. */
export interface RunScene {
  readonly kind: "orders";
  /** The command: `run`, `run-all` or `resume`. */
  readonly operation: string;
  /** All orders of the plan. */
  readonly orders: readonly {
    readonly order: string;
    readonly title: string;
    readonly skipped: boolean;
  }[];
  readonly jobs: number;
  /** The kinds of steps that wait for a person. */
  readonly approve: readonly ApprovableKind[];
  /** Those that the branch's history shows done. */
  readonly doneBefore: readonly string[];
  readonly model: string;
  /** Whether a yes to these orders is a yes to all that their build will plan (contract §11). */
  readonly isConsent: boolean;
  /** Whether models are asked, which takes time, rather than a record read. */
  readonly asks: boolean;
  readonly branch: string;
  readonly baseline: string;
  readonly isolation: string;
  readonly push: string;
  readonly unverified: string | null;
  /** What else to know, one sentence each: commands of the setup, and those that make files, what was cleared of killed runs. */
  readonly facts: readonly string[];
  readonly warnings: readonly Warning[];
  readonly caps: Context["settings"]["values"]["budget"];
  /** What to expect of a dry run, which ends with that; null for any other. */
  readonly forecast: Forecast | null;
  /** What a person looks through before agreeing. Only made if it is asked for. */
  readonly intent: () => Promise<Intent>;
}

/** What a person agrees to. */
export interface Intent {
  readonly orders: readonly PlannedOrder[];
  /** What carrying them out may cost; null if unknown. */
  readonly estimate: JsonObject | null;
}

const askedInWords = ({ model, executor }: Prepared, asked: string): string =>
  model.replay !== null
    ? `replay of ${model.replay}`
    : executor === null
      ? asked
      : "taken" in executor
        ? "by hand: what the checkout has is the order's work"
        : `the agent ${executor.name}`;

const setupInWords = ({ commands, network }: SetupSettings): readonly string[] =>
  commands.map((command) => `\`${commandLine(command)}\` sets the repo up${network ? ", with the network" : ""}`);

/** The scene of a schedule that is about to begin. */
export const runScene = async (
  operation: string,
  schedule: Schedule,
  prepared: Prepared,
  context: Context,
  isConsent: boolean,
): Promise<Omit<RunScene, "forecast">> => {
  const { orders, tasks, config } = schedule;
  const { jobs = 1 } = config;
  const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const shown = orders.map(({ order: { id, title } }) => ({ order: id, title, skipped: !waiting.has(id) }));
  return {
    ...{ kind: "orders", operation, jobs, approve: config.approve ?? [], caps: context.settings.values.budget },
    ...{ orders: shown, isConsent },
    doneBefore: prepared.skipped.map(({ order }) => order.id).filter((id) => !waiting.has(id)),
    model: askedInWords(prepared, config.llm_model),
    asks: prepared.model.replay === null && config.by_hand !== true,
    ...{ branch: prepared.branch, baseline: prepared.baseline, unverified: prepared.unverified },
    isolation: isolationInWords(prepared.isolation),
    push: pushInWords(prepared.push),
    facts: [...setupInWords(context.settings.values.setup), ...prepared.derives, ...prepared.cleared],
    warnings: prepared.warnings,
    intent: async () => ({
      orders: await plannedOrders(tasks.map(({ loaded }) => loaded.document)),
      estimate: await scheduleEstimate(schedule, prepared, context),
    }),
  };
};
