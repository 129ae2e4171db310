import type { Stage } from "@llmch/contract";

/** The long explanation of a stage at which an attempt failed, in plain text with code in backticks. */
export interface StageExplanation {
  readonly title: string;
  /** What happened. */
  readonly meaning: string;
  /** The usual causes, and what a person can do. */
  readonly hint: string;
  /** Other files in the attempt's folder that help. */
  readonly files: readonly string[];
}

/** The stages of contract §5, explained for the person with the failed run. */
export const STAGE_EXPLANATIONS: Readonly<Record<Stage, StageExplanation>> = {
  preflight: {
    title: "the order cannot be carried out in this repo",
    meaning:
      "A precondition does not hold at the baseline, a tool or package that verifies the repo is missing, the acceptance holds before the work (W221), or the " +
      "files that the order may write are too large to be shown without tools. No model was asked, and no answer could help.",
    hint:
      "Carry out the orders in sequence, from the commit that they were planned for. If files are too large, split the order, or `llmch resume --agent auto`. " +
      "If something is missing, install it or set `setup.commands`: `llmch doctor WO-DIR --verify` looks again, `llmch resume` continues.",
    files: ["failure_brief.json", "baseline_verification.json", "baseline_acceptance.json"],
  },
  llm_output_invalid: {
    title: "the answer is not a proposal",
    meaning:
      "The answer is not one JSON object with `summary` and `writes` (or a well-founded `objection`), has no write, has one with none or two of `content`, " +
      "`edits`, `delete` and `rename_to`, or exceeds 200 KB a file or 500 KB in all.",
    hint:
      "Usually the answer was cut or wrapped in prose, and the next attempt fixes it. If every attempt fails like this, split the order, or try another " +
      "`--llm-model`.",
    files: ["raw_llm_response.json", "se_prompt.txt"],
  },
  write_scope_violation: {
    title: "the answer writes what the order does not allow",
    meaning:
      "A path is not among `allowed_files`, is named twice, differs from another only in spelling, goes through a symbolic link or leads out of the repo, or " +
      "`executable` is said of what is no new script: then nothing was written. Or git would not store a file as it is, because of a filter or an encoding.",
    hint: "If the model was right to want the file, add it to `allowed_files`, with its postcondition. If not, say in `forbidden` what it must leave alone.",
    files: ["proposed_writes.json", "write_result.json"],
  },
  stale_context: {
    title: "the answer is based on another state of a file",
    meaning:
      "A `base_sha256` is not that of the file, a file to edit, delete or rename does not exist, a `find` does not occur exactly once, or the answer rewrites a " +
      "file that is too large for that. Nothing was changed.",
    hint: "The model copied something wrongly, and the next attempt sees it again. If a weak model does this often, try another one.",
    files: ["proposed_writes.json", "write_result.json"],
  },
  write_failed: {
    title: "a file could not be written",
    meaning: "The machine refused to replace a file: no space, no permission, a read-only disk.",
    hint: "Fix the machine as the excerpt says (`llmch doctor` looks at disk space and access), then `llmch resume`.",
    files: ["write_result.json", "failure_brief.json"],
  },
  verify_failed: {
    title: "the repo as a whole does not verify",
    meaning:
      "A command that makes files (`derive`), `scripts/verify.sh` or the repo's own tests failed, both times of two. All tests so far count, not those of this " +
      "order alone.",
    hint:
      "Read the end of the output. If an earlier order's test fails, the answer broke existing work, or the order contradicts it. If every attempt fails in the " +
      "same way, look at the order and the script before the model.",
    files: ["verify_result.json", "verify_K_stdout.txt", "verify_K_stderr.txt", "derive_result.json"],
  },
  acceptance_failed: {
    title: "the order's own demands do not hold",
    meaning:
      "The repo verifies, but a postcondition does not hold, or an acceptance command did not exit with 0 within its limit. Commands run without a shell, in the " +
      "repo's root.",
    hint: "Run the command by hand on the proposed files. If the answer is right and the command is wrong, fix the order.",
    files: ["acceptance_result.json", "acceptance_K_stdout.txt", "acceptance_K_stderr.txt"],
  },
  rejected: {
    title: "a person rejected the work",
    meaning:
      "The work passed every other gate, and with `--approve orders` a person said no. The next attempt is told what that person said. A no without a word ends " +
      "the order, and so does the same work a second time.",
    hint:
      "Say in the sentence what is to be different: it is all that the next attempt knows of your reasons. If attempts are used up, " +
      "`llmch resume RUN --max-attempts +2` gives two more.",
    files: ["failure_brief.json", "proposed_writes.json"],
  },
  exception: {
    title: "something outside the order went wrong",
    meaning:
      "A recorded answer is missing or was recorded for another request, the model's server refuses the request itself (too long, or against its rules), or the " +
      "machine failed.",
    hint: "Do what the excerpt says, then `llmch resume`: answers that were paid for are not asked for again.",
    files: ["failure_brief.json"],
  },
  objected: {
    title: "the model objects to the order",
    meaning:
      "The model says that the order contradicts itself, or that a file which it may not write stands in its way. Scope and commands change by you alone, or by " +
      "a revision that you allowed beforehand (`--revise N`, or a row `revise`).",
    hint:
      "If it is right, `llmch revise RUN` asks the planner for a revised order, and `llmch resume` continues with it. If it is wrong, `llmch resume RUN` makes the " +
      "next attempt at the unchanged order.",
    files: ["raw_llm_response.json", "se_prompt.txt"],
  },
  stuck: {
    title: "the model came to no answer",
    meaning:
      "A model with tools made the same call four times, or gave three answers in a row that are neither call nor proposal, and a nudge did not help; or the turns of " +
      "the order (`agent.turns`) are used up. Nothing of its draft was taken.",
    hint:
      "Read what it did in its turns. If it went round in circles, the order lacks something: name the file in `context_files`, or say in `intent` what is wanted. If " +
      "it was on its way, raise `agent.turns`; if it is too weak for tools, use `--agent off` or another `--llm-model`.",
    files: ["se_prompt.txt", "turn_N/tool_results.json"],
  },
  model_unavailable: {
    title: "the model could not be asked",
    meaning:
      "The model's server is down, refuses the key or the form of the request, has no such model or no quota left, or is asked too often, also after the retries. " +
      "The run ends with exit code 3 and verdict ERROR. The attempt does not count.",
    hint:
      "Do what the excerpt says (wait, or fix the key, the address, the account or the model's name), then `llmch resume`: all attempts are left, and answers that were paid for are " +
      "not asked for again. `llmch doctor` asks whether the server is there and takes the key.",
    files: ["failure_brief.json"],
  },
  plan_acceptance_failed: {
    title: "the orders do not hold together",
    meaning:
      "Every order of the plan has landed, and then a command of `plan_acceptance` did not exit with 0 on the branch's tip. The run fails with exit code 1, and " +
      "nothing is pushed at its end. The commits stay.",
    hint:
      "The `git bisect run` line names the first commit at which the command fails, if it held before. Mend the branch by hand and `llmch resume RUN`, or have an " +
      "order added with `llmch plan revise`, and carry it out with `llmch run-all`.",
    files: ["plan_acceptance_result.json", "plan_acceptance_K_stdout.txt", "plan_acceptance_K_stderr.txt"],
  },
  examination_failed: {
    title: "checks from the spec find faults in the product",
    meaning:
      "Every order has landed. Then an examiner who never saw the code wrote small programs from the spec's sentences, and some of them fail, alone and after " +
      "it was asked whether its check is right. Commits stay.",
    hint:
      "`llmch show RUN --examination` shows each finding: the sentence, the program, what it printed. `llmch plan revise` is shown them, and adds orders that mend " +
      "them; or `--examine none` goes without.",
    files: ["examination.json"],
  },
};
