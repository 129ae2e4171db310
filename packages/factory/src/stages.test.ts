import { ATTEMPT_STAGES, FINAL_STAGES, type Objection, type Stage } from "@llmch/contract";
import { PUBLISHED_SCHEMAS } from "@llmch/contract/schemas";
import { answerOf, type OrderScene, objectionOf, orderScene, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import type { Author } from "./job/author.ts";
import type { OrderOutcome } from "./job/outcome.ts";
import type { Ports } from "./job/ports.ts";
import { carryOut } from "./order.ts";

const carry = ({ job, ports }: Pick<OrderScene, "job"> & { readonly ports: Ports }): Promise<OrderOutcome> =>
  carryOut(job, ports);

/** The scene with an author, and a person who rejects all work with the same words. */
const withPeople = (scene: OrderScene, { author, says }: Pick<(typeof FAILURES)[number], "author" | "says">) => ({
  ...scene,
  ports: {
    ...scene.ports,
    ...(author === undefined ? {} : { author }),
    ...(says === undefined ? {} : { approve: async () => ({ kind: "rejected" as const, text: says }) }),
  },
});

const GOOD = answerOf({ "greet.js": "export const greet = 1;\n" });
/** What is kept of an attempt that got as far as its acceptance commands. */
const JUDGED_ARTIFACTS = [
  "acceptance_result.json",
  "proposed_writes.json",
  "raw_llm_response.json",
  "se_prompt.txt",
  "verify_result.json",
  "write_result.json",
];
const SMALL_FILES = Array.from({ length: 26 }, (_, index) => `part${index}.js`);
const VERIFIED = { files: { "scripts/verify.sh": "true\n" } };

/** One failing attempt for every stage, with the names of the files that it leaves in the run's directory (contract §7). */
const FAILURES: readonly {
  readonly name: string;
  readonly stage: Stage;
  readonly scene: SceneOptions;
  readonly excerpt: RegExp;
  readonly artifacts: readonly string[];
  readonly command?: string;
  readonly exitCode?: number;
  readonly objection?: Objection;
  readonly author?: Author;
  readonly says?: string;
  readonly acceptance?: { readonly passed: readonly string[]; readonly failed: readonly string[] };
}[] = [
  {
    name: "a precondition that does not hold",
    stage: "preflight",
    scene: { order: { preconditions: [{ kind: "file_exists", path: "base.js" }] } },
    excerpt: /^PLANNER-CONTRACT BUG.*file_exists base\.js/,
    artifacts: [],
  },
  {
    name: "a precondition against a file that is there",
    stage: "preflight",
    scene: { files: { "base.js": "" }, order: { preconditions: [{ kind: "file_absent", path: "./base.js" }] } },
    excerpt: /^PLANNER-CONTRACT BUG.*file_absent \.\/base\.js/,
    artifacts: [],
  },
  {
    name: "more to rewrite than a model is shown",
    stage: "preflight",
    scene: {
      files: { "greet.js": "x".repeat(200 * 1024 + 1) },
      settings: { wholeFileBytes: 300 * 1024, partCharacters: 300 * 1024 },
    },
    excerpt: /split the order.*greet\.js \(204801 bytes\)/,
    artifacts: [],
  },
  {
    name: "many small files that are together more than a model is shown",
    stage: "preflight",
    scene: {
      files: Object.fromEntries(SMALL_FILES.map((path) => [path, "x".repeat(8 * 1024)])),
      order: { allowed_files: ["greet.js", ...SMALL_FILES] },
    },
    excerpt: /split the order/,
    artifacts: [],
  },
  {
    name: "a model that goes round in circles with its tools",
    stage: "stuck",
    scene: {},
    author: {
      isAsked: "always",
      work: async () => ({ kind: "stuck", why: "it made one call four times", isLast: false }),
    },
    excerpt: /^it made one call four times$/,
    artifacts: ["raw_llm_response.json", "se_prompt.txt"],
  },
  {
    name: "a server that is gone",
    stage: "model_unavailable",
    scene: { replies: [{ kind: "failed", reason: "unreachable", message: "no answer", hint: "try later" }] },
    excerpt: /^no answer: try later$/,
    artifacts: ["se_prompt.txt"],
  },
  {
    name: "a record without the exchange",
    stage: "exception",
    scene: { replies: [{ kind: "failed", reason: "missing-exchange", message: "no exchange", hint: "add a line" }] },
    excerpt: /^no exchange: add a line$/,
    artifacts: ["se_prompt.txt"],
  },
  {
    name: "an answer that is no JSON",
    stage: "llm_output_invalid",
    scene: { replies: ["I would rather not."] },
    excerpt: /not JSON: it is prose, perhaps a refusal: "I would rather not\."/,
    artifacts: ["raw_llm_response.json", "se_prompt.txt"],
  },
  {
    name: "an answer that is empty",
    stage: "llm_output_invalid",
    scene: { replies: [""] },
    excerpt: /not JSON: it is empty/,
    artifacts: ["raw_llm_response.json", "se_prompt.txt"],
  },
  {
    name: "a file of more than 200 KB",
    stage: "llm_output_invalid",
    scene: { replies: [answerOf({ "greet.js": "x".repeat(200 * 1024 + 1) })] },
    excerpt: /204801 bytes/,
    artifacts: ["raw_llm_response.json", "se_prompt.txt"],
  },
  {
    name: "an answer without writes",
    stage: "llm_output_invalid",
    scene: { replies: ['{"summary": "nothing to do", "writes": []}'] },
    excerpt: /\/writes/,
    artifacts: ["raw_llm_response.json", "se_prompt.txt"],
  },
  {
    name: "a path outside allowed_files",
    stage: "write_scope_violation",
    scene: { replies: [answerOf({ "greet.js": "1", "other.js": "2" })] },
    excerpt: /"other\.js": not in allowed_files/,
    artifacts: ["proposed_writes.json", "raw_llm_response.json", "se_prompt.txt", "write_result.json"],
  },
  {
    name: "a path outside the repo",
    stage: "write_scope_violation",
    scene: { replies: [answerOf({ "../greet.js": "1" })] },
    excerpt: /"\.\.\/greet\.js"/,
    artifacts: ["proposed_writes.json", "raw_llm_response.json", "se_prompt.txt", "write_result.json"],
  },
  {
    name: "one path twice",
    stage: "write_scope_violation",
    scene: { replies: [answerOf({ "greet.js": "1", "./greet.js": "1" })] },
    excerpt: /stands twice/,
    artifacts: ["proposed_writes.json", "raw_llm_response.json", "se_prompt.txt", "write_result.json"],
  },
  {
    name: "the list of submodules",
    stage: "write_scope_violation",
    scene: {
      order: { allowed_files: ["greet.js", ".gitmodules"] },
      replies: [answerOf({ ".gitmodules": "1" })],
    },
    excerpt: /\.gitmodules is never written/,
    artifacts: ["proposed_writes.json", "raw_llm_response.json", "se_prompt.txt", "write_result.json"],
  },
  {
    name: "a base hash that differs",
    stage: "stale_context",
    scene: { files: { "greet.js": "old\n" }, replies: [GOOD] },
    excerpt: /greet\.js/,
    artifacts: ["proposed_writes.json", "raw_llm_response.json", "se_prompt.txt", "write_result.json"],
  },
  {
    name: "a disk that refuses the write",
    stage: "write_failed",
    scene: { faults: { write: () => "no space left" } },
    excerpt: /^no space left$/,
    artifacts: ["proposed_writes.json", "raw_llm_response.json", "se_prompt.txt", "write_result.json"],
  },
  {
    name: "a file that git would convert",
    stage: "write_scope_violation",
    scene: { faults: { conversion: ([path]) => `${path} passes through the git filter lfs` } },
    excerpt: /^greet\.js passes through the git filter lfs$/,
    artifacts: ["proposed_writes.json", "raw_llm_response.json", "se_prompt.txt", "write_result.json"],
  },
  {
    name: "a repo that does not verify",
    stage: "verify_failed",
    scene: { ...VERIFIED, commands: { "bash scripts/verify.sh": { exitCode: 3, stderrTail: "lint: no\n" } } },
    excerpt: /lint: no/,
    command: "bash scripts/verify.sh",
    exitCode: 3,
    acceptance: { passed: ["node --check greet.js"], failed: [] },
    artifacts: JUDGED_ARTIFACTS,
  },
  {
    name: "a postcondition that does not hold",
    stage: "acceptance_failed",
    scene: { order: { postconditions: [{ kind: "file_exists", path: "never.js" }] } },
    excerpt: /file_exists never\.js/,
    artifacts: JUDGED_ARTIFACTS,
  },
  {
    name: "an allowed file that is not there in the end",
    stage: "acceptance_failed",
    scene: { order: { allowed_files: ["greet.js", "greet.d.ts"] } },
    excerpt: /greet\.d\.ts/,
    artifacts: JUDGED_ARTIFACTS,
  },
  {
    name: "an acceptance command that fails",
    stage: "acceptance_failed",
    scene: { commands: { "node --check greet.js": { exitCode: 1, stdoutTail: "SyntaxError\n" } } },
    excerpt: /SyntaxError/,
    command: "node --check greet.js",
    exitCode: 1,
    artifacts: JUDGED_ARTIFACTS,
  },
  {
    name: "an acceptance command that printed nothing",
    stage: "acceptance_failed",
    scene: { commands: { "node --check greet.js": { exitCode: 1 } } },
    excerpt: /^\(it printed nothing\)$/,
    command: "node --check greet.js",
    exitCode: 1,
    artifacts: JUDGED_ARTIFACTS,
  },
  {
    name: "an objection",
    stage: "objected",
    scene: {
      replies: [objectionOf({ contradiction: { command: "node --check greet.js", sentence: "Export greet." } })],
    },
    excerpt: /^It cannot be\.\ncontradiction: node --check greet\.js\nagainst: Export greet\.$/,
    artifacts: ["raw_llm_response.json", "se_prompt.txt"],
    objection: {
      reason: "It cannot be.",
      needs: [],
      contradiction: { command: "node --check greet.js", sentence: "Export greet." },
      blocked_by: [],
    },
  },
  {
    name: "a person who says no",
    stage: "rejected",
    scene: { replies: [GOOD] },
    says: "Greet the whole world.",
    excerpt: /^Greet the whole world\.$/,
    artifacts: JUDGED_ARTIFACTS,
  },
];

describe("an attempt that fails", () => {
  test.each(FAILURES)("$stage: $name", async ({ stage, scene: options, excerpt, artifacts, ...told }) => {
    const { command, exitCode, acceptance, objection } = told;
    const scene = withPeople(orderScene({ ...options, maxAttempts: 1 }), told);
    const before = new Map(scene.ports.workspace.files);
    const outcome = await carry(scene);

    if (outcome.kind !== "failed") throw new Error(`it ${outcome.kind}`);
    expect(outcome.brief).toEqual({
      stage,
      command: command ?? null,
      exit_code: exitCode ?? null,
      primary_error_excerpt: expect.stringMatching(excerpt),
      ...(acceptance === undefined ? {} : { acceptance }),
      ...(objection === undefined ? {} : { objection }),
      constraints_reminder: expect.stringContaining("greet.js"),
    });
    expect(PUBLISHED_SCHEMAS["failure-brief"].safeParse(outcome.brief).success).toBe(true);
    const verdict = stage === "model_unavailable" ? "ERROR" : "FAIL";
    expect(outcome.attempts).toMatchObject([{ attempt: 1, verdict, stage, failure_brief: outcome.brief }]);

    const { ledger, workspace } = scene.ports;
    const names = [...artifacts, "failure_brief.json"].map((name) => `attempt_1/${name}`).sort();
    expect([...ledger.artifacts.keys()].sort()).toEqual(names);
    expect(ledger.artifacts.get("attempt_1/failure_brief.json")).toEqual(outcome.brief);
    expect(ledger.events.slice(-2).map(({ type }) => type)).toEqual(["attempt_failed", "rolled_back"]);
    expect(workspace.files).toEqual(before);
    expect(workspace.sealed).toHaveLength(stage === "rejected" ? 1 : 0);
  });

  test("has a row for every stage, and the final stages match the contract", () => {
    expect(new Set(FAILURES.map(({ stage }) => stage))).toEqual(new Set(ATTEMPT_STAGES));
    expect([...FINAL_STAGES].sort()).toEqual([
      "exception",
      "model_unavailable",
      "objected",
      "preflight",
      "write_failed",
    ]);
  });

  test.each(FAILURES.filter(({ stage }) => stage === "preflight"))(
    "$name asks no model",
    async ({ scene: options }) => {
      const scene = orderScene(options);
      await carry(scene);
      expect(scene.ports.model.requests).toEqual([]);
    },
  );

  test.each(FAILURES)(
    "after $stage ($name), another is made only if it can help",
    async ({ stage, scene: options, ...told }) => {
      const rightBase = answerOf({ "greet.js": "new\n" }, options.files);
      const failing = options.replies?.[0] ?? rightBase;
      const scene = withPeople(orderScene({ ...options, replies: [failing, failing, failing], maxAttempts: 3 }), told);
      const outcome = await carry(scene);
      expect(outcome.kind).toBe("failed");
      expect(outcome.attempts).toHaveLength(FINAL_STAGES.has(stage) ? 1 : 3);
    },
  );

  test("does not fail if the files just fit", async () => {
    const files = { "greet.js": "x".repeat(200 * 1024) };
    const scene = orderScene({ files, settings: { wholeFileBytes: 200 * 1024, partCharacters: 200 * 1024 } });
    expect((await carry(scene)).kind).toBe("candidate");
    expect(scene.ports.model.requests[0]?.prompt).toContain(files["greet.js"]);
  });

  test("a failed write undoes the earlier ones", async () => {
    const scene = orderScene({
      order: { allowed_files: ["a.js", "b.js"] },
      replies: [answerOf({ "a.js": "1", "b.js": "2" })],
      faults: { write: (path) => (path === "b.js" ? "no space left" : null) },
    });
    await carry(scene);
    const result = { ok: false, written: ["a.js"], faults: ["no space left"] };
    expect(scene.ports.ledger.artifacts.get("attempt_1/write_result.json")).toEqual(result);
    expect([...scene.ports.workspace.files.keys()]).toEqual([]);
  });
});
