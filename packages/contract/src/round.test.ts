import { expect, test } from "vitest";
import { lastRound, reviewFolder, roundFolder, roundsOf, settledCandidate } from "./round.ts";

const begins = (attempt: number, round: number | undefined, step = "propose") => ({
  ...{ type: "step_started", attempt, step },
  ...(round === undefined ? {} : { round }),
});

test("an attempt's last round is that of its last proposal, and a repeated attempt starts at round 1", () => {
  const events = [
    begins(1, undefined),
    begins(1, 2),
    begins(1, 3),
    begins(2, undefined),
    begins(1, undefined, "finalize"),
  ];
  expect(lastRound(events, 1)).toEqual({ attempt: 1, round: 3 });
  expect(roundsOf(events, 1).map(({ round }) => round)).toEqual([1, 2, 3]);
  expect(lastRound(events, 2)).toEqual({ attempt: 2, round: 1 });
  expect(lastRound([...events, begins(1, undefined)], 1)).toEqual({ attempt: 1, round: 1 });
  expect(lastRound([], 3)).toEqual({ attempt: 3, round: 1 });
});

test("later rounds have separate folders", () => {
  expect([1, 2].map((round) => roundFolder({ attempt: 4, round }))).toEqual(["attempt_4", "attempt_4/round_2"]);
  expect(reviewFolder({ attempt: 4, round: 1 })).toBe("attempt_4/review_1");
});

test("later candidates have separate folders, and an attempt's last round belongs to the settled candidate", () => {
  expect(roundFolder({ attempt: 4, round: 1, candidate: 1 })).toBe("attempt_4");
  expect(roundFolder({ attempt: 4, round: 2, candidate: 3 })).toBe("attempt_4/candidate_3/round_2");
  expect(reviewFolder({ attempt: 4, round: 1, candidate: 3 })).toBe("attempt_4/candidate_3/review_1");
  const judged = (candidate: number | null, brief_of: number | null) => ({
    ...{ type: "candidates_judged", attempt: 1, candidate, brief_of },
  });
  const began = { type: "attempt_started", attempt: 1 };
  const events = [
    ...[began, begins(1, undefined), { ...begins(1, undefined), candidate: 2 }],
    ...[begins(1, 2), { ...begins(1, 2), candidate: 2 }, { ...begins(1, 3), candidate: 2 }],
  ];
  expect(lastRound(events, 1)).toEqual({ attempt: 1, round: 2 });
  expect(lastRound([...events, judged(2, null)], 1)).toEqual({ attempt: 1, round: 3, candidate: 2 });
  expect(lastRound([...events, judged(null, 2)], 1)).toEqual({ attempt: 1, round: 3, candidate: 2 });
  expect(roundsOf(events, 1).map(roundFolder)).toEqual([
    ...["attempt_1", "attempt_1/candidate_2", "attempt_1/round_2"],
    ...["attempt_1/candidate_2/round_2", "attempt_1/candidate_2/round_3"],
  ]);
  expect(settledCandidate([...events, judged(2, null), began], 1)).toBe(1);
});
