import type { ModelFailureReason } from "@llmch/contract";
import { accepted } from "@llmch/contract";
import { objectionOf, reviewOf } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import type { Author } from "../author/author.ts";
import type { Files } from "../ports.ts";
import { carryCandidates, judgedIn, sealedText, unreachable, WRONG, writing } from "./candidates.fixture.ts";

const [ONE, TWO, THREE] = ["WO-01/attempt-1", "WO-01/attempt-1/candidate-2", "WO-01/attempt-1/candidate-3"] as const;
const best = { job: { choose: "best" } } as const;

describe("the first that passes", () => {
  test("wins, and those after it are not judged", async () => {
    const { scene, outcome, asked, judged } = await carryCandidates({
      ...{ [ONE]: WRONG, [TWO]: writing("good"), [THREE]: writing("better") },
    });
    expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 1, candidate: 2 } });
    expect(asked).toEqual([ONE, TWO, THREE]);
    expect(judgedIn(scene)).toEqual([1, 2]);
    expect(sealedText(scene)).toEqual(["// good 0\n"]);
    expect([...scene.ports.workspace.files]).toContainEqual(["greet.js", "// good 0\n"]);
    expect(judged).toMatchObject([
      {
        ...{ attempt: 1, of: 3, candidate: 2, brief_of: null },
        ends: [
          { candidate: 1, end: "failed", stage: "acceptance_failed" },
          { candidate: 2, end: "passed", stage: null },
          { candidate: 3, end: "not_judged", stage: null },
        ],
      },
    ]);
  });

  test("records everything about each, the first in the place of a single one", async () => {
    const { scene } = await carryCandidates({ [ONE]: WRONG, [TWO]: writing("good"), [THREE]: "no proposal" });
    const { artifacts, events } = scene.ports.ledger;
    for (const folder of ["attempt_1", "attempt_1/candidate_2"])
      for (const name of ["proposed_writes", "write_result", "verify_result", "acceptance_result"])
        expect([...artifacts.keys()]).toContain(`${folder}/${name}.json`);
    expect(artifacts.get("attempt_1/candidate_3/raw_llm_response.json")).toEqual({ text: "no proposal" });
    expect(artifacts.get("attempt_1/candidate_3/se_prompt.txt")).toBe(artifacts.get("attempt_1/se_prompt.txt"));
    expect(artifacts.get("attempt_1/candidates.json")).toMatchObject({
      candidate: 2,
      candidates: [{ failure_brief: { stage: "acceptance_failed" } }, {}, { failure_brief: null }],
    });
    expect(scene.ports.commands.ran.map(({ stdout }) => stdout)).toEqual(
      ["attempt_1", "attempt_1/candidate_2"].flatMap((folder) =>
        ["verify", "acceptance"].map((phase) => `${folder}/${phase}_0_stdout.txt`),
      ),
    );
    const commands = events.flatMap((event) => (event.type === "command_finished" ? [event.candidate ?? 1] : []));
    expect(commands).toEqual([1, 1, 2, 2]);
  });

  test("is the first of all if it passes, although the others are asked too", async () => {
    const { outcome, asked, judged } = await carryCandidates({
      ...{ [ONE]: writing("good"), [TWO]: writing("good"), [THREE]: writing("good") },
    });
    expect(asked).toHaveLength(3);
    expect(judged).toMatchObject([{ candidate: 1 }]);
    expect(outcome.kind === "candidate" && outcome.candidate.candidate).toBe(undefined);
  });
});

