import type { DiagnosticCode } from "@llmch/contract";
import type { Explanation } from "./explanation.ts";

const COUNTED = { allowed_files: ["src/notes.js"], context_files: ["src/notes.js"] };
const LOADS = "node -e \"require('./src/notes.js')\"";
const COUNTS = "node -e \"if (require('./src/notes.js').count(['a']) !== 1) process.exit(1)\"";

const TESTED = { allowed_files: ["test/notes.test.js"], context_files: ["test/notes.test.js"] };

/** Findings that require running the repo's commands: plain `check` does not report them. */
export const OF_RUNS = {
  W221: {
    meaning:
      "Every acceptance command of the order ends with 0 on the repo as it is before the order. A run looks at that before its first question, " +
      "and so does `llmch check --run`. An order of a plan that was compiled from this version on ends there; for others it is a warning.",
    reason:
      "Such an acceptance holds whatever is done, also for a stub or for nothing at all. If the order only asks that something stays as it is, " +
      "`already_true_because` says why, and nothing is tried.",
    broken: { repo: ["src/notes.js"], orders: [{ ...COUNTED, acceptance_commands: [LOADS] }] },
    fixed: { repo: ["src/notes.js"], orders: [{ ...COUNTED, acceptance_commands: [COUNTS] }] },
  },
  W225: {
    meaning:
      "After the work of an order, the commands that verify the repo run fewer tests than before it, skip more, or a test that they named is gone; or " +
      "the work changes a file that decides what verifies the repo: `scripts/verify.sh`, a Makefile, a script of `package.json`, a file that " +
      "one of these or the command itself starts by its path (whatever its name, unless its cases are counted), a `conftest.py`, a runner's configuration. Where a runner does not tell how many tests ran, the cases of edited test files are counted by the words " +
      "of the language. What formatters and `derive` commands change counts too. The line PASS says it, `weakened` in `run_summary.json`, and the commit's trailers `Tests-changed` and `Tests-lost`. With `--strict`, the attempt is refused.",
    reason:
      "The plan allowed the file to be written, but a test that does not run any more proves nothing, and nobody may notice.",
    broken: {
      repo: ["test/notes.test.js"],
      orders: [TESTED],
      said: 'the work of an order turns `test("counts", …)` into `test.skip("counts", …)`',
    },
    fixed: {
      repo: ["test/notes.test.js"],
      orders: [TESTED],
      said: "the work adds a case and leaves the others as they run",
    },
  },
} as const satisfies Partial<Record<DiagnosticCode, Explanation>>;
