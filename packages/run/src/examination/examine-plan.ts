import type { Context } from "@llmch/config";
import type { EventBody, Examined, RunConfig } from "@llmch/contract";
import { examinerNamed } from "@llmch/contract/settings";
import { NOTHING_EXAMINED } from "@llmch/examiner";
import type { PlanVerdict } from "@llmch/factory";
import type { Gateway } from "@llmch/models";
import { recorderOf, type Session } from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import type { Prepared } from "../preflight/preflight.ts";
import { examine } from "./examine.ts";
import { examinedEvent } from "./examined-event.ts";

/** How a plan's examination ended: whether its run passes, and what its evidence says. */
export interface ExaminedPlan {
  readonly verdict: PlanVerdict;
  /** Null if nobody was to examine it, or if it did not come to its end. */
  readonly examined: Examined | null;
}

/** What was carried out. */
interface Carried {
  /** The spec; null if no run keeps it. */
  readonly examinedSpec?: string | null;
  readonly config: Pick<RunConfig, "sandbox">;
  /** The run as its previous session left it. */
  readonly previous: StoredRun | null;
}

type ExaminedTold = Extract<EventBody, { readonly type: "examined" }>;

/** Where a plan is examined, and who is asked. */
interface PlanPlace {
  readonly session: Session;
  readonly context: Context;
  readonly gateway: Gateway;
  /** The commit that its last order became. */
  readonly tip: string;
}

/** Examines what the orders of a plan made, once all have landed and the plan's own acceptance has passed (contract §11). */
export const examinePlan = async (schedule: Carried, prepared: Prepared, place: PlanPlace): Promise<ExaminedPlan> => {
  const { model } = place.context.settings.values.examine;
  if (examinerNamed(model) === null) return { verdict: { kind: "open" }, examined: null };
  const before = schedule.previous?.journal.events.findLast((event) => event.type === "examined");
  const isTold = before?.type === "examined" && before.tip === place.tip;
  const told = isTold ? before : await examinedNow(schedule, prepared, place);
  if ("kind" in told) return { verdict: told, examined: null };
  if (!isTold) await place.session.emit(told);
  const { examined, findings } = told;
  const lines = findings.flatMap(({ id, sentence, why, flaky }) => (flaky ? [] : [`${id}: ${sentence} (${why})`]));
  if (lines.length === 0) return { verdict: { kind: "open" }, examined };
  const brief = {
    ...({ stage: "examination_failed", command: null, exit_code: null } as const),
    ...{ primary_error_excerpt: lines.join("\n"), constraints_reminder: "The orders stay landed." },
  };
  if (!isTold) await place.session.emit({ type: "plan_judged", commit: told.tip, brief });
  return { verdict: { kind: "shut", brief }, examined };
};

/** The event that tells of it; or that it did not come to its end. */
const examinedNow = async (
  { examinedSpec: spec = null, config }: Carried,
  { repo, isolation, planner }: Prepared,
  { session, context, gateway, tip }: PlanPlace,
): Promise<ExaminedTold | Extract<PlanVerdict, { readonly kind: "interrupted" }>> => {
  const at = { examination: 1, milestone: null, tip };
  const unexamined = (why: string) =>
    examinedEvent({ examination: NOTHING_EXAMINED, examined: `not examined (${why})` }, at);
  if (spec === null) return unexamined("its spec is not kept");
  const ended = await examine(
    {
      ...{ spec, commit: tip, milestone: null, sentences: null, window: null, examination: 1, attempt: 1 },
      before: NOTHING_EXAMINED,
      source: planner ?? { answers: null, examination: null },
    },
    {
      ...{ repo, isolation, context, session, signal: context.signal },
      hasConsent: context.asked?.consent === true || config.sandbox === "off",
      model: gateway.for(recorderOf(session, session.recorded, context)),
    },
  );
  if (ended.kind === "examined") return examinedEvent(ended, at);
  if (ended.kind === "interrupted" || ended.kind === "limited") return { kind: "interrupted" };
  return unexamined(ended.kind === "refused" ? ended.why.message : ended.message);
};
