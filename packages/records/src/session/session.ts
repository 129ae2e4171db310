import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RunAsked, RunObserver } from "@llmch/config";
import {
  EVENT_FORMAT,
  type EventBody,
  keyInWindow,
  type LimitReached,
  latestEnd,
  limitNeed,
  type Need,
  type RunConfig,
  type RunEvent,
  type RunKind,
  type RunVerdict,
  standingConfig,
  type Warning,
} from "@llmch/contract";
import type { Clock } from "@llmch/factory";
import { type ReplaySource, readExchanges } from "@llmch/models";
import {
  beginningMark,
  createRun,
  markSealed,
  REQUEST_FILE,
  type RunStore,
  reopenRun,
  requestDocument,
  type StoredRun,
  standingMark,
  takeOver,
} from "@llmch/store";
import { isOfQuestions, runSpending, type Spending, timeSpent } from "@llmch/story";
import {
  canonicalJson,
  createRedactor,
  type Environment,
  type JsonObject,
  type JsonValue,
  numberMember,
  objectMember,
} from "@llmch/text";

/** The run that a session belongs to. */
export interface SessionRequest {
  readonly artifactsRoot: string;
  readonly kind: RunKind;
  readonly runId: string;
  readonly version: string;
  /** What `run.json` says in addition to the members that every run has. */
  readonly members: JsonObject;
  /** What was asked, for a new run that is no part of another. */
  readonly asked?: RunAsked | null | undefined;
  /** The run as its previous session left it; null for a new one. */
  readonly previous: StoredRun | null;
}

export interface SessionPorts {
  readonly clock: Clock;
  /** The wall clock, used only for labels. */
  readonly now: () => Date;
  /** Values that no artifact may contain. */
  readonly secrets: readonly string[];
  readonly env: Environment;
  readonly observer: Pick<RunObserver, "event">;
}

/** What a run spent on models and how long it took across all of its sessions, and what it warned about. */
export interface SessionCost {
  readonly spent: Spending;
  readonly durationMs: number;
  /** The limit that this session reached, if any. */
  readonly limit: LimitReached | null;
  /** Warnings of this session only. */
  readonly warnings: readonly Warning[];
}

/** How a session ends. */
export interface SessionEnding {
  readonly verdict: RunVerdict;
  /** The exit code in the record (contract §1). */
  readonly exitCode: number;
  /** `run_summary.json`; null for a run that has none. */
  readonly summary: JsonValue | null;
  /** Whether it is a part of another run: if it passed, nobody resumes it, and its summary and seal need not outlast a power cut. */
  readonly isPart?: boolean;
  /** Members to replace in `run.json`. */
  readonly members?: JsonObject;
}

/** The part of a run's store that its work needs. */
type Writing = Pick<
  RunStore,
  "directory" | "record" | "recordText" | "recordBytes" | "emit" | "appendExchange" | "settle" | "makeRoom" | "abandon"
>;

/** One process's hold on a run: it owns the run's directory and journal from `openSession` to `finish` or `abandon`. */
export interface Session extends Writing {
  readonly runId: string;
  /** Answers that previous sessions received: each was paid for, so none is asked for again. Null in a first session. */
  readonly recorded: ReplaySource | null;
  /**
   * Writes the journal's first event, or an event that the run is resumed. Everything that a resume needs is on disk before that.
   * @param documents records it; called only in a first session, or if the run begins anew
   * @param anew the beginning of a run that begins anew although there is a previous session
   */
  begin(beginning: EventBody, documents: () => Promise<void>, anew?: boolean): Promise<void>;
  taken(): SessionCost;
  /**
   * What the run waits for if its last question met a usage limit whose end is known; recorded. Null if there was none, or if the run is
   * not to wait so long, or has waited before.
   * @param wait the setting `wait_for_limit`
   */
  limited(wait: string | null): Promise<Need | null>;
  /** Records how the run ended, and seals it. Returns the seal's head, or null if it could not be sealed. */
  finish(ending: SessionEnding): Promise<string | null>;
}

