import { planCall } from "@llmch/contract";
import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { systemTime } from "../transport/time.ts";
import { scene, text } from "./live.fixture.ts";

test("a broken stream whose answer is kept is fetched by its id", async () => {
  const { ask, ways, reasoning } = await scene({
    responses: [serves.breaksStream({ kept: '{"kept":1}', reasoning: ["Hm."] })],
  });
  expect(text(await ask("planner"))).toBe('{"kept":1}');
  expect(ways()).toEqual(["stream", "poll", "poll"]);
  expect(reasoning.join("")).toBe("Hm.\n\n");
});

test("a broken stream whose answer is lost is asked once more in background mode", async () => {
  const { ask, ways, events } = await scene({ responses: [serves.breaksStream(), serves.answers("again")] });
  expect(text(await ask("planner"))).toBe("again");
  expect(ways()).toEqual(["stream", "poll", "background", "poll", "poll"]);
  // That the server does not know the id says nothing of what the broken stream costs.
  expect(events.at(-1)).toMatchObject({ type: "model_answered", lost_calls: 1 });
});

test.each([
  ["before an answer had begun", [], 0],
  ["in the middle of an answer", ['data: {"type":"response.output_text.delta","delta":"{"}\n\n'], 1],
])("a stream that tells of an error %s", async (_, begun, lost) => {
  const opening = 'data: {"type":"response.created","response":{"id":"r"}}\n\n';
  const error = 'data: {"type":"response.failed","response":{"status":"failed","error":{"code":"server_error"}}}\n\n';
  const { ask, events } = await scene({
    responses: [serves.events(opening, ...begun, error), serves.answers("again")],
  });
  expect(text(await ask("planner"))).toBe("again");
  const last = events.at(-1);
  expect(last?.type === "model_answered" ? (last.lost_calls ?? 0) : null).toBe(lost);
});

test("a broken stream whose answer is never done is asked once more", async () => {
  let clock = 0;
  const { ask, ways } = await scene(
    {
      responses: [serves.breaksStream(), serves.answers("again", {})],
      retrieve: ({ path }) =>
        path.endsWith("resp_1")
          ? serves.json({ id: "resp_1", status: "in_progress", output: [] })
          : serves.answers("again"),
    },
    { idleMs: 5_000 },
    { time: { ...systemTime, monotonicMs: () => (clock += 1_000) } },
  );
  expect(text(await ask("planner"))).toBe("again");
  expect(ways().filter((way) => way !== "poll")).toEqual(["stream", "background"]);
});

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
  ["falls silent", serves.fallsSilent()],
  ["holds an event that is no JSON", serves.malformedEvent()],
  ["ends after its headers", serves.dropsAfterHeaders()],
])("a stream that %s is completed in background mode", async (_, step) => {
  const { ask, ways } = await scene({ responses: [step, serves.answers("fixed")] }, { idleMs: 1_500 });
  expect(text(await ask("planner"))).toBe("fixed");
  expect(ways()[0]).toBe("stream");
  expect(ways()).toContain("background");
});

test("where background mode is refused, the second question is a plain one", async () => {
  const { ask, ways } = await scene({
    responses: [serves.endsStreamEarly(), serves.answers("plainly")],
    refuses: ["background"],
  });
  expect(text(await ask("planner"))).toBe("plainly");
  expect(ways()).toEqual(["stream", "poll", "background", "plain"]);
});

test("where the server forgets what it works on, it is asked plainly, and so from then on", async () => {
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
