import type { EventBody, RunConfig, RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import { demandedArtifacts } from "./demanded-artifacts.ts";
import { reviewFindings } from "./review-findings.ts";

const journal = (...events: readonly EventBody[]): readonly RunEvent[] =>
  events.map((event, seq) => ({ ...event, seq, ts: "", run_id: "r" }));
const AT = { attempt: 1, round: 1 };
const began = (step: "propose" | "verify", candidate: number): EventBody => ({
  ...{ type: "step_started", attempt: 1, step },
  ...(candidate === 1 ? {} : { candidate }),
});
const judged = (candidate: number | null, brief_of: number | null): EventBody => ({
  ...{ type: "candidates_judged", attempt: 1, of: 2, candidate, brief_of, ends: [] },
});
const brief = { command: null, exit_code: null, primary_error_excerpt: "", constraints_reminder: "" };

test("the documents of an attempt's chosen candidate are demanded, and the attempt's own", () => {
  const steps = [began("propose", 1), began("propose", 2), began("verify", 2)];
  const committing = { attempt: 1, branch: "b", from: "c", summary: "", files: [], drift: [] };
  const passed = demandedArtifacts(
    "factory",
    journal(...steps, judged(2, null), { type: "committing", ...committing }),
  );
  expect(passed).toContain("attempt_1/candidates.json");
  expect(passed).toContain("attempt_1/candidate_2/acceptance_result.json");
  expect(passed).not.toContain("attempt_1/acceptance_result.json");
  const failed = {
    attempt: 1,
    brief: { ...brief, stage: "verify_failed" as const },
    touched_files: [],
    duration_ms: 1,
  };
  const names = demandedArtifacts("factory", journal(...steps, judged(null, 2), { type: "attempt_failed", ...failed }));
  expect(names).toContain("attempt_1/candidate_2/verify_result.json");
  expect(names).toContain("attempt_1/failure_brief.json");
  expect(names).not.toContain("attempt_1/verify_result.json");
});

test("the documents of the other candidates are demanded up to the gate that each reached", () => {
  const none = { notes: null, lines: null };
  const event: EventBody = {
    ...{ type: "candidates_judged", attempt: 1, of: 4, candidate: 2, brief_of: null },
    ends: [
      { candidate: 1, end: "failed", stage: "verify_failed", ...none },
      { candidate: 2, end: "passed", stage: null, notes: 0, lines: 1 },
      { candidate: 3, end: "not_judged", stage: null, ...none },
      { candidate: 4, end: "failed", stage: "model_unavailable", ...none },
    ],
  };
  const proposed = (candidate: number): EventBody => ({
    ...{ type: "step_finished", attempt: 1, step: "propose", ok: true, duration_ms: 1, detail: null },
    ...(candidate === 1 ? {} : { candidate }),
  });
  const steps = [1, 2, 3, 4].map((candidate) => began("propose", candidate));
  const names = demandedArtifacts(
    "factory",
    journal(...steps, ...[1, 2, 3].map(proposed), began("verify", 1), began("verify", 2), event),
  );
  const of = (folder: string) => names.filter((name) => name.slice(0, name.lastIndexOf("/")) === folder);
  expect(of("attempt_1")).toContain("attempt_1/verify_result.json");
  expect(of("attempt_1")).not.toContain("attempt_1/acceptance_result.json");
  expect(of("attempt_1/candidate_2")).toContain("attempt_1/candidate_2/acceptance_result.json");
  expect(of("attempt_1/candidate_3")).toEqual(
    ["se_prompt.txt", "raw_llm_response.json", "proposed_writes.json"].map((name) => `attempt_1/candidate_3/${name}`),
  );
  expect(of("attempt_1/candidate_4")).toEqual(["attempt_1/candidate_4/se_prompt.txt"]);
});

test("the committed candidate must have been reviewed, unless its complexity is not reviewed", () => {
  const settings = { review: { model: "r" }, triage: { simple_review: "off" } };
  const started: EventBody = {
    ...{ type: "order_started", format: 2, order: "WO-01", title: "", work_order_sha256: "", branch: "b" },
    ...{ baseline: "c", model: "m", schedule: null, config: { settings } as unknown as RunConfig },
  };
  const reviewed = (candidate: number): EventBody => ({
    ...{ type: "reviewed", ...AT, notes: [], blocks: 0 },
    ...(candidate === 1 ? {} : { candidate }),
  });
  const found = (...events: readonly EventBody[]) =>
    reviewFindings(journal(started, ...events), { ...AT, candidate: 2 }, "w").length;
  expect(found(reviewed(1))).toBe(1);
  expect(found(reviewed(1), reviewed(2))).toBe(0);
  expect(found({ type: "triaged", complexity: "simple", reason: "" })).toBe(0);
  expect(found({ type: "triaged", complexity: "complex", reason: "" })).toBe(1);
});
