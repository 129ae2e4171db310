import type { EventBody } from "@llmch/contract";
import type { JsonValue } from "@llmch/text";

/** A run's directory in memory: the records by name, and the events in order. */
export interface MemoryLedger {
  readonly artifacts: ReadonlyMap<string, JsonValue>;
  readonly events: readonly EventBody[];
  record(name: string, value: JsonValue): Promise<void>;
  recordText(name: string, text: string): Promise<void>;
  recordBytes(name: string, bytes: Uint8Array): Promise<void>;
  emit(event: EventBody): Promise<void>;
  settle(): Promise<void>;
}

/**
 * Keeps everything that it gets. Throws if a name is recorded twice, since a run's files are written once.
 * @param onEvent receives each event before it is kept: to stop a run at a certain point, or to throw as a full disk does
 */
export const memoryLedger = (onEvent: (event: EventBody) => void = () => {}): MemoryLedger => {
  const artifacts = new Map<string, JsonValue>();
  const events: EventBody[] = [];
  const record = async (name: string, value: JsonValue) => {
    if (artifacts.has(name)) throw new Error(`${name} is recorded twice`);
    artifacts.set(name, structuredClone(value));
  };
  return {
    artifacts,
    events,
    record,
    recordText: record,
    recordBytes: (name, bytes) => record(name, Buffer.from(bytes).toString()),
    settle: async () => {},
    emit: async (event) => {
      onEvent(event);
      events.push(event);
    },
  };
};
