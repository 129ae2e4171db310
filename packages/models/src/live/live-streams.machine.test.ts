import { readFileSync } from "node:fs";
import { planCall } from "@llmch/contract";
import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { systemTime } from "../transport/time.ts";
import { reason, scene, text } from "./live.fixture.ts";

test("after a broken stream, an answer that the server keeps is fetched by its id", async () => {
  const { ask, ways, reasoning } = await scene({
    responses: [serves.breaksStream({ kept: '{"kept":1}', reasoning: ["Hm."] })],
  });
  expect(text(await ask("planner"))).toBe('{"kept":1}');
  expect(ways()).toEqual(["stream", "poll", "poll"]);
  expect(reasoning.join("")).toBe("Hm.\n\n");
});

test("after a broken stream, a lost answer is asked for once more in background mode", async () => {
  const { ask, ways, events } = await scene({ responses: [serves.breaksStream(), serves.answers("again")] });
  expect(text(await ask("planner"))).toBe("again");
  expect(ways()).toEqual(["stream", "poll", "background", "poll", "poll"]);
  // That the server does not know the id says nothing about what the broken stream costs.
  expect(events.at(-1)).toMatchObject({ type: "model_answered", lost_calls: 1 });
});

test.each([
  ["before an answer had begun", [], 0],
  ["in the middle of an answer", ['data: {"type":"response.output_text.delta","delta":"{"}\n\n'], 1],
])("a stream that reports an error %s", async (_, begun, lost) => {
  const opening = 'data: {"type":"response.created","response":{"id":"r"}}\n\n';
  const error = 'data: {"type":"response.failed","response":{"status":"failed","error":{"code":"server_error"}}}\n\n';
  const { ask, events } = await scene({
    responses: [serves.events(opening, ...begun, error), serves.answers("again")],
  });
  expect(text(await ask("planner"))).toBe("again");
  const last = events.at(-1);
  expect(last?.type === "model_answered" ? (last.lost_calls ?? 0) : null).toBe(lost);
});

test("after a broken stream, an answer in progress is waited for as long as an answer may take, without asking again", async () => {
  let polls = 0;
  const { ask, ways } = await scene(
    {
      responses: [serves.breaksStream(), serves.answers("again", {})],
      retrieve: () => {
        polls++;
        if (polls > 8) return serves.json(kept("late"));
        return polls < 4 ? serves.json({ id: "resp_1", status: "in_progress", output: [] }) : serves.status(503);
      },
    },
    { retries: 0, maxWaitMs: 1 },
    { time: { ...systemTime, monotonicMs: () => polls * 60_000 } },
  );
  expect(text(await ask("planner"))).toBe("late");
  expect(ways()).toEqual(["stream", ...Array(9).fill("poll")]);
});

const kept = (words: string) => ({
  id: "resp_1",
  status: "completed",
  output: [{ type: "message", content: [{ type: "output_text", text: words }] }],
});

test("a server that is gone is not waited for, whatever was in progress", async () => {
  const { ask, server } = await scene({
    responses: [serves.breaksStream()],
    retrieve: () => () => void server.close(),
  });
  expect(reason(await ask("planner"))).toBe("unreachable");
});

test.each([
  ["hangs up before its headers", serves.drops()],
  ["answers 504", serves.status(504)],
  ["answers 524 with a page", serves.htmlPage(524)],
])("behind a proxy that %s the answer is asked for in the background, not four times over", async (_, step) => {
  const { ask, ways, retries, events } = await scene({
    responses: [step, serves.answers("one"), serves.answers("two")],
  });
  expect(text(await ask("planner"))).toBe("one");
  expect(ways()).toEqual(["stream", "background", "poll", "poll"]);
  expect(retries()).toEqual([
    expect.stringMatching(
      /, and may be at work on it: asked once more in background mode, and both calls may be billed$/,
    ),
  ]);
  expect(events.at(-1)).toMatchObject({ type: "model_answered", lost_calls: 1 });
  // The next question may be luckier.
  expect(text(await ask("planner", { call: planCall(2) }))).toBe("two");
  expect(ways().at(-1)).toBe("stream");
});

