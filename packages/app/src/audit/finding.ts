/** What an audit can find. Scripts read these. */
export type FindingCode =
  | "journal"
  | "seal"
  | "run-missing"
  | "commit-missing"
  | "commit-trailers"
  | "commit-parent"
  | "commit-tree"
  | "not-checked";

/** Something that is not as it was recorded (a fault), or that could not be checked (a warning). */
export interface Finding {
  readonly level: "fault" | "warning";
  readonly code: FindingCode;
  /** A file below the artifacts root, or an order and its commit. */
  readonly where: string;
  readonly what: string;
}

export const fault = (code: FindingCode, where: string, what: string): Finding => ({
  level: "fault",
  code,
  where,
  what,
});

export const warning = (code: FindingCode, where: string, what: string): Finding => ({
  level: "warning",
  code,
  where,
  what,
});

/** The result of an audit. */
export interface Audit {
  readonly findings: readonly Finding[];
  /** Unfinished runs, with the command that resumes them. */
  readonly unfinished: readonly { readonly runId: string; readonly what: string }[];
  /** How many order runs, or their commits, were checked. */
  readonly orders: number;
  /** How many files match their seal. */
  readonly files: number;
}

export const findings = (...found: readonly Finding[]): Audit => ({
  findings: found,
  unfinished: [],
  orders: 0,
  files: 0,
});

export const joined = (...audits: readonly Audit[]): Audit => ({
  findings: audits.flatMap((audit) => audit.findings),
  unfinished: audits.flatMap((audit) => audit.unfinished),
  orders: audits.reduce((sum, { orders }) => sum + orders, 0),
  files: audits.reduce((sum, { files }) => sum + files, 0),
});
