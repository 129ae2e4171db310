import type {
  AskOptions,
  AuditOptions,
  CheckOptions,
  LlmchOptions,
  PlanOptions,
  ResumeOptions,
  ReviseOptions,
  RunOptions,
} from "./public.ts";

/** The kind of an option: a JavaScript type, one of several words, or anything that is judged elsewhere. */
export type OptionKind =
  | "text"
  | "yes or no"
  | "function"
  | "object"
  | "AbortSignal"
  | "judged later"
  | readonly string[];

/** The options of an act, by name. */
export type OptionKinds<Options> = Readonly<Record<keyof Options, OptionKind>>;

export const LLMCH_OPTIONS: OptionKinds<LlmchOptions> = {
  repo: "text",
  settings: "judged later",
  signal: "AbortSignal",
  onEvent: "function",
  artifactsDir: "text",
  cwd: "text",
  env: "object",
};

const REPLAY = { replay: "text", replayStrict: "yes or no" } as const;

export const PLAN_OPTIONS: OptionKinds<PlanOptions> = {
  ...REPLAY,
  outdir: "text",
  overwrite: "yes or no",
  refresh: "yes or no",
  template: "text",
};

export const ASK_OPTIONS: OptionKinds<AskOptions> = REPLAY;

export const CHECK_OPTIONS: OptionKinds<CheckOptions> = { repo: "yes or no" };

export const AUDIT_OPTIONS: OptionKinds<AuditOptions> = { sequential: "yes or no" };

export const RUN_OPTIONS: OptionKinds<RunOptions> = {
  ...REPLAY,
  branch: "text",
  createBranch: "yes or no",
  reuseBranch: "yes or no",
  commitHash: "text",
  allowVerifyExempt: "yes or no",
  allowEmpty: "yes or no",
  allowDirty: "yes or no",
  allowStale: "yes or no",
  stopOnRepeat: "yes or no",
  sandbox: ["auto", "required", "off"],
  allowNetwork: "yes or no",
  push: "yes or no",
  out: "text",
  revise: "judged later",
  jobs: "judged later",
  keepGoing: "yes or no",
};

export const REVISE_OPTIONS: OptionKinds<ReviseOptions> = {
  ...REPLAY,
  agree: "yes or no",
  write: "yes or no",
  refresh: "yes or no",
};

export const RESUME_OPTIONS: OptionKinds<ResumeOptions> = {
  ...REPLAY,
  maxAttempts: "judged later",
  allowStale: "yes or no",
  allowVerifyExempt: "yes or no",
  allowEmpty: "yes or no",
  allowNetwork: "yes or no",
  sandbox: ["off"],
  stopOnRepeat: "yes or no",
};
