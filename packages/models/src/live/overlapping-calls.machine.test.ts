import type { EventBody, Exchange, ModelRequest } from "@llmch/contract";
import { type Step, serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { reason, requestOf, scene, text } from "./live.fixture.ts";

/** Holds requests until this many have arrived, then serves them, the last first. */
const together = (count: number, step: Step): Step => {
  const waiting: (() => void)[] = [];
  const release = async () => {
    for (const serve of waiting.splice(0).reverse()) {
      serve();
      await new Promise(setImmediate);
    }
  };
  return async (turn) => {
    const turned = new Promise<void>((resolve) => waiting.push(resolve));
    if (waiting.length === count) void release();
    await turned;
    await step(turn);
  };
};

const session = (recorded?: Exchange) => {
  const exchanges: Exchange[] = [];
  const events: EventBody[] = [];
  const reasoning: string[] = [];
  const recorder = {
    recorded: () => recorded,
    appendExchange: async (exchange: Exchange) => void exchanges.push(exchange),
    emit: async (event: EventBody) => void events.push(event),
    onReasoning: (piece: string) => void reasoning.push(piece),
  };
  const told = () => ({ types: events.map(({ type }) => type), thought: reasoning.join("").trim() });
  return { recorder, exchanges, events, told };
};

const ask = (name: string): ModelRequest => requestOf("planner", { prompt: name });
const echoes: Step = (turn) => {
  const { prompt } = turn.request;
  return serves.answers(`{"to":"${prompt}"}`, { reasoning: [`${prompt} `, "thinks"] })(turn);
};

test("overlapping calls are kept by the session that made them, even under the same key", async () => {
  const { gateway } = await scene({ responses: () => barrier }, {}, { jobs: 3 });
  const names = ["first", "second", "third"];
  const barrier = together(names.length, echoes);
  const sessions = names.map((name) => ({ name, ...session() }));
  const replies = await Promise.all(sessions.map(({ name, recorder }) => gateway.for(recorder).ask(ask(name))));
  expect(replies.map(text)).toEqual(names.map((name) => `{"to":"${name}"}`));
  for (const { name, exchanges, events, told } of sessions) {
    expect(exchanges).toMatchObject([
      { key: "plan/attempt-1", request: { prompt: name }, response: { text: `{"to":"${name}"}` } },
    ]);
    expect(told()).toEqual({ types: ["model_asked", "model_answered"], thought: `${name} thinks` });
    expect(events).toHaveLength(2);
  }
});

test("retries, failures and reused answers are reported to the session that they concern", async () => {
  const held = together(2, (turn) =>
    (turn.request.prompt === "refused" ? serves.status(401) : serves.status(429))(turn),
  );
  const { gateway } = await scene({ responses: (_, index) => (index < 2 ? held : echoes) }, {}, { jobs: 2 });
  const [refused, retried] = [session(), session()];
  const kept = session({ key: "plan/attempt-1", response: { text: "kept" } });
  const replies = await Promise.all([
    gateway.for(refused.recorder).ask(ask("refused")),
    gateway.for(retried.recorder).ask(ask("retried")),
    gateway.for(kept.recorder).ask(ask("kept")),
  ]);
  expect(replies.map((reply, index) => (index === 0 ? reason(reply) : text(reply)))).toEqual([
    "refused-key",
    '{"to":"retried"}',
    "kept",
  ]);
  expect(refused.told()).toEqual({ types: ["model_asked", "model_failed"], thought: "" });
  expect(retried.told().types).toEqual(["model_asked", "model_retried", "model_answered"]);
  expect(kept.told()).toEqual({ types: ["answer_reused"], thought: "" });
  expect([refused, retried, kept].map(({ exchanges }) => exchanges.length)).toEqual([0, 1, 0]);
});

test("a parameter that a server refuses in two calls at once is dropped once", async () => {
  const refuses = together(2, serves.status(400, { message: "Unsupported: json_schema", param: "text.format" }));
  const { gateway, server } = await scene({ responses: (_, index) => (index < 2 ? refuses : echoes) }, {}, { jobs: 2 });
  const asked = ["a", "b"].map((name) => gateway.for(session().recorder).ask(ask(name)));
  expect((await Promise.all(asked)).map(text)).toEqual(['{"to":"a"}', '{"to":"b"}']);
  await gateway.for(session().recorder).ask(ask("c"));
  const forms = server.requests.map(({ body }) => JSON.stringify(body.text).includes("json_schema"));
  expect(forms).toEqual([true, true, false, false, false]);
  expect(server.requests.slice(2).map(({ body }) => body.text)).toEqual(
    [1, 2, 3].map(() => ({ format: { type: "json_object" } })),
  );
});
