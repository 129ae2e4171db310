/** Who holds a branch of a repo; the content of a lock's file. */
export interface LockRecord {
  /** Never reused: a successor names it. */
  readonly id: string;
  readonly pid: number;
  /** When the process started, in the system's ticks: process ids are reused. */
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

/** The record in a lock's text; null if a power cut or a person has damaged it. */
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

/** What this process can see of lock holders. */
export interface Vantage {
  readonly machine: string;
  readonly bootId: string;
  isGone(pid: number, startTicks: number): boolean;
}

/**
 * Whether a lock's holder is still alive. Nobody can tell for another host or another process namespace. A damaged record belongs
 * to a dead holder: a record is complete before it is linked, and only a power cut takes bytes from it (reliability §3.5).
 */
export const judgeHolder = (record: LockRecord | null, from: Vantage): "alive" | "dead" | "unknown" => {
  if (record === null) return "dead";
  if (record.machine !== from.machine) return "unknown";
  if (record.boot_id !== from.bootId) return "dead";
  return from.isGone(record.pid, record.start_ticks) ? "dead" : "alive";
};
