import type { Stage } from "@llmch/contract";

/** The long explanation of a stage at which an attempt failed, in plain text with code between backticks. */
export interface StageExplanation {
  readonly title: string;
  /** What has happened. */
  readonly meaning: string;
  /** The usual causes, and what a person can do. */
  readonly hint: string;
  /** What else in the attempt's folder helps. */
  readonly files: readonly string[];
}

/** The stages of contract §5, each as the person with the failed run asks about it. */
export const STAGE_EXPLANATIONS: Readonly<Record<Stage, StageExplanation>> = {
  preflight: {
    title: "the order cannot be carried out in this repo",
    meaning:
      "A precondition does not hold at the baseline, or the files that may be written are too many to be shown. No model " +
      "was asked, and no other attempt is made: no answer could help.",
    hint:
      "Carry out the orders in their sequence, from the commit that they were planned for. Where files are too large, split " +
      "the order. `llmch check WO-DIR --repo DIR` finds what a plan requires in vain.",
    files: ["failure_brief.json"],
  },
  llm_output_invalid: {
    title: "the answer is no proposal",
    meaning:
      "What the model answered is not one JSON object with `summary` and `writes`, has no write at all, a write that says none or " +
      "two of `content`, `edits`, `delete` and `rename_to`, or more than 200 KB a file or 500 KB in all. The next attempt is told so.",
    hint:
      "Mostly the answer was cut or wrapped in prose: the next attempt fixes it. Where every attempt fails so, the order is " +
      "too large for one answer (split it), or the model too weak for it (`--llm-model`).",
    files: ["raw_llm_response.json", "se_prompt.txt"],
  },
  write_scope_violation: {
    title: "the answer writes what the order does not allow",
    meaning:
      "A path, or what a file is renamed to, is not among `allowed_files`, is named twice, differs from another one only in how it " +
      "is spelled, has a symbolic link on it or leads out of the repo. Nothing of the answer was written.",
    hint:
      "Where the model was right to want the file, the order is wrong: add it to `allowed_files`, with its postcondition. Where " +
      "not, say in `forbidden` what is to be left alone.",
    files: ["proposed_writes.json", "write_result.json"],
  },
  stale_context: {
    title: "the answer rests on another state of a file",
    meaning:
      "A `base_sha256` is not the one of the file as it stands, a file to edit, delete or rename is not there, the `find` of an edit " +
      "does not stand in it exactly once, or a file that was shown by parts was to be rewritten. All of it is looked at before the " +
      "first file is changed, so nothing was.",
    hint:
      "The model copied wrongly what it was told; the next attempt is shown it again, for an edit with the nearest place. A weak " +
      "model does so often: try another one.",
    files: ["proposed_writes.json", "write_result.json"],
  },
  write_failed: {
    title: "a file could not be written",
    meaning:
      "The machine refused to replace a file: no space, no permission, a read-only disk. No other attempt is made.",
    hint: "Fix the machine as the excerpt says (`llmch doctor` looks at disk space and access), then `llmch resume`.",
    files: ["write_result.json", "failure_brief.json"],
  },
  verify_failed: {
    title: "the repo as a whole does not verify",
    meaning:
      "The files were written, and then `scripts/verify.sh` or the repo's own tests failed. All tests so far count, not those " +
      "of this order alone. Everything was put back.",
    hint:
      "Read the end of the output. Where an earlier order's test fails, the answer broke what stood, or the order demands what " +
      "contradicts it. Where every attempt fails in the same way, look at the order and the script before the model.",
    files: ["verify_result.json", "verify_K_stdout.txt", "verify_K_stderr.txt"],
  },
  acceptance_failed: {
    title: "the order's own demands do not hold",
    meaning:
      "The repo verifies, but a file of the postconditions is missing, or an acceptance command did not exit with 0 within its limit. Commands run " +
      "without a shell, in the repo's root. Everything was put back.",
    hint:
      "Run the command by hand on the proposed files. Where the answer is right and the command wrong, fix the order: `llmch " +
      "check` warns of shell text (W203) and of files that are not there (W205).",
    files: ["acceptance_result.json", "acceptance_K_stdout.txt", "acceptance_K_stderr.txt"],
  },
  exception: {
    title: "something outside the order went wrong",
    meaning:
      "The model's server was gone or refused the key, a recorded answer is missing, or a fault of the machine came in between. " +
      "No other attempt is made, and the repo is as it was.",
    hint: "Do what the excerpt says, then `llmch resume`: answers that were paid for are not asked for again.",
    files: ["failure_brief.json"],
  },
};