describe("the best that passes", () => {
  test("is the one that changes the fewest lines, and the workspace holds it and nothing else", async () => {
    const replies = { [ONE]: writing("long", 5), [TWO]: writing("short", 2), [THREE]: writing("longer", 9) };
    const { scene, judged } = await carryCandidates(replies, best);
    expect(judgedIn(scene)).toEqual([1, 2, 3]);
    expect(judged).toMatchObject([{ candidate: 2, ends: [{ lines: 5 }, { lines: 2 }, { lines: 9 }] }]);
    expect(sealedText(scene)).toEqual(["// short 0\n// short 1\n"]);
    expect(scene.ports.workspace.files.get("greet.js")).toBe("// short 0\n// short 1\n");
  });

  test("is the one with the lowest number on a tie", async () => {
    const replies = { [ONE]: WRONG, [TWO]: writing("good"), [THREE]: writing("fine") };
    const { scene, judged } = await carryCandidates(replies, best);
    expect(judged).toMatchObject([{ candidate: 2 }]);
    expect(scene.ports.workspace.files.get("greet.js")).toBe("// good 0\n");
  });

  test("is restored even if a failed one was judged last", async () => {
    const replies = { [ONE]: writing("good"), [TWO]: WRONG, [THREE]: writing("red") };
    const { scene, judged } = await carryCandidates(replies, best);
    expect(judged).toMatchObject([
      { candidate: 1, ends: [{}, { stage: "acceptance_failed" }, { stage: "verify_failed" }] },
    ]);
    expect(scene.ports.workspace.files.get("greet.js")).toBe("// good 0\n");
  });

  test("is the one with the lightest review notes, whatever its size", async () => {
    const review = (severity: string) => reviewOf({ severity });
    const replies = {
      ...{ [ONE]: writing("short"), [TWO]: writing("long", 9), [THREE]: writing("short") },
      [`${ONE}/review-1`]: review("minor"),
      [`${TWO}/review-1`]: review("nit"),
      [`${THREE}/review-1`]: reviewOf({ severity: "nit" }, { severity: "nit" }),
    };
    const { judged, scene } = await carryCandidates(replies, { ...best, review: {} });
    expect(judged).toMatchObject([{ candidate: 2, ends: [{ notes: 10 }, { notes: 1 }, { notes: 2 }] }]);
    expect([...scene.ports.ledger.artifacts.keys()]).toContain("attempt_1/candidate_2/review_1/review.json");
  });

  test("is never an unreviewed one if another was reviewed", async () => {
    const replies = {
      ...{ [ONE]: writing("short"), [TWO]: writing("long", 9) },
      [`${ONE}/review-1`]: unreachable,
      [`${TWO}/review-1`]: reviewOf({ severity: "minor" }),
    };
    const { judged } = await carryCandidates(replies, { job: { count: 2, choose: "best" }, review: {} });
    expect(judged).toMatchObject([{ candidate: 2, ends: [{ notes: null }, { notes: 10 }] }]);
  });

  test("is not a PASS if it cannot be restored exactly", async () => {
    let writes = 0;
    const faults = { write: () => (++writes > 2 ? "the disk is full" : null) };
    const replies = { [ONE]: writing("good"), [TWO]: WRONG };
    const { outcome } = await carryCandidates(replies, { job: { count: 2, choose: "best" }, faults });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "write_failed" } });
  });

  test("is not a PASS if the workspace holds anything else", async () => {
    const replies = { [ONE]: writing("good"), [TWO]: WRONG };
    let resets = 0;
    const { outcome } = await carryCandidates(replies, {
      job: { count: 2, choose: "best" },
      around: ({ workspace }) => ({
        workspace: {
          ...workspace,
          drift: async (changes) => (changes.length > 0 && resets > 2 ? ["stray.js"] : []),
          reset: async () => {
            resets += 1;
            await workspace.reset();
          },
        },
      }),
    });
    expect(outcome).toMatchObject({
      kind: "failed",
      brief: { primary_error_excerpt: expect.stringContaining("stray.js") },
    });
  });
});

