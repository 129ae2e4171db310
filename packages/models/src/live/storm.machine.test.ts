import { type ModelReply, orderCall } from "@llmch/contract";
import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { reason, scene } from "./live.fixture.ts";

const CALLS = 40;

/** The same on every machine; about half of the numbers are odd in their upper bits. */
const coins = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >= 2 ** 31;
  };
};

/** Refuses half of all calls: every other one, or by coin toss. */
const storms = {
  "every other call": () => (index: number) => index % 2 === 0,
  "as coins fall": () => coins(7),
  "as other coins fall": () => coins(2_024),
} as const;

/** This many callers take calls from a list, one after the other, until all are answered; returns how many requests that took. */
const callers = async (jobs: number, isRefused: (index: number) => boolean, retries: number) => {
  const refuses = serves.status(429, { headers: { "retry-after": "0" } });
  const chat = (_: object, index: number) => (isRefused(index) ? refuses : serves.answers("{}"));
  const { ask, server } = await scene({ chat }, { retries }, { jobs });
  const replies: ModelReply[] = [];
  let next = 1;
  const caller = async () => {
    while (next <= CALLS) replies.push(await ask("factory", { call: orderCall(`WO-${next++}`, 1) }));
  };
  await Promise.all(Array.from({ length: jobs }, caller));
  return { failed: replies.filter(({ kind }) => kind === "failed").map(reason), requests: server.requests.length };
};

test.each(Object.entries(storms))(
  "in a storm that refuses %s, eight callers are all answered with as many calls as one",
  async (_, storm) => {
    const alone = await callers(1, storm(), 10);
    const together = await callers(8, storm(), 3);
    expect([alone.failed, together.failed]).toEqual([[], []]);
    expect(together.requests).toBeGreaterThanOrEqual(CALLS);
    expect(together.requests).toBeLessThanOrEqual(1.2 * alone.requests);
  },
);

test("a server that handles one call at a time answers all eight callers, and refuses few", async () => {
  let open = 0;
  const refuses = serves.status(529, { headers: { "retry-after": "0" } });
  const chat = () => {
    if (open > 0) return refuses;
    open++;
    return async (turn: Parameters<ReturnType<typeof serves.answers>>[0]) => {
      for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
      turn.response.on("finish", () => open--);
      await serves.answers("{}")(turn);
    };
  };
  const { ask, server } = await scene({ chat }, {}, { jobs: 8 });
  const calls = Array.from({ length: CALLS }, (_, index) => ask("factory", { call: orderCall(`WO-${index + 1}`, 1) }));
  expect((await Promise.all(calls)).filter(({ kind }) => kind === "failed").map(reason)).toEqual([]);
  expect(server.requests.length).toBeLessThanOrEqual(2 * CALLS);
});

test("a server that refuses everyone is given up on, by each caller after its share of tries", async () => {
  const { ask, server } = await scene({ chat: [serves.status(429)] }, { retries: 1 }, { jobs: 2 });
  const replies = await Promise.all([1, 2].map((order) => ask("factory", { call: orderCall(`WO-0${order}`, 1) })));
  expect(replies.map(reason)).toEqual(["unreachable", "unreachable"]);
  expect(server.requests.length).toBeLessThanOrEqual(2 * 2 + 2);
});
