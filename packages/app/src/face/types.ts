// What a face is told and asks, and what outcomes hold, by name.
import type { Face, PlanScene } from "../context.ts";
import type { Outcome, OutcomeError } from "../outcome.ts";
import type { RunScene } from "../runs/results/run-scene.ts";

/** An event of a run, as its journal has it. */
export type RunEvent = Parameters<Face["event"]>[0];
/** What waits for a person. */
export type Need = Parameters<Face["decides"]>[0];
/** What a person says to it. */
export type Decision = NonNullable<Awaited<ReturnType<Face["decides"]>>>;
/** What a plan depends on and only its user can say. */
export type PlannerQuestion = Parameters<Face["ask"]>[0][number];
/** The most that a run may spend. */
export type Caps = PlanScene["caps"];
/** A finding about a plan, with its code. */
export type Diagnostic = Extract<OutcomeError, { readonly wo_id: unknown }>;
/** The texts that diagnostics are about. */
export type PlanSource = NonNullable<Outcome["source"]>;
/** What to expect of a run. */
export type Forecast = NonNullable<RunScene["forecast"]>;
