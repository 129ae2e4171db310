import { type EventBody, FINAL_STAGES, type JsonValue, STAGES, type Stage, type Step } from "@llmch/contract";
import { PUBLISHED_SCHEMAS } from "@llmch/contract/schemas";
import { answerOf, type OrderScene, orderScene, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { carryOut, type OrderOutcome } from "./order.ts";

const carry = ({ job, ports }: OrderScene): Promise<OrderOutcome> =>
  carryOut(job, "WO-01: Greet by name\n", "factory/adhoc/run", "base-commit", ports);

const GOOD = answerOf({ "greet.js": "export const greet = 1;\n" });
const VERIFIED = { files: { "scripts/verify.sh": "true\n" } };
const types = (events: readonly EventBody[]) =>
  events.map((event) => ("step" in event ? `${event.type} ${event.step}` : event.type));

/** One failing attempt for every stage, with the names that it leaves in the run's directory (contract §7). */
const FAILURES: readonly {
  readonly name: string;
  readonly stage: Stage;
  readonly scene: SceneOptions;
  readonly excerpt: RegExp;
  readonly artifacts: readonly string[];
  readonly command?: string;
  readonly exitCode?: number;
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
    scene: { files: { "greet.js": "x".repeat(200 * 1024 + 1) } },
    excerpt: /split the order.*greet\.js \(204801 bytes\)/,
    artifacts: [],
  },
  {
    name: "a server that is gone",
    stage: "exception",
    scene: { replies: [{ kind: "failed", reason: "unreachable", message: "no answer", mend: "try later" }] },
    excerpt: /^no answer: try later$/,
    artifacts: ["se_prompt.txt"],
  },
  {
    name: "an answer that is no JSON",
    stage: "llm_output_invalid",
    scene: { replies: ["I cannot do that."] },
    excerpt: /not JSON/,
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
    name: "a repo that does not verify",
    stage: "verify_failed",
    scene: { ...VERIFIED, commands: { "bash scripts/verify.sh": { exitCode: 3, stderrTail: "lint: no\n" } } },
    excerpt: /lint: no/,
    command: "bash scripts/verify.sh",
    exitCode: 3,
    artifacts: [
      "proposed_writes.json",
      "raw_llm_response.json",
      "se_prompt.txt",
      "verify_result.json",
      "write_result.json",
    ],
  },
  {
    name: "a postcondition that does not hold",
    stage: "acceptance_failed",
    scene: { order: { postconditions: [{ kind: "file_exists", path: "never.js" }] } },
    excerpt: /file_exists never\.js/,
    artifacts: [
      "acceptance_result.json",
      "proposed_writes.json",
      "raw_llm_response.json",
      "se_prompt.txt",
      "verify_result.json",
      "write_result.json",
    ],
  },
  {
    name: "an acceptance command that fails",
    stage: "acceptance_failed",
    scene: { commands: { "node --check greet.js": { exitCode: 1, stdoutTail: "SyntaxError\n" } } },
    excerpt: /SyntaxError/,
    command: "node --check greet.js",
    exitCode: 1,
    artifacts: [
      "acceptance_result.json",
      "proposed_writes.json",
      "raw_llm_response.json",
      "se_prompt.txt",
      "verify_result.json",
      "write_result.json",
    ],
  },
];

