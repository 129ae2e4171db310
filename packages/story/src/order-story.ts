import { needsIn, revisionFolder, standingConfig } from "@llmch/contract";
import { accepted, isJsonObject, type JsonValue, textMember } from "@llmch/text";
import { attemptStories } from "./attempt-story.ts";
import { type Documents, documentsOf } from "./documents.ts";
import { exchangesOf } from "./exchange-story.ts";
import { headOf } from "./head.ts";
import { allOf, type EventOf, firstOf, lastOf, type ToldJournal, toldJournal } from "./journal.ts";
import { planOf } from "./plan-source.ts";
import type { OpenRun, RecordedRun } from "./record.ts";
import type { TimedEvent } from "./sessions.ts";
import { speculationStories } from "./speculation-story.ts";
import type {
  AcceptanceBeforeStory,
  BaselineStory,
  CommitStory,
  OrderStory,
  RevisionStory,
  SetupStory,
} from "./stories/order.ts";

/** The story of one order's run. Its documents supply what its journal lacks. */
export const orderStory = (record: RecordedRun, open: OpenRun): OrderStory => orderStoryAndTimes(record, open).story;

/** The same, with the times of its events, for the run-all that it is a part of. */
export const orderStoryAndTimes = (
  record: RecordedRun,
  open: OpenRun,
): { readonly story: OrderStory; readonly times: readonly TimedEvent[] } => {
  const documents = documentsOf(record);
  const journal = toldJournal(record, documents);
  const { events } = journal;
  const started = firstOf(events, "order_started");
  const head = headOf(record, documents, journal);
  const run = started === null ? documents.object("run.json") : {};
  const first = documents.json<JsonValue>("work_order.json", accepted);
  const { order, ...revised } = asRevised(first, journal, documents);
  if (started !== null && !documents.has("work_order.json")) documents.fault("work_order.json", "it is missing");
  const summary = head.verdict !== null && head.state !== "damaged" ? documents.object("run_summary.json") : {};
  const attempts = attemptStories(events, exchangesOf(documents), documents);
  const story: OrderStory = {
    ...head,
    kind: "factory",
    order: started?.order ?? textMember(run, "work_order_id"),
    title: started?.title ?? (isJsonObject(order) ? textMember(order, "title") : null),
    work_order: order,
    ...revised,
    ...planOf(first, open),
    branch: started?.branch ?? textMember(run, "working_branch"),
    baseline: started?.baseline ?? null,
    model: started?.model ?? null,
    schedule: started === null ? textMember(run, "schedule") : started.schedule,
    config: started && standingConfig(started.config, events),
    setup: setupOf(journal),
    baseline_verification: baselineOf(journal),
    baseline_acceptance: acceptanceBeforeOf(journal),
    triage: triageOf(journal),
    attempts,
    speculations: speculationStories(journal.all),
    commit: commitOf(journal),
    needs: needsIn(summary),
    error: textMember(summary, "error"),
    hint: textMember(summary, "hint"),
    faults: documents.faults,
  };
  return { story, times: events.map(({ type, ts }) => ({ type, ts })) };
};

/** The order as it was last revised, and what it was before that. */
const asRevised = (
  first: JsonValue | null,
  { events }: ToldJournal,
  documents: Documents,
): { readonly order: JsonValue | null; readonly revision?: RevisionStory } => {
  const documentOf = ({ revision }: EventOf<"order_revised">) =>
    documents.json<JsonValue>(`${revisionFolder(revision)}/work_order.json`, accepted);
  const all = allOf(events, "order_revised");
  const [previous, last] = [all.at(-2), all.at(-1)];
  if (last === undefined) return { order: first };
  const before = previous === undefined ? first : documentOf(previous);
  return { order: documentOf(last) ?? first, revision: { revision: last.revision, before } };
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
  const evidence = lastOf(events, "committing")?.evidence ?? null;
  return { commit, branch, files, drift, evidence, pushed_to: lastOf(events, "pushed")?.remote ?? null };
};