/** Creates a run's directory, or continues in it. This and every method throws if the machine fails. */
export const openSession = async (
  { artifactsRoot, kind, runId, version, members, asked = null, previous }: SessionRequest,
  { clock, now, secrets, env, observer }: SessionPorts,
): Promise<Session> => {
  const started = clock.monotonicMs();
  const options = { now, secrets };
  const recorded = previous === null ? null : await recordedExchanges(previous);
  const before = previous === null ? 0 : timeSpent(previous.journal.events);
  const store =
    previous === null ? await createRun(artifactsRoot, kind, runId, options) : await reopenRun(previous, options);
  const warnings: Warning[] = [];
  const questions: RunEvent[] = (previous?.journal.events ?? []).filter(isOfQuestions);
  let limit: LimitReached | null = null;
  let met: Extract<RunEvent, { readonly type: "model_failed" }> | null = null;
  const rest = createRest(clock);
  const duration = () => Math.round(clock.monotonicMs() - started - rest.ms());
  store.subscribe((event) => {
    rest.event(event);
    if (event.type === "warning") warnings.push(event.diagnostic ?? event.message);
    if (event.type === "limit_reached") limit = event;
    if (event.type === "model_failed") met = event;
    if (event.type === "model_answered") met = null;
    if (isOfQuestions(event)) questions.push(event);
    observer.event(event);
  });
  let isBegun = previous !== null;
  let mark = previous === null ? null : standingMark(env, previous);
  const runJson: JsonObject = {
    run_id: runId,
    tool: kind,
    version,
    started_at_utc: previous?.journal.events[0]?.ts ?? now().toISOString(),
    finished_at_utc: null,
    success: null,
    ...members,
  };
  const { directory, record, recordText, recordBytes, emit, settle, makeRoom, abandon } = store;
  const window = numberMember(objectMember(objectMember(members, "config"), "part"), "window");
  return {
    ...{ runId, directory, recorded, record, recordText, recordBytes, emit, settle, makeRoom, abandon },
    appendExchange: (exchange) =>
      store.appendExchange(window === null ? exchange : { ...exchange, key: keyInWindow(window, exchange.key) }),
    begin: async (beginning, documents, anew = false) => {
      const redactor = createRedactor(secrets);
      const word = redactor.value(beginning);
      if (previous === null && asked !== null && !existsSync(join(directory, REQUEST_FILE))) {
        await record(REQUEST_FILE, requestDocument(env, { runId }, redactor.value(asked)));
        await settle();
      }
      if (previous === null) mark = beginningMark(env, { directory, runId }, word);
      await record("run.json", { ...runJson, mark });
      const wasCancelled = await takeOver(directory);
      if (previous !== null) {
        const resumed = { type: "resumed", format: EVENT_FORMAT, from_seq: previous.journal.all.length - 1 } as const;
        const isolation = isolationOf(beginning);
        await emit(isolation === undefined ? resumed : { ...resumed, isolation });
        const before = previous.journal.all.map(isolationOf).findLast((each) => each !== undefined) ?? isolation;
        const message = `commands are ${isolation} from here on; before, they were ${before}`;
        if (isolation !== undefined && isolation !== before) await emit({ type: "warning", message });
        const changes = Object.entries(asked?.goesOn?.given ?? {}).map(([name, value]) => `${name}: ${value}`);
        const settings = "config" in beginning ? beginning.config.settings : null;
        if (changes.length > 0 && settings !== null && isOther(settings, previous.journal.all))
          await emit({ type: "settings_given", settings, changes });
      }
      if (previous === null || anew) {
        await documents();
        await settle();
        const own = anew ? beginningMark(env, { directory, runId }, word) : null;
        await emit(own === null ? word : redactor.value({ ...beginning, mark: own }));
        isBegun = true;
      }
      if (wasCancelled)
        await emit({ type: "warning", message: "the job was cancelled: it goes on, since you resume it" });
    },
    taken: () => ({ spent: runSpending(questions), limit, warnings, durationMs: before + duration() }),
    limited: async (wait) => {
      const need = wait === null || met === null ? null : limitToWaitFor(wait, met, previous);
      if (need === null) return null;
      const { kind: of, ...members } = need;
      await emit({ type: "decision_needed", of, ...members });
      return need;
    },
    finish: async ({ verdict, exitCode, summary, isPart = false, members: more = {} }) => {
      const success = verdict === "PASS";
      const isDurable = !isPart || !success;
      if (summary !== null) await record("run_summary.json", summary, isDurable);
      await record("run.json", { ...runJson, mark, finished_at_utc: now().toISOString(), success, ...more });
      await settle();
      if (!isBegun) {
        // A journal starts with the run's first event or is empty. If it is empty, the run starts again instead of being resumed.
        abandon();
        return null;
      }
      await emit({ type: "run_finished", verdict, exit_code: exitCode, duration_ms: duration() });
      const head = await store.close(isDurable);
      if (head !== null) markSealed(env, { directory, runId }, head);
      return head;
    },
  };
};

const limitToWaitFor = (
  wait: string,
  { until, ts }: Extract<RunEvent, { readonly type: "model_failed" }>,
  previous: StoredRun | null,
): Need | null =>
  until === undefined || Date.parse(until) > latestEnd(wait, Date.parse(ts)) || hasWaited(previous?.journal.all ?? [])
    ? null
    : limitNeed(until);

/** Whether a run has waited for a usage limit: it does so once. */
export const hasWaited = (events: readonly RunEvent[]): boolean =>
  events.some((event) => event.type === "decision_needed" && event.of === "limit");

/** How a session's first event says that commands are isolated. */
const isolationOf = (event: EventBody): string | undefined => ("isolation" in event ? event.isolation : undefined);

/** Whether these are not the settings that hold already. */
const isOther = (settings: RunConfig["settings"], events: readonly RunEvent[]): boolean => {
  const [beginning] = events;
  return (
    beginning === undefined ||
    !("config" in beginning) ||
    canonicalJson(standingConfig(beginning.config, events).settings) !== canonicalJson(settings)
  );
};

/** Adds up the time for which an order only waits for its turn, after work that was done ahead. */
const createRest = (clock: Clock) => {
  let restedMs = 0;
  let since: number | null = null;
  return {
    event: ({ type }: RunEvent): void => {
      if (since !== null) restedMs += clock.monotonicMs() - since;
      since = type === "speculation_ended" ? clock.monotonicMs() : null;
    },
    ms: () => restedMs + (since === null ? 0 : clock.monotonicMs() - since),
  };
};

/** The exchanges of a resumed run. Throws if they cannot be read although its journal could. */
export const recordedExchanges = async ({ directory, exchanges }: StoredRun): Promise<ReplaySource> => {
  const loaded = readExchanges(exchanges.text, `${directory}/exchanges.jsonl`);
  if (!loaded.ok) throw new Error(loaded.issues[0].message);
  return loaded.value;
};
