import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type EventBody, type Exchange, type RunEvent, type RunKind, SEAL_FILE } from "@llmch/contract";
import { createWriteBehind, jsonText, makeDirectory, namedFault, syncDirectory, writeFileAtomic } from "@llmch/files";
import { createRedactor, type JsonValue } from "@llmch/text";
import { createJournalWriter, FIRST_POSITION, type JournalPosition } from "./journal-writer.ts";
import { continueLog, createLog, type LineLog } from "./line-log.ts";
import { QUEUE_FILE } from "./queue-record.ts";
import { freeReserve, makeReserve } from "./reserve.ts";
import { REQUEST_FILE } from "./run-request.ts";
import { sealRun } from "./seal.ts";
import { readStoredRun, type StoredRun } from "./stored-run.ts";
import { removeTemporaryFiles } from "./temporary-files.ts";

/**
 * A run's directory, written once. JSON is written whole; events and exchanges are append-only (contract §7). Events and
 * exchanges are in their files when a call returns, the rest at the latest when `settle` or `close` returns. A later call throws
 * a fault of the disk.
 */
export interface RunStore {
  readonly directory: string;
  /** Names are relative to the directory, as in `attempt_1/se_prompt.txt`. */
  record(name: string, value: JsonValue, isDurable?: boolean): Promise<void>;
  recordText(name: string, text: string): Promise<void>;
  /** Bytes as they are: the caller has checked them for secrets. */
  recordBytes(name: string, bytes: Uint8Array): Promise<void>;
  /** Numbers an event, adds it to `events.jsonl` and notifies the listeners. */
  emit(event: EventBody): Promise<void>;
  /** Adds to `exchanges.jsonl`. The exchange is on disk when the call returns, so that nobody pays twice for an answer. */
  appendExchange(exchange: Exchange): Promise<void>;
  /** Resolves when everything that was recorded is written. Throws if something cannot be. */
  settle(): Promise<void>;
  /** After a fault: frees the space that was reserved for the run's last words, and lets llmch try to write them. */
  makeRoom(): Promise<void>;
  subscribe(listener: (event: RunEvent) => void): void;
  /** Seals the run's files, as the last change to them. Gives the seal's head, or null if there is none, which is only a warning. */
  close(isDurable?: boolean): Promise<string | null>;
  /** Leaves the run as it is, to be resumed after a fault that cannot be recorded. */
  abandon(): void;
}

export interface RunStoreOptions {
  /** The wall clock; a label only. */
  readonly now?: () => Date;
  /** Values that are never written, such as keys; `[redacted by llmch]` replaces them. */
  readonly secrets?: readonly string[];
}

/** Makes `<root>/<kind>/<runId>/`, which must be new, or hold a request that nothing came of yet. This and every method throws if the machine fails. */
export const createRun = async (
  root: string,
  kind: RunKind,
  runId: string,
  options: RunStoreOptions = {},
): Promise<RunStore> => {
  const parent = join(root, kind);
  const directory = join(parent, runId);
  makeDirectory(parent);
  const isRequested = existsSync(join(directory, REQUEST_FILE));
  if (isRequested) await clearUnbegun(root, kind, runId);
  else mkdirSync(directory);
  try {
    syncDirectory(parent);
    const logs = { events: createLog(join(directory, EVENTS)), exchanges: createLog(join(directory, EXCHANGES)) };
    return storeIn(directory, runId, logs, FIRST_POSITION, options);
  } catch (fault) {
    // The run has recorded nothing yet.
    if (!isRequested) rmSync(directory, { recursive: true, force: true });
    throw namedFault(`the run's folder ${directory}`, "made", fault);
  }
};

/** Removes what a process left that ended before it began anything. Its request stays, and what a queue notes of it. */
const clearUnbegun = async (root: string, kind: RunKind, runId: string): Promise<void> => {
  const stored = await readStoredRun(root, kind, runId);
  const hasBegun = stored.ok
    ? stored.value.journal.events.some(({ type }) => type !== "run_finished")
    : stored.issues[0].kind !== "empty";
  if (hasBegun) throw new Error(`the run ${runId} has begun`);
  const directory = join(root, kind, runId);
  for (const name of readdirSync(directory))
    if (name !== REQUEST_FILE && name !== QUEUE_FILE) rmSync(join(directory, name), { recursive: true, force: true });
};