describe("an attempt that fails", () => {
  test.each(FAILURES)("$stage: $name", async ({ stage, scene: options, excerpt, artifacts, command, exitCode }) => {
    const scene = orderScene({ ...options, maxAttempts: 1 });
    const before = new Map(scene.ports.workspace.files);
    const outcome = await carry(scene);

    if (outcome.kind !== "failed") throw new Error(`it ${outcome.kind}`);
    expect(outcome.brief).toEqual({
      stage,
      command: command ?? null,
      exit_code: exitCode ?? null,
      primary_error_excerpt: expect.stringMatching(excerpt),
      constraints_reminder: expect.stringContaining("greet.js"),
    });
    expect(PUBLISHED_SCHEMAS["failure-brief"].safeParse(outcome.brief).success).toBe(true);
    expect(outcome.attempts).toMatchObject([{ attempt: 1, verdict: "FAIL", stage, failure_brief: outcome.brief }]);

    const { ledger, workspace } = scene.ports;
    const names = [...artifacts, "failure_brief.json"].map((name) => `attempt_1/${name}`).sort();
    expect([...ledger.artifacts.keys()].sort()).toEqual(names);
    expect(ledger.artifacts.get("attempt_1/failure_brief.json")).toEqual(outcome.brief);
    expect(types(ledger.events).slice(-2)).toEqual(["attempt_failed", "rolled_back"]);
    expect(workspace.files).toEqual(before);
    expect(workspace.commits).toEqual([]);
  });

  test("has a row for every stage, and the final ones are those of the contract", () => {
    expect(new Set(FAILURES.map(({ stage }) => stage))).toEqual(new Set(STAGES));
    expect([...FINAL_STAGES].sort()).toEqual(["exception", "preflight", "write_failed"]);
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
    "after $stage ($name) another is made only where it can help",
    async ({ stage, scene: options }) => {
      const rightBase = answerOf({ "greet.js": "new\n" }, options.files);
      const failing = options.replies?.[0] ?? rightBase;
      const scene = orderScene({ ...options, replies: [failing, failing, failing], maxAttempts: 3 });
      const outcome = await carry(scene);
      expect(outcome.kind).toBe("failed");
      expect(outcome.attempts).toHaveLength(FINAL_STAGES.has(stage) ? 1 : 3);
    },
  );

  test("does not fail over files that a model can just be shown", async () => {
    const files = { "greet.js": "x".repeat(200 * 1024) };
    const scene = orderScene({ files });
    expect((await carry(scene)).kind).toBe("passed");
    expect(scene.ports.model.requests[0]?.prompt).toContain(files["greet.js"]);
  });

  test("a write that fails leaves the earlier ones undone", async () => {
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

describe("an attempt that passes", () => {
  test("is committed with its own writes, pushed, and leaves the worktree clean", async () => {
    const scene = orderScene({ ...VERIFIED, remote: "origin" });
    const { ledger, workspace } = scene.ports;
    const outcome = await carry(scene);

    expect(outcome).toMatchObject({
      kind: "passed",
      commit: { commit: "commit-1", tree: "tree-1" },
      aftermath: null,
      attempts: [
        {
          attempt: 1,
          verdict: "PASS",
          stage: null,
          summary: "Did as the order says.",
          touched_files: ["greet.js"],
          repo_drift: [],
          failure_brief: null,
        },
      ],
    });
    expect(workspace.commits).toMatchObject([{ message: "WO-01: Greet by name\n", writes: [{ path: "greet.js" }] }]);
    expect([...workspace.files.keys()].sort()).toEqual(["greet.js", "scripts/verify.sh"]);
    expect(types(ledger.events)).toEqual([
      "attempt_started",
      "step_started propose",
      "step_finished propose",
      "step_started validate",
      "step_finished validate",
      "step_started apply",
      "step_finished apply",
      "step_started verify",
      "command_started",
      "command_finished",
      "step_finished verify",
      "step_started accept",
      "command_started",
      "command_finished",
      "step_finished accept",
      "step_started finalize",
      "committed",
      "pushed",
      "step_finished finalize",
    ]);
    expect([...ledger.artifacts.keys()].sort()).toEqual([
      "attempt_1/acceptance_result.json",
      "attempt_1/proposed_writes.json",
      "attempt_1/raw_llm_response.json",
      "attempt_1/se_prompt.txt",
      "attempt_1/verify_result.json",
      "attempt_1/write_result.json",
    ]);
  });

  test("says what the commands changed besides, and does not commit it", async () => {
    const scene: OrderScene = orderScene({
      commands: {
        "node --check greet.js": () => {
          scene.ports.workspace.put("stray.txt", "left behind");
          return {};
        },
      },
    });
    const outcome = await carry(scene);
    expect(outcome.attempts[0]?.repo_drift).toEqual(["stray.txt"]);
    expect(scene.ports.ledger.events).toContainEqual(
      expect.objectContaining({ type: "committed", files: ["greet.js"], drift: ["stray.txt"] }),
    );
    expect(scene.ports.workspace.commits[0]?.writes.map(({ path }) => path)).toEqual(["greet.js"]);
    expect([...scene.ports.workspace.files.keys()]).toEqual(["greet.js"]);
  });

  test("is no pass where the commit fails", async () => {
    const scene = orderScene({ faults: { commit: "the branch moved" } });
    const outcome = await carry(scene);
    expect(outcome).toMatchObject({ kind: "not-committed", reason: "the branch moved" });
    expect(outcome.attempts.map(({ verdict }) => verdict)).toEqual(["ERROR"]);
    expect(types(scene.ports.ledger.events).slice(-2)).toEqual(["step_finished finalize", "rolled_back"]);
    expect(scene.ports.workspace.files.size).toBe(0);
    expect(scene.ports.workspace.pushes()).toBe(0);
  });

  const full = new Error("the disk is full");
  const failAt = (type: EventBody["type"]) => (event: EventBody) => {
    if (event.type === type) throw full;
  };
  test.each<[string, SceneOptions]>([
    ["the worktree cannot be cleaned", { faults: { resetAfterCommit: full } }],
    ["the commit cannot be recorded", { onEvent: failAt("committed") }],
    ["the push cannot be recorded", { remote: "origin", onEvent: failAt("pushed") }],
  ])("stays one, with an aftermath, where %s", async (_, options) => {
    const outcome = await carry(orderScene(options));
    expect(outcome).toMatchObject({ kind: "passed", commit: { commit: "commit-1" }, aftermath: "the disk is full" });
  });

  test.each<[string, SceneOptions, readonly EventBody[]]>([
    [
      "a failed push is a warning",
      { faults: { push: "refused" } },
      [{ type: "warning", message: "the push failed: refused" }],
    ],
    ["no remote is no warning", {}, []],
    ["a push is said", { remote: "origin" }, [{ type: "pushed", remote: "origin" }]],
  ])("%s", async (_, options, expected) => {
    const scene = orderScene(options);
    expect(await carry(scene)).toMatchObject({ kind: "passed", aftermath: null });
    expect(scene.ports.ledger.events.filter(({ type }) => type === "warning" || type === "pushed")).toEqual(expected);
  });
});

describe("a retry", () => {
  test("is told of every attempt before it, and passes", async () => {
    const scene = orderScene({
      replies: ["no JSON at all", GOOD, GOOD],
      commands: { "node --check greet.js": [{ exitCode: 1, stderrTail: "unexpected token" }, {}] },
    });
    const outcome = await carry(scene);
    expect(outcome.kind).toBe("passed");
    expect(outcome.attempts.map(({ verdict, stage }) => [verdict, stage])).toEqual([
      ["FAIL", "llm_output_invalid"],
      ["FAIL", "acceptance_failed"],
      ["PASS", null],
    ]);
    const { requests } = scene.ports.model;
    expect(requests.map(({ key }) => key)).toEqual(["WO-01/attempt-1", "WO-01/attempt-2", "WO-01/attempt-3"]);
    expect(requests[1]?.prompt).toMatch(/It answered:\n--- begin answer \w+\nno JSON at all\n/);
    expect(requests[2]?.prompt).toContain("stage: llm_output_invalid");
    expect(requests[2]?.prompt).toContain("unexpected token");
    expect(requests[2]?.prompt).toContain(GOOD);
    expect(requests[2]?.prompt.match(/begin answer/g)).toHaveLength(1);
  });

  test("starts from the baseline again", async () => {
    const files = { "greet.js": "old\n" };
    const answer = answerOf({ "greet.js": "new\n" }, files);
    const commands = { "node --check greet.js": [{ exitCode: 1 }, {}] };
    const scene = orderScene({ files, replies: [answer, answer], commands });
    expect((await carry(scene)).kind).toBe("passed");
  });

  test("has artifacts of its own", async () => {
    const scene = orderScene({ replies: ["?", GOOD] });
    await carry(scene);
    const folders = [...scene.ports.ledger.artifacts.keys()].map((name) => name.split("/")[0]);
    expect(new Set(folders)).toEqual(new Set(["attempt_1", "attempt_2"]));
  });

  test.each([1, 2, 5])("is not made past --max-attempts %i", async (maxAttempts) => {
    const scene = orderScene({ replies: Array(6).fill("?"), maxAttempts });
    const outcome = await carry(scene);
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "llm_output_invalid" } });
    expect(scene.ports.model.requests).toHaveLength(maxAttempts);
  });
});

describe("a stop that is asked for", () => {
  const STEPS: readonly Step[] = ["propose", "validate", "apply", "verify", "accept"];
  const moments = STEPS.flatMap((step) => (["step_started", "step_finished"] as const).map((type) => ({ type, step })));
  const expectUndone = ({ ports: { ledger, workspace } }: OrderScene, outcome: OrderOutcome) => {
    expect(outcome.kind).toBe("interrupted");
    expect(outcome.attempts).toMatchObject([{ attempt: 1, verdict: "ERROR", failure_brief: null }]);
    expect(ledger.events.at(-1)).toEqual({ type: "rolled_back", baseline: "base-commit" });
    expect([...workspace.files]).toEqual(Object.entries(VERIFIED.files));
    expect(workspace.commits).toEqual([]);
  };

  test.each(moments)("at $type of $step undoes the attempt", async ({ type, step }) => {
    const scene = orderScene({
      ...VERIFIED,
      onEvent: (event, stop) => {
        if (event.type === type && event.step === step) stop.aborted = true;
      },
    });
    expectUndone(scene, await carry(scene));
  });

  test("while the model answers undoes the attempt", async () => {
    const failed = { kind: "failed", reason: "interrupted", message: "stopped", mend: "run again" } as const;
    const scene = orderScene({ ...VERIFIED, replies: [failed] });
    expectUndone(scene, await carry(scene));
  });

  test.each(["bash scripts/verify.sh", "node --check greet.js"])("during %s undoes the attempt", async (command) => {
    const scene = orderScene({ ...VERIFIED, commands: { [command]: { ending: "interrupted", exitCode: null } } });
    expectUndone(scene, await carry(scene));
  });

  test("before the first attempt asks no model", async () => {
    const scene = orderScene(VERIFIED);
    scene.ports.stop.aborted = true;
    expectUndone(scene, await carry(scene));
    expect(scene.ports.model.requests).toEqual([]);
  });

  test("after an attempt failed is no failure", async () => {
    const scene = orderScene({
      replies: ["?"],
      onEvent: (event, stop) => {
        if (event.type === "attempt_failed") stop.aborted = true;
      },
    });
    const outcome = await carry(scene);
    expect(outcome).toMatchObject({ kind: "interrupted", attempts: [{ verdict: "FAIL" }] });
    expect(outcome.attempts).toHaveLength(1);
  });
});

test("the model's answer is recorded as it came, also where it is no object", async () => {
  const rawOf = async (answer: string): Promise<JsonValue | undefined> => {
    const scene = orderScene({ replies: [answer], maxAttempts: 1 });
    await carry(scene);
    return scene.ports.ledger.artifacts.get("attempt_1/raw_llm_response.json");
  };
  expect(await rawOf("plain words")).toEqual({ text: "plain words" });
  expect(await rawOf("[1]")).toEqual({ text: "[1]" });
  expect(await rawOf('```json\n{"summary": 1, "more": true}\n```')).toEqual({ summary: 1, more: true });
});
