import type { RunConfig } from "@llmch/contract";

/** What the events of a sample run or schedule tell of its settings. */
export const RUN_CONFIG: RunConfig = {
  ...{ repo: ".", branch: null, create_branch: false, reuse_branch: false, commit_hash: null, max_attempts: 1 },
  ...{ llm_model: "m", llm_temperature: null, timeout_seconds: 1, allow_verify_exempt: false, allow_empty: false },
  ...{ allow_dirty: false, allow_stale: false, stop_on_repeat: false, sandbox: "off", allow_network: false },
  ...{ push: false, out: null, orders: "wo", replay: null, replay_strict: false, settings: {} },
};
