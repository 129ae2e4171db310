import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  askedInRun,
  callKey,
  callNamed,
  EXAMINATION_FILE,
  type Examination,
  type Exchange,
  orderCall,
  type PlannerAnswer,
  type Round,
  type RunEvent,
  readExamination,
  roundFolder,
  roundsOf,
} from "@llmch/contract";
import { childFolder, deriveDocument } from "@llmch/factory";
import { isFolder, readTextFile } from "@llmch/files";
import { type ReplaySource, readExchanges } from "@llmch/models";
import { listRunFiles, RUN_KINDS, readOwnBytes, readOwnObject, sealedFile, storedRuns } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, type Refusal, type Result, refusal, rejected, sha256Hex } from "@llmch/text";
import { type DerivedRecord, readDerived } from "../derived/derived-record.ts";
import { partOf } from "../stored/part-of.ts";

/** Recorded answers, and what the user should know about them, one sentence each. */
export interface ReplayRecord {
  readonly exchanges: ReplaySource;
  /** The keys of the first questions of attempts that were committed in the record. */
  readonly landed: ReadonlySet<string>;
  /** Those of attempts that another one followed. */
  readonly continued: ReadonlySet<string>;
  /** What derive commands made for its proposals, keyed by order and proposal folder. */
  readonly derived: ReadonlyMap<string, DerivedRecord>;
  /** What the user answered to the planner; empty for a stand-alone file. */
  readonly answered: readonly PlannerAnswer[];
  /** How the checks of its examinations ran; null if it has none. */
  readonly examination: Examination | null;
  readonly warnings: readonly string[];
}

/** Enough for thousands of answers; more would not fit into a string. */
const MAX_RECORD_BYTES = 256 * 1024 * 1024;
const EXCHANGES = "exchanges.jsonl";

/** What is read of a record. */
interface ReplayReading {
  readonly root: string;
  readonly cwd: string;
  readonly isStrict: boolean;
  /** The window of a build whose calls are answered; null for a run that is no window. */
  readonly window: number | null;
}

/**
 * Reads what `--replay` names: a file, or a run by its directory or its id below the artifacts root. The record of a run-all consists of
 * those of its order runs, and a build's of those of its window's runs; without a window a build has its own answers alone. Answers that
 * differ from the run's seal cause a warning, or a refusal if `isStrict`.
 */
export const readReplay = async (
  replay: string,
  { root, cwd, isStrict, window }: ReplayReading,
): Promise<Result<ReplayRecord, Refusal>> => {
  const exchanges = new Map<string, Exchange>();
  const landed = new Set<string>();
  const continued = new Set<string>();
  const derived = new Map<string, DerivedRecord>();
  const answered: PlannerAnswer[] = [];
  const warnings: string[] = [];
  let examination: Examination | null = null;
  for (const file of await recordFiles(resolve(cwd, replay), root, window)) {
    const name = file.directory === null ? replay : file.path;
    const text = await readTextFile(file.path, { name, maxBytes: MAX_RECORD_BYTES, links: file.links });
    if (!text.ok) return text;
    const sealed = file.directory === null ? null : sealedFile(file.directory, EXCHANGES);
    if (sealed !== null && sealed.sha256 !== sha256Hex(text.value)) {
      const message = `${name} does not hold the answers that the run was sealed with`;
      if (isStrict) return rejected(refusal("invalid-replay-file", message, "replay without --replay-strict"));
      warnings.push(`${message}: they were changed since`);
    }
    const read = readExchanges(text.value, name, window);
    if (!read.ok) return read;
    for (const [key, exchange] of read.value) exchanges.set(key, exchange);
    if (file.directory !== null) examination ??= examinationIn(file.directory);
    if (file.directory !== null) answered.push(...(await recordedAnswers(file.directory, window)));
    const attempts = file.directory === null ? [] : await recordedAttempts(file.directory);
    for (const { order, attempt, isLanded, derived: made } of attempts) {
      if (isLanded) landed.add(callKey(orderCall(order, attempt)));
      if (attempt > 1) continued.add(callKey(orderCall(order, attempt - 1)));
      for (const [folder, round] of made) {
        if (!round.ok) {
          const [what] = round.issues;
          if (isStrict) return rejected(refusal("invalid-replay-file", what, "replay without --replay-strict"));
          warnings.push(`${what}: the commands run again`);
        } else if (round.value !== null) derived.set(`${order}/${folder}`, round.value);
      }
    }
  }
  const lost = isStrict ? await lostAnswer(resolve(cwd, replay), root, window, exchanges) : null;
  if (lost !== null) return rejected(lost);
  return accepted({ exchanges, landed, continued, derived, answered, examination, warnings });
};

