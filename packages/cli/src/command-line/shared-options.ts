/** Options that several commands share, as arguments for commander. Those with a value also need a parser. */

export const ARTIFACTS = [
  "--artifacts-dir <dir>",
  "where runs are kept (default: $ARTIFACTS_DIR, else ./artifacts)",
] as const;
export const TEMPLATE = ["--template <file>", "a planner prompt of your own, with {{PRODUCT_SPEC}}"] as const;
export const REFRESH = ["--refresh", "ask the model even if the same question already has a plan", false] as const;
export const REPLAY = [
  "--replay <file>",
  "answer from recorded exchanges, a file's or a run's; needs no key and no network",
] as const;
export const REPLAY_STRICT = ["--replay-strict", "refuse a recorded exchange whose request differs", false] as const;
export const STRICT = ["--strict", "count warnings of the check as errors", false] as const;
export const TRY_ACCEPTANCE = [
  "--run",
  "run each answer's acceptance commands on --repo's HEAD, in a worktree: those that pass there are sent back",
  false,
] as const;
