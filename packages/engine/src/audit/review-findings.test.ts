import type { EventBody, RunConfig, RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import { demandedArtifacts } from "./demanded-artifacts.ts";
import { reviewFindings } from "./review-findings.ts";

const journal = (...events: readonly EventBody[]): readonly RunEvent[] =>
  events.map((event, seq) => ({ ...event, seq, ts: "", run_id: "r" }));
const started = (model: string | null): EventBody => ({
  ...{ type: "order_started", format: 2, order: "WO-01", title: "", work_order_sha256: "", branch: "b", baseline: "c" },
  ...{ model: "m", schedule: null },
  config: {
    settings: model === null ? {} : { review: { model }, triage: { simple: { review: "off" } } },
  } as unknown as RunConfig,
});
const reviewed = (round: number, blocks = 0): EventBody => ({ type: "reviewed", attempt: 1, round, notes: [], blocks });
const proposed = (round?: number): EventBody => ({
  ...{ type: "step_started", attempt: 1, step: "propose" },
  ...(round === undefined ? {} : { round }),
});
const AT = { attempt: 1, round: 2 };
const levels = (...events: readonly EventBody[]) =>
  reviewFindings(journal(...events), AT, "w").map(({ level, what }) => [level, what]);

test("a run with reviews must have been reviewed, with no blocking notes left", () => {
  expect(levels(started("r"), reviewed(1, 1), reviewed(2))).toEqual([]);
  expect(levels(started(null))).toEqual([]);
  expect(levels(started("r"))).toEqual([["fault", "its journal does not say that attempt 1 was reviewed"]]);
  expect(levels(started("r"), reviewed(1, 1))).toHaveLength(1);
  expect(levels(started("r"), reviewed(2, 3))).toEqual([["fault", "the review of attempt 1 holds 3 notes against it"]]);
  expect(levels(started("r"), { type: "triaged", complexity: "simple", reason: "" })).toEqual([]);
  expect(levels(started("r"), { type: "triaged", complexity: "complex", reason: "" })).toHaveLength(1);
  expect(levels(started("r"), { type: "resumed", format: 2, from_seq: 1 })).toEqual([["warning", expect.any(String)]]);
});

test("each round's documents are demanded in their own folder", () => {
  const files = demandedArtifacts(
    "factory",
    journal(proposed(), reviewed(1, 1), proposed(2), reviewed(2), {
      ...{ type: "committing", attempt: 1, branch: "b", from: "c", summary: "", files: [], drift: [] },
    }),
  );
  for (const name of ["se_prompt.txt", "review_1/prompt.txt", "review_2/review.json", "round_2/acceptance_result.json"])
    expect(files).toContain(`attempt_1/${name}`);
  expect(files).not.toContain("attempt_1/acceptance_result.json");
});
