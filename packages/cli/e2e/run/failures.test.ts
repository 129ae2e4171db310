import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { WorkOrder } from "@llmch/contract";
import { expect, test } from "vitest";
import { createScene, filesBelow, readJsonFile, readJsonLines, type Scene } from "../scene.ts";

interface Failure {
  readonly order?: Partial<WorkOrder>;
  readonly files?: Readonly<Record<string, string>>;
  /** The only recorded answer; null for none. */
  readonly answer?: ((scene: Scene) => string) | string | null;
  readonly arrange?: (scene: Scene) => void;
  readonly flags?: readonly string[];
  readonly stage: string;
  readonly command?: string;
  readonly exit?: number;
  readonly acceptance?: { readonly passed: readonly string[]; readonly failed: readonly string[] };
  readonly excerpt: RegExp;
  /** The attempt's artifacts besides its brief (contract §7). */
  readonly artifacts: readonly string[];
}

const PROPOSED = ["proposed_writes.json", "raw_llm_response.json", "se_prompt.txt", "write_result.json"];
const VERIFIED = [...PROPOSED, "verify_result.json"];
const ACCEPTED = [...VERIFIED, "acceptance_result.json"];
const outputOf = (phase: string, which: string | number = "0") => [
  `${phase}_${which}_stderr.txt`,
  `${phase}_${which}_stdout.txt`,
];
const writing = (path: string) => (scene: Scene) => scene.answer({ [path]: "text\n" });

/** A row a stage, and what only real files and processes show; `stages.test.ts` of the factory has all others. */
const FAILURES: Readonly<Record<string, Failure>> = {
  "a precondition that does not hold": {
    order: { preconditions: [{ kind: "file_exists", path: "src/base.js" }] },
    stage: "preflight",
    excerpt: /^PLANNER-CONTRACT BUG.*src\/base\.js/,
    artifacts: [],
  },
  "an answer that is not JSON": {
    answer: "I would rather not.",
    stage: "llm_output_invalid",
    excerpt: /not JSON: it is prose, perhaps a refusal: "I would rather not\."/,
    artifacts: ["raw_llm_response.json", "se_prompt.txt"],
  },
  "a path that is a link": {
    arrange: (scene) => link(scene, "greet.js", "README.md"),
    stage: "write_scope_violation",
    excerpt: /"greet\.js": .*link/,
    artifacts: PROPOSED,
  },
  "a path below a link": {
    order: { allowed_files: ["lib/greet.js"] },
    arrange: (scene) => link(scene, "lib", scene.root),
    answer: writing("lib/greet.js"),
    stage: "write_scope_violation",
    excerpt: /"lib\/greet\.js": .*link/,
    artifacts: PROPOSED,
  },
  "a base hash of another text": {
    files: { "greet.js": "old\n" },
    answer: (scene) => scene.answer({ "greet.js": "new\n" }, { "greet.js": "older\n" }),
    stage: "stale_context",
    excerpt: /greet\.js/,
    artifacts: PROPOSED,
  },
  "a file where a folder must be": {
    order: { allowed_files: ["greet", "greet/er.js"] },
    files: { greet: "1\n" },
    answer: writing("greet/er.js"),
    stage: "write_failed",
    excerpt: /greet\/er\.js/,
    artifacts: PROPOSED,
  },
  "a folder where the file must be": {
    order: { allowed_files: ["lib"] },
    files: { "lib/a.js": "1\n" },
    answer: writing("lib"),
    stage: "write_failed",
    excerpt: /lib is a directory/,
    artifacts: PROPOSED,
  },
  "a verification that fails": {
    files: { "scripts/verify.sh": "test -e greet.js || exit 0\necho checked; echo broken >&2; exit 3\n" },
    stage: "verify_failed",
    command: "bash scripts/verify.sh",
    exit: 3,
    excerpt: /stderr:\nbroken\nstdout:\nchecked/,
    acceptance: { passed: ["test -s 'greet.js'"], failed: [] },
    artifacts: [
      ...ACCEPTED,
      ...["verify", "acceptance"].flatMap((phase) => outputOf(phase)),
      ...outputOf("verify", "0_again"),
    ],
  },
  "an acceptance command that fails": {
    order: { acceptance_commands: ["test -d greet.js", "true"] },
    stage: "acceptance_failed",
    command: "test -d greet.js",
    exit: 1,
    excerpt: /^\(it printed nothing\)$/,
    artifacts: [...ACCEPTED, ...outputOf("acceptance")],
  },
  "an acceptance command over its limit": {
    order: { acceptance_commands: ["sleep 30"] },
    flags: ["--timeout-seconds", "1"],
    stage: "acceptance_failed",
    command: "sleep 30",
    excerpt: /limit of 1 seconds/,
    artifacts: [...ACCEPTED, ...outputOf("acceptance")],
  },
  "an exchange that is not in the record": {
    answer: null,
    stage: "exception",
    excerpt: /WO-01\/attempt-1/,
    artifacts: ["se_prompt.txt"],
  },
};