/** The examination in a run's folder; null if there is none, or if it cannot be read. */
const examinationIn = (directory: string): Examination | null => {
  const document = readOwnObject(join(directory, EXAMINATION_FILE));
  const read = document === null ? null : readExamination(document);
  return read?.ok === true ? read.value : null;
};

const recordedAnswers = async (directory: string, window: number | null): Promise<readonly PlannerAnswer[]> => {
  const { kind } = placeOf(directory);
  // What a build asked is no question of its window's planner.
  const isAsked = kind === "planner" || (kind === "build" && window === null);
  return isAsked ? askedInRun(await eventsOf(directory)).answers : [];
};

/** A run's journal; empty if it cannot be read. */
const eventsOf = async (directory: string): Promise<readonly RunEvent[]> => {
  const { store, kind: folder, runId } = placeOf(directory);
  const kind = RUN_KINDS.find((each) => each === folder);
  const stored = kind === undefined ? null : await readStoredRun(store, kind, runId);
  return stored?.ok === true ? stored.value.journal.events : [];
};

/** Finds an answer that the run received but the record lacks: a replay must not go on as if it never came. */
const lostAnswer = async (
  path: string,
  root: string,
  window: number | null,
  exchanges: ReplaySource,
): Promise<Refusal | null> => {
  const directory = runDirectory(path, root);
  for (const run of directory === null ? [] : await runsOf(directory, window)) {
    const events = placeOf(run).kind === "factory" ? await eventsOf(run) : [];
    const lost = events.find((event) => isAnswered(event) && !exchanges.has(event.key));
    if (lost === undefined || !isAnswered(lost)) continue;
    const message = `${run} was given an answer to ${lost.key}, and its record has none`;
    return refusal("invalid-replay-file", message, "replay without --replay-strict");
  }
  return null;
};

/** Answers given ahead of a turn are excluded: they are recorded under another key once they count. */
const isAnswered = (
  event: RunEvent,
): event is Extract<RunEvent, { readonly type: "model_answered" | "answer_reused" }> =>
  (event.type === "model_answered" || event.type === "answer_reused") &&
  callNamed(event.key)?.speculation === undefined;

interface RecordFile {
  readonly path: string;
  /** The directory of the run that it belongs to; null for a stand-alone file. */
  readonly directory: string | null;
  readonly links: "any" | { readonly within: string };
}

const recordFiles = async (path: string, root: string, window: number | null): Promise<readonly RecordFile[]> => {
  const directory = runDirectory(path, root);
  if (directory === null) return [{ path, directory, links: "any" }];
  const { store } = placeOf(directory);
  // Runs without a record are skipped.
  const runs = await runsOf(directory, window);
  const recorded = runs.filter((run) => run === directory || existsSync(join(run, EXCHANGES)));
  return recorded.map((run) => ({ path: join(run, EXCHANGES), directory: run, links: { within: store } }));
};

/** A run, its order runs, and a build's runs of a window. */
const runsOf = async (directory: string, window: number | null): Promise<readonly string[]> => {
  const { store, kind } = placeOf(directory);
  const events = kind === "run-all" || kind === "build" ? await eventsOf(directory) : [];
  const runs = [directory];
  for (const event of events) {
    const part = partOf(event);
    if (part === null || (event.type === "build_step_started" && event.window !== window)) continue;
    runs.push(...(await runsOf(join(store, part.kind, part.runId), window)));
  }
  return [...new Set(runs)];
};

interface RecordedAttempt {
  readonly order: string;
  readonly attempt: number;
  /** True if it became a commit. */
  readonly isLanded: boolean;
  /** What commands made for each of its proposals, by proposal folder. */
  readonly derived: ReadonlyMap<string, Result<DerivedRecord | null, string>>;
}