test("a server that thinks in silence is not asked again while its connection is alive", async () => {
  const { ask, server } = await scene({ responses: [serves.silence()] }, { totalMs: { planner: 300, factory: 300 } });
  const asking = ask("planner");
  if (process.platform === "linux") await expect.poll(() => watched(server)).toEqual([true]);
  expect(reason(await asking)).toBe("unreachable");
  expect(server.requests).toHaveLength(1);
});

/** For each connection to a server, whether TCP keep-alive is on. */
const watched = ({ url }: { readonly url: string }): readonly boolean[] => {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0");
  const rows = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  return rows
    .filter(([, , to, state]) => to?.endsWith(`:${port}`) && state === "01")
    .map((row) => row[5]?.startsWith("02:") === true);
};

test("an answer that failed under its id is asked for once more", async () => {
  const { ask, ways } = await scene({
    responses: [serves.breaksStream(), serves.answers("again")],
    retrieve: ({ path }) =>
      path.endsWith("resp_1") ? serves.json({ id: "resp_1", status: "cancelled" }) : serves.answers("again"),
  });
  expect(text(await ask("planner"))).toBe("again");
  expect(ways()).toEqual(["stream", "poll", "background", "poll"]);
});

test.each([
  ["ends without its last event", serves.endsStreamEarly()],
  ["holds an event that is no JSON", serves.malformedEvent()],
  ["ends after its headers", serves.dropsAfterHeaders()],
])("a stream that %s is completed in background mode", async (_, step) => {
  const { ask, ways } = await scene({ responses: [step, serves.answers("fixed")] });
  expect(text(await ask("planner"))).toBe("fixed");
  expect(ways()[0]).toBe("stream");
  expect(ways()).toContain("background");
});

test("if background mode is refused, the second question is plain", async () => {
  const { ask, ways } = await scene({
    responses: [serves.endsStreamEarly(), serves.answers("plainly")],
    refuses: ["background"],
  });
  expect(text(await ask("planner"))).toBe("plainly");
  expect(ways()).toEqual(["stream", "poll", "background", "plain"]);
});

test("if the server forgets an answer in progress, it is asked plainly from then on", async () => {
  const { ask, ways } = await scene({
    responses: [
      serves.malformedEvent(),
      serves.forgets(),
      serves.answers("one"),
      serves.malformedEvent(),
      serves.answers("two"),
    ],
  });
  expect(text(await ask("planner"))).toBe("one");
  expect(text(await ask("planner", { call: planCall(2) }))).toBe("two");
  expect(ways()).toEqual(["stream", "background", "poll", "plain", "stream", "plain"]);
});

test("a server that answers a stream request with JSON is read", async () => {
  const output = [{ type: "message", content: [{ type: "output_text", text: "whole" }] }];
  const { ask, ways } = await scene({ responses: [serves.json({ id: "r", status: "completed", output })] });
  expect(text(await ask("planner"))).toBe("whole");
  expect(ways()).toEqual(["stream"]);
});

test("an error inside a stream counts like its status", async () => {
  const limit = { status: "failed", error: { code: "rate_limit_exceeded", message: "slow down" } };
  const { ask, ways, retries } = await scene({
    responses: [
      serves.events(`data: ${JSON.stringify({ type: "response.failed", response: limit })}\n\n`),
      serves.events(`data: ${JSON.stringify({ type: "error", code: "server_error", message: "oops" })}\r\n\r\n`),
      serves.answers("{}"),
    ],
  });
  expect(text(await ask("planner"))).toBe("{}");
  expect(ways()).toEqual(["stream", "stream", "stream"]);
  expect(retries()).toEqual(["the server answers 429 (slow down)", "the server answers 500 (oops)"]);
});
