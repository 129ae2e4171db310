import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { reason, scene, text } from "./live.fixture.ts";

test("a compressed answer, which could unfold without end, is not read", async () => {
  const { ask } = await scene({ chat: [serves.raw("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n")] });
  expect(text(await ask("factory"))).toContain("compressed (gzip)");
});

test("an answer without end is not read to its end, nor asked for again", async () => {
  const { ask, server } = await scene({ chat: [serves.floods(40 * 1024 * 1024)] });
  expect(reason(await ask("factory"))).toBe("broken-answer");
  expect(server.requests).toHaveLength(1);
});

test.each([
  ["planner", serves.silence()],
  ["factory", serves.silence()],
  ["planner", serves.drips(5)],
  ["factory", serves.drips(5)],
] as const)("the %s does not wait beyond the total limit, drip or not", async (role, step) => {
  const { ask, server } = await scene(
    { responses: [step], chat: [step] },
    { totalMs: { planner: 60, factory: 60 }, idleMs: 600_000 },
  );
  expect(reason(await ask(role))).toBe("unreachable");
  expect(server.requests.length).toBeLessThan(2);
});

/** Longer than a test may take. */
const ENDLESS = { totalMs: { planner: 600_000, factory: 600_000 }, idleMs: 600_000 };

test("an interrupt ends the question at once, wherever it stands", async () => {
  for (const step of [serves.silence(), serves.drips(5), serves.status(503, { headers: { "retry-after": "50" } })]) {
    for (const role of ["planner", "factory"] as const) {
      const { ask, interrupt, exchanges } = await scene({ responses: [step], chat: [step] }, ENDLESS);
      setTimeout(() => interrupt.abort(), 20);
      expect(reason(await ask(role))).toBe("interrupted");
      expect(exchanges).toEqual([]);
    }
  }
});

test("an interrupt before the question sends nothing", async () => {
  const { ask, interrupt, server } = await scene({ chat: [serves.answers("{}")] });
  interrupt.abort();
  expect(reason(await ask("factory"))).toBe("interrupted");
  expect(server.requests).toEqual([]);
});
