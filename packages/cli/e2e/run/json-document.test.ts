import { existsSync } from "node:fs";
import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { createScene, type Scene } from "../scene.ts";

const MEMBERS = ["schema_version", "command", "ok", "exit_code", "verdict"];
const MORE_MEMBERS = ["paths", "counts", "duration_ms", "errors", "warnings"];

interface Case {
  readonly arrange: (scene: Scene) => readonly string[];
  readonly exit: number;
  readonly run: object;
  readonly runAll: object;
  readonly stderr: RegExp;
}

const CASES: Readonly<Record<string, Case>> = {
  success: {
    arrange: (scene) => answered(scene, scene.answer({ "greet.js": "1\n" })),
    exit: 0,
    run: {
      verdict: "PASS",
      run_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      counts: { orders: 1, passed: 1, attempts: 1 },
      branch: "work",
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    },
    runAll: {
      verdict: "PASS",
      runs: [{ work_order_id: "WO-01", verdict: "PASS", attempts: 1, commit: expect.stringMatching(/^[0-9a-f]{40}$/) }],
      counts: { orders: 1, passed: 1, skipped: 0, failed: 0, not_started: 0, attempts: 1 },
      branch: "work",
    },
    stderr: /finalize +commit/,
  },
  "a FAIL": {
    arrange: (scene) => answered(scene, "no JSON"),
    exit: 1,
    run: { verdict: "FAIL", counts: { passed: 0, attempts: 1 }, errors: [{ code: "llm_output_invalid" }] },
    runAll: { verdict: "FAIL", counts: { passed: 0, failed: 1 }, errors: [{ code: "llm_output_invalid" }] },
    stderr: /read next:/,
  },
  "a refusal": {
    arrange: () => ["--branch", "main"],
    exit: 1,
    run: { verdict: "REFUSED", run_id: null, errors: [{ code: "protected-branch", hint: expect.any(String) }] },
    runAll: { verdict: "REFUSED", runs: [], errors: [{ code: "protected-branch", hint: expect.any(String) }] },
    stderr: /^error: main is protected: .*\n$/,
  },
  "a faulty order": {
    arrange: (scene) => {
      scene.order({ acceptance_commands: ["true ; false"] });
      return [];
    },
    exit: 1,
    run: { verdict: "REFUSED", errors: [{ code: "E003", wo_id: "WO-01", field: "acceptance_commands" }] },
    runAll: { verdict: "REFUSED", errors: [{ code: "E003", wo_id: "WO-01", field: "acceptance_commands" }] },
    stderr: /^\[E003\] WO-01: .*\n$/,
  },
  "a usage error": {
    arrange: () => ["--frobnicate"],
    exit: 1,
    run: { verdict: "REFUSED", run_id: null, errors: [{ code: "usage" }] },
    runAll: { verdict: "REFUSED", runs: [], errors: [{ code: "usage" }] },
    stderr: /^error: unknown option '--frobnicate': .*\n$/,
  },
};

test.concurrent.each(Object.entries(CASES))(
  "--json gives one document of the same members on %s",
  async (_, wanted) => {
    for (const command of ["run", "run-all"] as const) {
      const scene = createScene();
      scene.order();
      const flags = ["--json", ...wanted.arrange(scene)];
      const { code, stdout, stderr } = command === "run" ? await scene.run(flags) : await scene.runAll(flags);
      const document = JSON.parse(stdout) as JsonObject;
      expect(Object.keys(document).slice(0, 11)).toEqual([
        ...MEMBERS,
        command === "run" ? "run_id" : "runs",
        ...MORE_MEMBERS,
      ]);
      expect(document).toMatchObject({
        schema_version: 1,
        command,
        ok: wanted.exit === 0,
        exit_code: wanted.exit,
        duration_ms: expect.any(Number),
        ...(command === "run" ? wanted.run : wanted.runAll),
      });
      expect(code).toBe(wanted.exit);
      expect(stderr).toMatch(wanted.stderr);
      for (const path of Object.values(document.paths as Record<string, string>)) expect(existsSync(path)).toBe(true);
    }
  },
);

test("--version prints the same version as text and in a document", async () => {
  const scene = createScene();
  const { stdout } = await scene.llmch(["--version"]);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const argv of [
    ["--version", "--json"],
    ["--json", "--version"],
  ]) {
    const { code, stdout: told } = await scene.llmch(argv);
    expect(code).toBe(0);
    expect(JSON.parse(told)).toMatchObject({ schema_version: 1, ok: true, verdict: "PASS", version: stdout.trim() });
  }
});

test("--quiet prints only the verdict, and with --json only the document", async () => {
  const scene = createScene();
  scene.order();
  answered(scene, scene.answer({ "greet.js": "1\n" }));
  const quiet = await scene.run(["--quiet"]);
  expect(quiet).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^PASS {2}WO-01 .*\n$/) });
  const both = await scene.run(["--quiet", "--json"]);
  expect(both).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(both.stdout)).toMatchObject({ ok: true });
});

const answered = (scene: Scene, answer: string): readonly string[] => {
  scene.answers({ "WO-01/attempt-1": answer });
  return ["--branch", "work", "--max-attempts", "1"];
};
