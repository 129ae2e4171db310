import { expect, test } from "vitest";
import { LIMITS } from "../agent.fixture.ts";
import { NOTHING_TAKEN } from "../conversation.ts";
import { shareOf, takenTogether } from "./limit-share.ts";

const limits = { ...LIMITS, turns: 10, tokens: 1001, usd: 1, minutes: 2, readBytes: 99 };

test("parallel conversations get equal shares of what is left, and share the time", () => {
  const taken = { turns: 2, tokens: 200, usd: 0.5, readBytes: 9, ms: 60_000 };
  expect(shareOf(limits, taken, 2)).toMatchObject({ turns: 3, tokens: 400, usd: 0.25, minutes: 1, readBytes: 45 });
  expect(shareOf({ ...limits, tokens: null, usd: null, minutes: null }, taken, 2)).toMatchObject({
    ...{ tokens: null, usd: null, minutes: null },
  });
});

test("if more was taken than allowed, nothing is left", () => {
  const taken = { turns: 20, tokens: 2000, usd: 5, readBytes: 900, ms: 600_000 };
  expect(shareOf(limits, taken, 3)).toMatchObject({ turns: 0, tokens: 0, usd: 0, minutes: 0, readBytes: 0 });
});

test("their usage adds up, except for time that passed in parallel", () => {
  const each = { turns: 1, tokens: 2, usd: 3, readBytes: 4, ms: 5 };
  expect(takenTogether(each, [each, { ...each, ms: 50 }])).toEqual({
    turns: 3,
    tokens: 6,
    usd: 9,
    readBytes: 12,
    ms: 55,
  });
  expect(takenTogether(each, [])).toEqual(each);
  expect(takenTogether(NOTHING_TAKEN, [each])).toEqual(each);
});