/** The attempts of an order's run and of the children that it was divided into; none for other kinds of run. */
const recordedAttempts = async (directory: string): Promise<readonly RecordedAttempt[]> => {
  const { store, kind, runId } = placeOf(directory);
  if (kind !== "factory") return [];
  const stored = await readStoredRun(store, kind, runId);
  const events = stored.ok ? stored.value.journal.events : [];
  const all = stored.ok ? stored.value.journal.all : [];
  const order = events.find((event) => event.type === "order_started")?.order;
  const hasDerived = all.some((event) => event.type === "step_started" && event.step === "derive");
  const names = hasDerived ? listRunFiles(directory) : [];
  const children = [...childFolders(all)].map(([child, folder]) => ({
    ...{ order: child, folder: `${folder}/` },
    events: all.filter((event) => event.child === child),
  }));
  const own = order === undefined ? [] : [{ order, folder: "", events }];
  return [...own, ...children].flatMap((part) => attemptsOf({ ...part, directory, names }));
};

/** The folder of each child below an order's run, including children of children. */
const childFolders = (all: readonly RunEvent[]): ReadonlyMap<string, string> => {
  const folders = new Map<string, string>();
  for (const event of all) {
    if (event.type !== "divided") continue;
    const above = event.child === undefined ? [] : [folders.get(event.child) ?? ""];
    for (const { order } of event.children) folders.set(order, [...above, childFolder(event.attempt, order)].join("/"));
  }
  return folders;
};

interface RecordedPart {
  readonly directory: string;
  readonly names: readonly string[];
  readonly order: string;
  /** The folder of its files below the run; empty, or with a trailing slash. */
  readonly folder: string;
  readonly events: readonly RunEvent[];
}

const attemptsOf = ({ directory, names, order, folder, events }: RecordedPart): readonly RecordedAttempt[] => {
  const attempts = new Set(events.flatMap((event) => (event.type === "attempt_started" ? [event.attempt] : [])));
  const isLanded = events.some((event) => event.type === "committed");
  const last = events.findLast((event) => event.type === "attempt_started")?.attempt;
  const own = new Set(names.flatMap((name) => (name.startsWith(folder) ? [name.slice(folder.length)] : [])));
  return [...attempts].map((attempt) => ({
    ...{ order, attempt },
    isLanded: isLanded && attempt === last,
    derived: new Map(
      roundsOf(events, attempt).map((at) => [roundFolder(at), sealedDerived(directory, folder, at, own)]),
    ),
  }));
};

/** Checks what was read: the document contains the bytes' hashes, and the seal the document's hash. */
const sealedDerived = (
  directory: string,
  folder: string,
  at: Round,
  names: ReadonlySet<string>,
): Result<DerivedRecord | null, string> => {
  const derived = readDerived(join(directory, folder), at, names);
  if (!derived.ok) return rejected(`${directory}/${folder}${derived.issues[0]}`);
  if (derived.value === null) return derived;
  const name = `${folder}${deriveDocument(at)}`;
  const sealed = sealedFile(directory, name);
  const bytes = sealed === null ? null : readOwnBytes(join(directory, name));
  const isWhole = bytes === null || (bytes.ok && sha256Hex(bytes.value) === sealed?.sha256);
  return isWhole ? derived : rejected(`${directory}/${name} is not what the run was sealed with`);
};

/** The place of a run, from its directory: `<store>/<kind>/<run>`. */
const placeOf = (directory: string) => {
  const folder = dirname(directory);
  return { store: dirname(folder), kind: basename(folder), runId: basename(directory) };
};

/** The run whose directory, record or id (or a prefix that no other has) a path names; null for any other file. */
const runDirectory = (path: string, root: string): string | null => {
  if (isFolder(path)) return path;
  if (basename(path) === EXCHANGES && existsSync(join(dirname(path), "events.jsonl"))) return dirname(path);
  const begin = basename(path).toUpperCase();
  const [named, other] = existsSync(path) ? [] : storedRuns(root).filter(({ runId }) => runId.startsWith(begin));
  return named === undefined || other !== undefined ? null : join(root, named.kind, named.runId);
};