/** Continues a run that ended early. Cuts off torn lines, and removes files that were only partly written. The journal must be complete. */
export const reopenRun = async (
  { directory, runId, journal, exchanges }: StoredRun,
  options: RunStoreOptions = {},
): Promise<RunStore> => {
  removeTemporaryFiles(directory);
  const logs = {
    events: continueLog(join(directory, EVENTS), journal.wholeBytes),
    exchanges: continueLog(join(directory, EXCHANGES), exchanges.wholeBytes),
  };
  return storeIn(directory, runId, logs, { seq: journal.all.length, checksum: journal.checksum }, options);
};

/** What is only told: a resumed run takes the answers from the exchanges, and the commands' results from running them again. */
const TOLD = /^(?:speculation-\d+\/)?(?:attempt_\d+\/|baseline_)/;

const EVENTS = "events.jsonl";
const EXCHANGES = "exchanges.jsonl";

const storeIn = (
  directory: string,
  runId: string,
  logs: { readonly events: LineLog; readonly exchanges: LineLog },
  position: JournalPosition,
  { now = () => new Date(), secrets = [] }: RunStoreOptions,
): RunStore => {
  makeReserve(directory);
  syncDirectory(directory);
  const redactor = createRedactor(secrets);
  const journal = createJournalWriter(logs.events, { runId, now, position });
  const listeners: ((event: RunEvent) => void)[] = [];

  const writes = createWriteBehind();
  const inFolder = (name: string, write: (path: string) => Promise<void>) =>
    writes.add(async () => {
      const path = join(directory, name);
      try {
        if (name.includes("/")) makeDirectory(dirname(path));
        await write(path);
      } catch (fault) {
        throw namedFault(path, "written", fault);
      }
    });
  const record: RunStore["record"] = async (name, value, isDurable = !TOLD.test(name)) => {
    const text = jsonText(redactor.value(value));
    inFolder(name, (path) => writeFileAtomic(path, text, { isDurable }));
  };
  const emit: RunStore["emit"] = async (body) => {
    const event = journal.add(redactor.value(body));
    // The previous session's seal is valid until this line. From here on the run is unfinished.
    if (body.type === "resumed") remove(join(directory, SEAL_FILE));
    for (const listener of listeners) listener(event);
  };
  /** While the reserve exists, the run was not closed. It tells a reader why there is no seal. */
  const seal = async (isDurable?: boolean): Promise<string | null> => {
    let sealed = await sealRun(directory, isDurable);
    if (!sealed.ok) {
      freeReserve(directory);
      sealed = await sealRun(directory, isDurable);
    }
    if (sealed.ok) return sealed.value;
    remove(join(directory, SEAL_FILE));
    const message = `the run's files could not be sealed (${sealed.issues[0]}): \`llmch audit\` will not know them`;
    await emit({ type: "warning", message }).catch(() => {});
    return null;
  };
  let isOpen = true;
  const closeLogs = () => {
    if (!isOpen) return;
    isOpen = false;
    logs.events.close();
    logs.exchanges.close();
  };
  return {
    directory,
    record,
    recordText: async (name, text) =>
      inFolder(name, async (path) => {
        // A previous session may have left a file there, or somebody else a link.
        await rm(path, { force: true });
        await writeFile(path, redactor.text(text), { flag: "wx" });
      }),
    recordBytes: async (name, bytes) =>
      inFolder(name, (path) => writeFileAtomic(path, bytes, { isDurable: !TOLD.test(name) })),
    emit,
    appendExchange: async (exchange) => {
      const line = JSON.stringify(redactor.value(exchange));
      logs.exchanges.append(line, { durable: true });
    },
    settle: () => writes.settled(),
    makeRoom: async () => {
      await writes.recovered();
      freeReserve(directory);
    },
    subscribe: (listener) => {
      listeners.push(listener);
    },
    close: async (isDurable = true) => {
      try {
        await writes.settled();
        return await seal(isDurable);
      } finally {
        closeLogs();
        freeReserve(directory);
        if (isDurable) syncDirectory(directory);
      }
    },
    abandon: () => {
      closeLogs();
      freeReserve(directory);
    },
  };
};

/** If it cannot be removed, the next write says why. */
const remove = (file: string): void => {
  try {
    rmSync(file, { force: true });
  } catch {
    return;
  }
};