describe("if none passes", () => {
  test("the attempt fails like the one that got furthest, and a line reports the others", async () => {
    const replies = {
      ...{ [ONE]: "no proposal", [TWO]: writing("red"), [THREE]: writing("red") },
      "WO-01/attempt-2": writing("good"),
      "WO-01/attempt-2/candidate-2": WRONG,
      "WO-01/attempt-2/candidate-3": WRONG,
    };
    const { outcome, scene, judged } = await carryCandidates(replies, { maxAttempts: 2 });
    expect(judged[0]).toMatchObject({ candidate: null, brief_of: 2 });
    const others =
      "of 3 candidates this one came furthest; the others failed: 1 at llm_output_invalid, 1 at verify_failed";
    expect(outcome).toMatchObject({
      attempts: [{ attempt: 1, candidate: 2, stage: "verify_failed", failure_brief: { others } }],
    });
    const next = scene.ports.model.requests.find(({ key }) => key === "WO-01/attempt-2")?.prompt ?? "";
    expect(next).toContain(others);
    expect(next).toContain("// red 0");
    expect(next).not.toContain("no proposal");
  });

  test.each<[string, ModelFailureReason, ModelFailureReason, string]>([
    ["no server answers", "unreachable", "unreachable", "model_unavailable"],
    ["the server accepts no such request", "not-accepted", "not-accepted", "model_unavailable"],
    ["all are refused", "refused-request", "refused-request", "exception"],
  ])("and none got an answer because %s, the attempt ends the same way", async (_, one, two, stage) => {
    const failed = (reason: ModelFailureReason) => ({ ...unreachable, reason });
    const replies = { [ONE]: failed(one), [TWO]: failed(two) };
    const { outcome } = await carryCandidates(replies, { job: { count: 2 } });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage } });
  });
});

test("one that got no answer counts as failed, with a warning", async () => {
  const replies = { [ONE]: unreachable, [TWO]: writing("good") };
  const { outcome, scene, judged } = await carryCandidates(replies, { job: { count: 2 } });
  expect(outcome.kind).toBe("candidate");
  expect(judged).toMatchObject([{ candidate: 2, ends: [{ stage: "model_unavailable" }, {}] }]);
  const warnings = scene.ports.ledger.events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
  expect(warnings).toEqual([expect.stringContaining("candidate 1 of WO-01 got no answer: nobody is there")]);
});

test.each<[ModelFailureReason, string]>([
  ["limit", "limited"],
  ["interrupted", "interrupted"],
])("%s in one of them stops the order, and none is judged", async (reason, kind) => {
  const replies = { [ONE]: writing("good"), [TWO]: { ...unreachable, reason } };
  const { outcome, scene } = await carryCandidates(replies, { job: { count: 2 } });
  expect(outcome.kind).toBe(kind);
  expect(judgedIn(scene)).toEqual([]);
});

test("no other candidate makes up for an answer recorded for a different request", async () => {
  const replies = { [ONE]: writing("good"), [TWO]: { ...unreachable, reason: "request-changed" as const } };
  const { outcome } = await carryCandidates(replies, { job: { count: 2 } });
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "exception" } });
});

test("review notes go back only to the author of the candidate under review", async () => {
  const replies = {
    ...{ [ONE]: WRONG, [TWO]: writing("rude"), [THREE]: writing("good") },
    [`${TWO}/review-1`]: reviewOf({}),
    [`${TWO}/turn-2`]: writing("kind"),
    [`${TWO}/review-2`]: reviewOf(),
  };
  const { scene, outcome, asked } = await carryCandidates(replies, { review: {} });
  expect(outcome).toMatchObject({ kind: "candidate", candidate: { candidate: 2 } });
  expect(sealedText(scene)).toEqual(["// kind 0\n"]);
  expect(asked).toEqual([ONE, TWO, `${TWO}/review-1`, `${TWO}/review-2`, `${TWO}/turn-2`, THREE]);
  expect([...scene.ports.ledger.artifacts.keys()]).toContain("attempt_1/candidate_2/round_2/proposed_writes.json");
});

