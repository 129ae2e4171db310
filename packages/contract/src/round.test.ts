import { expect, test } from "vitest";
import { lastRound, reviewFolder, roundFolder, roundsOf } from "./round.ts";

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