test.concurrent.each(Object.entries(FAILURES))("fails on %s, with a brief and without a trace", async (_, failure) => {
  const scene = createScene({ files: { "README.md": "# Target\n", ".gitignore": ".env\n", ...failure.files } });
  scene.write({ ".env": "SECRET=1\n" });
  scene.order(failure.order);
  failure.arrange?.(scene);
  const { answer = writing("greet.js") } = failure;
  if (answer !== null) scene.answers({ "WO-01/attempt-1": typeof answer === "string" ? answer : answer(scene) });
  const standing = scene.checkout();

  const { code, stdout } = await scene.run(["--max-attempts", "1", ...(failure.flags ?? [])]);

  expect(code).toBe(1);
  expect(stdout).toMatch(new RegExp(`^FAIL {2}WO-01 {2}${failure.stage} \\(1 attempt, .* s\\)\\n$`));
  expect(scene.checkout()).toEqual(standing);
  expect(scene.leftovers()).toEqual([]);

  const [run = ""] = scene.runs();
  const brief = readJsonFile(run, "attempt_1/failure_brief.json");
  expect(brief).toEqual({
    stage: failure.stage,
    command: failure.command ?? null,
    exit_code: failure.exit ?? null,
    primary_error_excerpt: expect.stringMatching(failure.excerpt),
    ...(failure.acceptance === undefined ? {} : { acceptance: failure.acceptance }),
    constraints_reminder: expect.stringContaining("Write only these files: "),
  });
  const ofBaseline = ["baseline_0_stderr.txt", "baseline_0_stdout.txt", "baseline_verification.json"];
  const ofAcceptance = ["", "_0_stderr.txt", "_0_stdout.txt"].map((end) => `baseline_acceptance${end || ".json"}`);
  const isVerified = failure.files?.["scripts/verify.sh"] !== undefined;
  const ofRun = [
    ...(isVerified ? ofBaseline : []),
    ...(failure.stage === "preflight" ? [] : ofAcceptance),
    "events.jsonl",
    "exchanges.jsonl",
    "mark",
    "request.json",
    "run.json",
    "run_summary.json",
    "seal.json",
    "work_order.json",
  ];
  const ofAttempt = ["failure_brief.json", ...failure.artifacts].map((name) => `attempt_1/${name}`);
  expect(filesBelow(run)).toEqual([...ofRun, ...ofAttempt].sort());
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({
    work_order_id: "WO-01",
    verdict: "FAIL",
    total_attempts: 1,
    baseline_commit: scene.git("rev-parse", "HEAD"),
    repo_tree_hash_after: null,
    rollback_failed: false,
    attempts: [{ attempt: 1, verdict: "FAIL", stage: failure.stage, failure_brief: brief }],
  });
  expect(readJsonLines(run, "exchanges.jsonl")).toHaveLength(
    failure.artifacts.includes("raw_llm_response.json") ? 1 : 0,
  );
});

const link = (scene: Scene, name: string, target: string): void => {
  symlinkSync(target, join(scene.repo, name));
  scene.commit({});
};
