/** Who holds a branch of a repo; the text of a lock's file. */
export interface LockRecord {
  /** Never used twice: a successor names it. */
  readonly id: string;
  readonly pid: number;
  /** When the process started, in the system's ticks: process ids come back. */
  readonly start_ticks: number;
  readonly boot_id: string;
  readonly host: string;
  /** Host and process namespace, hashed: process ids mean nothing elsewhere. */
  readonly machine: string;
  readonly run: string;
  readonly branch: string;
  readonly started_at_utc: string;
}

const TEXTS = ["boot_id", "host", "machine", "run", "branch", "started_at_utc"] as const;

/** The record that a lock's text holds; null where a power cut or a hand has damaged it. */
export const parseLockRecord = (text: string): LockRecord | null => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isLockRecord(value) ? value : null;
};

const isLockRecord = (value: unknown): value is LockRecord => {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const id = fields.get("id");
  return (
    typeof id === "string" &&
    /^[0-9A-Z]{26}$/.test(id) &&
    isCount(fields.get("pid")) &&
    fields.get("pid") !== 0 &&
    isCount(fields.get("start_ticks")) &&
    TEXTS.every((name) => typeof fields.get(name) === "string")
  );
};

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** What can be seen from here of those who hold locks. */
export interface Vantage {
  readonly machine: string;
  readonly bootId: string;
  isGone(pid: number, startTicks: number): boolean;
}

/**
 * Whether a lock's holder still lives. Nobody can tell of another host's, or of one in another process namespace; a damaged
 * record is a dead one's, since a record is whole before it is linked and only a power cut takes bytes from it
 * (reliability §3.5).
 */
export const judgeHolder = (record: LockRecord | null, from: Vantage): "alive" | "dead" | "unknown" => {
  if (record === null) return "dead";
  if (record.machine !== from.machine) return "unknown";
  if (record.boot_id !== from.bootId) return "dead";
  return from.isGone(record.pid, record.start_ticks) ? "dead" : "alive";
};
