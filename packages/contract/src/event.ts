import type { Diagnostic } from "./diagnostic.ts";
import type { FailureBrief } from "./failure-brief.ts";
import type { ModelUsage } from "./model-exchange.ts";

/** Version of the event format; raised when a reader of older events would misread newer ones. */
export const EVENT_FORMAT = 1;

export type Tool = "planner" | "factory";
export type RunVerdict = "PASS" | "FAIL" | "ERROR";
export type Step = "propose" | "validate" | "apply" | "verify" | "accept" | "finalize";
export type CommandPhase = "verify" | "acceptance";

/** What happened in a run. The journal adds `seq`, `ts` and `run_id` (contract §7). Views are folds over these. */
export type EventBody =
  | {
      readonly type: "plan_started";
      readonly format: number;
      readonly spec: string;
      readonly model: string;
      readonly max_attempts: number;
    }
  | { readonly type: "compile_attempt_started"; readonly attempt: number; readonly max_attempts: number }
  | {
      readonly type: "compile_attempt_judged";
      readonly attempt: number;
      readonly errors: readonly Diagnostic[];
      readonly warnings: readonly Diagnostic[];
    }
  | { readonly type: "plan_written"; readonly work_orders: number; readonly directory: string }
  | {
      readonly type: "order_started";
      readonly format: number;
      readonly order: string;
      readonly title: string;
      readonly branch: string;
      readonly baseline: string;
      readonly model: string;
    }
  | { readonly type: "attempt_started"; readonly attempt: number; readonly max_attempts: number }
  | { readonly type: "step_started"; readonly attempt: number; readonly step: Step }
  | {
      readonly type: "step_finished";
      readonly attempt: number;
      readonly step: Step;
      readonly ok: boolean;
      readonly duration_ms: number;
      readonly detail: string | null;
    }
  | { readonly type: "model_asked"; readonly key: string }
  | { readonly type: "model_retried"; readonly key: string; readonly reason: string; readonly wait_ms: number }
  | {
      readonly type: "model_answered";
      readonly key: string;
      readonly duration_ms: number;
      readonly usage: ModelUsage | null;
      readonly model: string;
    }
  | { readonly type: "model_failed"; readonly key: string; readonly reason: string; readonly message: string }
  | { readonly type: "command_started"; readonly phase: CommandPhase; readonly index: number; readonly command: string }
  | {
      readonly type: "command_finished";
      readonly phase: CommandPhase;
      readonly index: number;
      readonly command: string;
      readonly ok: boolean;
      readonly exit_code: number | null;
      readonly duration_ms: number;
    }
  | { readonly type: "attempt_failed"; readonly attempt: number; readonly brief: FailureBrief }
  | { readonly type: "rolled_back"; readonly baseline: string }
  | {
      readonly type: "committed";
      readonly commit: string;
      readonly branch: string;
      readonly files: readonly string[];
      readonly drift: readonly string[];
    }
  | { readonly type: "pushed"; readonly remote: string }
  | { readonly type: "warning"; readonly message: string }
  | {
      readonly type: "run_finished";
      readonly verdict: RunVerdict;
      readonly exit_code: number;
      readonly duration_ms: number;
    };

export type RunEvent = EventBody & { readonly seq: number; readonly ts: string; readonly run_id: string };
