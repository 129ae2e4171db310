import type { Design, Diagnostic } from "@llmch/contract";
import type { InlinePrograms } from "../inline-programs.ts";
import type { OrderReading } from "../order-reading.ts";
import type { PlanFiles } from "../plan-files.ts";
import type { PlanGraph } from "../plan-graph.ts";
import type { PlanMentions } from "../plan-mentions.ts";
import type { PlanWriters } from "../plan-writers.ts";

/** A diagnostic without its order's id. Its pointer leads into the normalised order. */
export type Finding = Omit<Diagnostic, "wo_id" | "pointer"> & { readonly pointer: string };

/** What a rule about a single order sees. */
export interface OrderScene {
  readonly order: OrderReading;
  readonly programs: InlinePrograms;
}

/** What a model without tools is shown of an order's files. */
export interface ShownRoom {
  /** Bytes of the repo's files. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The most bytes that are shown in all. */
  readonly fileBytes: number;
  /** A larger file is shown by its parts. */
  readonly wholeFileBytes: number;
}

/** What a rule about an order's place in the chain also sees. */
export interface ChainScene extends OrderScene, PlanWriters {
  /** The files at that point of the plan. */
  readonly files: PlanFiles;
  /** The dependencies between the orders. */
  readonly graph: PlanGraph;
  /** Which files the plan's commands concern. */
  readonly mentions: PlanMentions;
  /** Allowed files that the repo ignores. */
  readonly ignored: ReadonlySet<string>;
  /** Null if the models of the orders have tools, or nothing is known. */
  readonly room: ShownRoom | null;
  /** The design that the plan's orders follow; null if there is none. */
  readonly design: Design | null;
}

export type OrderRule = (scene: OrderScene) => readonly Finding[];
export type ChainRule = (scene: ChainScene) => readonly Finding[];