describe("the files that they ask for", () => {
  const needs = (path: string) => objectionOf({ reason: "Show it.", needs: [path] });
  const files = { "a.js": "// file a\n", "b.js": "// file b\n" };

  test("each sees its own, and the next attempt sees all of them in order", async () => {
    const replies = {
      ...{ [ONE]: needs("b.js"), [TWO]: needs("a.js"), [`${ONE}/turn-2`]: WRONG, [`${TWO}/turn-2`]: WRONG },
      ...{ "WO-01/attempt-2": writing("good"), "WO-01/attempt-2/candidate-2": writing("good") },
    };
    const { scene } = await carryCandidates(replies, { job: { count: 2 }, files, maxAttempts: 2, delays: [50, 0] });
    const promptOf = (key: string) => scene.ports.model.requests.find((request) => request.key === key)?.prompt ?? "";
    expect(promptOf(`${TWO}/turn-2`)).toContain("// file a");
    expect(promptOf(`${TWO}/turn-2`)).not.toContain("// file b");
    const next = promptOf("WO-01/attempt-2");
    expect(next.indexOf("// file b")).toBeGreaterThan(0);
    expect(next.indexOf("// file a")).toBeGreaterThan(next.indexOf("// file b"));
    expect(promptOf("WO-01/attempt-2/candidate-2")).toBe(next);
    expect(next).toContain("You may ask for files 2 times more");
  });

  test("each may ask as often as a single candidate", async () => {
    const asks = (key: string) =>
      Object.fromEntries([[key, needs("a.js")], ...[2, 3].map((turn) => [`${key}/turn-${turn}`, needs("b.js")])]);
    const replies = { ...asks(ONE), ...asks(TWO), [`${ONE}/turn-4`]: WRONG, [`${TWO}/turn-4`]: writing("good") };
    const { outcome } = await carryCandidates(replies, { job: { count: 2 }, files });
    expect(outcome).toMatchObject({ kind: "candidate", candidate: { candidate: 2 } });
  });
});

test("the others cycle through the listed models and temperatures", async () => {
  const count = 5;
  const keys = [ONE, ...[2, 3, 4, 5].map((candidate) => `${ONE}/candidate-${candidate}`)];
  const replies = Object.fromEntries(keys.map((key) => [key, writing("good")]));
  const { scene } = await carryCandidates(replies, { job: { count, models: ["b", "c"], temperatures: [0.5, 1, 1.5] } });
  const { requests } = scene.ports.model;
  const asked = keys.map((key) => requests.find((request) => request.key === key));
  expect(asked.map((request) => request?.model)).toEqual([undefined, "b", "c", "b", "c"]);
  expect(asked.map((request) => request?.temperature)).toEqual([undefined, 0.5, 1, 1.5, 0.5]);
  expect(new Set(asked.map((request) => request?.prompt)).size).toBe(1);
});

test("a single candidate changes nothing: no event, file or request differs", async () => {
  const { scene, asked, judged } = await carryCandidates(
    { [ONE]: writing("good") },
    { job: { count: 1, models: ["b"] } },
  );
  expect([asked, judged]).toEqual([[ONE], []]);
  expect([...scene.ports.ledger.artifacts.keys()].filter((name) => name.includes("candidate"))).toEqual([]);
  expect(JSON.stringify(scene.ports.ledger.events)).not.toContain("candidate");
});

test("nobody reads the worktree while it holds another's draft", async () => {
  let laid = 0;
  const seen: number[] = [];
  const pause = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await null;
  };
  const author: Author = {
    isAsked: "always",
    work: async ({ at, files, checks, judge }) => {
      const [path] = await files.trackedFiles();
      for (let turn = 0; turn < 5; turn++) {
        if ((at.candidate ?? 1) === (turn % 3) + 1) await checks.run("node --check greet.js", [], null);
        if (path !== undefined) await files.inspect("scripts/verify.sh" as never);
      }
      const answer = judge(writing("good"));
      return answer.ok
        ? { kind: "answered", answer: answer.value, text: "" }
        : { kind: "stuck", why: "", isLast: true };
    },
  };
  const { outcome } = await carryCandidates(
    {},
    {
      around: ({ workspace, commands }) => {
        const inspect: Files["inspect"] = async (path) => {
          seen.push(laid);
          await pause();
          seen.push(laid);
          return workspace.inspect(path);
        };
        return {
          author,
          view: { ...workspace, inspect },
          scratch: {
            run: async (_, body) => {
              laid += 1;
              await pause();
              const value = await body(commands);
              laid -= 1;
              return accepted(value);
            },
          },
        };
      },
    },
  );
  expect(outcome.kind).toBe("candidate");
  expect(seen.length).toBeGreaterThan(20);
  expect(new Set(seen)).toEqual(new Set([0]));
});
