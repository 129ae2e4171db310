import { expect, test } from "vitest";
import { LIMITS } from "../agent.fixture.ts";
import { NOTHING_TAKEN } from "../conversation.ts";
import { shareOf, takenTogether } from "./limit-share.ts";

const limits = { ...LIMITS, turns: 10, tokens: 1001 };

test("parallel conversations get equal shares of what is left", () => {
  const taken = { turns: 2, tokens: 200 };
  expect(shareOf(limits, taken, 2)).toMatchObject({ turns: 3, tokens: 400 });
  expect(shareOf({ ...limits, tokens: null }, taken, 2)).toMatchObject({ tokens: null });
});

test("if more was taken than allowed, nothing is left", () => {
  expect(shareOf(limits, { turns: 20, tokens: 2000 }, 3)).toMatchObject({ turns: 0, tokens: 0 });
});

test("their usage adds up", () => {
  const each = { turns: 1, tokens: 2 };
  expect(takenTogether(each, [each, each])).toEqual({ turns: 3, tokens: 6 });
  expect(takenTogether(each, [])).toEqual(each);
  expect(takenTogether(NOTHING_TAKEN, [each])).toEqual(each);
});
