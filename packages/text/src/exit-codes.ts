/** Exit codes (contract §1). Each command uses those in its column. */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** `plan`: still invalid; `run`: unexpected error after rollback; `check`: at least one error. */
  invalid: 2,
  unexpected: 2,
  model: 3,
  notJson: 4,
  limit: 5,
  /** The run waits for the user's decision. */
  waiting: 6,
  interrupted: 130,
} as const;
