import { accepted, isJsonObject, type JsonValue, needsIn, textMember } from "@llmch/contract";
import { attemptStories } from "./attempt-story.ts";
import { documentsOf } from "./documents.ts";
import { exchangesOf } from "./exchange-story.ts";
import { headOf } from "./head.ts";
import { type EventOf, firstOf, lastOf, type ToldJournal, toldJournal } from "./journal.ts";
import type { RecordedRun } from "./record.ts";
import type { TimedEvent } from "./sessions.ts";
import { speculationStories } from "./speculation-story.ts";
import type { AcceptanceBeforeStory, BaselineStory, CommitStory, OrderStory, SetupStory } from "./story.ts";

/** The story of one order's run. Its documents supply what its journal lacks. */
export const orderStory = (record: RecordedRun): OrderStory => orderStoryAndTimes(record).story;

/** The same, with the times of its events, for the run-all that it is a part of. */
export const orderStoryAndTimes = (
  record: RecordedRun,
): { readonly story: OrderStory; readonly times: readonly TimedEvent[] } => {
  const documents = documentsOf(record);
  const journal = toldJournal(record, documents);
  const { events } = journal;
  const started = firstOf(events, "order_started");
  const head = headOf(record, documents, journal);
  const run = started === null ? documents.object("run.json") : {};
  const order = documents.json<JsonValue>("work_order.json", accepted);
  if (started !== null && !documents.has("work_order.json")) documents.fault("work_order.json", "it is missing");
  const summary = head.state === "finished" ? documents.object("run_summary.json") : {};
  const attempts = attemptStories(events, exchangesOf(documents), documents);
  const story: OrderStory = {
    ...head,
    kind: "factory",
    order: started?.order ?? textMember(run, "work_order_id"),
    title: started?.title ?? (isJsonObject(order) ? textMember(order, "title") : null),
    work_order: order,
    branch: started?.branch ?? textMember(run, "working_branch"),
    baseline: started?.baseline ?? null,
    model: started?.model ?? null,
    schedule: started === null ? textMember(run, "schedule") : started.schedule,
    config: started?.config ?? null,
    setup: setupOf(journal),
    baseline_verification: baselineOf(journal),
    baseline_acceptance: acceptanceBeforeOf(journal),
    triage: triageOf(journal),
    attempts,
    speculations: speculationStories(journal.all),
    commit: commitOf(journal),
    needs: needsIn(summary),
    error: textMember(summary, "error"),
    // Older summaries say `mend` for the same thing.
    hint: textMember(summary, "hint") ?? textMember(summary, "mend"),
    faults: documents.faults,
  };
  return { story, times: events.map(({ type, ts }) => ({ type, ts })) };
};

const setupOf = ({ events }: ToldJournal): SetupStory | null => {
  const began = lastOf(events, "setup_started");
  if (began === null) return null;
  const last = lastOf(events, "setup_finished");
  const ended = last !== null && events.indexOf(last) > events.indexOf(began) ? last : null;
  const failed =
    ended === null || ended.command === null ? null : { command: ended.command, exit_code: ended.exit_code };
  const { commands, cached } = began;
  return { commands, ok: ended?.ok ?? null, cached, failed, duration_ms: ended?.duration_ms ?? null };
};

const baselineOf = ({ events }: ToldJournal): BaselineStory | null => {
  const verified = lastOf(events, "baseline_verified");
  if (verified === null) return null;
  const { source, ok, red, flaky, duration_ms } = verified;
  return { source, ok, red, flaky, duration_ms };
};

const acceptanceBeforeOf = ({ events }: ToldJournal): AcceptanceBeforeStory | null => {
  const tried = lastOf(events, "acceptance_tried");
  return tried === null ? null : { failed: tried.failed, duration_ms: tried.duration_ms };
};

const triageOf = ({ events }: ToldJournal): OrderStory["triage"] => {
  const triaged = lastOf(events, "triaged");
  return triaged === null ? null : { complexity: triaged.complexity, reason: triaged.reason };
};

const commitOf = ({ events }: ToldJournal): CommitStory | null => {
  const committed: EventOf<"committed"> | null = lastOf(events, "committed");
  if (committed === null) return null;
  const { commit, branch, files, drift } = committed;
  return { commit, branch, files, drift, pushed_to: lastOf(events, "pushed")?.remote ?? null };
};
